#define PLIANT_KERNELS_AVX512 1
#include "backend/cpu/kernels_impl.h"

namespace pliant::cpu {

extern constinit const Kernels<float> kernels_avx512_single = make_kernels<float, Avx512>("avx512");
extern constinit const Kernels<double> kernels_avx512_double =
    make_kernels<double, Avx512>("avx512");

}  // namespace pliant::cpu
