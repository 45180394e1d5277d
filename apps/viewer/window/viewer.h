#pragma once

#include <map>
#include <memory>

#include "render/gl/view.h"
#include "render/picture.h"
#include "session/open.h"
#include "tools/toolbox.h"

namespace pliant::viewer {

struct ViewerOptions {
  int width = 1280, height = 800;  ///< in the window's units
  double scale = 0;                ///< of text and lines; 0: as the screen says
  std::optional<render::gl::Theme> theme{};
  bool play = true;    ///< starts at once
  OpenOptions open{};  ///< for files dropped on it
};

/// What is drawn and how: the switches of the panel "Show".
struct Look {
  bool faces = true, edges = false, points = false, shadows = true, floor = true, skin = true;
  bool cut_away = false;
  render::gl::CutAway cut{};
  double shrink = 1;
  render::gl::VoronoiShown voronoi = render::gl::VoronoiShown::none;
  std::size_t voronoi_number = 0;
  std::string field{};  ///< empty: plain
  bool smooth = true;
  render::gl::Theme theme = render::gl::Theme::light;
};

/// A rectangle of the window, in its units.
struct Rectangle {
  double left = 0, top = 0, right = 0, bottom = 0;
  Point middle() const { return {(left + right) / 2, (top + bottom) / 2}; }
};

/// The window: a show, its timeline, panels and tools.
class Viewer {
 public:
  /// InputError with a cure where there is no display, or its OpenGL is older than 3.3.
  explicit Viewer(std::unique_ptr<Show> show, const ViewerOptions& options = {});
  ~Viewer();

  /// Takes what mouse and keys did and draws one picture; false when the window is to be closed.
  bool frame();
  /// Until it is closed, or a signal asks to stop.
  void run();

  // What is behind it, for those who drive it: tests and the script that makes pictures.
  Show& show();
  Look& look();
  Toolbox& toolbox();
  render::gl::Camera& camera();
  Sight sight() const;
  /// The moment that is drawn, and whether that is the newest.
  MomentPointer shown() const;
  bool at_present() const;
  double frames_per_second() const;
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
