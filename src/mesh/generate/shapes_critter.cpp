#include <pliant/generate.h>
#include <pliant/quality.h>

#include <cmath>

#include "mesh/generate/critter.h"
#include "mesh/generate/shapes_blocks.h"
#include "mesh/generate/shapes_builders.h"

namespace pliant::shape {

namespace {

// The mesher follows the surface to a fraction of an edge only, so the box is measured.
void stand_on_floor(std::vector<Vec3d>& vertices) {
  const Box box = bounding_box(vertices);
  const Vec3d foot{box.centre().x, box.low.y, box.centre().z};
  for (auto& v : vertices) v -= foot;
}

}  // namespace

Mesh critter(const Values& values) {
  MesherOptions options;
  options.edge = values["edge"];
  // Lattice cubes of the box around it; about a tenth of them hold a part of the animal.
  if (options.edge > 0) check_cell_count(std::pow(values["size"] / options.edge, 3));
  options.tetrahedra = values.count("tets");
  Mesh mesh = tetrahedralise(critter(values["size"]), options);
  stand_on_floor(mesh.vertices);
  return mesh;
}

}  // namespace pliant::shape
