#define PLIANT_KERNELS_SCALAR 1
#include "backend/cpu/sensitivity_kernels_impl.h"

namespace pliant::cpu {

extern constinit const SensitivityKernels<1> sensitivity_scalar_one =
    make_sensitivity_kernels<1, Scalar>();
extern constinit const SensitivityKernels<most_sloped_lanes> sensitivity_scalar_most =
    make_sensitivity_kernels<most_sloped_lanes, Scalar>();

}  // namespace pliant::cpu
