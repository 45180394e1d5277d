#pragma once

#include <pliant/topology.h>

#include "support/drive_checks.h"

// Bodies whose volume is kept.

namespace pliant::test {

inline VolumeConstraint boundary_constraint(const TetMesh& mesh, double strength = 1,
                                            VolumeCorrection form = VolumeCorrection::corrected) {
  return {{mesh.boundary().begin(), mesh.boundary().end()}, 0, strength, form};
}

/// A soft cube whose volume is kept.
inline Body kept_cube(const TetMesh& mesh, const VolumeConstraint& constraint) {
  Body body = mass_spring_solid(mesh, make_material(1e5, 0.3, 1000, 1e-3));
  body.volume_constraints = {constraint};
  return body;
}
inline Body kept_cube(double cells, double strength = 1,
                      VolumeCorrection form = VolumeCorrection::corrected) {
  const TetMesh mesh = cube_mesh(cells);
  return kept_cube(mesh, boundary_constraint(mesh, strength, form));
}

/// A region and the whole boundary's others: two parts that do not touch.
inline Body two_regions(const TetMesh& mesh, double part) {
  Body body = mass_spring_solid(mesh, make_material(1e5, 0.3, 1000, 1e-3));
  for (const double side : {-1.0, 1.0}) {
    std::vector<Tetrahedron> inside;
    for (const Tetrahedron& t : mesh.tetrahedra())
      if (std::ranges::all_of(t, [&](Index v) { return side * mesh.vertices()[v].x > part; }))
        inside.push_back(t);
    const Lists touching = vertex_cells<4>(inside, mesh.vertices().size());
    const auto boundary = boundary_triangles(inside, tetrahedron_neighbours(inside, touching));
    body.volume_constraints.push_back({boundary, 0, 1, VolumeCorrection::corrected});
  }
  return body;
}

}  // namespace pliant::test
