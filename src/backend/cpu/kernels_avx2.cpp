#define PLIANT_KERNELS_AVX2 1
#include "backend/cpu/kernels_impl.h"

namespace pliant::cpu {

extern constinit const Kernels<float> kernels_avx2_single = make_kernels<float, Avx2>("avx2");
extern constinit const Kernels<double> kernels_avx2_double = make_kernels<double, Avx2>("avx2");

}  // namespace pliant::cpu
