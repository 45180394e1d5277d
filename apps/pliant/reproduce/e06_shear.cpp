#include <fmt/format.h>

#include <cmath>

#include "progress_bar.h"
#include "reproduce/e06_cube.h"
#include "reproduce/plot.h"

// 9.4: two opposite faces of a cube of rubber are moved apart sideways.

namespace pliant::app::e06 {

namespace {

constexpr double angle = 0.57;              // rad; also the distance moved, of 1 m
constexpr double expected = shear * angle;  // N, on 1 m²

/// The force along x that a homogeneous simple shear x += γ y needs on 1 m² at rest across y: the
/// nominal (first Piola-Kirchhoff) stress P = R (2 μ (S - 1) + λ tr(S - 1)) with F = R S. R turns
/// by φ with tan φ = γ/2.
double corotated_shear(double gamma) {
  const double mu = young / (2 * (1 + poisson));
  const double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  const double c = 2 / std::hypot(2, gamma), s = gamma / std::hypot(2, gamma);
  const double s_yy = s * gamma + c, trace = c + s_yy - 2;
  return c * 2 * mu * s + s * (2 * mu * (s_yy - 1) + lambda * trace);
}

}  // namespace

void add_shear(const Plan& plan, Report& report) {
  using enum Source;
  const CubeMesh mesh = cube_mesh(plan, "cube150", 5);
  const CubeMesh fine = cube_mesh(plan, "cube_fine", plan.settings.quick ? 6 : 9);
  Table glued{"9.4",
              "9.4, top and bottom glued to what moves them, sides free: the force through the "
              "plane between them, N",
              {{"law", "Law"},
               {"expected", "A G γ", published},
               {"flux", "flux", ours},
               {"percent", "from A G γ", ours},
               {"elastic", "elastic part", ours},
               {"shear", "shear part", ours},
               {"fine", "flux in a finer cube", ours}},
              {}};
  Table whole{"9.4, homogeneous",
              "The whole surface led along x += γ y, so that the shear is the same everywhere",
              {{"law", "Law"},
               {"exact", "exact, N", published},
               {"flux", "flux, N", ours},
               {"percent", "from the exact value", ours},
               {"percent_linear", "from A G γ", ours}},
              {}};
  std::vector<Series> lines;
  std::vector<double> angles;
  Section& section = report.section("9.4: shear");
  section.add(Paragraph{fmt::format(
      "Top and bottom of the cube of 9.3 are moved apart sideways until they have gone {0} m, and "
      "rest then. E06 expects A G γ = 5.7·10⁵ N and finds both models not far from it, CPM2 "
      "nearer. With their particles free to move up and down the cube would turn instead of "
      "being sheared; so the two faces are glued to what moves them. The sides are free: near "
      "them there is no shear stress, and the flux is no longer that of a homogeneous shear.",
      angle)});
  for (const Law& law : plan.laws) {
    progress()(0.4, "E06: 9.4, " + law.name);
    const CubeCourse c = deform(plan, law, mesh, "shear", angle);
    const CubeCourse finer = deform(plan, law, fine, "shear", angle);
    std::vector<Cell> row{law.name,
                          newtons(expected),
                          newtons(c.flux_tangential()),
                          deviation(c.flux_tangential(), expected),
                          nothing(),
                          nothing(),
                          newtons(finer.flux_tangential())};
    if (law.has_parts) {
      const FluxParts parts = flux_parts(plan, law, mesh, "shear", c);
      row[4] = newtons(parts.elastic_tangential);
      row[5] = newtons(parts.shear_tangential);
    }
    glued.rows.push_back(std::move(row));
    if (!c.problem.empty())
      section.add(Remark{fmt::format("{} runs away: {}", law.name, c.problem)});
    const CubeCourse homogeneous = shear_whole_surface(plan, law, mesh, angle);
    const double exact = corotated_shear(angle), flux = homogeneous.flux_tangential();
    whole.rows.push_back({law.name, law.is_tensor ? newtons(exact) : nothing(), newtons(flux),
                          law.is_tensor ? deviation(flux, exact) : nothing(),
                          deviation(flux, expected)});
    report.facts["9.4"][law.name] = {
        {"glued", c.flux_tangential() / expected - 1},
        {"homogeneous", flux / (law.is_tensor ? exact : expected) - 1}};
    if (c.moved.size() > angles.size()) angles = c.moved;
    Series line{law.name, {}, law.colour};
    for (const double f : c.tangential) line.values.push_back(f / 1e3);
    lines.push_back(std::move(line));
  }
  Series linear{"A G γ", {}, expected_colour};
  for (const double a : angles) linear.values.push_back(shear * a / 1e3);
  lines.insert(lines.begin(), std::move(linear));  // below the others
  for (Series& line : lines) line.values.resize(angles.size(), std::nan(""));
  section.add(std::move(glued));
  const std::string title = "Figure 9.5: flux over the angle of shear";
  section.add(Plot{title, inline_svg(line_script(angles, lines, "angle, rad", "flux, kN"), 900, 320,
                                     "shear", title)});
  section.add(Paragraph{fmt::format(
      "An exact value needs a shear that is the same everywhere: here all of the surface is led "
      "along x += γ y, and what lies inside finds its rest. The flux across a plane that was "
      "horizontal is then the nominal stress (first Piola-Kirchhoff, force by area at rest) times "
      "1 m². Of a stress that is linear in the stretches and turns along, as CPM3's, with F = R S "
      "it is the xy component of R (2 μ (S - 1) + λ tr(S - 1)): {:.3f}·10⁵ N with E = 3 MPa and "
      "Poisson's ratio {}. It is more than A G γ because the stretches of a simple shear have a "
      "trace, and because the planes are turned: A G γ holds for small angles.",
      corotated_shear(angle) / 1e5, poisson)});
  section.add(std::move(whole));
}

}  // namespace pliant::app::e06
