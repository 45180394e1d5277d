#pragma once

#include <cmath>
#include <type_traits>

#include "math/real.h"

namespace pliant {

/// A number and its derivatives by N variables, carried through every operation (forward
/// automatic differentiation). R is float, double, a SIMD pack, or a dual number again (second
/// derivatives). Comparisons look at the value only.
template <class R, int N>
struct Dual {
  R value{};
  R derivative[N]{};

  Dual() = default;
  /// A constant: its derivatives are zero.
  PLIANT_HD constexpr Dual(const R& constant) : value(constant) {}
  template <class S>
  requires(std::is_arithmetic_v<S> && !std::is_same_v<S, R>) PLIANT_HD constexpr Dual(S constant)
      : value(R(constant)) {}

  /// The i-th of the N variables, with this value.
  PLIANT_HD static constexpr Dual variable(const R& at, int i) {
    Dual a(at);
    a.derivative[i] = R(1);
    return a;
  }

  /// A function of a whose value and derivative there are given: the chain rule.
  friend PLIANT_HD constexpr Dual chain(const R& result, const R& slope, const Dual& a) {
    Dual c(result);
    for (int i = 0; i < N; ++i) c.derivative[i] = slope * a.derivative[i];
    return c;
  }
  /// The same for a function of two.
  friend PLIANT_HD constexpr Dual chain(const R& result, const R& slope_a, const Dual& a,
                                        const R& slope_b, const Dual& b) {
    Dual c(result);
    for (int i = 0; i < N; ++i)
      c.derivative[i] = slope_a * a.derivative[i] + slope_b * b.derivative[i];
    return c;
  }

  friend PLIANT_HD constexpr Dual operator+(const Dual& a, const Dual& b) {
    Dual c(a.value + b.value);
    for (int i = 0; i < N; ++i) c.derivative[i] = a.derivative[i] + b.derivative[i];
    return c;
  }
  friend PLIANT_HD constexpr Dual operator-(const Dual& a, const Dual& b) {
    Dual c(a.value - b.value);
    for (int i = 0; i < N; ++i) c.derivative[i] = a.derivative[i] - b.derivative[i];
    return c;
  }
  friend PLIANT_HD constexpr Dual operator-(const Dual& a) {
    Dual c(-a.value);
    for (int i = 0; i < N; ++i) c.derivative[i] = -a.derivative[i];
    return c;
  }
  friend PLIANT_HD constexpr Dual operator*(const Dual& a, const Dual& b) {
    return chain(a.value * b.value, b.value, a, a.value, b);
  }
  friend PLIANT_HD constexpr Dual operator/(const Dual& a, const Dual& b) {
    const R quotient = a.value / b.value, inverse = R(1) / b.value;
    return chain(quotient, inverse, a, -quotient * inverse, b);
  }

  PLIANT_HD constexpr Dual& operator+=(const Dual& b) { return *this = *this + b; }
  PLIANT_HD constexpr Dual& operator-=(const Dual& b) { return *this = *this - b; }
  PLIANT_HD constexpr Dual& operator*=(const Dual& b) { return *this = *this * b; }
  PLIANT_HD constexpr Dual& operator/=(const Dual& b) { return *this = *this / b; }

  // bool, or a pack of them.
  friend PLIANT_HD constexpr auto operator==(const Dual& a, const Dual& b) {
    return a.value == b.value;
  }
  friend PLIANT_HD constexpr auto operator!=(const Dual& a, const Dual& b) {
    return a.value != b.value;
  }
  friend PLIANT_HD constexpr auto operator<(const Dual& a, const Dual& b) {
    return a.value < b.value;
  }
  friend PLIANT_HD constexpr auto operator>(const Dual& a, const Dual& b) {
    return a.value > b.value;
  }
  friend PLIANT_HD constexpr auto operator<=(const Dual& a, const Dual& b) {
    return a.value <= b.value;
  }
  friend PLIANT_HD constexpr auto operator>=(const Dual& a, const Dual& b) {
    return a.value >= b.value;
  }
};

/// Each lane from yes or no. For a plain bool the select of real.h serves.
template <class Condition, class R, int N>
requires(!std::is_same_v<Condition, bool>) PLIANT_HD Dual<R, N> select(const Condition& condition,
                                                                       const Dual<R, N>& yes,
                                                                       const Dual<R, N>& no) {
  Dual<R, N> c(select(condition, yes.value, no.value));
  for (int i = 0; i < N; ++i)
    c.derivative[i] = select(condition, yes.derivative[i], no.derivative[i]);
  return c;
}

template <class R, int N>
PLIANT_HD Dual<R, N> sqrt(const Dual<R, N>& a) {
  using std::sqrt;
  const R root = sqrt(a.value);
  return chain(root, R(0.5) / root, a);
}

template <class R, int N>
PLIANT_HD Dual<R, N> inverse_sqrt(const Dual<R, N>& a) {
  const R inverse = inverse_sqrt(a.value);
  // Overflows in single precision where a vanishing length or area is kept from zero. Infinity
  // times the zero derivative of such a thing would spoil all that it is added to.
  const R slope = R(-0.5) * inverse * inverse * inverse;
  return chain(inverse, select(slope - slope == R(0), slope, R(0)), a);
}

template <class R, int N>
PLIANT_HD Dual<R, N> exp(const Dual<R, N>& a) {
  using std::exp;
  const R power = exp(a.value);
  return chain(power, power, a);
}

template <class R, int N>
PLIANT_HD Dual<R, N> log(const Dual<R, N>& a) {
  using std::log;
  return chain(R(log(a.value)), R(1) / a.value, a);
}

template <class R, int N>
PLIANT_HD Dual<R, N> sin(const Dual<R, N>& a) {
  using std::cos, std::sin;
  return chain(R(sin(a.value)), R(cos(a.value)), a);
}

template <class R, int N>
PLIANT_HD Dual<R, N> cos(const Dual<R, N>& a) {
  using std::cos, std::sin;
  return chain(R(cos(a.value)), -R(sin(a.value)), a);
}

template <class R, int N>
PLIANT_HD Dual<R, N> abs(const Dual<R, N>& a) {
  return select(a < Dual<R, N>(R(0)), -a, a);
}

template <class R, int N>
PLIANT_HD Dual<R, N> min(const Dual<R, N>& a, const Dual<R, N>& b) {
  return select(b < a, b, a);
}

template <class R, int N>
PLIANT_HD Dual<R, N> max(const Dual<R, N>& a, const Dual<R, N>& b) {
  return select(a < b, b, a);
}

template <class R, int N>
PLIANT_HD bool isfinite(const Dual<R, N>& a) {
  using std::isfinite;
  bool finite = isfinite(a.value);
  for (int i = 0; i < N; ++i) finite = finite && isfinite(a.derivative[i]);
  return finite;
}

}  // namespace pliant
