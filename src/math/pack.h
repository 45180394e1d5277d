#pragma once

#include "math/real.h"

#ifndef PLIANT_MINIMAL
#include <xsimd/xsimd.hpp>
#endif

// Packs: several numbers that go through the same arithmetic at once. Pack<R, Arch> is xsimd's
// batch of the instruction set Arch, or the plain number where Arch is Scalar.

namespace pliant {

struct Scalar {};

template <class R, class Arch>
struct PackOf;
template <class R>
struct PackOf<R, Scalar> {
  using Type = R;
  static constexpr int width = 1;
};

template <class R, class Arch>
using Pack = typename PackOf<R, Arch>::Type;
template <class R, class Arch>
inline constexpr int pack_width = PackOf<R, Arch>::width;

#ifndef PLIANT_MINIMAL

using Sse42 = xsimd::sse4_2;
using Avx2 = xsimd::fma3<xsimd::avx2>;
using Avx512 = xsimd::avx512dq;
using Neon = xsimd::neon64;

template <class R, class Arch>
struct PackOf {
  using Type = xsimd::batch<R, Arch>;
  static constexpr int width = static_cast<int>(Type::size);
};

#endif

template <class R, class Arch>
PLIANT_HD Pack<R, Arch> load_pack(const R* from) {
  if constexpr (pack_width<R, Arch> == 1)
    return *from;
  else
    return Pack<R, Arch>::load_unaligned(from);
}
template <class R, class Arch>
PLIANT_HD void store_pack(R* to, const Pack<R, Arch>& pack) {
  if constexpr (pack_width<R, Arch> == 1)
    *to = pack;
  else
    pack.store_unaligned(to);
}

}  // namespace pliant

#ifndef PLIANT_MINIMAL
// In the namespace of the packs, where laws find it by its argument.
namespace xsimd {

// An estimate of the processor, made exact to rounding by Newton's method where that is faster
// than a division and a root.
template <class Arch>
PLIANT_HD batch<float, Arch> inverse_sqrt(const batch<float, Arch>& a) {
  using B = batch<float, Arch>;
#if defined(__AVX512F__)
  const B guess = _mm512_rsqrt14_ps(a);
#elif defined(__AVX2__)
  const B guess = _mm256_rsqrt_ps(a);
#elif defined(__SSE4_2__)
  const B guess = _mm_rsqrt_ps(a);
#else
  return B(1) / sqrt(a);
#endif
#if defined(__SSE4_2__)
  const B half = a * guess;
  return guess * (B(1.5f) - B(0.5f) * (half * guess));
#endif
}

template <class Arch>
PLIANT_HD batch<double, Arch> inverse_sqrt(const batch<double, Arch>& a) {
  using B = batch<double, Arch>;
#if defined(__AVX512F__)
  B guess = _mm512_rsqrt14_pd(a);
  for (int i = 0; i < 2; ++i) guess = guess * (B(1.5) - B(0.5) * (a * guess * guess));
  return guess;
#else
  return B(1) / sqrt(a);
#endif
}

}  // namespace xsimd
#endif
