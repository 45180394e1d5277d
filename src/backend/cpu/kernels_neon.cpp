#define PLIANT_KERNELS_NEON 1
#include "backend/cpu/kernels_impl.h"

namespace pliant::cpu {

extern constinit const Kernels<float> kernels_neon_single = make_kernels<float, Neon>("neon");
extern constinit const Kernels<double> kernels_neon_double = make_kernels<double, Neon>("neon");

}  // namespace pliant::cpu
