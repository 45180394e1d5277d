#pragma once

#include <pliant/recording.h>

#include "render/gl/headless.h"
#include "render/gl/offscreen.h"
#include "render/gl/renderer.h"
#include "render_look.h"

namespace pliant::app {

/// Draws moments of some bodies, all of them with the same floor, colours and, once fit_camera() is
/// called, from the same place.
class FrameDrawer {
 public:
  /// InputError where there is no OpenGL here.
  FrameDrawer(const std::vector<RecordedBody>& bodies, RenderLook look);

  /// Widens what the floor, the grid and the colours are made for. Call it with some frames, or
  /// all, before drawing. InputError where a field is wanted that is not there.
  void look_over(const RecordedFrame& frame);
  /// What the camera shall see: all that was looked over, or one frame.
  void fit_camera();
  void fit_camera(const RecordedFrame& frame);

  render::Image draw(const RecordedFrame& frame, const std::string& caption);

  /// What the colours stand for.
  const std::optional<render::gl::ColourScale>& colours() const { return view_.colours; }
  /// "grid 10 cm", or nothing without a floor.
  std::string grid_caption() const;

 private:
  std::optional<render::ScalarField> field_of(const RecordedFrame& frame, std::size_t body) const;
  void settle();
  void fit(std::span<const Vec3d> places);

  const std::vector<RecordedBody>& bodies_;
  RenderLook look_;
  std::vector<render::gl::BodyShape> shapes_;
  render::gl::View view_;
  std::vector<Vec3d> reach_;  // the outermost places of all frames looked over
  std::vector<float> seen_values_;
  bool settled_ = false;
  render::gl::HeadlessContext context_;
  render::gl::Renderer renderer_;
  render::gl::Offscreen picture_;
};

}  // namespace pliant::app
