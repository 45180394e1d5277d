#include "tools/tools.h"

#include <pliant/box.h>

#include <algorithm>
#include <cmath>

namespace pliant::viewer {

std::vector<Index> with(const std::vector<Index>& list, const std::vector<Index>& more) {
  std::vector<Index> both;
  std::ranges::set_union(list, more, std::back_inserter(both));
  return both;
}

std::vector<Index> without(const std::vector<Index>& list, const std::vector<Index>& less) {
  std::vector<Index> left;
  std::ranges::set_difference(list, less, std::back_inserter(left));
  return left;
}

BrushStroke::BrushStroke(const Bench& bench, const Hit& hit, Point at, const Brush& brush,
                         Reached find)
    : body_(hit.body), last_(at), brush_(brush), reached_(find), list_(find(bench, hit, brush)) {}

void BrushStroke::go_on(const Bench& bench, Picker& picker, Point at) {
  constexpr double most = 64;  // of the places in between
  const double stride = std::max(brush_.radius / 2, 2.0);
  const double places = std::clamp(std::ceil(distance(last_, at) / stride), 1.0, most);
  for (double i = 1; i <= places; ++i) {
    const Point between{std::lerp(last_.x, at.x, i / places), std::lerp(last_.y, at.y, i / places)};
    const auto hit = picker.hit(bench, between);
    if (hit && hit->body == body_) list_ = with(list_, reached_(bench, *hit, brush_));
  }
  last_ = at;
}

namespace {

constexpr double reach_of_hands = 9;  // units of the window

std::optional<HeldVertex> hand_at(const Bench& bench, Point at) {
  for (const HeldVertex& held : bench.shown.held) {
    const auto seen = bench.sight.seen_at(held.target);
    if (seen && distance(*seen, at) <= reach_of_hands) return held;
  }
  return std::nullopt;
}

}  // namespace

bool GrabTool::press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) {
  if (!bench.present) return false;
  held_ = hand_at(bench, at);
  if (!held_) {
    const auto hit = picker.hit(bench, at);
    if (!hit) return false;
    const Vec3d place = bench.positions(hit->body)[hit->vertex];
    held_ =
        HeldVertex{bench.live.grab(hit->body, hit->vertex, place), hit->body, hit->vertex, place};
  }
  start_ = held_->target;
  offset_ = start_ - bench.sight.at_depth(at, start_);
  keep_ = modifiers.shift;
  return true;
}

void GrabTool::drag(const Bench& bench, Picker&, Point at) {
  if (!held_) return;
  held_->target = bench.sight.at_depth(at, start_) + offset_;
  bench.live.move_hand(held_->hand, held_->target);
}

void GrabTool::release(const Bench& bench) {
  if (held_ && !keep_) bench.live.let_go(held_->hand);
  held_.reset();
}

void GrabTool::cancel(const Bench& bench) {
  keep_ = false;
  release(bench);
}

namespace {

std::vector<Index> pinned_now(const Bench& bench, std::size_t body) {
  const auto& pinned = bench.body(body).pinned;
  if (!pinned) return {};
  std::vector<Index> sorted = *pinned;
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

bool PinTool::press(const Bench& bench, Picker& picker, Point at, Modifiers) {
  if (!bench.present) return false;
  const auto hit = picker.hit(bench, at);
  if (!hit) return false;
  unpins_ = std::ranges::binary_search(pinned_now(bench, hit->body), hit->vertex);
  stroke_.emplace(bench, *hit, at, brush, vertices_under);
  return true;
}

void PinTool::drag(const Bench& bench, Picker& picker, Point at) {
  if (stroke_) stroke_->go_on(bench, picker, at);
}

void PinTool::release(const Bench& bench) {
  if (!stroke_) return;
  const std::size_t body = stroke_->body();
  const auto now = pinned_now(bench, body), after = pinned(bench, body);
  const auto changed = unpins_ ? without(now, after) : without(after, now);
  if (!changed.empty()) {
    if (unpins_)
      bench.live.unpin(body, changed);
    else
      bench.live.pin(body, changed);
  }
  stroke_.reset();
}

void PinTool::cancel(const Bench&) {
  stroke_.reset();
}

std::vector<Index> PinTool::pinned(const Bench& bench, std::size_t body) const {
  const auto now = pinned_now(bench, body);
  if (!stroke_ || stroke_->body() != body) return now;
  return unpins_ ? without(now, stroke_->reached()) : with(now, stroke_->reached());
}

bool CutTool::press(const Bench& bench, Picker& picker, Point at, Modifiers) {
  if (!bench.present) return false;
  picker_ = &picker;
  stroke_ = Stroke{at, at};
  return true;
}

void CutTool::drag(const Bench&, Picker&, Point at) {
  if (stroke_) stroke_->to = at;
}

void CutTool::release(const Bench& bench) {
  constexpr double shortest = 4;  // units of the window; less is a click that slipped
  if (!stroke_) return;
  const auto [from, to] = *stroke_;
  stroke_.reset();
  if (distance(from, to) < shortest) return;
  const Vec3d target = bench.sight.camera.target;
  const CuttingWedge wedge{bench.sight.camera.eye(), bench.sight.at_depth(from, target),
                           bench.sight.at_depth(to, target)};
  for (std::size_t body = 0; body < bench.shown.bodies->size(); ++body)
    if (picker_->crosses(bench, body, from, to)) bench.live.cut(body, wedge);
}

void CutTool::cancel(const Bench&) {
  stroke_.reset();
}

namespace {

const PaintedGroup* find(const std::vector<PaintedGroup>& groups, const std::string& name) {
  const auto found = std::ranges::find(groups, name, &PaintedGroup::name);
  return found == groups.end() ? nullptr : &*found;
}

std::vector<Index> corners(const Mesh& mesh, const std::vector<Index>& tetrahedra) {
  std::vector<Index> vertices;
  for (Index t : tetrahedra)
    vertices.insert(vertices.end(), mesh.tetrahedra[t].begin(), mesh.tetrahedra[t].end());
  std::ranges::sort(vertices);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

}  // namespace

std::string PaintTool::free_name(const Live& live) {
  for (int n = 1;; ++n)
    if (const std::string name = "group" + std::to_string(n); !find(live.groups(), name))
      return name;
}

void PaintTool::choose(const PaintedGroup& chosen) {
  group = chosen.name;
  tetrahedra = !chosen.tetrahedra.empty();
}

bool PaintTool::press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) {
  if (!bench.present) return false;
  const auto hit = picker.hit(bench, at);
  if (!hit) return false;
  erases_ = erase || modifiers.control;
  if (group.empty()) group = free_name(bench.live);
  if (const PaintedGroup* there = find(bench.live.groups(), group)) {
    // A group is of one body and of one kind.
    if (there->body != hit->body) {
      if (erases_) return true;
      group = free_name(bench.live);
    } else {
      choose(*there);
    }
  }
  if (bench.body(hit->body).mesh->tetrahedra.empty()) tetrahedra = false;
  stroke_.emplace(bench, *hit, at, brush, tetrahedra ? tetrahedra_under : vertices_under);
  return true;
}

void PaintTool::drag(const Bench& bench, Picker& picker, Point at) {
  if (stroke_) stroke_->go_on(bench, picker, at);
}

void PaintTool::release(const Bench& bench) {
  if (!stroke_) return;
  const PaintedGroup after = painted(bench.live, bench.shown);
  const PaintedGroup* before = find(bench.live.groups(), group);
  if (before ? before->vertices != after.vertices || before->tetrahedra != after.tetrahedra
             : !after.vertices.empty())
    bench.live.paint(after);
  stroke_.reset();
}

void PaintTool::cancel(const Bench&) {
  stroke_.reset();
}

PaintedGroup PaintTool::painted(const Live& live, const Moment& shown) const {
  const PaintedGroup* there = find(live.groups(), group);
  PaintedGroup result = there ? *there : PaintedGroup{group, stroke_->body()};
  auto& list = tetrahedra ? result.tetrahedra : result.vertices;
  list = erases_ ? without(list, stroke_->reached()) : with(list, stroke_->reached());
  if (tetrahedra) result.vertices = corners(*(*shown.bodies)[result.body].mesh, list);
  return result;
}

std::vector<PaintedGroup> PaintTool::groups(const Live& live, const Moment& shown) const {
  std::vector<PaintedGroup> all = live.groups();
  if (!stroke_) return all;
  const auto place = std::ranges::find(all, group, &PaintedGroup::name);
  if (place != all.end())
    *place = painted(live, shown);
  else
    all.push_back(painted(live, shown));
  return all;
}

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
