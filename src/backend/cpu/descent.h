#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "backend/cpu/cpu_model.h"
#include "backend/cpu/descent_numbers.h"
#include "backend/cpu/descent_order.h"
#include "backend/cpu/team.h"
#include "math/mat3.h"

namespace pliant::cpu {

/// What acts on a vertex besides inertia and relations, about where it is as a sweep begins.
struct DescentTerm {
  Index vertex;
  Vec3d gradient;      // N: against the force on it
  Sym3<double> block;  // N/m
};

/// What descent makes least, over the places x of the vertices of a body:
///   c/2 Σ m |x - y|² + E(x) + Σ (g·(x - x₀) + (x - x₀)·B (x - x₀)/2).
/// Relations damp with the velocities (x - z)/τ.
struct DescentProblem {
  std::span<const Vec3d> targets;                         // y, m, by vertex
  double inertia = 0;                                     // c, 1/s²
  std::span<const Vec3d> before;                          // z, m, by vertex
  double span = std::numeric_limits<double>::infinity();  // τ, s; infinite: nothing is damped
  std::span<const double> masses;                         // kg
  std::span<const Vec3d> freedoms;                        // 0 in directions that are held
  std::span<const double> reach{};  // m: how far a vertex may go from where it began; empty: any
  Vec3d origin{};                   // places are kept relative to it
};

/// Of the vertices of a model, in an order in which neighbours lie together.
template <class R>
std::shared_ptr<const DescentOrder> descent_order(const CpuModel<R>& model);

/// Vertex block descent (Chen, Liu, Yang and Yuksel 2024): one vertex after the other goes to the
/// least of its own quadratic model, with all others where they are. A vertex needs the force on it
/// and one block, which is made definite, so that it always goes downhill. Vertices of one colour
/// have no relation in common and move at once, so that the result does not depend on threads.
template <class R>
class Descent {
 public:
  Descent(std::shared_ptr<const DescentOrder> order, const DescentKernels<R>& kernels);

  /// The numbers of the relations are those of a state; cheap where few have changed.
  void renew(const Layout<R>& layout, const Fields<R>& fields);
  /// Where the vertices are, and what is made least from now on.
  void begin(const DescentProblem& problem, std::span<const Vec3d> places);
  /// Other terms, about where the vertices are now.
  void set_terms(std::span<const DescentTerm> terms);
  /// A number of sweeps. With care each vertex looks whether its step makes the sum less, and takes
  /// a smaller one otherwise: it costs three times as much.
  void sweep(int count, int threads, bool with_care = false);
  /// What is made least, J, but for the constant of laws; without damping.
  double objective() const;
  /// Where they are, m.
  std::vector<Vec3d> places() const;
  /// The forces of everything on the vertices in directions in which they are free, N: zero at the
  /// end.
  std::vector<Vec3d> residual() const;

 private:
  struct Outer {
    double energy;   // J
    Vec3d gradient;  // N
  };
  Outer outer(std::size_t pack, std::size_t lane) const;
  VertexPacks<R> packs() const;
  DescentRows<R> rows() const;
  void respond(std::size_t pack, R* responses) const;
  void energies(std::size_t pack, const R* step, R* energy, R* sizes) const;
  void move_pack(const VertexPacks<R>& packs, std::size_t pack, bool with_care);
  void shorten(const VertexPacks<R>& packs, std::size_t pack, R* step) const;
  void fill_packs(const DescentProblem& problem);

  std::shared_ptr<const DescentOrder> order_;
  const DescentKernels<R>* kernels_;
  DescentNumbers<R> numbers_;
  std::vector<Visits<R>> visits_;  // by set
  AlignedVector<R> now_, before_;
  AlignedVector<R> masses_, targets_, free_, reach_, terms_;
  AlignedVector<Index> term_of_;
  std::vector<Index> lane_of_vertex_;
  Vec3d origin_{};
  R inertia_ = 0, rate_ = 0;
};

}  // namespace pliant::cpu
