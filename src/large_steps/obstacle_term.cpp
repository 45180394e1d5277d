#include "large_steps/obstacle_term.h"

#include <algorithm>
#include <cmath>

#include "contact/plain.h"
#include "contact/responses.h"
#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// The stiffness of what keeps a vertex out, over its inertia: a hundred times its weight leaves it
// 3 µm deep in steps of 1/60 s.
constexpr double stiffer = 1e5;

Vec3d along(const Vec3d& a, const Vec3d& normal) {
  return a - normal * pliant::dot(a, normal);
}

}  // namespace

bool ObstacleTerm::has_any(const Dynamics& dynamics) {
  return std::ranges::any_of(dynamics.obstacles,
                             [](const Obstacle& o) { return o.response != Response::contact; });
}

ObstacleTerm::ObstacleTerm(const backend::CompiledState& body, const Step& step,
                           std::vector<Vec3d> before, std::span<const Vec3d> start)
    : step_(step),
      masses_(body.model.masses()),
      insets_(body.insets()),
      before_(std::move(before)),
      start_(start.begin(), start.end()) {
  for (const Obstacle& obstacle : body.dynamics.obstacles) {
    if (obstacle.response == Response::contact) continue;
    const contact::PlainObstacle plain = contact::plain(obstacle);
    obstacles_.push_back(contact::seen_from<double>(plain, step.end - plain.since, {}, {}));
    if (!std::isfinite(step.span)) obstacles_.back().velocity = {};
    const bool damps = plain.response == Response::penalty && plain.damping > 0;
    conserves_ = conserves_ && plain.friction == 0 && !damps;
  }
}

bool ObstacleTerm::meet(const contact::SeenObstacle<double>& o, std::size_t i, const Vec3d& x,
                        Touched& out) const {
  contact::Gap<double> gap = contact::gap_to(o, x);
  if (!insets_.empty()) gap.distance += std::min(insets_[i], contact::most_inset(o));
  if (!(gap.distance < 0)) return false;
  const double depth = -gap.distance;
  double stiffness = stiffer * masses_[i] * step_.inertia, damper = 0;
  if (o.response == Response::penalty) {
    const double rate = o.rate > 0 ? o.rate : contact::usual_rate / step_.length;
    stiffness = masses_[i] * rate * rate;
    damper = 2 * masses_[i] * o.damping * rate / step_.span;
  }
  Vec3d passed = x - start_[i];  // in τ, over which it damps
  if (o.velocity != Vec3d{}) passed -= o.velocity * step_.span;
  const double push = stiffness * depth - damper * pliant::dot(passed, gap.normal);
  if (!(push > 0)) return false;  // they only push
  out.force += gap.normal * push;
  out.growth = out.growth + outer(gap.normal, stiffness + damper);
  out.energy += 0.5 * stiffness * depth * depth;
  if (o.friction == 0) return true;
  const Vec3d slip = along(x - before_[i] - o.velocity * step_.length, gap.normal);
  const double far = length(slip), hold = stiffer * masses_[i] * step_.inertia;
  const double most = o.friction * push;
  if (hold * far <= most) {
    out.force -= slip * hold;
    out.growth = plus_diagonal(out.growth + outer(gap.normal, -hold), hold);
  } else {
    const Vec3d way = slip / far;
    const double per_move = most / far;
    out.force -= way * most;
    out.growth =
        plus_diagonal(out.growth + outer(gap.normal, -per_move) + outer(way, -per_move), per_move);
  }
  return true;
}

void ObstacleTerm::move_to(std::span<const Vec3d> places) {
  const std::span<const Vec3d> own = places.subspan(step_.first, before_.size());
  const std::size_t ranges = (own.size() + vertices_of_range - 1) / vertices_of_range;
  std::vector<std::vector<Touched>> parts(ranges);
  parallel_for(ranges, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      for (std::size_t i = k * vertices_of_range;
           i < std::min((k + 1) * vertices_of_range, own.size()); ++i) {
        Touched found{step_.first + i, {}, {}, 0};
        bool any = false;
        for (const auto& obstacle : obstacles_) any = meet(obstacle, i, own[i], found) || any;
        if (any) parts[k].push_back(found);
      }
  });
  touched_.clear();
  for (const auto& part : parts) touched_.insert(touched_.end(), part.begin(), part.end());
}

double ObstacleTerm::energy() const {
  double sum = 0;
  for (const Touched& t : touched_) sum += t.energy;
  return sum;
}
void ObstacleTerm::add_forces(std::span<Vec3d> forces) const {
  for (const Touched& t : touched_) forces[t.vertex] += t.force;
}
void ObstacleTerm::add_products(std::span<const Vec3d> directions,
                                std::span<Vec3d> products) const {
  for (const Touched& t : touched_) products[t.vertex] += t.growth * directions[t.vertex];
}
void ObstacleTerm::add_blocks(std::span<Sym3<double>> blocks) const {
  for (const Touched& t : touched_) blocks[t.vertex] = blocks[t.vertex] + t.growth;
}

}  // namespace pliant::large_steps
