#pragma once

#include <pliant/vec3.h>

#include <cmath>

// What laws need of a number type beyond arithmetic. A SIMD pack and a dual number bring their own.

namespace pliant {

PLIANT_HD float inverse_sqrt(float a) {
  return 1.0f / std::sqrt(a);
}
PLIANT_HD double inverse_sqrt(double a) {
  return 1.0 / std::sqrt(a);
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
