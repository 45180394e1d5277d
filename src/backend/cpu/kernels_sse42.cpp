#define PLIANT_KERNELS_SSE42 1
#include "backend/cpu/kernels_impl.h"

namespace pliant::cpu {

extern constinit const Kernels<float> kernels_sse42_single = make_kernels<float, Sse42>("sse4.2");
extern constinit const Kernels<double> kernels_sse42_double = make_kernels<double, Sse42>("sse4.2");

}  // namespace pliant::cpu
