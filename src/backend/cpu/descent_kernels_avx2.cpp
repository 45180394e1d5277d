#define PLIANT_KERNELS_AVX2 1
#include "backend/cpu/descent_kernels_impl.h"

namespace pliant::cpu {

extern constinit const DescentKernels<float> descent_avx2_single =
    make_descent_kernels<float, Avx2>("avx2");
extern constinit const DescentKernels<double> descent_avx2_double =
    make_descent_kernels<double, Avx2>("avx2");

}  // namespace pliant::cpu
