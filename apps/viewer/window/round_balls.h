#pragma once

#include "render/gl/view.h"
#include "session/moment.h"

namespace pliant::viewer {

/// The balls that are pushed into bodies, as they are drawn.
class RoundBalls {
 public:
  RoundBalls();
  /// Until the next call.
  std::vector<render::gl::BodyView> views(std::span<const PokingBall> balls);

 private:
  Mesh unit_;  // about the origin, of radius 1
  render::gl::BodyShape shape_;
  std::vector<std::vector<Vec3d>> positions_;
};

}  // namespace pliant::viewer
