#pragma once

#include "backend/backend.h"
#include "contact/obstacles.h"
#include "large_steps/term.h"

namespace pliant::large_steps {

/// The obstacles of a body at the end of a step. A vertex inside is pushed out by a spring along
/// the normal, one so stiff in the end that what presses leaves it no visible depth; each vertex
/// has its own, which a preconditioner of blocks takes away. A penalty has the stiffness and the
/// damping that are its own. Friction holds by a spring as stiff from where the vertex was, as far
/// as Coulomb allows with what presses now.
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
  bool harden(bool found) override;
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
  bool meet(std::size_t obstacle, std::size_t vertex, const Vec3d& x, Touched& out) const;
  void rub(std::size_t obstacle, std::size_t vertex, const Vec3d& x, const Vec3d& normal,
           Touched& out) const;
  double push_of(std::size_t obstacle, std::size_t vertex, const Vec3d& x,
                 contact::Gap<double>& gap, double& stiffness, double& damper) const;
  bool press_again();
  bool touches_already() const;
  Vec3d held_by(std::size_t obstacle, std::size_t vertex, const Vec3d& x, const Vec3d& normal,
                double& stiffness) const;

  std::vector<contact::SeenObstacle<double>> obstacles_;
  Step step_;
  std::span<const double> masses_, insets_;
  std::vector<Vec3d> before_, start_;  // m
  double hardness_;                    // stiffness over inertia
  /// What presses a vertex on an obstacle, N, and what holds it there where it does not slip, for
  /// friction; by obstacle and vertex.
  struct Pressed {
    double push = 0;
    Vec3d hold{};
  };
  std::vector<std::vector<Pressed>> pressed_;
  int looks_ = 0;              // at these since all is as hard as it shall be
  std::vector<Vec3d> places_;  // m, of the body
  bool conserves_ = true;
  std::vector<Touched> touched_;  // in the order of vertices
};

}  // namespace pliant::large_steps
