#pragma once

#include <functional>
#include <memory>

#include "render/picture.h"
#include "session/open.h"
#include "tools/toolbox.h"
#include "window/look.h"
#include "window/rectangle.h"

namespace pliant::viewer {

struct ViewerOptions {
  int width = 1280, height = 800;  ///< in the window's units
  double scale = 0;                ///< of text and lines; 0: as the screen says
  std::optional<render::gl::Theme> theme{};
  bool play = true;    ///< starts at once
  OpenOptions open{};  ///< for files dropped on it
  /// Asked before each picture; true closes the window, as a signal does.
  std::function<bool()> stop{};
};

/// The window: a show, its timeline, panels and tools.
class Viewer {
 public:
  /// InputError with a cure where there is no display, or its OpenGL is older than 3.3.
  explicit Viewer(std::unique_ptr<Show> show, const ViewerOptions& options = {});
  ~Viewer();

  /// InputError where there is no display: for those who want to know before they open something.
  static void need_display();

  /// Takes what mouse and keys did and draws one picture; false when the window is to be closed.
  bool frame();
  /// Until it is closed, or a signal asks to stop. Waits where nothing moves.
  void run();
  /// Opens a file as if it were dropped on the window; what is wrong with it becomes a message.
  void drop(const std::string& file);

  // What is behind it, for those who drive it: tests and the script that makes pictures.
  Show& show();
  Look& look();
  Toolbox& toolbox();
  render::gl::Camera& camera();
  Sight sight() const;
  /// The moment that is drawn, and whether that is the newest.
  MomentPointer shown() const;
  bool at_present() const;
  /// Pixels of the window for one that is drawn while something moves; above 1 in software alone.
  double coarseness() const;
  /// Where a widget was in the last picture, by its words; nothing where it was not.
  std::optional<Rectangle> place_of(const std::string& widget) const;
  /// Messages that are shown now, errors first.
  std::vector<std::string> messages() const;
  /// What the window shows now, pixels of the framebuffer.
  render::Image picture();
  /// Of the window system, for synthetic events.
  unsigned long x11_window() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace pliant::viewer
