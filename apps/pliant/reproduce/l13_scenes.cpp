#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "progress_bar.h"
#include "reproduce/l13.h"

// Figure 6.2: scenes of the falls, with Verlet and with Euler-Cromer.

namespace pliant::app::l13 {

namespace {

struct Played {
  Pictures pictures;
  std::vector<double> heights;  // over that at rest, picture by picture
};

Played play(const Subject& subject, Integrator integrator, const std::string& name, double between,
            Backend backend) {
  constexpr int pictures = 4;
  const PublishedMesh& p = *subject.published;
  const double rest = height(subject.mesh.vertices());
  const Fall fall(subject.mesh, damped(p.solid, VolumeDamping::normal), fall_share * rest, backend);
  State state(fall.model(), fall.dynamics(integrator, p.step, strain_limit));
  Played played;
  for (int i = 0; i < pictures; ++i) {
    if (i > 0) step(fall.model(), state, std::lround(between / p.step));
    const std::vector<Vec3d> now = state.positions();
    played.heights.push_back(height(now) / rest);
    played.pictures.push_back({fmt::format("{}, {}, {:.2f} s", p.name, name, state.time()),
                               picture_on_floor(fall.mesh(), now)});
  }
  return played;
}

}  // namespace

void add_scenes(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
                Report& report) {
  using enum Source;
  const double between = settings.quick ? 0.2 : 0.4;  // s
  Table table{"figure 6.2",
              "Figure 6.2 in numbers: height over that at rest in the last picture, and the "
              "largest difference of the two methods in any",
              {{"mesh", "Mesh"},
               {"published", "the two look", published},
               {"verlet", "Verlet", ours},
               {"euler_cromer", "Euler-Cromer", ours},
               {"difference", "difference", ours}},
              {}};
  Section& section = report.section("Figure 6.2: the bodies fall");
  section.add(Paragraph{fmt::format(
      "Every body with its constants of Table 6.3, the damping of (3.11), the strain limit ({} "
      "times the rest length) and its published step falls from {:.0f} % of its height. L13 finds "
      "that Verlet and Euler-Cromer look the same.",
      strain_limit, 100 * fall_share)});
  for (const Subject& s : meshes) {
    progress()(0.7, "L13: Figure 6.2, " + s.published->name);
    Played verlet = play(s, Integrator::verlet, "Verlet", between, settings.backend);
    Played cromer = play(s, Integrator::euler_cromer, "Euler-Cromer", between, settings.backend);
    double difference = 0;
    for (std::size_t i = 0; i < verlet.heights.size(); ++i)
      difference = std::max(difference, std::abs(verlet.heights[i] - cromer.heights[i]));
    table.rows.push_back({s.published->name, "the same", fixed(verlet.heights.back(), 3),
                          fixed(cromer.heights.back(), 3), significant(difference, 2)});
    section.add(std::move(verlet.pictures));
    section.add(std::move(cromer.pictures));
  }
  section.add(std::move(table));
}

}  // namespace pliant::app::l13
