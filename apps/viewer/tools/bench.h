#pragma once

#include "render/gl/body_shape.h"
#include "session/live.h"
#include "tools/sight.h"

namespace pliant::viewer {

struct Modifiers {
  bool shift = false, control = false, alt = false;
};

/// What a tool works with while the mouse is in the viewport.
struct Bench {
  Live& live;
  const Moment& shown;  ///< what is drawn; tools that need the present do nothing in the past
  const Sight& sight;
  bool present = true;  ///< `shown` is the newest moment
  /// What is drawn of it, so that one takes hold of what one sees.
  std::optional<render::gl::CutAway> cut{};
  bool skin = true;

  const ShownBody& body(std::size_t number) const { return (*shown.bodies)[number]; }
  const std::vector<Vec3d>& positions(std::size_t body) const {
    return shown.frame.bodies[body].positions;
  }
};

}  // namespace pliant::viewer
