#include "tools/grab_tool.h"

namespace pliant::viewer {

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

}  // namespace pliant::viewer
