#pragma once

#include <pliant/recording.h>

#include "reproduce/e06.h"

namespace pliant::app::e06 {

/// How a body is looked at.
struct Eye {
  double yaw = 25, pitch = 12;  ///< degrees
  int width = 360, height = 300;
};

/// A moment of a body and what it is called.
struct Moment {
  std::vector<Vec3d> positions;
  std::string caption;
};

/// Pictures of one body, all seen from the same place; in plain colours where there is no OpenGL.
Pictures drawn(const Mesh& body, const std::vector<Moment>& moments, const Eye& eye = {});

}  // namespace pliant::app::e06
