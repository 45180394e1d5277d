#define PLIANT_KERNELS_SCALAR 1
#include "backend/cpu/kernels_impl.h"

namespace pliant::cpu {

extern constinit const Kernels<float> kernels_scalar_single = make_kernels<float, Scalar>("scalar");
extern constinit const Kernels<double> kernels_scalar_double =
    make_kernels<double, Scalar>("scalar");

}  // namespace pliant::cpu
