#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <random>

#include "math/dual.h"
#include "relations/law.h"

// Relations of any law in random states, for tests that run over all laws.

namespace pliant {

/// The numbers of a Rest or a Param in another number type.
template <template <class> class Fields, class To, class From>
Fields<To> converted(const Fields<From>& fields) {
  constexpr std::size_t count = sizeof(Fields<From>) / sizeof(From);
  const auto from = std::bit_cast<std::array<From, count>>(fields);
  std::array<To, count> to;
  for (std::size_t i = 0; i < count; ++i) to[i] = To(from[i]);
  return std::bit_cast<Fields<To>>(to);
}

template <class R, class From>
Vec3<R> converted(const Vec3<From>& a) {
  return {R(a.x), R(a.y), R(a.z)};
}

template <class R, std::size_t N>
double largest(const std::array<Vec3<R>, N>& vectors) {
  double most = 0;
  for (const Vec3<R>& a : vectors) most = std::max(most, static_cast<double>(length(a)));
  return most;
}

/// One relation, with all that its law is a function of.
template <class Law, class R>
struct Relation {
  using Vectors = std::array<Vec3<R>, Law::arity>;

  Vec3<R> x[Law::arity], v[Law::arity];
  typename Law::template Rest<R> rest;
  typename Law::template Param<R> param;

  Vectors forces() const {
    Vec3<R> f[Law::arity];
    Law::force(x, v, rest, param, f);
    return std::to_array(f);
  }
  R energy() const { return Law::energy(x, rest, param); }

  Relation without_velocity() const {
    Relation still = *this;
    for (Vec3<R>& a : still.v) a = {};
    return still;
  }
  /// What the velocities add to the forces.
  Vectors damping_forces() const {
    Vectors f = forces();
    const Vectors elastic = without_velocity().forces();
    for (std::size_t i = 0; i < f.size(); ++i) f[i] -= elastic[i];
    return f;
  }
  template <class To>
  Relation<Law, To> as() const {
    Relation<Law, To> to;
    for (int i = 0; i < Law::arity; ++i) {
      to.x[i] = converted<To>(x[i]);
      to.v[i] = converted<To>(v[i]);
    }
    to.rest = converted<Law::template Rest, To>(rest);
    to.param = converted<Law::template Param, To>(param);
    return to;
  }
  /// With 3 arity variables: the coordinates of the vertices.
  auto with_derivatives() const {
    using D = Dual<R, 3 * Law::arity>;
    Relation<Law, D> to = as<D>();
    for (int i = 0; i < Law::arity; ++i)
      for (int k = 0; k < 3; ++k) to.x[i][k] = D::variable(x[i][k], 3 * i + k);
    return to;
  }
};

/// Random states, the same on every machine.
class Samples {
 public:
  explicit Samples(unsigned seed) : engine_(seed) {}

  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_()) / 4294967295.0);
  }
  Vec3d vector(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }
  Vec3d unit_vector() {
    for (;;)
      if (const Vec3d a = vector(1); length(a) > 0.1) return normalised(a);
  }

  /// A well-shaped cell: one to four corners of a cube that make a simplex, or all eight in the
  /// order of a hexahedron; of a law that looks at more vertices than it pushes, or says that it
  /// has a ring, an edge with a ring round it; jittered.
  template <class Law>
  std::array<Vec3d, Law::arity> cell() {
    constexpr std::size_t count = Law::arity;
    constexpr Vec3d tetrahedron[] = {{0, 0, 0}, {1, 1, 0}, {0, 1, 1}, {1, 0, 1}};
    constexpr Vec3d hexahedron[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    std::array<Vec3d, count> x;
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (Law::info.pushed > 0 || requires { Law::ring; })
        x[i] = i < 2 ? Vec3d{0, 0, i - 0.5} : on_ring(i - 2, count - 2);
      else if constexpr (count == 8)
        x[i] = hexahedron[i];
      else
        x[i] = tetrahedron[i];
      x[i] += vector(0.1);
    }
    return x;
  }

  /// At rest and without velocity, with random positive parameters.
  template <class Law>
  Relation<Law, double> at_rest() {
    Relation<Law, double> relation;
    std::ranges::copy(cell<Law>(), relation.x);
    relation.rest = Law::rest(relation.x);
    std::array<double, param_count<Law>> numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = i < Law::info.given().size() ? between(0.5, 2) : 0;  // attributes are zero
    relation.param = std::bit_cast<typename Law::template Param<double>>(numbers);
    return relation;
  }
  /// Each vertex is moved by up to `amount` along each axis; a cell is about one across, so that 3
  /// turns about half of them inside out.
  template <class Law>
  Relation<Law, double> deformed(double amount) {
    Relation<Law, double> relation = at_rest<Law>();
    for (Vec3d& x : relation.x) x += vector(amount);
    for (Vec3d& v : relation.v) v = vector(1);
    auto numbers = std::bit_cast<std::array<double, param_count<Law>>>(relation.param);
    for (std::size_t i = Law::info.given().size(); i < numbers.size(); ++i)
      numbers[i] = between(-0.5, 0.5);
    relation.param = std::bit_cast<typename Law::template Param<double>>(numbers);
    return relation;
  }

 private:
  static Vec3d on_ring(std::size_t i, std::size_t count) {
    const double angle = 6.283185307179586 * double(i) / double(count);
    return {0.7 * std::cos(angle), 0.7 * std::sin(angle), i % 2 == 0 ? 0.2 : -0.2};
  }
  std::mt19937 engine_;
};

/// A rotation about an axis, then a translation.
struct RigidMotion {
  Vec3d axis, shift;
  double angle;

  Vec3d turned(const Vec3d& a) const {  // Rodrigues
    return a * std::cos(angle) + cross(axis, a) * std::sin(angle) +
           axis * (dot(axis, a) * (1 - std::cos(angle)));
  }
  Vec3d moved(const Vec3d& a) const { return turned(a) + shift; }
};

}  // namespace pliant
