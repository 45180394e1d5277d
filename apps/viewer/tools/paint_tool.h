#pragma once

#include <set>

#include "tools/tool.h"

namespace pliant::viewer {

/// Paints named groups of vertices or of tetrahedra, or erases them with control.
class PaintTool final : public Tool {
 public:
  bool press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) override;
  void drag(const Bench& bench, Picker& picker, Point at) override;
  void release(const Bench& bench) override;
  void cancel(const Bench& bench) override;

  /// All groups, with what the stroke will do to one of them.
  std::vector<PaintedGroup> groups(const Live& live, const Moment& shown) const;
  /// group1, group2, ...: the first that is free.
  static std::string free_name(const Live& live);
  /// A group that is there, to go on painting.
  void choose(const PaintedGroup& group);

  std::string group = "group1";
  bool tetrahedra = true, erase = false;
  Brush brush{};

 private:
  PaintedGroup painted(const Live& live, const Moment& shown) const;

  std::optional<BrushStroke> stroke_;
  bool erases_ = false;
};

}  // namespace pliant::viewer
