#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/cpu/descent_mixer.h"
#include "backend/cpu/descent_order.h"
#include "backend/cpu/state_fields.h"
#include "backend/cpu/team.h"
#include "large_steps/coarse_level.h"
#include "large_steps/minimiser.h"

namespace pliant::cpu {

/// What descent needs of a body beside the problem.
struct DescentBody {
  std::span<const double> masses;  // kg
  std::vector<Vec3d> freedoms;     // 0 in directions that are held
  Vec3d origin{};                  // places are kept relative to it
};

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
  void begin(const large_steps::BodyProblem& problem, const DescentBody& body,
             std::span<const Vec3d> places);
  /// A number of sweeps. With care each vertex looks whether its step makes the sum less, and takes
  /// a smaller one otherwise: it costs three times as much.
  void sweep(int count, int threads, bool with_care = false);
  /// Sweeps with all that makes them faster (descent_loop.h), with a coarse level if there is one.
  large_steps::Descended minimise(int sweeps, double enough, int threads,
                                  const large_steps::CoarseLevel* coarse = nullptr);
  /// What is made least, J, but for the constant of laws; without damping.
  double objective() const;
  /// Where they are, m.
  std::vector<Vec3d> places() const;
  /// The forces of everything on the vertices in directions in which they are free, N: zero at the
  /// end.
  std::vector<Vec3d> residual() const;

 private:
  class Vectors;
  double outer_energy(std::size_t pack, std::size_t lane) const;
  int useful_threads(int threads) const;
  std::vector<Vec3d> by_vertex(const AlignedVector<R>& rows, const Vec3d& shift) const;
  VertexPacks<R> packs() const;
  DescentRows<R> rows() const;
  void respond(std::size_t pack, R* responses) const;
  void energies(std::size_t pack, const R* step, R* energy, R* sizes) const;
  void move_pack(const VertexPacks<R>& packs, std::size_t pack, bool with_care);
  void shorten(const VertexPacks<R>& packs, std::size_t pack, R* step) const;
  void fill_packs(const large_steps::BodyProblem& problem, const DescentBody& body);
  void set_terms(std::span<const large_steps::VertexTerm> terms);
  void find_forces(AlignedVector<R>& rows, int threads) const;
  void keep_in_reach(AlignedVector<R>& rows) const;

  std::shared_ptr<const DescentOrder> order_;
  const DescentKernels<R>* kernels_;
  VisitNumbers<R> numbers_;
  std::vector<Visits<R>> visits_;          // by set
  std::vector<AlignedVector<R>> corners_;  // by set, of visits as kernels take them
  AlignedVector<R> now_, before_;
  AlignedVector<R> masses_, targets_, free_, reach_, terms_;
  AlignedVector<Index> term_of_;
  std::vector<Index> lane_of_vertex_;
  Vec3d origin_{};
  R inertia_ = 0, rate_ = 0;
  Mixer<R> mixer_;
};

}  // namespace pliant::cpu
