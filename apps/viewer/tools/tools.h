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

/// Pushes a ball into the body, away from the eye, as long as the button is held. The mouse moves
/// it parallel to the window, the wheel deeper or less deep.
class PokeTool final : public Tool {
 public:
  bool press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) override;
  void drag(const Bench& bench, Picker& picker, Point at) override;
  void release(const Bench& bench) override;
  void cancel(const Bench& bench) override;
  bool wheel(const Bench& bench, double steps) override;

  double radius(const Bench& bench, std::size_t body) const;  ///< m

  static constexpr double deepest = 4;
  double size = 0.08;  ///< the ball's radius over the body's size
  double depth = 1;    ///< of its foremost point behind the surface that was hit, in radii

 private:
  struct Push {
    std::size_t poke = 0;
    double radius = 0;  // m
    Vec3d start{};      // what was hit
    Vec3d place{};      // below the mouse, as far away as that
    Vec3d direction{};  // into the body
  };
  Vec3d target(const Push& push) const;
  void tell(const Bench& bench) const;

  std::optional<Push> push_;
};

}  // namespace pliant::viewer
