#define PLIANT_KERNELS_NEON 1
#include "backend/cpu/descent_kernels_impl.h"

namespace pliant::cpu {

extern constinit const DescentKernels<float> descent_neon_single =
    make_descent_kernels<float, Neon>("neon");
extern constinit const DescentKernels<double> descent_neon_double =
    make_descent_kernels<double, Neon>("neon");

}  // namespace pliant::cpu
