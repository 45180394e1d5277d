#include "window/viewport.h"

#include <epoxy/gl.h>
// After epoxy, which has OpenGL's own header.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "window/camera_control.h"

namespace pliant::viewer {

namespace {

constexpr double calm = 0.3;        // s without motion until a picture is refined
constexpr double too_slow = 0.060;  // s from picture to picture in software
constexpr int patience = 4;         // pictures: one may be slow because others compute
// Triangles up to which pictures are always sharp: drawing fewer pixels and stretching them saves
// too little there.
constexpr std::size_t few = 10'000;

std::size_t triangles_of(const render::gl::View& view) {
  std::size_t sum = 0;
  for (const render::gl::BodyView& body : view.bodies) sum += body.shape->triangle_count();
  return sum;
}

// Of the box round all bodies.
Vec3d middle_of(const Moment& moment) {
  Box box;
  for (const BodyFrame& body : moment.frame.bodies)
    for (const Vec3d& p : body.positions) box.add(p);
  return box.centre();
}

bool same(const render::gl::Camera& a, const render::gl::Camera& b) {
  return a.target == b.target && a.yaw == b.yaw && a.pitch == b.pitch && a.roll == b.roll &&
         a.distance == b.distance && a.angle == b.angle && a.shift == b.shift;
}

}  // namespace

void Viewport::press(const MouseEvent& event, const Gui& gui, Workspace& w) {
  if (hold_ != Hold::nothing || gui.covers(event.at) || !w.layout.viewport.contains(event.at))
    return;
  button_ = event.button;
  mouse_ = event.at;
  const Sight sight = w.sight();
  if (event.button == 0 && w.show->live() != nullptr &&
      w.toolbox.press(w.bench(sight), event.at, event.modifiers))
    hold_ = Hold::tool;
  else if (event.button == GLFW_MOUSE_BUTTON_MIDDLE)
    hold_ = Hold::rolling;
  else
    hold_ = event.button != 0 || event.modifiers.shift ? Hold::panning : Hold::turning;
}

void Viewport::move(const MouseEvent& event, Workspace& w) {
  const Sight sight = w.sight();
  switch (hold_) {
    case Hold::turning:
      turn(w.camera, sight, mouse_, event.at);
      break;
    case Hold::rolling:
      roll_ball(w.camera, sight, mouse_, event.at);
      break;
    case Hold::panning:
      pan(w.camera, sight, mouse_, event.at);
      break;
    case Hold::tool:
      w.toolbox.drag(w.bench(sight), event.at);
      break;
    case Hold::nothing:
      break;
  }
  if (hold_ != Hold::nothing && hold_ != Hold::tool) w.camera_free = true;
  mouse_ = event.at;
}

void Viewport::release(const MouseEvent& event, Workspace& w) {
  if (event.button != button_) return;
  const Sight sight = w.sight();
  if (hold_ == Hold::tool) w.toolbox.release(w.bench(sight), event.at);
  hold_ = Hold::nothing;
}

bool Viewport::tool_takes_wheel(const MouseEvent& event, Workspace& w) const {
  if (hold_ != Hold::tool) return false;
  const Sight sight = w.sight();
  return w.toolbox.wheel(w.bench(sight), event.wheel);
}

void Viewport::take_mouse(const std::vector<MouseEvent>& events, const Gui& gui, Workspace& w) {
  // A simulation that went away took what the tool held along.
  if (hold_ == Hold::tool && w.show->live() == nullptr) hold_ = Hold::nothing;
  for (const MouseEvent& event : events) switch (event.kind) {
      case MouseEvent::Kind::press:
        press(event, gui, w);
        break;
      case MouseEvent::Kind::move:
        move(event, w);
        break;
      case MouseEvent::Kind::release:
        release(event, w);
        break;
      case MouseEvent::Kind::wheel:
        if (tool_takes_wheel(event, w)) break;
        if (gui.covers(event.at) || !w.layout.viewport.contains(event.at)) break;
        zoom(w.camera, w.sight(), event.at, event.wheel);
        w.camera_free = true;
    }
  const bool over = w.layout.viewport.contains(mouse_) && !gui.covers(mouse_);
  if (hold_ == Hold::nothing && over && w.show->live() != nullptr) {
    const Sight sight = w.sight();
    w.toolbox.hover(w.bench(sight), mouse_);
  }
}

void Viewport::update(Workspace& w, const SystemWindow::Size& size) {
  Scenery::Wish wish{w.shown, w.show->floor(), {}};
  if (const Live* live = w.show->live())
    for (std::size_t i = 0; i < w.shown->bodies->size(); ++i) {
      std::vector<float> paint = w.toolbox.paint_of(i, *live, *w.shown);
      if (paint.empty()) continue;
      wish.groups.resize(w.shown->bodies->size());
      wish.groups[i] = std::move(paint);
    }
  bool changed = w.scenery.update(wish, w.look);
  if (const std::string problem = w.scenery.take_problem(); !problem.empty())
    w.messages.error(problem);
  if (w.to_fit && !w.scenery.view().bodies.empty()) {
    w.to_fit = false;
    w.fit_view();
  }
  // What rolls away stays in sight, unless the user has chosen what to look at or holds it.
  const bool goes_along = changed && !w.to_fit && !w.camera_free && hold_ == Hold::nothing;
  if (goes_along && w.show->live() != nullptr && !w.shown->frame.bodies.empty())
    follow(w.camera, middle_of(*w.shown));
  if (!w.to_fit) w.see_pixel(w.sight().unit_at(w.camera.target) / size.pixels());
  const render::gl::Camera before = view_.camera;
  const auto columns = static_cast<int>(std::lround(w.layout.viewport.width() * size.pixels()));
  const auto rows = static_cast<int>(std::lround(w.layout.viewport.height() * size.pixels()));
  changed = changed || !same(before, w.camera) || columns != columns_ || rows != rows_;
  const double now = glfwGetTime();
  if (changed) {
    still_since_ = now;
    view_ = w.scenery.view();
    view_.camera = w.camera;
    view_.light_yaw = w.camera.yaw - 50;
    view_.pixel_scale = w.scale * size.pixels();
    view_.legend = false;
    columns_ = std::max(columns, 1);
    rows_ = std::max(rows, 1);
    refined_ = !software_;
  }
  moving_ = changed;
  const bool refine = !refined_ && now - still_since_ > calm;
  if (refine) refined_ = true;
  to_draw_ = changed || refine;
}

int Viewport::samples() const {
  return software_ && !refined_ ? 0 : 4;
}

void Viewport::draw() {
  if (!to_draw_) return;
  to_draw_ = false;
  const double start = glfwGetTime();
  const bool coarse = software_ && !refined_;
  if (triangles_of(view_) <= few) coarseness_ = 1;
  const double pixel = coarse ? coarseness_ : 1;
  const int columns = std::max(static_cast<int>(columns_ / pixel), 1);
  const int rows = std::max(static_cast<int>(rows_ / pixel), 1);
  render::gl::View view = view_;
  view.pixel_scale = view_.pixel_scale / pixel;
  view.quality = software_ ? render::gl::Quality::fast : render::gl::Quality::fine;
  canvas_.bind(columns, rows, samples());
  renderer_.draw(view, columns, rows);
  canvas_.finish();
  if (!coarse) return;
  glFinish();
  const double end = glfwGetTime();
  if (end - last_picture_ < calm) keep_up(end - last_picture_, end - start);
  last_picture_ = end;
}

// Coarser pixels when pictures keep being slow to follow one another, finer ones as soon as those
// would be quick enough. `drawing` is what pixels cost of the time from picture to picture.
void Viewport::keep_up(double seconds, double drawing) {
  slow_ = seconds > too_slow ? slow_ + 1 : 0;
  if (slow_ >= patience) {
    coarseness_ = std::min(coarseness_ * 1.25, 2.5);
    slow_ = 0;
  }
  const double finer = std::max(coarseness_ / 1.25, 1.0), more = coarseness_ / finer;
  const double then = seconds + drawing * (more * more - 1);
  quick_ = then < 0.9 * too_slow ? quick_ + 1 : 0;
  if (quick_ >= patience) {
    coarseness_ = finer;
    quick_ = 0;
  }
}

void Viewport::draw_marks(const Workspace& w) const {
  if (w.show->live() == nullptr) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const Rectangle& v = w.layout.viewport;
  list.PushClipRect({static_cast<float>(v.left), static_cast<float>(v.top)},
                    {static_cast<float>(v.right), static_cast<float>(v.bottom)});
  const Sight sight = w.sight();
  w.toolbox.draw(list, w.bench(sight));
  list.PopClipRect();
}

void Viewport::copy_to(GLuint framebuffer, const Workspace& w,
                       const SystemWindow::Size& size) const {
  const auto left = static_cast<int>(std::lround(w.layout.viewport.left * size.pixels()));
  const auto bottom =
      static_cast<int>(std::lround((size.height - w.layout.viewport.bottom) * size.pixels()));
  canvas_.copy_to(framebuffer, left, bottom, columns_, rows_);
}

}  // namespace pliant::viewer
