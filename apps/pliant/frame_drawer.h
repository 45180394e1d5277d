#pragma once

#include <pliant/recording.h>

#include "render/gl/follow.h"
#include "render/gl/headless.h"
#include "render/gl/renderer.h"
#include "render_look.h"

namespace pliant::app {

/// Draws moments of some bodies, all of them with the same floor and colours.
class FrameDrawer {
 public:
  /// InputError where there is no OpenGL here.
  FrameDrawer(const std::vector<RecordedBody>& bodies, RenderLook look);

  /// Widens what the floor, the grid and the colours are made for. Call it with some frames, or
  /// all, before drawing. InputError where a field is wanted that is not there.
  void look_over(const RecordedFrame& frame);
  /// What the camera shall see: all that was looked over, or one frame. Of obstacles only what is
  /// near the bodies.
  void fit_camera();
  void fit_camera(const RecordedFrame& frame);

  /// For films: a camera that goes along with the bodies. False where it is to stand still; it sees
  /// all that was looked over then.
  bool begin_following();
  void follow(const RecordedFrame& frame);  ///< the next moment
  /// When all moments are told, each so many pictures of so many seconds after the last.
  void plan_following(double seconds, double pictures);
  /// Looks where this picture of the film wants it.
  void aim(double picture);

  render::Image draw(const RecordedFrame& frame, const std::string& caption);

  int width() const { return look_.width; }
  int height() const { return look_.height; }
  /// What the colours stand for.
  const std::optional<render::gl::ColourScale>& colours() const { return view_.colours; }
  /// "grid 10 cm", or nothing without a floor.
  std::string grid_caption() const;

 private:
  std::optional<render::ScalarField> field_of(const RecordedFrame& frame, std::size_t body) const;
  bool is_body(std::size_t number) const;
  std::vector<Vec3d> in_sight(const RecordedFrame& frame) const;
  double legend_share() const;
  /// What of a body is drawn while the same of it is gone.
  struct Shown {
    std::vector<bool> removed;                   // tetrahedra; empty: none
    std::shared_ptr<const EmbeddedSurface> own;  // null: the body's outside is drawn
    render::gl::BodyShape shape;
  };
  Shown shown(std::size_t body, std::vector<bool> removed) const;
  /// Where the vertices are that are drawn.
  std::vector<Vec3d> places_of(const RecordedFrame& frame, std::size_t body) const;
  /// Where there is something of a body; what hangs on nothing does not count.
  std::vector<Vec3d> whereabouts(const RecordedFrame& frame, std::size_t body) const;
  void settle();
  void fit(std::span<const Vec3d> places);

  const std::vector<RecordedBody>& bodies_;
  RenderLook look_;
  std::vector<Shown> shown_;  // of each body, as it was drawn last
  render::gl::View view_;
  std::vector<Vec3d> reach_;  // the outermost places of all frames looked over
  std::vector<float> seen_values_;
  bool settled_ = false, only_obstacles_ = false;
  std::optional<render::gl::FollowingCamera> following_;
  double pictures_a_moment_ = 1;
  render::gl::HeadlessContext context_;
  render::gl::Renderer renderer_;
  render::gl::Offscreen picture_;
};

}  // namespace pliant::app
