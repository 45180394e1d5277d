#pragma once

#include "tools/tool.h"

namespace pliant::viewer {

/// Takes hold of a vertex and pulls it where the mouse goes, at the depth where it was taken. With
/// shift the hand stays where it is let go; its dot can be taken again.
class GrabTool final : public Tool {
 public:
  bool press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) override;
  void drag(const Bench& bench, Picker& picker, Point at) override;
  void release(const Bench& bench) override;
  void cancel(const Bench& bench) override;

  /// The hand that the mouse holds, as it is now, though the shown moment may not have it yet.
  const std::optional<HeldVertex>& holds() const { return held_; }

 private:
  std::optional<HeldVertex> held_;
  Vec3d start_{};   // where it was taken
  Vec3d offset_{};  // from the place under the mouse to the target
  bool keep_ = false;
};

}  // namespace pliant::viewer
