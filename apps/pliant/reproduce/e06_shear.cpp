#include <fmt/format.h>

#include <cmath>

#include "progress_bar.h"
#include "reproduce/e06_cube.h"
#include "reproduce/e06_pictures.h"

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

Table glued_table() {
  using enum Source;
  return {"9.4",
          "9.4, top and bottom glued to what moves them, sides free: the force through the plane "
          "between them, N; particles, tetrahedra and edges; torque (N m)",
          {{"law", "Law"},
           {"published_counts", "mesh", published},
           {"counts", "mesh", ours},
           {"expected", "expected, A G γ", published},
           {"shear", "shear", ours},
           {"shear_percent", "from A G γ", ours},
           {"elastic", "elastic", ours},
           {"flux", "both", ours},
           {"percent", "from A G γ", ours},
           {"fine", "both, in a finer cube", ours},
           {"torque", "torque", ours}},
          {}};
}

Table whole_table() {
  using enum Source;
  return {"9.4, homogeneous",
          "The whole surface led along x += γ y, so that the shear is the same everywhere",
          {{"law", "Law"},
           {"exact", "our formula, N", ours},
           {"flux", "flux, N", ours},
           {"percent", "from the formula", ours},
           {"percent_linear", "from A G γ", ours},
           {"torque", "torque, N m", ours}},
          {}};
}

void add_findings(const std::map<std::string, CubeCourse>& courses, Section& section) {
  const auto answer = [&](const std::string& form, const std::vector<double> CubeCourse::*part) {
    const auto away = [&](const std::string& model) {
      return std::abs((courses.at(model + form).*part).back() / expected - 1);
    };
    const double one = away("CPM1"), two = away("CPM2");
    return Findings::Answer{two < one,
                            fmt::format("{:.1f} and {:.1f} % away", 100 * two, 100 * one)};
  };
  Findings findings("9.4, findings", "What E06 tells of the shear flux");
  const auto add = [&](const std::string& finding, const std::vector<double> CubeCourse::*part) {
    findings.add(finding, answer(" as published", part), answer("", part));
  };
  add("CPM2's is nearer to A G γ than CPM1's", &CubeCourse::shear);
  add("the same of both parts together", &CubeCourse::all);
  section.add(std::move(findings.table));
}

void add_plot(const std::map<std::string, CubeCourse>& courses, Section& section) {
  std::vector<Series> lines;
  const std::map<std::string, std::string> colours{{"CPM1", "#7a4fc0"}, {"CPM2", "#c94f28"}};
  for (const auto& [model, colour] : colours)
    for (const bool published : {true, false})
      lines.push_back(curve(model + (published ? " as published" : ", ours"),
                            courses.at(model + (published ? " as published" : "")).shear, 1, colour,
                            published));
  const CubeCourse& longest = courses.at("CPM3");
  Series line{"A G γ", {}, expected_colour};
  for (const double m : longest.moved) line.values.push_back(shear * m / 1e3);
  lines.insert(lines.begin(), std::move(line));  // below the others
  section.add(flux_plot("Figure 9.5: the shear flux over time; as published dashed", "shear",
                        longest, std::move(lines)));
}

}  // namespace

void add_shear(const Plan& plan, Report& report) {
  const CubeMesh mesh = cube_mesh(plan, "cube150", 5);
  const CubeMesh fine = cube_mesh(plan, "cube_fine", plan.settings.quick ? 6 : 9);
  Table glued = glued_table(), whole = whole_table();
  std::map<std::string, CubeCourse> courses;
  Section& section = report.section("9.4: shear");
  section.add(Paragraph{fmt::format(
      "Top and bottom of the cube of 9.3 are moved apart sideways until they have gone {0} m, and "
      "rest then. E06 expects A G γ = 5.7·10⁵ N and finds both models not far from it, CPM2 "
      "nearer. With their particles free to move up and down the cube would turn instead of being "
      "sheared; so the two faces are glued to what moves them, which E06 does not say of its own. "
      "The sides are free: near them there is no shear stress, and the flux is no longer that of a "
      "homogeneous shear.",
      angle)});
  for (const Law& law : plan.laws) {
    progress()(0.4, "E06: 9.4, " + law.name);
    CubeCourse c = deform(plan, law, mesh, "shear", angle);
    const CubeCourse finer = deform(plan, law, fine, "shear", angle);
    std::vector<Cell> row =
        flux_cells(law, c, {expected, 1, &CubeCourse::shear, &CubeCourse::elastic});
    row.push_back(newtons(finer.flux()));
    row.push_back(significant(c.torque, 2));
    glued.rows.push_back(std::move(row));
    if (!c.problem.empty())
      section.add(Remark{fmt::format("{} runs away: {}", law.name, c.problem)});
    const CubeCourse homogeneous = shear_whole_surface(plan, law, mesh, angle);
    const double exact = corotated_shear(angle), flux = homogeneous.flux();
    whole.rows.push_back({law.name, law.is_tensor ? newtons(exact) : nothing(), newtons(flux),
                          law.is_tensor ? deviation(flux, exact) : nothing(),
                          deviation(flux, expected), significant(homogeneous.torque, 2)});
    report.facts["9.4"][law.name] = {{"glued", c.flux() / expected - 1},
                                     {"homogeneous", flux / (law.is_tensor ? exact : expected) - 1},
                                     {"torque", c.torque}};
    courses[law.name] = std::move(c);
  }
  section.add(std::move(glued));
  add_findings(courses, section);
  add_plot(courses, section);
  section.add(Paragraph{"Figure 9.6: the cube before and when it is sheared."});
  const CubeCourse& shown = courses.at("CPM1");
  section.add(drawn(shown.mesh->mesh(), {{shown.rest, "at rest"},
                                         {courses.at("CPM1 as published").end, "CPM1 as published"},
                                         {shown.end, "CPM1"},
                                         {courses.at("CPM2 as published").end, "CPM2 as published"},
                                         {courses.at("CPM2").end, "CPM2"},
                                         {courses.at("CPM3").end, "CPM3"}}));
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
  section.add(Remark{fmt::format(
      "The force that shears the cube and the height of 1 m make a moment of {:.1f}·10⁵ N m; the "
      "torques beside it are what CPM1 and CPM2 add out of nothing, because their forces are not "
      "in line with each other. CPM3's and the springs' are zero to rounding.",
      expected / 1e5)});
}

}  // namespace pliant::app::e06
