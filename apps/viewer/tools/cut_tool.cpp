#include "tools/cut_tool.h"

namespace pliant::viewer {

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

}  // namespace pliant::viewer
