#define PLIANT_KERNELS_SSE42 1
#include "backend/cpu/descent_kernels_impl.h"

namespace pliant::cpu {

extern constinit const DescentKernels<float> descent_sse42_single =
    make_descent_kernels<float, Sse42>("sse4.2");
extern constinit const DescentKernels<double> descent_sse42_double =
    make_descent_kernels<double, Sse42>("sse4.2");

}  // namespace pliant::cpu
