#include <fmt/format.h>
#include <pliant/stability.h>

#include <algorithm>

#include "progress_bar.h"
#include "reproduce/l13.h"

// Table 6.3: the published constants and time steps, tried.

namespace pliant::app::l13 {

namespace {

struct Trial {
  double estimate = 0;    // s
  Outcome free, limited;  // without and with the strain limit
};

Trial attempt(const Subject& subject, VolumeDamping damping, double seconds, int looks,
              Backend backend) {
  const PublishedMesh& p = *subject.published;
  const Fall falling(subject.mesh, damped(p.solid, damping),
                     fall_share * height(subject.mesh.vertices()), backend);
  const auto go = [&](double limit) {
    return let_fall(falling, falling.dynamics(Integrator::verlet, p.step, limit), seconds, looks);
  };
  return {stable_step(falling.model(), falling.dynamics(Integrator::verlet, p.step)), go(0),
          go(strain_limit)};
}

Table constants(const std::vector<Subject>& meshes) {
  using enum Source;
  Table table{"table 6.3",
              "Table 6.3: constants and steps (s), as printed",
              {{"mesh", "Mesh"},
               {"distance", "k_D", published},
               {"distance_damping", "damping", published},
               {"volume", "k_V", published},
               {"volume_damping", "damping", published},
               {"step", "step", published}},
              {}};
  const auto printed = [](double value) { return Cell(fmt::format("{:.5g}", value), value); };
  for (const Subject& s : meshes) {
    const PublishedSolid& solid = s.published->solid;
    table.rows.push_back(
        {s.published->name, printed(solid.distance),
         Cell(solid.distance_damping < 1e-4 ? fmt::format("{:.5f}", solid.distance_damping)
                                            : fmt::format("{:g}", solid.distance_damping),
              solid.distance_damping),
         printed(solid.volume), printed(solid.volume_damping), printed(s.published->step)});
  }
  return table;
}

}  // namespace

void add_constants(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
                   Report& report) {
  using enum Source;
  const double seconds = settings.quick ? 1 : 3;
  const int looks = settings.quick ? 5 : 15;
  Table table{"table 6.3, tried",
              "Table 6.3, tried with Verlet: stable at the published step (ms), our estimate of "
              "the largest (ms), smallest and largest volume over that at rest; then the same with "
              "the strain limit",
              {{"mesh", "Mesh"},
               {"damping", "volume damping"},
               {"published_stable", "stable", published},
               {"step", "step", published},
               {"stable", "stable", ours},
               {"estimate", "estimate", ours},
               {"smallest_volume", "volume from", ours},
               {"largest_volume", "to", ours},
               {"limited_stable", "limited: stable", ours},
               {"limited_smallest_volume", "volume from", ours},
               {"limited_largest_volume", "to", ours}},
              {}};
  std::vector<std::string> unstable;
  double smallest_volume = 1;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const PublishedMesh& p = *meshes[i].published;
    progress()(0.5 + 0.05 * static_cast<double>(i), "L13: Table 6.3, " + p.name);
    for (const VolumeDamping damping : volume_dampings) {
      const Trial t = attempt(meshes[i], damping, seconds, looks, settings.backend);
      const auto volume = [](double share) { return fixed(share, 3); };
      // L13's own: (3.11) with the strain limit.
      const bool own = damping == VolumeDamping::normal;
      table.rows.push_back({p.name, name_of(damping), own ? Cell("yes, limited", true) : nothing(),
                            fixed(1e3 * p.step, 1), yes_or_no(t.free.stable),
                            fixed(1e3 * t.estimate, 2), volume(t.free.smallest_volume),
                            volume(t.free.largest_volume), yes_or_no(t.limited.stable),
                            volume(t.limited.smallest_volume), volume(t.limited.largest_volume)});
      for (const Outcome* outcome : {&t.free, &t.limited}) {
        if (outcome->stable) smallest_volume = std::min(smallest_volume, outcome->smallest_volume);
        if (!outcome->stable)
          unstable.push_back(fmt::format("the {} with {}{}", p.name, name_of(damping),
                                         outcome == &t.limited ? " and the strain limit" : ""));
      }
    }
  }
  report.facts["published_steps_stable"] = unstable.empty();

  Section& section = report.section("Table 6.3: constants and steps");
  section.add(constants(meshes));
  section.add(Paragraph{fmt::format(
      "Each body falls from {:.0f} % of its height; {} s are computed with Verlet at the published "
      "step: with the volume damping of (3.9), which is ours, with (3.11), which is L13's, and "
      "with springs that are damped alone, which L13 tried as well and found worse; each without "
      "and with the strain limit of 3.3.2 (an edge at most {} times its rest length; L13 does not "
      "print its limit). Inverse masses are cut as in Table 5.2.",
      100 * fall_share, seconds, strain_limit)});
  section.add(std::move(table));
  std::string verdict = "Every published set is stable at its published step, whatever is damped.";
  if (!unstable.empty()) {
    verdict = "Not stable at the published step:";
    for (const std::string& which : unstable) verdict += " " + which + ";";
    verdict.back() = '.';
  }
  section.add(Remark{
      verdict +
      " L13 found its steps by trial and error; our estimate comes from the model before anything "
      "runs. L13's Dragon and Armadillo-Man had to be run at 2.5 ms because of their nearly flat "
      "tetrahedra, in spite of the cut of inverse masses; on our better meshes the same constants "
      "bear more."});
  section.add(Remark{fmt::format(
      "No body that is stable loses more than {:.1f} % of its volume. The springs are soft for the "
      "weight they carry, and a finer mesh makes a softer body, since the constants are those of "
      "single edges: thin parts sag, while the volume forces keep the body from collapsing.",
      100 * (1 - smallest_volume))});
}

}  // namespace pliant::app::l13
