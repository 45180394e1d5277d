#include <fmt/format.h>
#include <pliant/masses.h>
#include <pliant/stability.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "progress_bar.h"
#include "reproduce/l13.h"

// 5.1: inverse masses over a value are cut to it; what that does.

namespace pliant::app::l13 {

namespace {

// The body with a shallow bump on every so many triangles of its surface: a vertex next to the
// triangle's middle, whose only tetrahedron has next to no volume. Scans are full of them.
Subject with_bumps(const Subject& subject) {
  constexpr std::size_t every = 40;
  constexpr double height = 1e-5;  // of a triangle's side
  Mesh bumpy = subject.mesh.mesh();
  const auto boundary = subject.mesh.boundary();
  for (std::size_t t = 0; t < boundary.size(); t += every) {
    const auto [a, b, c] = boundary[t];
    const Vec3d x = bumpy.vertices[a], y = bumpy.vertices[b], z = bumpy.vertices[c];
    const Vec3d outward = cross(y - x, z - x);  // as long as twice the area
    const auto top = static_cast<Index>(bumpy.vertices.size());
    bumpy.vertices.push_back((x + y + z) / 3 + outward * (height / std::sqrt(length(outward))));
    bumpy.tetrahedra.cells.push_back({a, b, c, top});
  }
  return {subject.published, TetMesh(std::move(bumpy))};
}

struct Cut {
  std::size_t over = 0;
  double heavier = 0;                  // mass that the cut adds, over the body's
  double step = 0, step_uncut = 0;     // s, our estimates of the largest stable ones
  bool stable = false, uncut = false;  // at the published step
};

Cut tried(const Subject& subject, const ReproduceSettings& settings) {
  const PublishedMesh& p = *subject.published;
  Cut cut;
  std::vector<double> masses = average_volume_masses(subject.mesh, p.solid.mass);
  cut.over = truncate_inverse_masses(masses, p.solid.largest_inverse_mass);
  cut.heavier =
      std::max(0.0, std::accumulate(masses.begin(), masses.end(), 0.0) / p.solid.mass - 1);
  const auto go = [&](double limit, double& step) {
    PublishedSolid solid = p.solid;
    solid.largest_inverse_mass = limit;
    const Fall fall(subject.mesh, solid, fall_share * height(subject.mesh.vertices()),
                    settings.backend);
    const Dynamics dynamics = fall.dynamics(Integrator::verlet, p.step);
    step = stable_step(fall.model(), dynamics);
    return let_fall(fall, dynamics, settings.quick ? 0.5 : 2, settings.quick ? 4 : 10).stable;
  };
  cut.uncut = go(0, cut.step_uncut);
  cut.stable = go(p.solid.largest_inverse_mass, cut.step);
  return cut;
}

}  // namespace

void add_truncation(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
                    Report& report) {
  using enum Source;
  Table table{"truncation",
              "Inverse masses as they are and cut as in Table 5.2: vertices over the value, mass "
              "that the cut adds, our estimate of the largest stable step (ms), and whether the "
              "published step is stable",
              {{"mesh", "Mesh"},
               {"truncation", "cut to", published},
               {"published_over", "over", published},
               {"over", "over", ours},
               {"percent", "percent", ours},
               {"heavier", "mass added", ours},
               {"estimate_uncut", "estimate, not cut", ours},
               {"estimate", "cut", ours},
               {"step", "step", published},
               {"uncut_stable", "stable, not cut", ours},
               {"stable", "cut", ours}},
              {}};
  const auto add = [&](const std::string& name, const Subject& subject, bool same_mesh) {
    progress()(0.06, "L13: 5.1, " + name);
    const PublishedMesh& p = *subject.published;
    const Cut cut = tried(subject, settings);
    table.rows.push_back({name, fixed(p.solid.largest_inverse_mass, 0),
                          same_mesh ? count(p.over) : nothing(), count(cut.over),
                          fixed(100.0 * static_cast<double>(cut.over) /
                                    static_cast<double>(subject.mesh.vertices().size()),
                                1),
                          Cell(fmt::format("{:.1f} %", 100 * cut.heavier), cut.heavier),
                          significant(1e3 * cut.step_uncut, 3), significant(1e3 * cut.step, 3),
                          fixed(1e3 * p.step, 1), yes_or_no(cut.uncut), yes_or_no(cut.stable)});
  };
  for (const Subject& s : meshes)
    if (s.published->solid.largest_inverse_mass > 0) add(s.published->name, s, true);
  add("Bunny with bumps", with_bumps(meshes[1]), false);
  Section& section = report.section("5.1: what the cut of inverse masses does");
  section.add(Paragraph{
      "L13 cuts because its meshes have tetrahedra of next to no volume, and with them vertices of "
      "next to no mass. Ours have few or none of them, and the cut changes little. So the last row "
      "is our Bunny with a shallow bump on every fortieth triangle of its surface: there the "
      "lightest vertices dictate the step, and the cut does what L13 has it for."});
  section.add(std::move(table));
}

}  // namespace pliant::app::l13
