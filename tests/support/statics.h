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

/// Bodies whose relations follow these laws.
template <class... Law>
class Statics {
 public:
  using Vector = Eigen::VectorXd;
  using Sparse = Eigen::SparseMatrix<double>;

  explicit Statics(const Body& body) : body_(body) {
    for (const Relations& set : body.relations) {
      rest_.emplace_back();
      const bool known =
          ((set.law == Law::info.name && (find_rest<Law>(set, rest_.back()), true)) || ...);
      if (!known) throw std::runtime_error("no law " + set.law + " here");
    }
  }

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
    Linear out{Vector::Zero(x.size()), Sparse(x.size(), x.size())};
    Entries entries;
    for (std::size_t s = 0; s < body_.relations.size(); ++s)
      (void)((body_.relations[s].law == Law::info.name &&
              (add<Law>(s, x, out.forces, entries), true)) ||
             ...);
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
  using Entries = std::vector<Eigen::Triplet<double>>;

  template <class L>
  static std::size_t count(const Relations& set) {
    return set.vertices.size() / static_cast<std::size_t>(L::arity);
  }
  // The numbers of one relation after the other.
  template <class L>
  void find_rest(const Relations& set, std::vector<double>& numbers) const {
    constexpr auto arity = static_cast<std::size_t>(L::arity);
    for (std::size_t r = 0; r < count<L>(set); ++r) {
      std::array<double, rest_count<L>> rest;
      if (set.rest.empty()) {
        Vec3d x[arity];
        for (std::size_t i = 0; i < arity; ++i) x[i] = body_.vertices[set.vertices[arity * r + i]];
        rest = std::bit_cast<std::array<double, rest_count<L>>>(L::rest(x));
      } else {
        for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = set.rest[i][r];
      }
      numbers.insert(numbers.end(), rest.begin(), rest.end());
    }
  }
  template <class L>
  void add(std::size_t s, const Vector& x, Vector& forces, Entries& entries) const {
    constexpr int count_of = 3 * L::arity;
    using D = Dual<double, count_of>;
    const Relations& set = body_.relations[s];
    for (std::size_t r = 0; r < count<L>(set); ++r) {
      Vec3<D> place[L::arity], velocity[L::arity], f[L::arity];
      std::array<Eigen::Index, count_of> row;
      for (int i = 0; i < count_of; ++i) {
        const Index v =
            set.vertices[static_cast<std::size_t>(L::arity) * r + static_cast<std::size_t>(i / 3)];
        row[static_cast<std::size_t>(i)] = static_cast<Eigen::Index>(3 * v) + i % 3;
        place[i / 3][i % 3] = D::variable(x[row[static_cast<std::size_t>(i)]], i);
      }
      typename L::template Rest<D> rest;
      for (std::size_t i = 0; i < rest_count<L>; ++i)
        reinterpret_cast<D*>(&rest)[i] = D(rest_[s][rest_count<L> * r + i]);
      typename L::template Param<D> param;
      for (std::size_t i = 0; i < param_count<L>; ++i)
        reinterpret_cast<D*>(&param)[i] =
            D(set.parameters[i][set.parameters[i].size() == 1 ? 0 : r]);
      L::force(place, velocity, rest, param, f);
      for (int i = 0; i < count_of; ++i) {
        const D& force = f[i / 3][i % 3];
        const Eigen::Index at = row[static_cast<std::size_t>(i)];
        forces[at] += force.value;
        for (int j = 0; j < count_of; ++j)
          entries.emplace_back(at, row[static_cast<std::size_t>(j)], -force.derivative[j]);
      }
    }
  }

  const Body& body_;
  std::vector<std::vector<double>> rest_;  // by set
};

}  // namespace pliant::test
