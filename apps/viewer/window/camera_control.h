#pragma once

#include "tools/sight.h"

namespace pliant::viewer {

/// How the mouse moves the camera: an arcball whose horizon stays level, pan and zoom. Positions
/// are in the window's units.
void turn(render::gl::Camera& camera, const Sight& sight, Point from, Point to);
/// What is seen at `from` at the target's depth is seen at `to` afterwards.
void pan(render::gl::Camera& camera, const Sight& sight, Point from, Point to);
/// What is seen at `at` at the target's depth stays there. `steps` of the wheel; above zero:
/// nearer.
void zoom(render::gl::Camera& camera, const Sight& sight, Point at, double steps);

}  // namespace pliant::viewer
