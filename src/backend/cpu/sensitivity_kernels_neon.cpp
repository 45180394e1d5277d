#define PLIANT_KERNELS_NEON 1
#include "backend/cpu/sensitivity_kernels_impl.h"

namespace pliant::cpu {

extern constinit const SensitivityKernels<1> sensitivity_neon_one =
    make_sensitivity_kernels<1, Neon>();
extern constinit const SensitivityKernels<most_sloped_lanes> sensitivity_neon_most =
    make_sensitivity_kernels<most_sloped_lanes, Neon>();

}  // namespace pliant::cpu
