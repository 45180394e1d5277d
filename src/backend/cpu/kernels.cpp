#include "backend/cpu/kernels.h"

#include <pliant/error.h>

#include <vector>

namespace pliant::cpu {

extern const Kernels<float> kernels_avx512_single, kernels_avx2_single, kernels_sse42_single,
    kernels_neon_single, kernels_scalar_single;
extern const Kernels<double> kernels_avx512_double, kernels_avx2_double, kernels_sse42_double,
    kernels_neon_double, kernels_scalar_double;

namespace {

template <class R>
const Kernels<R>* choose(const Kernels<float>& single, const Kernels<double>& dual) {
  if constexpr (sizeof(R) == sizeof(float))
    return &single;
  else
    return &dual;
}

template <class R>
std::vector<const Kernels<R>*> find_usable() {
  std::vector<const Kernels<R>*> out;
#ifdef __x86_64__
  __builtin_cpu_init();
#endif
#ifdef PLIANT_KERNELS_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512cd"))
    out.push_back(choose<R>(kernels_avx512_single, kernels_avx512_double));
#endif
#ifdef PLIANT_KERNELS_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    out.push_back(choose<R>(kernels_avx2_single, kernels_avx2_double));
#endif
#ifdef PLIANT_KERNELS_SSE42
  if (__builtin_cpu_supports("sse4.2"))
    out.push_back(choose<R>(kernels_sse42_single, kernels_sse42_double));
#endif
#ifdef PLIANT_KERNELS_NEON
  out.push_back(choose<R>(kernels_neon_single, kernels_neon_double));
#endif
#ifdef PLIANT_KERNELS_SCALAR
  out.push_back(choose<R>(kernels_scalar_single, kernels_scalar_double));
#endif
  if (out.empty())
    throw InputError("", 0, "this program was built for another processor",
                     "build it here: remove the folder build/run and call ./run");
  return out;
}

}  // namespace

template <class R>
std::span<const Kernels<R>* const> usable_kernels() {
  static const std::vector<const Kernels<R>*> usable = find_usable<R>();
  return usable;
}

template std::span<const Kernels<float>* const> usable_kernels<float>();
template std::span<const Kernels<double>* const> usable_kernels<double>();

}  // namespace pliant::cpu
