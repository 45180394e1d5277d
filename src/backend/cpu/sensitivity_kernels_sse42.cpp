#define PLIANT_KERNELS_SSE42 1
#include "backend/cpu/sensitivity_kernels_impl.h"

namespace pliant::cpu {

extern constinit const SensitivityKernels<1> sensitivity_sse42_one =
    make_sensitivity_kernels<1, Sse42>();
extern constinit const SensitivityKernels<most_sloped_lanes> sensitivity_sse42_most =
    make_sensitivity_kernels<most_sloped_lanes, Sse42>();

}  // namespace pliant::cpu
