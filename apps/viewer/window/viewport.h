#pragma once

#include "render/gl/renderer.h"
#include "window/canvas.h"
#include "window/gui.h"
#include "window/workspace.h"

namespace pliant::viewer {

/// The part of the window in which bodies are seen, and the mouse in it.
class Viewport {
 public:
  /// `software`: no card draws, so that edges are not smoothed while something moves, and pixels
  /// are coarser where even that is too slow.
  explicit Viewport(bool software) : software_(software) {}

  /// Turns, moves and zooms the camera, or lets the tool work.
  void take_mouse(const std::vector<MouseEvent>& events, const Gui& gui, Workspace& work);
  /// Decides what is to be drawn.
  void update(Workspace& work, const SystemWindow::Size& size);
  /// Draws it, where it is not drawn already.
  void draw();
  /// Marks of the tools over the picture, into ImGui's background.
  void draw_marks(const Workspace& work) const;
  void copy_to(GLuint framebuffer, const Workspace& work, const SystemWindow::Size& size) const;

  /// Nothing moves and no mouse button is held.
  bool at_rest() const { return !moving_ && hold_ == Hold::nothing; }
  /// The picture is as good as it can be.
  bool refined() const { return refined_; }
  /// Pixels of the window for one that is drawn, while something moves.
  double coarseness() const { return coarseness_; }

 private:
  enum class Hold { nothing, turning, rolling, panning, tool };
  void press(const MouseEvent& event, const Gui& gui, Workspace& work);
  void move(const MouseEvent& event, Workspace& work);
  void release(const MouseEvent& event, Workspace& work);
  bool tool_takes_wheel(const MouseEvent& event, Workspace& work) const;
  int samples() const;
  void keep_up(double seconds, double drawing);

  bool software_;
  render::gl::Renderer renderer_;
  Canvas canvas_;
  Hold hold_ = Hold::nothing;
  int button_ = 0;
  Point mouse_{};

  render::gl::View view_;
  int columns_ = 0, rows_ = 0;
  bool moving_ = true, refined_ = false, to_draw_ = true;
  double coarseness_ = 1;
  /// Pictures that were too slow, or would be quick enough with finer pixels, one after the other.
  int slow_ = 0, quick_ = 0;
  double last_picture_ = 0;
  double still_since_ = 0;
};

}  // namespace pliant::viewer
