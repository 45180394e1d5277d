#define PLIANT_KERNELS_AVX512 1
#include "backend/cpu/descent_kernels_impl.h"

namespace pliant::cpu {

extern constinit const DescentKernels<float> descent_avx512_single =
    make_descent_kernels<float, Avx512>("avx512");
extern constinit const DescentKernels<double> descent_avx512_double =
    make_descent_kernels<double, Avx512>("avx512");

}  // namespace pliant::cpu
