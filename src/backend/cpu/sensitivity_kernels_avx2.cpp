#define PLIANT_KERNELS_AVX2 1
#include "backend/cpu/sensitivity_kernels_impl.h"

namespace pliant::cpu {

extern constinit const SensitivityKernels<1> sensitivity_avx2_one =
    make_sensitivity_kernels<1, Avx2>();
extern constinit const SensitivityKernels<most_sloped_lanes> sensitivity_avx2_most =
    make_sensitivity_kernels<most_sloped_lanes, Avx2>();

}  // namespace pliant::cpu
