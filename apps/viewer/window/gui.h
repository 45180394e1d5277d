#pragma once

#include "window/style.h"
#include "window/system_window.h"

namespace pliant::viewer {

/// Dear ImGui in a window.
class Gui {
 public:
  explicit Gui(const SystemWindow& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Colours and sizes as wanted, before begin().
  void dress(render::gl::Theme theme, double scale, double pixels);
  void begin();
  void end();
  /// Draws what there was between begin() and end() into the framebuffer that is bound.
  void draw() const;

  /// Keys are for a field of text.
  bool takes_keys() const;
  /// A panel, card or menu is there.
  bool covers(Point at) const;
  /// A '?' was typed, on whichever key it is.
  bool question_typed() const;

 private:
  std::optional<render::gl::Theme> theme_;
  double scale_ = 0, pixels_ = 0;
};

}  // namespace pliant::viewer
