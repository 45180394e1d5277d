#pragma once

#include <memory>

#include "tools/picking.h"

struct ImDrawList;

namespace pliant::viewer {

enum class ToolKind { look, grab, pin, cut, paint, poke };

/// What the left mouse button does in the viewport, and what it leaves to be seen there.
class Toolbox {
 public:
  Toolbox();
  ~Toolbox();

  ToolKind chosen() const;
  void choose(ToolKind kind);

  /// True: the tool has taken the press, drags go to it; false: the camera turns.
  bool press(const Bench& bench, Point at, Modifiers modifiers);
  void drag(const Bench& bench, Point at);
  void release(const Bench& bench, Point at);
  void hover(const Bench& bench, Point at);
  /// True: the tool that has taken the press has taken this, too; false: the camera zooms.
  bool wheel(const Bench& bench, double steps);
  /// Escape: a stroke, a hand or a ball is given up.
  void cancel(const Bench& bench);

  /// Marks over the picture: hands with their springs, pins, the stroke, painted groups, contacts.
  /// Balls are drawn with the bodies.
  void draw(ImDrawList& canvas, const Bench& bench) const;
  /// Widgets for the chosen tool, in a panel that is open.
  void panel(const Bench& bench);

  /// Colours of vertices that painted groups have, one number a vertex of a body (0: none; groups
  /// count from 1, and from 1 again after 8), while the paint tool is chosen; empty otherwise.
  std::vector<float> paint_of(std::size_t body, const Live& live, const Moment& shown) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Panels of all actions, made from their declarations; changes go to `live`.
void actions_panel(Live& live, const std::vector<ShownBody>& bodies);

}  // namespace pliant::viewer
