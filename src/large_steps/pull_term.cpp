#include "large_steps/pull_term.h"

#include "backend/pulls.h"

namespace pliant::large_steps {

PullTerm::PullTerm(std::span<const Pull> pulls, std::size_t first, std::span<const Vec3d> start,
                   double span) {
  for (const Pull& pull : backend::merged(pulls))
    springs_.push_back({first + pull.vertex, pull.target, start[pull.vertex], pull.stiffness,
                        pull.damping / span});
}

void PullTerm::move_to(std::span<const Vec3d> places) {
  for (Spring& s : springs_) s.place = places[s.vertex];
}

double PullTerm::energy() const {
  double sum = 0;
  for (const Spring& s : springs_)
    sum += 0.5 * (s.stiffness * squared_length(s.place - s.target) +
                  s.per_move * squared_length(s.place - s.start));
  return sum;
}

void PullTerm::add_forces(std::span<Vec3d> forces) const {
  for (const Spring& s : springs_)
    forces[s.vertex] += (s.target - s.place) * s.stiffness + (s.start - s.place) * s.per_move;
}

void PullTerm::add_products(std::span<const Vec3d> directions, std::span<Vec3d> products) const {
  for (const Spring& s : springs_)
    products[s.vertex] += directions[s.vertex] * (s.stiffness + s.per_move);
}

void PullTerm::add_blocks(std::span<Sym3<double>> blocks) const {
  for (const Spring& s : springs_)
    blocks[s.vertex] = plus_diagonal(blocks[s.vertex], s.stiffness + s.per_move);
}

}  // namespace pliant::large_steps
