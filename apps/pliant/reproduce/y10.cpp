#include "reproduce/y10.h"

#include <fmt/format.h>
#include <pliant/box.h>
#include <pliant/shapes.h>
#include <pliant/topology.h>

#include <cmath>

#include "cases/spectral_cases.h"
#include "reproduce/measure.h"

namespace pliant::app {

namespace y10 {

Bar::Bar()
    : mesh(make_shape("grid", {{"length", length},
                               {"height", width},
                               {"width", width},
                               {"cells_x", 16},
                               {"cells_y", 2},
                               {"cells_z", 2},
                               {"tets_per_cell", 5}})),
      rigid(bench::tetrahedra_beyond(mesh, 0.25 * length)) {
  const auto at = [&](double x) {
    std::vector<Index> out;
    for (std::size_t v = 0; v < mesh.vertices().size(); ++v)
      if (std::abs(mesh.vertices()[v].x - x) < 1e-6) out.push_back(static_cast<Index>(v));
    return out;
  };
  fixed = at(-0.5 * length);
  boundary = at(0.25 * length);
  end = at(0.5 * length);
}

Body make_body(const Bar& bar, const Material& material, const Form& form) {
  SpectralOptions options;
  options.modes = form.modes;
  options.rigid = {bar.rigid};
  options.fixed = bar.fixed;
  options.boundary_nodes = form.nodes;
  options.boundary = form.boundary;
  return spectral_body(bar.mesh, std::span(&material, 1), options);
}

// Faces seen from behind are grey, so those of what is rigid are turned round.
render::Image drawn(const TetMesh& mesh, std::span<const Index> rigid,
                    const std::vector<Vec3d>& positions, const Box& reach, int width, int height) {
  std::vector<bool> is_rigid(mesh.tetrahedra().size(), false);
  for (const Index t : rigid) is_rigid[t] = true;
  Mesh scene;
  scene.vertices = positions;
  scene.vertices.push_back(reach.low);
  scene.vertices.push_back(reach.high);
  for (std::size_t t = 0; t < is_rigid.size(); ++t)
    for (int side = 0; side < 4; ++side) {
      if (mesh.neighbours()[t][static_cast<std::size_t>(side)] != no_index) continue;
      Triangle face = face_of(mesh.tetrahedra()[t], side);
      if (is_rigid[t]) std::swap(face[1], face[2]);
      scene.triangles.cells.push_back(face);
    }
  return render::draw(scene, {.width = width, .height = height, .yaw = 25, .pitch = 12});
}

}  // namespace y10

void reproduce_y10(const ReproduceSettings& settings, Report& report) {
  const y10::Plan plan{settings, measured_card(settings)};
  report.introduction = fmt::format(
      "Y10 (2010) simulates solids with deformable and rigid regions in one system of vibration "
      "modes: linear finite elements, of which only the slowest modes are kept, modal warping for "
      "large rotations, and constraints that hold the regions together at a few nodes of their "
      "boundary. This page computes its table and figures anew with {}, published values beside "
      "ours. Y10 solves for the boundary's Lagrange multipliers in every step; here the modes are "
      "combined once into hybrid modes that cannot part at the constrained nodes, which gives the "
      "same motion. {}{}",
      measured_on(plan.card),
      settings.models.empty()
          ? "The real surfaces were not found: built-in shapes stand in for the statues."
          : "Y10's own meshes were not published: its statues are meshed anew from the same or "
            "similar surfaces to about the same sizes.",
      settings.quick ? " This is a quick run: the figures are rough." : "");
  report.facts = facts_of(plan.card, settings);
  report.facts["meshes"] = settings.models.empty() ? "built-in" : "real";
  y10::add_speed(plan, report);
  y10::add_twist(plan, report);
  y10::add_deviation(plan, report);
  y10::add_nodes(plan, report);
}

}  // namespace pliant::app
