#include "window/round_balls.h"

#include <pliant/obstacle.h>

namespace pliant::viewer {

RoundBalls::RoundBalls() : unit_(surface_of(Obstacle{Ball{}}, 0)), shape_(unit_) {}

std::vector<render::gl::BodyView> RoundBalls::views(std::span<const PokingBall> balls) {
  positions_.clear();
  for (const PokingBall& ball : balls) {
    std::vector<Vec3d>& places = positions_.emplace_back(unit_.vertices);
    for (Vec3d& place : places) place = ball.centre + place * ball.radius;
  }
  std::vector<render::gl::BodyView> out;
  for (const std::vector<Vec3d>& places : positions_)
    out.push_back({&shape_, places, {}, render::look_of({.obstacle = true}, 0)});
  return out;
}

}  // namespace pliant::viewer
