#include "tools/pin_tool.h"

#include <algorithm>

namespace pliant::viewer {

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

}  // namespace pliant::viewer
