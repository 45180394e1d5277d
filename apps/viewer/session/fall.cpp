#include "session/fall.h"

#include <pliant/actions.h>
#include <pliant/box.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/material.h>
#include <pliant/shapes.h>

#include <algorithm>

namespace pliant::viewer {

namespace {

constexpr double a_day = 86400;  // s

Mesh mesh_of(const std::string& name) {
  if (std::ranges::find(shapes(), name, &ShapeInfo::name) != shapes().end())
    return make_shape(name);
  if (std::filesystem::path(name).extension().empty()) return make_shape(name);  // says what is
  return read_mesh(name);
}

}  // namespace

Simulation falling(const std::string& mesh, const std::string& material_name) {
  const Mesh read = mesh_of(mesh);
  if (read.tetrahedra.empty() && read.triangles.empty())
    throw InputError(mesh, 0, "has neither tetrahedra nor triangles",
                     "give a tetrahedral mesh or a surface");
  Box box;
  for (const Vec3d& p : read.vertices) box.add(p);
  const Vec3d size = box.size();
  BodySource source;
  source.mesh = mesh;
  source.material = material(material_name).name;
  source.position.y = 0.5 * std::max({size.x, size.y, size.z}) - box.low.y;
  Simulation simulation;
  simulation.settings.value.seconds = a_day;
  simulation.add_body(std::move(source));
  simulation.add(action::Gravity{});
  simulation.add(action::Ground{});
  simulation.add(action::MassSpringForces{});
  return simulation;
}

}  // namespace pliant::viewer
