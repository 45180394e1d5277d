#pragma once

#include <pliant/mesh.h>

namespace pliant::render {

/// The mesh with lines that show the plane y = `height` under and around it, for a picture.
Mesh with_floor(const Mesh& mesh, double height);

}  // namespace pliant::render
