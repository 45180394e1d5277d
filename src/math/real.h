#pragma once

#include <pliant/vec3.h>

#include <cmath>

// Loops over a relation's vertices must be unrolled, or their arrays would not stay in registers.
// Long ones that happen to have a fixed count stay loops: laws are compiled many times.
#if defined(__CUDACC__) || defined(__clang__)
#define PLIANT_UNROLL _Pragma("unroll")
#define PLIANT_KEEP_LOOP _Pragma("unroll 1")
#else
#define PLIANT_UNROLL _Pragma("GCC unroll 16")
#define PLIANT_KEEP_LOOP _Pragma("GCC unroll 1")
#endif

// What laws need of a number type beyond arithmetic. A SIMD pack and a dual number bring their own.

namespace pliant {

// On the device by its own instruction, which is good to two units in the last place: a root and a
// division would each bring branches for odd numbers into the middle of a law.
PLIANT_HD float inverse_sqrt(float a) {
#if defined(__CUDA_ARCH__)
  return rsqrtf(a);
#else
  return 1.0f / std::sqrt(a);
#endif
}
PLIANT_HD double inverse_sqrt(double a) {
#if defined(__CUDA_ARCH__)
  return rsqrt(a);
#else
  return 1.0 / std::sqrt(a);
#endif
}

template <class R>
PLIANT_HD R select(bool condition, const R& yes, const R& no) {
  return condition ? yes : no;
}

/// Whether a condition holds in any lane; a plain number has one.
PLIANT_HD bool any(bool condition) {
  return condition;
}

}  // namespace pliant
