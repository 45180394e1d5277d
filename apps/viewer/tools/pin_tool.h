#pragma once

#include "tools/tool.h"

namespace pliant::viewer {

/// Pins the vertices that it passes over; begun on a pinned one, it lets them go.
class PinTool final : public Tool {
 public:
  bool press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) override;
  void drag(const Bench& bench, Picker& picker, Point at) override;
  void release(const Bench& bench) override;
  void cancel(const Bench& bench) override;

  /// The pinned vertices of a body, with what the stroke will do to them.
  std::vector<Index> pinned(const Bench& bench, std::size_t body) const;

  Brush brush{.radius = 5};

 private:
  std::optional<BrushStroke> stroke_;
  bool unpins_ = false;
};

}  // namespace pliant::viewer
