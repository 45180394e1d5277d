#include "reproduce/y10.h"

#include <fmt/format.h>
#include <pliant/box.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cases/spectral_cases.h"
#include "mesh/disjoint_sets.h"
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

TetMesh one_piece(const Mesh& mesh) {
  const TetMesh whole(mesh);
  DisjointSets sets(whole.tetrahedra().size());
  for (std::size_t t = 0; t < whole.tetrahedra().size(); ++t)
    for (const Index neighbour : whole.neighbours()[t])
      if (neighbour != no_index) sets.join(static_cast<Index>(t), neighbour);
  std::vector<std::size_t> counts(whole.tetrahedra().size(), 0);
  for (std::size_t t = 0; t < counts.size(); ++t) ++counts[sets.find(static_cast<Index>(t))];
  const auto largest = static_cast<Index>(std::ranges::max_element(counts) - counts.begin());
  std::vector<Index> others;
  for (std::size_t t = 0; t < counts.size(); ++t)
    if (sets.find(static_cast<Index>(t)) != largest) others.push_back(static_cast<Index>(t));
  const bench::DeformablePart part = bench::deformable_part(whole, others, {});
  Mesh out;
  out.vertices = part.vertices;
  out.tetrahedra.cells = part.tetrahedra;
  const Box box = bounding_box(out.vertices);
  const double scale = 1 / length(box.size());
  for (Vec3d& v : out.vertices) v = (v - box.low) * scale;
  return TetMesh(std::move(out));
}

std::optional<TetMesh> statue(const Plan& plan, const std::string& surface,
                              std::size_t tetrahedra) {
  const auto file = std::filesystem::path(plan.settings.models) / "surfaces" / (surface + ".obj");
  if (plan.settings.models.empty() || !std::filesystem::exists(file)) return std::nullopt;
  return one_piece(tetrahedralise(read_mesh(file), {.tetrahedra = tetrahedra}));
}

// Faces seen from behind are grey, so those of what is rigid are turned round.
render::Image drawn(const TetMesh& mesh, std::span<const Index> rigid,
                    const std::vector<Vec3d>& positions, const Box& reach, int width, int height,
                    double yaw, std::span<const Index> hidden) {
  std::vector<bool> is_rigid(mesh.tetrahedra().size(), false);
  for (const Index t : rigid) is_rigid[t] = true;
  std::vector<bool> is_hidden(is_rigid.size(), false);
  for (const Index t : hidden) is_hidden[t] = !is_rigid[t];
  Mesh scene;
  scene.vertices = positions;
  scene.vertices.push_back(reach.low);
  scene.vertices.push_back(reach.high);
  for (std::size_t t = 0; t < is_rigid.size(); ++t)
    for (int side = 0; side < 4; ++side) {
      const Index beyond = mesh.neighbours()[t][static_cast<std::size_t>(side)];
      if (is_hidden[t] || (beyond != no_index && !is_hidden[beyond])) continue;
      Triangle face = face_of(mesh.tetrahedra()[t], side);
      if (is_rigid[t]) std::swap(face[1], face[2]);
      scene.triangles.cells.push_back(face);
    }
  return render::draw(scene, {.width = width, .height = height, .yaw = yaw, .pitch = 12});
}

}  // namespace y10

std::vector<Part> reproduce_y10(const ReproduceSettings& settings, Report& report) {
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
  const auto part = [plan, &report](const char* name, void (*add)(const y10::Plan&, Report&)) {
    return Part{name, [=, &report] { add(plan, report); }};
  };
  return {part("speed", y10::add_speed), part("twist", y10::add_twist),
          part("deviation", y10::add_deviation), part("nodes", y10::add_nodes),
          part("pictures", y10::add_pictures)};
}

}  // namespace pliant::app
