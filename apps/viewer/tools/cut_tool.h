#pragma once

#include "tools/tool.h"

namespace pliant::viewer {

/// Cuts all bodies along a straight stroke, through and through.
class CutTool final : public Tool {
 public:
  struct Stroke {
    Point from, to;
  };

  bool press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) override;
  void drag(const Bench& bench, Picker& picker, Point at) override;
  void release(const Bench& bench) override;
  void cancel(const Bench& bench) override;

  const std::optional<Stroke>& stroke() const { return stroke_; }

 private:
  std::optional<Stroke> stroke_;
  Picker* picker_ = nullptr;
};

}  // namespace pliant::viewer
