#pragma once

#include "tools/sight.h"

namespace pliant::viewer {

/// How the mouse moves the camera. Positions are in the window's units.
/// Around and above the target, the horizon as level as it was.
void turn(render::gl::Camera& camera, const Sight& sight, Point from, Point to);
/// An arcball: all turns about the target as a ball that fills the viewport and that the mouse
/// holds; beside the ball it rolls.
void roll_ball(render::gl::Camera& camera, const Sight& sight, Point from, Point to);
/// What is seen at `from` at the target's depth is seen at `to` afterwards.
void pan(render::gl::Camera& camera, const Sight& sight, Point from, Point to);
/// What is seen at `at` at the target's depth stays there. `steps` of the wheel; above zero:
/// nearer.
void zoom(render::gl::Camera& camera, const Sight& sight, Point at, double steps);

/// Goes along over the floor with what has this middle, a part of the way at a time, once it is
/// half of the picture's height away from where the camera looks.
void follow(render::gl::Camera& camera, const Vec3d& middle);

}  // namespace pliant::viewer
