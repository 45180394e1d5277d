#define PLIANT_KERNELS_AVX512 1
#include "backend/cpu/sensitivity_kernels_impl.h"

namespace pliant::cpu {

extern constinit const SensitivityKernels<1> sensitivity_avx512_one =
    make_sensitivity_kernels<1, Avx512>();
extern constinit const SensitivityKernels<most_sloped_lanes> sensitivity_avx512_most =
    make_sensitivity_kernels<most_sloped_lanes, Avx512>();

}  // namespace pliant::cpu
