#pragma once

#include <pliant/mesh.h>

#include <functional>
#include <vector>

namespace pliant::render {

/// One triangle to draw. `inside`: a face that only a cut lays open. The edge from corner k to
/// corner k + 1 is drawn when bit k of `edges` is set.
struct Face {
  Triangle corners;
  bool inside = false;
  unsigned edges = 7;
  Index tetrahedron = no_index;  ///< whose face it is
};

/// The faces that bound the part of a mesh whose cells `kept` accepts by their centre, without the
/// tetrahedra that are `absent`, where that is given.
std::vector<Face> faces_to_draw(const Mesh& mesh, const std::function<bool(const Vec3d&)>& kept,
                                const std::vector<bool>* absent = nullptr);

}  // namespace pliant::render
