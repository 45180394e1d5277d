#include <fmt/format.h>
#include <pliant/box.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

#include "progress_bar.h"
#include "reproduce/e06_cube.h"

// 9.3: two faces of a cube of rubber are moved apart or together.

namespace pliant::app::e06 {

namespace {

constexpr double strain = 0.16;
constexpr double expected = young * strain;  // N, on 1 m²

struct Both {
  CubeCourse stretched, compressed;
  double elastic(bool stretch) const {
    return stretch ? stretched.elastic.back() : -compressed.elastic.back();
  }
};
using Courses = std::map<std::string, Both>;

std::vector<Cell> row_of(const Law& law, const CubeCourse& c, double sign) {
  std::vector<Cell> row =
      flux_cells(law, c, {expected, sign, &CubeCourse::elastic, &CubeCourse::shear});
  row.push_back(fixed(c.volumes.back(), 3));
  row.push_back(fixed(bounding_box(c.end).size().y, 3));
  row.push_back(significant(c.torque, 2));
  return row;
}

Table fluxes(const Plan& plan, const Courses& courses, bool stretch) {
  using enum Source;
  const std::string word = stretch ? "stretch" : "compression";
  Table table{"9.3, " + word,
              fmt::format("9.3, {} by {}: the force through the middle, N; particles, tetrahedra "
                          "and edges; volume over that at rest, width (m) and torque (N m)",
                          word, strain),
              {{"law", "Law"},
               {"published_counts", "mesh", published},
               {"counts", "mesh", ours},
               {"expected", "expected, A E ε", published},
               {"elastic", "elastic", ours},
               {"elastic_percent", "from A E ε", ours},
               {"shear", "shear", ours},
               {"flux", "both", ours},
               {"percent", "from A E ε", ours},
               {"volume", "volume", ours},
               {"width", "width", ours},
               {"torque", "torque", ours}},
              {}};
  for (const Law& law : plan.laws) {
    const Both& b = courses.at(law.name);
    table.rows.push_back(stretch ? row_of(law, b.stretched, 1) : row_of(law, b.compressed, -1));
  }
  return table;
}

// How far the elastic flux lies from a straight line over the strain, over its last value.
double bend(const CubeCourse& c) {
  double worst = 0;
  for (std::size_t i = 0; i < c.moved.size(); ++i)
    worst =
        std::max(worst, std::abs(c.elastic[i] / c.elastic.back() - c.moved[i] / c.moved.back()));
  return worst;
}

void add_findings(const Courses& courses, Section& section) {
  using Answer = Findings::Answer;
  Findings findings("9.3, findings", "What E06 tells of its curves of the elastic flux");
  const auto with_form = [&](const std::string& finding, const auto& answer) {
    findings.add(finding, answer(" as published"), answer(""));
  };
  const auto elastic = [&](const std::string& law, bool stretch) {
    return courses.at(law).elastic(stretch);
  };
  for (const std::string model : {"CPM1", "CPM2"})
    with_form(model + " has more when compressed than when stretched", [&](const char* form) {
      const double a = elastic(model + form, false), b = elastic(model + form, true);
      return Answer{clearly_more(a, b), fmt::format("{:.2f} and {:.2f}·10⁵ N", a / 1e5, b / 1e5)};
    });
  for (const bool stretch : {true, false})
    with_form(fmt::format("CPM2 has more than CPM1, {}", stretch ? "stretched" : "compressed"),
              [&](const std::string& form) {
                const double a = elastic("CPM2" + form, stretch),
                             b = elastic("CPM1" + form, stretch);
                return Answer{clearly_more(a, b),
                              fmt::format("{:.2f} and {:.2f}·10⁵ N", a / 1e5, b / 1e5)};
              });
  with_form("CPM2 stretched is nearest to A E ε", [&](const std::string& form) {
    std::string nearest;
    double least = 1e300, of_cpm2 = 0;
    for (const std::string model : {"CPM1", "CPM2"})
      for (const bool stretch : {true, false}) {
        const double away = std::abs(elastic(model + form, stretch) / expected - 1);
        if (model == "CPM2" && stretch) of_cpm2 = away;
        if (away < least) {
          least = away;
          nearest = model + (stretch ? " stretched" : " compressed");
        }
      }
    return Answer{of_cpm2 <= least, fmt::format("{}, {:.1f} % away", nearest, 100 * least)};
  });
  for (const std::string model : {"CPM1", "CPM2"})
    with_form(model + " is linear in the strain", [&](const char* form) {
      const Both& b = courses.at(model + form);
      const double worst = std::max(bend(b.stretched), bend(b.compressed));
      return Answer{worst < 0.05, fmt::format("within {:.1f} % of a line", 100 * worst)};
    });
  section.add(std::move(findings.table));
}

void add_plots(const Courses& courses, Section& section) {
  int figure = 3;
  for (const std::string model : {"CPM1", "CPM2"}) {
    std::vector<Series> lines;
    for (const bool published : {true, false}) {
      const Both& b = courses.at(model + (published ? " as published" : ""));
      const std::string form = published ? ", as published" : ", ours";
      lines.push_back(
          curve("elastic, stretched" + form, b.stretched.elastic, 1, "#d1603d", published));
      lines.push_back(
          curve("elastic, compressed" + form, b.compressed.elastic, -1, "#c69214", published));
      lines.push_back(curve("shear, stretched" + form, b.stretched.shear, 1, "#3b82c4", published));
      lines.push_back(
          curve("shear, compressed" + form, b.compressed.shear, -1, "#2a9d7f", published));
    }
    const CubeCourse& longest = courses.at(model).stretched;
    Series line{"A E ε", {}, expected_colour};
    for (const double m : longest.moved) line.values.push_back(young * m / 1e3);
    lines.insert(lines.begin(), std::move(line));  // below the others
    section.add(flux_plot(fmt::format("Figure 9.{}: {}, the elastic and the shear flux over time; "
                                      "as published dashed",
                                      figure++, model),
                          "flux" + model, longest, std::move(lines)));
  }
}

}  // namespace

void add_stretch(const Plan& plan, Report& report) {
  const CubeMesh mesh = cube_mesh(plan, "cube150", 5);
  Courses courses;
  Section& section = report.section("9.3: stretch and compression");
  section.add(Paragraph{
      "Two opposite faces of a cube of 1 m are moved apart or together by 0.16 m within 0.8 s, and "
      "rest then; their particles are free to slide sideways, as in E06. The flux is the force "
      "that relations carry across a plane in the middle, along the pull; the elastic one is what "
      "E does alone, with its damping, the shear one what G does. Of a stress tensor that is "
      "linear in the stretches, as CPM3's is, the whole is A E ε = 4.8·10⁵ N exactly, whatever "
      "Poisson's ratio, because the sides and the sliding faces carry nothing sideways. E06 prints "
      "that expected value and shows curves, no numbers. All motion is damped by a hundredth a "
      "step here; whether E06's was is not told. The torque is that of the internal forces about "
      "the middle: forces that are not in line with each other have one."});
  for (const Law& law : plan.laws) {
    progress()(0.3, "E06: 9.3, " + law.name);
    Both& b = courses[law.name];
    b.stretched = deform(plan, law, mesh, "stretch", strain);
    b.compressed = deform(plan, law, mesh, "stretch", -strain);
    for (const CubeCourse* c : {&b.stretched, &b.compressed})
      if (!c->problem.empty())
        section.add(Remark{fmt::format("{} runs away: {}", law.name, c->problem)});
    report.facts["9.3"][law.name] = {{"stretch", b.stretched.flux() / expected - 1},
                                     {"compression", -b.compressed.flux() / expected - 1}};
  }
  section.add(fluxes(plan, courses, true));
  section.add(fluxes(plan, courses, false));
  add_findings(courses, section);
  add_plots(courses, section);
  section.add(Remark{
      "Whether E06's flux adds up forces or their lengths is not told; here it is their component "
      "along the pull, so that elastic and shear flux together are the force. CPM1 and CPM2 have "
      "no constant that is Young's modulus of the whole: how stiff they are follows from E and G "
      "together."});
}

}  // namespace pliant::app::e06
