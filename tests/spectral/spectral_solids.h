#pragma once

#include <pliant/groups.h>
#include <pliant/shapes.h>
#include <pliant/spectral.h>

#include <algorithm>
#include <cmath>

#include "support/dynamics.h"

// Bars and what is measured on them.

namespace pliant::test {

inline TetMesh bar(double length, double height, int cells_along, int cells_across) {
  return TetMesh(make_shape("grid", {{"length", length},
                                     {"height", height},
                                     {"width", height},
                                     {"cells_x", cells_along},
                                     {"cells_y", cells_across},
                                     {"cells_z", cells_across}}));
}

/// Of 324 tetrahedra, with 8 nodes in each cross-section: near to that of Y10's Figures 2 and 3.
inline TetMesh bar_of_figures() {
  return TetMesh(make_shape("grid", {{"length", 1},
                                     {"height", 0.2},
                                     {"width", 0.1},
                                     {"cells_x", 18},
                                     {"cells_y", 3},
                                     {"cells_z", 1}}));
}

/// Tetrahedra whose centre has an x between two values.
inline std::vector<Index> between(const TetMesh& mesh, double low, double high) {
  std::vector<Index> out;
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t) {
    double x = 0;
    for (const Index v : mesh.tetrahedra()[t]) x += mesh.vertices()[v].x / 4;
    if (x > low && x < high) out.push_back(static_cast<Index>(t));
  }
  return out;
}

inline std::vector<Index> all_cells(const TetMesh& mesh) {
  return between(mesh, -1e9, 1e9);
}

inline Group at_x(const TetMesh& mesh, double x) {
  return vertices_on_plane(mesh.mesh(), {x, 0, 0}, {1, 0, 0}, 1e-9);
}

inline Vec3d centre_of(const std::vector<Vec3d>& x, const std::vector<double>& masses) {
  Vec3d sum;
  double mass = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += x[i] * masses[i];
    mass += masses[i];
  }
  return sum / mass;
}

inline Body body_of(const TetMesh& mesh, const Material& material, SpectralOptions options) {
  options.cached = false;
  return spectral_body(mesh, std::span(&material, 1), options);
}

inline const Material soft = make_material(1e6, 0.3, 1000);

inline Dynamics without_weight(double h = 0.001) {
  Dynamics dynamics;
  dynamics.time_step = h;
  dynamics.gravity = {};
  return dynamics;
}

}  // namespace pliant::test
