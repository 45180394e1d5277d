#include "tools/tool.h"

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

}  // namespace pliant::viewer
