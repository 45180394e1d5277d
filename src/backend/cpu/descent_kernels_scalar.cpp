#define PLIANT_KERNELS_SCALAR 1
#include "backend/cpu/descent_kernels_impl.h"

namespace pliant::cpu {

extern constinit const DescentKernels<float> descent_scalar_single =
    make_descent_kernels<float, Scalar>("scalar");
extern constinit const DescentKernels<double> descent_scalar_double =
    make_descent_kernels<double, Scalar>("scalar");

}  // namespace pliant::cpu
