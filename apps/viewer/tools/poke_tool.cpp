#include "tools/poke_tool.h"

#include <pliant/box.h>

#include <algorithm>

namespace pliant::viewer {

namespace {

constexpr double first_distance = 2;  // radii before the surface: outside, if that is oblique, too
constexpr double depth_of_a_step = 0.25;  // radii

}  // namespace

double PokeTool::radius(const Bench& bench, std::size_t body) const {
  Box box;
  for (const Vec3d& place : bench.body(body).mesh->vertices) box.add(place);
  return size * length(box.size());
}

Vec3d PokeTool::target(const Push& push) const {
  return push.place + push.direction * ((depth - 1) * push.radius);
}

bool PokeTool::press(const Bench& bench, Picker& picker, Point at, Modifiers) {
  if (!bench.present) return false;
  const auto hit = picker.hit(bench, at);
  if (!hit) return false;
  push_ = Push{0, radius(bench, hit->body), hit->place, hit->place, bench.sight.ray(at).direction};
  const Vec3d first = hit->place - push_->direction * (first_distance * push_->radius);
  push_->poke = bench.live.poke({hit->body, first, push_->radius}, target(*push_));
  return true;
}

void PokeTool::drag(const Bench& bench, Picker&, Point at) {
  if (!push_) return;
  push_->place = bench.sight.at_depth(at, push_->start);
  tell(bench);
}

bool PokeTool::wheel(const Bench& bench, double steps) {
  if (!push_) return false;
  depth = std::clamp(depth + depth_of_a_step * steps, 0.0, deepest);
  tell(bench);
  return true;
}

void PokeTool::tell(const Bench& bench) const {
  bench.live.move_poke(push_->poke, target(*push_));
}

void PokeTool::release(const Bench& bench) {
  if (push_) bench.live.end_poke(push_->poke);
  push_.reset();
}

void PokeTool::cancel(const Bench& bench) {
  release(bench);
}

}  // namespace pliant::viewer
