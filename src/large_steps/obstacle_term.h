#pragma once

#include "backend/backend.h"
#include "contact/obstacles.h"
#include "large_steps/term.h"

namespace pliant::large_steps {

/// The obstacles of a body at the end of a step. A vertex inside is pushed out by a spring along
/// the normal, one so stiff that what presses leaves it no visible depth; each vertex has its own,
/// which a preconditioner of blocks takes away. A penalty has the stiffness and the damping that
/// are its own. Friction holds by a spring as stiff from where the vertex was, as far as Coulomb
/// allows with what presses now.
class ObstacleTerm : public Term {
 public:
  struct Step {
    double end;         // s, when it ends
    double length;      // s
    double inertia;     // c, 1/s²
    double span;        // τ, s
    std::size_t first;  // the number of the body's first vertex
  };
  /// `before`: where vertices are as the step begins; `start`: z.
  ObstacleTerm(const backend::CompiledState& body, const Step& step, std::vector<Vec3d> before,
               std::span<const Vec3d> start);
  /// Whether a body has any that are met this way.
  static bool has_any(const Dynamics& dynamics);

  void move_to(std::span<const Vec3d> places) override;
  double energy() const override;
  bool has_energy() const override { return conserves_; }
  void add_forces(std::span<Vec3d> forces) const override;
  void add_products(std::span<const Vec3d> directions, std::span<Vec3d> products) const override;
  void add_blocks(std::span<Sym3<double>> blocks) const override;

 private:
  struct Touched {
    std::size_t vertex;
    Vec3d force;          // N
    Sym3<double> growth;  // N/m: how it falls
    double energy;        // J
  };
  bool meet(const contact::SeenObstacle<double>& obstacle, std::size_t vertex, const Vec3d& x,
            Touched& out) const;

  std::vector<contact::SeenObstacle<double>> obstacles_;
  Step step_;
  std::span<const double> masses_, insets_;
  std::vector<Vec3d> before_, start_;  // m
  bool conserves_ = true;
  std::vector<Touched> touched_;  // in the order of vertices
};

}  // namespace pliant::large_steps
