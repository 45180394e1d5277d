#include "large_steps/obstacle_term.h"

#include <algorithm>
#include <cmath>

#include "contact/plain.h"
#include "contact/responses.h"
#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// The stiffness of what keeps a vertex out, over its inertia, at first and at last: then a hundred
// times its weight leaves it 3 µm deep in steps of 1/60 s. Who began with the last would have to
// find out with tiny moves which vertices it is that touch; but those of a body that lies on
// something already are known.
constexpr double softest = 10, harder = 100, hardest = 1e5;
// Friction's spring.
constexpr double hold_hardest = 10;
// What presses is looked at so often for friction, or until no more than this part of it changes.
constexpr int most_looks = 12;
constexpr double same_pressing = 1e-3;

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
      start_(start.begin(), start.end()),
      hardness_(softest) {
  for (const Obstacle& obstacle : body.dynamics.obstacles) {
    if (obstacle.response == Response::contact) continue;
    const contact::PlainObstacle plain = contact::plain(obstacle);
    obstacles_.push_back(contact::seen_from<double>(plain, step.end - plain.since, {}, {}));
    if (!std::isfinite(step.span)) obstacles_.back().velocity = {};
    conserves_ = conserves_ && !(plain.response == Response::penalty && plain.damping > 0);
    pressed_.emplace_back(plain.friction > 0 ? before_.size() : 0);
  }
  if (!touches_already()) return;
  hardness_ *= hardest / softest;
  places_ = before_;
  (void)press_again();
}

bool ObstacleTerm::touches_already() const {
  for (std::size_t o = 0; o < obstacles_.size(); ++o)
    for (std::size_t i = 0; i < before_.size(); ++i) {
      contact::Gap<double> gap;
      double stiffness, damper;
      if (push_of(o, i, before_[i], gap, stiffness, damper) > 0) return true;
    }
  return false;
}

// N, how hard an obstacle pushes a vertex out; below zero: not at all.
double ObstacleTerm::push_of(std::size_t obstacle, std::size_t i, const Vec3d& x,
                             contact::Gap<double>& gap, double& stiffness, double& damper) const {
  const contact::SeenObstacle<double>& o = obstacles_[obstacle];
  gap = contact::gap_to(o, x);
  if (!insets_.empty()) gap.distance += std::min(insets_[i], contact::most_inset(o));
  if (!(gap.distance < 0)) return -1;
  stiffness = hardness_ * masses_[i] * step_.inertia;
  damper = 0;
  if (o.response == Response::penalty) {
    const double rate = o.rate > 0 ? o.rate : contact::usual_rate / step_.length;
    stiffness = masses_[i] * rate * rate;
    damper = 2 * masses_[i] * o.damping * rate / step_.span;
  }
  Vec3d passed = x - start_[i];  // in τ, over which it damps
  if (o.velocity != Vec3d{}) passed -= o.velocity * step_.span;
  return -stiffness * gap.distance - damper * pliant::dot(passed, gap.normal);
}

bool ObstacleTerm::meet(std::size_t obstacle, std::size_t i, const Vec3d& x, Touched& out) const {
  contact::Gap<double> gap;
  double stiffness, damper;
  const double push = push_of(obstacle, i, x, gap, stiffness, damper);
  if (push > 0) {  // they only push
    out.force += gap.normal * push;
    out.growth = out.growth + outer(gap.normal, stiffness + damper);
    out.energy += 0.5 * stiffness * gap.distance * gap.distance;
  }
  // That of what pressed at the last look goes on where a vertex comes out: else forces would jump.
  const bool rubs = obstacles_[obstacle].friction > 0 && pressed_[obstacle][i].push > 0;
  if (rubs) rub(obstacle, i, x, gap.normal, out);
  return push > 0 || rubs;
}

// N: what would hold a vertex along the surface if friction were without limits.
Vec3d ObstacleTerm::held_by(std::size_t obstacle, std::size_t i, const Vec3d& x,
                            const Vec3d& normal, double& stiffness) const {
  const Vec3d slip = along(x - before_[i] - obstacles_[obstacle].velocity * step_.length, normal);
  stiffness = std::min(hardness_, hold_hardest) * masses_[i] * step_.inertia;
  return along(pressed_[obstacle][i].hold, normal) - slip * stiffness;
}

// A spring along the surface beside what holds already, as far as the friction of what presses
// goes.
void ObstacleTerm::rub(std::size_t obstacle, std::size_t i, const Vec3d& x, const Vec3d& normal,
                       Touched& out) const {
  const double most = obstacles_[obstacle].friction * pressed_[obstacle][i].push;
  if (!(most > 0)) return;
  double stiffness;
  const Vec3d wanted = held_by(obstacle, i, x, normal, stiffness);
  const double size = length(wanted);
  if (size <= most) {
    out.force += wanted;
    out.growth = plus_diagonal(out.growth + outer(normal, -stiffness), stiffness);
    out.energy += 0.5 * size * size / stiffness;
    return;
  }
  const Vec3d way = wanted / size;
  const double part = stiffness * most / size;
  out.force += way * most;
  out.growth = plus_diagonal(out.growth + outer(normal, -part) + outer(way, -part), part);
  out.energy += most * (size - 0.5 * most) / stiffness;
}

// What presses is that of the last places that were found: friction is then the gradient of an
// energy. So is what holds already, which takes the slip of a spring away (an augmented
// Lagrangian). Both are found again until they stay.
bool ObstacleTerm::press_again() {
  double changed = 0, all = 0;
  for (std::size_t o = 0; o < pressed_.size(); ++o)
    for (std::size_t i = 0; i < pressed_[o].size(); ++i) {
      contact::Gap<double> gap;
      double stiffness, damper;
      Pressed now;
      now.push = std::max(0.0, push_of(o, i, places_[i], gap, stiffness, damper));
      if (now.push > 0) {
        now.hold = held_by(o, i, places_[i], gap.normal, stiffness);
        const double size = length(now.hold), most = obstacles_[o].friction * now.push;
        if (size > most) now.hold *= most / size;
      }
      Pressed& before = pressed_[o][i];
      changed += std::abs(now.push - before.push) + length(now.hold - before.hold);
      all += now.push;
      before = now;
    }
  return changed > same_pressing * all;
}

bool ObstacleTerm::harden(bool found) {
  if (hardness_ < hardest) {
    (void)press_again();
    hardness_ *= harder;
    return true;
  }
  return found && looks_ < most_looks && press_again() && ++looks_ <= most_looks;
}

void ObstacleTerm::move_to(std::span<const Vec3d> places) {
  const std::span<const Vec3d> own = places.subspan(step_.first, before_.size());
  places_.assign(own.begin(), own.end());
  const std::size_t ranges = (own.size() + vertices_of_range - 1) / vertices_of_range;
  std::vector<std::vector<Touched>> parts(ranges);
  parallel_for(ranges, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      for (std::size_t i = k * vertices_of_range;
           i < std::min((k + 1) * vertices_of_range, own.size()); ++i) {
        Touched found{step_.first + i, {}, {}, 0};
        bool any = false;
        for (std::size_t o = 0; o < obstacles_.size(); ++o) any = meet(o, i, own[i], found) || any;
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
