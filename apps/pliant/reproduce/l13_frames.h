#pragma once

#include <pliant/tet_mesh.h>

#include <optional>
#include <string>

#include "reproduce/measure.h"

namespace pliant::app::l13 {

inline constexpr int frame_width = 640, frame_height = 480;

/// Seconds a frame: a step and a picture of all tetrahedra, of the surface, none. Nothing where
/// there is no OpenGL; in a quick run no pictures of all tetrahedra of large meshes.
struct FrameTimes {
  std::optional<double> all = {}, surface = {}, step = {};
  std::string drawer = {};  ///< what draws, in the driver's words, or why nothing does
};
FrameTimes frame_times(const Motion& motion, const TetMesh& mesh, Backend backend, bool quick);

}  // namespace pliant::app::l13
