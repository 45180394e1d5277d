#pragma once

#include <cmath>

// For functions of numbers on the host and on the device. They are always inlined: kernels are
// compiled once an instruction set, and a copy left outside could be linked into the wrong one.
#if defined(__CUDACC__)
#define PLIANT_HD __host__ __device__ __forceinline__
#elif defined(__GNUC__)
#define PLIANT_HD __attribute__((always_inline)) inline
#else
#define PLIANT_HD inline
#endif

namespace pliant {

/// A vector of three numbers, on the host and on the device. R may be float, double, or any type
/// with the arithmetic operators (a dual number, a SIMD pack).
template <class R>
struct Vec3 {
  R x{}, y{}, z{};

  PLIANT_HD constexpr R& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  PLIANT_HD constexpr const R& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }

  PLIANT_HD constexpr Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  PLIANT_HD constexpr Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
  PLIANT_HD constexpr Vec3& operator*=(R s) { return *this = *this * s; }

  friend PLIANT_HD constexpr Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend PLIANT_HD constexpr Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend PLIANT_HD constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend PLIANT_HD constexpr Vec3 operator*(const Vec3& a, R s) {
    return {a.x * s, a.y * s, a.z * s};
  }
  friend PLIANT_HD constexpr Vec3 operator*(R s, const Vec3& a) { return a * s; }
  friend PLIANT_HD constexpr Vec3 operator/(const Vec3& a, R s) {
    return {a.x / s, a.y / s, a.z / s};
  }
  // Constexpr where that of R is: packs have another.
  friend PLIANT_HD bool operator==(const Vec3&, const Vec3&) = default;
};

using Vec3d = Vec3<double>;
using Vec3f = Vec3<float>;

template <class R>
PLIANT_HD constexpr R dot(const Vec3<R>& a, const Vec3<R>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class R>
PLIANT_HD constexpr Vec3<R> cross(const Vec3<R>& a, const Vec3<R>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class R>
PLIANT_HD constexpr R squared_length(const Vec3<R>& a) {
  return dot(a, a);
}

template <class R>
PLIANT_HD R length(const Vec3<R>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

/// The unit vector along a; a itself must not be zero.
template <class R>
PLIANT_HD Vec3<R> normalised(const Vec3<R>& a) {
  return a / length(a);
}

template <class R>
PLIANT_HD bool is_finite(const Vec3<R>& a) {
  using std::isfinite;
  return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/// Volume of the tetrahedron a b c d: positive when d lies on the side of triangle a b c from
/// which a, b, c turn counter-clockwise seen against (b-a)x(c-a).
template <class R>
PLIANT_HD constexpr R signed_volume(const Vec3<R>& a, const Vec3<R>& b, const Vec3<R>& c,
                                    const Vec3<R>& d) {
  return dot(cross(b - a, c - a), d - a) / R(6);
}

}  // namespace pliant
