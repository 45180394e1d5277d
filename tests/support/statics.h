#pragma once

#include <pliant/body.h>

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <vector>

#include "math/dual.h"
#include "relations/law.h"

// Bodies at rest under loads, for tests: forces and their derivatives by dual numbers, Newton's
// method with a sparse factorisation. Knows nothing of backends.

namespace pliant::test {

/// One set of relations of one law on four vertices.
template <class Law>
class Statics {
 public:
  using Vector = Eigen::VectorXd;
  using Sparse = Eigen::SparseMatrix<double>;

  explicit Statics(const Body& body) : body_(body), set_(body.relations.at(0)) {
    for (std::size_t r = 0; r < count(); ++r) {
      std::array<double, rest_count<Law>> rest;
      if (set_.rest.empty()) {
        Vec3d x[4];
        for (std::size_t i = 0; i < 4; ++i) x[i] = body.vertices[set_.vertices[4 * r + i]];
        rest_.push_back(Law::rest(x));
        continue;
      }
      for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = set_.rest[i][r];
      rest_.push_back(std::bit_cast<typename Law::template Rest<double>>(rest));
    }
  }

  std::size_t count() const { return set_.vertices.size() / 4; }
  Vector rest_positions() const {
    Vector x(3 * static_cast<Eigen::Index>(body_.vertices.size()));
    for (std::size_t v = 0; v < body_.vertices.size(); ++v)
      for (int k = 0; k < 3; ++k) x[static_cast<Eigen::Index>(3 * v) + k] = body_.vertices[v][k];
    return x;
  }

  /// Internal forces and minus their derivatives, the stiffness matrix.
  struct Linear {
    Vector forces;
    Sparse stiffness;
  };
  Linear linear_at(const Vector& x) const {
    using D = Dual<double, 12>;
    Linear out{Vector::Zero(x.size()), Sparse(x.size(), x.size())};
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(144 * count());
    for (std::size_t r = 0; r < count(); ++r) {
      Vec3<D> place[4], velocity[4], f[4];
      std::array<Eigen::Index, 12> row;
      for (int i = 0; i < 12; ++i) {
        const Index v = set_.vertices[4 * r + static_cast<std::size_t>(i / 3)];
        row[static_cast<std::size_t>(i)] = static_cast<Eigen::Index>(3 * v) + i % 3;
        place[i / 3][i % 3] = D::variable(x[row[static_cast<std::size_t>(i)]], i);
      }
      Law::force(place, velocity, in_duals<Law::template Rest>(rest_[r]),
                 in_duals<Law::template Param>(param(r)), f);
      for (int i = 0; i < 12; ++i) {
        const D& force = f[i / 3][i % 3];
        const Eigen::Index at = row[static_cast<std::size_t>(i)];
        out.forces[at] += force.value;
        for (int j = 0; j < 12; ++j)
          entries.emplace_back(at, row[static_cast<std::size_t>(j)], -force.derivative[j]);
      }
    }
    out.stiffness.setFromTriplets(entries.begin(), entries.end());
    return out;
  }

  /// stiffness * u = right where nothing is held; u is zero elsewhere.
  static Vector solved(const Sparse& stiffness, const Vector& right,
                       const std::vector<bool>& held) {
    std::vector<Eigen::Index> number(held.size(), -1);
    Eigen::Index free = 0;
    for (std::size_t i = 0; i < held.size(); ++i)
      if (!held[i]) number[i] = free++;
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index column = 0; column < stiffness.outerSize(); ++column)
      for (typename Sparse::InnerIterator it(stiffness, column); it; ++it) {
        const Eigen::Index i = number[static_cast<std::size_t>(it.row())];
        const Eigen::Index j = number[static_cast<std::size_t>(it.col())];
        if (i >= 0 && j >= 0) entries.emplace_back(i, j, it.value());
      }
    Sparse matrix(free, free);
    matrix.setFromTriplets(entries.begin(), entries.end());
    Vector reduced(free);
    for (std::size_t i = 0; i < held.size(); ++i)
      if (number[i] >= 0) reduced[number[i]] = right[static_cast<Eigen::Index>(i)];
    const Eigen::SimplicialLDLT<Sparse> solver(matrix);
    if (solver.info() != Eigen::Success) throw std::runtime_error("no factorisation");
    const Vector found = solver.solve(reduced);
    Vector u = Vector::Zero(right.size());
    for (std::size_t i = 0; i < held.size(); ++i)
      if (number[i] >= 0) u[static_cast<Eigen::Index>(i)] = found[number[i]];
    return u;
  }

  /// Newton's method from x for the coordinates that are not held; `loads` act beside the forces.
  Vector equilibrium(Vector x, const Vector& loads, const std::vector<bool>& held,
                     int rounds) const {
    for (int round = 0; round < rounds; ++round) {
      const Linear linear = linear_at(x);
      x += solved(linear.stiffness, linear.forces + loads, held);
    }
    return x;
  }

 private:
  typename Law::template Param<double> param(std::size_t r) const {
    std::array<double, param_count<Law>> numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = set_.parameters[i][set_.parameters[i].size() == 1 ? 0 : r];
    return std::bit_cast<typename Law::template Param<double>>(numbers);
  }
  template <template <class> class Fields>
  static Fields<Dual<double, 12>> in_duals(const Fields<double>& fields) {
    using D = Dual<double, 12>;
    constexpr std::size_t size = sizeof(Fields<double>) / sizeof(double);
    const auto from = std::bit_cast<std::array<double, size>>(fields);
    std::array<D, size> to;
    std::ranges::copy(from, to.begin());
    return std::bit_cast<Fields<D>>(to);
  }

  const Body& body_;
  const Relations& set_;
  std::vector<typename Law::template Rest<double>> rest_;
};

}  // namespace pliant::test
