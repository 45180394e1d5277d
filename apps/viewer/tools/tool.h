#pragma once

#include "tools/picking.h"

namespace pliant::viewer {

/// One of the things that the left mouse button can do in the viewport.
class Tool {
 public:
  virtual ~Tool() = default;
  /// True: it has taken the press.
  virtual bool press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) = 0;
  virtual void drag(const Bench& bench, Picker& picker, Point at) = 0;
  virtual void release(const Bench& bench) = 0;
  /// Gives up what was begun.
  virtual void cancel(const Bench& bench) = 0;
  /// Of the mouse, while the button is held; false: it has no use for it.
  virtual bool wheel(const Bench&, double /*steps*/) { return false; }
};

/// Sorted lists without repetitions, as painted groups have them.
std::vector<Index> with(const std::vector<Index>& list, const std::vector<Index>& more);
std::vector<Index> without(const std::vector<Index>& list, const std::vector<Index>& less);

/// What a brush has reached on one body since the button was pressed.
class BrushStroke {
 public:
  using Reached = std::vector<Index> (*)(const Bench&, const Hit&, const Brush&);

  BrushStroke(const Bench& bench, const Hit& hit, Point at, const Brush& brush, Reached find);
  /// Straight on to `at`, without gaps where the mouse was fast; other bodies are left alone.
  void go_on(const Bench& bench, Picker& picker, Point at);

  std::size_t body() const { return body_; }
  const std::vector<Index>& reached() const { return list_; }

 private:
  std::size_t body_;
  Point last_;
  Brush brush_;
  Reached reached_;
  std::vector<Index> list_;
};

}  // namespace pliant::viewer
