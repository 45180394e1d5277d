#include <fmt/format.h>
#include <pliant/box.h>
#include <pliant/quality.h>

#include <cmath>

#include "progress_bar.h"
#include "reproduce/e06_cube.h"
#include "reproduce/plot.h"

// 9.3, 9.5 and 9.6: two faces of a cube of rubber are moved apart or together.

namespace pliant::app::e06 {

namespace {

constexpr double strain = 0.16;
constexpr double expected = young * strain;  // N, on 1 m²

std::vector<Series> fluxes(const std::vector<CubeCourse>& courses, const Plan& plan, double sign,
                           std::vector<double>& strains) {
  std::vector<Series> lines;
  for (std::size_t i = 0; i < courses.size(); ++i) {
    if (courses[i].moved.size() > strains.size()) {
      strains.clear();
      for (const double m : courses[i].moved) strains.push_back(sign * m);
    }
    Series line{plan.laws[i].name, {}, plan.laws[i].colour};
    for (const double f : courses[i].normal) line.values.push_back(sign * f / 1e3);
    lines.push_back(std::move(line));
  }
  Series exact{"A E ε", {}, expected_colour};
  for (const double s : strains) exact.values.push_back(young * s / 1e3);
  lines.insert(lines.begin(), std::move(exact));  // below the others
  for (Series& line : lines) line.values.resize(strains.size(), std::nan(""));
  return lines;
}

double width(const std::vector<Vec3d>& points) {
  return bounding_box(points).size().y;
}

// The pressure by which a constraint keeps the volume is what the free sides have to balance: the
// flux across them, by their area. On the moved faces it comes on top of the flux along the pull.
double force_with_pressure(const CubeCourse& c) {
  const Vec3d size = bounding_box(c.end).size();
  const double pressure = c.across / (size.x * size.z);
  return c.flux_normal() - pressure * size.y * size.z;
}

void add_fluxes(const Plan& plan, const CubeMesh& mesh, const std::string& word, double sign,
                Section& section, Report& report) {
  using enum Source;
  Table table{"9.3, " + word,
              fmt::format("9.3, {} by {}: the force through the middle, N", word, strain),
              {{"law", "Law"},
               {"expected", "A E ε", published},
               {"flux", "flux", ours},
               {"percent", "from A E ε", ours},
               {"elastic", "elastic part", ours},
               {"shear", "shear part", ours},
               {"volume", "volume over that at rest", ours},
               {"width", "width, m", ours}},
              {}};
  std::vector<CubeCourse> courses;
  for (const Law& law : plan.laws) {
    progress()(0.3, fmt::format("E06: 9.3, {}, {}", word, law.name));
    CubeCourse c = deform(plan, law, mesh, "stretch", sign * strain);
    const double flux = std::abs(c.flux_normal());
    std::vector<Cell> row{law.name,
                          newtons(expected),
                          newtons(flux),
                          deviation(flux, expected),
                          nothing(),
                          nothing(),
                          fixed(c.volumes.back(), 3),
                          fixed(width(c.end), 3)};
    if (law.has_parts) {
      const FluxParts parts = flux_parts(plan, law, mesh, "stretch", c);
      row[4] = newtons(sign * parts.elastic_normal);
      row[5] = newtons(sign * parts.shear_normal);
    }
    if (!c.problem.empty())
      section.add(Remark{fmt::format("{} runs away: {}", law.name, c.problem)});
    report.facts["9.3"][law.name][word] = flux / expected - 1;
    table.rows.push_back(std::move(row));
    courses.push_back(std::move(c));
  }
  section.add(std::move(table));
  std::vector<double> strains;
  const std::vector<Series> lines = fluxes(courses, plan, sign, strains);
  const std::string title = fmt::format("9.3, {}: flux over strain", word);
  section.add(Plot{
      title, inline_svg(line_script(strains, lines, "strain", "flux, kN"), 900, 320, word, title)});
}

}  // namespace

void add_stretch(const Plan& plan, Report& report) {
  const CubeMesh mesh = cube_mesh(plan, "cube150", 5);
  Section& section = report.section("9.3: stretch and compression");
  section.add(Paragraph{
      "Two opposite faces of a cube of 1 m are moved apart or together by 0.16 m within 0.8 s, and "
      "rest then; their particles are free to slide sideways, as in E06. The flux is the force "
      "that relations carry across a plane in the middle. It stands for the nominal stress: for a "
      "stress tensor that is linear in the stretches, as CPM3's is, it is A E ε = 4.8·10⁵ N "
      "exactly, whatever Poisson's ratio, because the sides and the sliding faces carry nothing "
      "sideways. E06 shows curves only: all near 4.8·10⁵ N and straight, larger for compression "
      "than for stretching, CPM2's larger than CPM1's, and nearest for CPM2 stretched."});
  add_fluxes(plan, mesh, "stretch", 1, section, report);
  add_fluxes(plan, mesh, "compression", -1, section, report);
  section.add(Remark{
      "The elastic and the shear part are what E and G do alone in the same positions; the force "
      "through the plane is their sum. E06 shows them as two curves, and tells of the elastic one "
      "that it is near A E ε; whether its flux adds up forces or their lengths is not told. CPM2 "
      "has no constant that is Young's modulus of the whole: how stiff it is follows from E and G "
      "together, and the cube comes out softer than A E ε."});
}

void add_coarse_and_fine(const Plan& plan, Report& report) {
  using enum Source;
  const CubeMesh coarse = cube_mesh(plan, "cube_coarse", 4);
  const CubeMesh fine = cube_mesh(plan, "cube_fine", plan.settings.quick ? 6 : 9);
  Table table{"9.5",
              "9.5: the flux in a coarse and a fine cube, stretched and compressed by 0.16",
              {{"law", "Law"},
               {"way", ""},
               {"published", "difference, about", published},
               {"coarse", "coarse, N", ours},
               {"fine", "fine, N", ours},
               {"percent", "difference", ours}},
              {}};
  std::size_t counts[2] = {};
  for (const Law& law : plan.laws)
    for (const double sign : {1.0, -1.0}) {
      progress()(0.5, "E06: 9.5, " + law.name);
      const CubeCourse a = deform(plan, law, coarse, "stretch", sign * strain);
      const CubeCourse b = deform(plan, law, fine, "stretch", sign * strain);
      counts[0] = a.vertices;
      counts[1] = b.vertices;
      const double of_coarse = std::abs(a.flux_normal()), of_fine = std::abs(b.flux_normal());
      table.rows.push_back({law.name, sign > 0 ? "stretched" : "compressed",
                            law.name == "CPM1"   ? Cell("10 %", 10)
                            : law.name == "CPM2" ? Cell("1 %", 1)
                                                 : nothing(),
                            newtons(of_coarse), newtons(of_fine), deviation(of_coarse, of_fine)});
      report.facts["9.5"][law.name][sign > 0 ? "stretch" : "compression"] = of_coarse / of_fine - 1;
    }
  Section& section = report.section("9.5: coarse and fine");
  section.add(Paragraph{fmt::format(
      "The experiment of 9.3 on a cube of {} particles and on one of {} (E06: 124 and 1035).",
      counts[0], counts[1])});
  section.add(std::move(table));
}

void add_volume(const Plan& plan, Report& report) {
  using enum Source;
  constexpr double compression = -0.24;
  const CubeMesh mesh = cube_mesh(plan, "cube150", 5);
  Table table{"9.6",
              "9.6: compressed by 0.24, with and without the constraint of the volume",
              {{"law", "Law"},
               {"constrained", "constrained", ours},
               {"published", "largest change of volume", published},
               {"change", "largest change of volume", ours},
               {"flux", "flux of the material, N", ours},
               {"force", "force on a face, N", ours},
               {"width", "width, m", ours}},
              {}};
  std::vector<Series> lines;
  std::vector<double> strains;
  std::vector<std::string> problems;
  for (const Law& law : plan.laws)
    for (const bool constrained : {false, true}) {
      progress()(0.6, "E06: 9.6, " + law.name);
      const CubeCourse c = deform(plan, law, mesh, "stretch", compression,
                                  {{"keep_volume", constrained ? "true" : "false"}});
      const bool told = law.name == "CPM1" || law.name == "CPM2";
      table.rows.push_back({law.name, yes_or_no(constrained),
                            !told         ? nothing()
                            : constrained ? Cell("0.0046", 0.0046)
                                          : Cell("0.24", 0.24),
                            significant(c.worst_volume(), 2), newtons(std::abs(c.flux_normal())),
                            newtons(std::abs(force_with_pressure(c))), fixed(width(c.end), 3)});
      if (constrained) report.facts["9.6"][law.name] = c.worst_volume();
      if (!c.problem.empty()) problems.push_back(law.name + " runs away: " + c.problem);
      strains.clear();
      for (const double m : c.moved) strains.push_back(-m);
      if (!constrained) lines.push_back({law.name, c.volumes, law.colour});
    }
  Section& section = report.section("9.6: volume");
  section.add(Paragraph{
      "The experiment of 9.3, compressed by 0.24, without and with the constraint that keeps the "
      "volume of the whole cube; the corrected form. E06 finds a change of 0.46 % with "
      "it and of 24 % without it, that is no sideways extension at all, and less elastic flux with "
      "it than without."});
  section.add(std::move(table));
  section.add(Remark{
      "E06 finds it counter-intuitive that the cube seems easier to compress with its volume kept. "
      "The flux counts what the material carries, not what the constraint does: that is a pressure "
      "which the free sides balance, so it can be read from the flux across them. With it, the "
      "force on a moved face is larger than without the constraint, as one expects."});
  for (const std::string& problem : problems) section.add(Remark{problem});
  const std::string title = "Figure 9.11: the volume without the constraint, over that at rest";
  section.add(Plot{title, inline_svg(line_script(strains, lines, "compression", "volume", false),
                                     900, 280, "volumes", title)});
}

}  // namespace pliant::app::e06
