#include <fmt/format.h>

#include <array>
#include <cmath>

#include "gnuplot.h"
#include "progress_bar.h"
#include "reproduce/e06.h"

// Figure 7.3: the force of a single tetrahedron on its top vertex, moved up and down or sideways.

namespace pliant::app::e06 {

namespace {

constexpr double next_to_nothing = 1e-9;  // of a modulus that shall not count; laws refuse 0
constexpr double largest_move = 0.5;      // of the height
constexpr int points = 41;

// Regular, with edges of 1 m; the base lies in y = 0.
std::shared_ptr<const TetMesh> tetrahedron() {
  const double r = 1 / std::sqrt(3.0), h = std::sqrt(2.0 / 3);
  Mesh mesh;
  mesh.vertices = {{r, 0, 0}, {-r / 2, 0, 0.5}, {-r / 2, 0, -0.5}, {0, h, 0}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  return std::make_shared<const TetMesh>(std::move(mesh));
}

/// One law on the tetrahedron.
class Single {
 public:
  Single(const Law& law, double young_modulus, double shear_modulus) {
    Simulation sim;
    sim.add_body({.density = density, .solid = tetrahedron()});
    sim.settings.value.steps = 1;
    sim.add(law.forces(young_modulus, shear_modulus));
    RunOptions options;
    options.model.precision = Precision::double_precision;
    run_ = std::make_unique<SceneRun>(sim, options);
  }
  /// With which the top is pulled back, N, along the direction it is moved in by this many heights.
  double pull(const Vec3d& direction, double heights) {
    State& state = run_->bodies()[0].state;
    const auto rest = run_->bodies()[0].mesh->vertices();
    std::vector<Vec3d> x(rest.begin(), rest.end());
    x[3] += direction * (heights * rest[3].y);
    state.set_positions(x);
    return -dot(state.forces()[3], direction);
  }

 private:
  std::unique_ptr<SceneRun> run_;
};

struct Curves {
  std::vector<double> total, elastic, shear;  // kN
};

std::vector<double> moves() {
  std::vector<double> out;
  for (int i = 0; i < points; ++i) out.push_back(largest_move * (2.0 * i / (points - 1) - 1));
  return out;
}

std::vector<double> curve(Single single, const Vec3d& direction) {
  std::vector<double> out;
  for (const double move : moves()) out.push_back(1e-3 * single.pull(direction, move));
  return out;
}

// N by height moved, at rest.
double slope(Single single, const Vec3d& direction) {
  constexpr double small = 1e-5;
  return (single.pull(direction, small) - single.pull(direction, -small)) / (2 * small);
}

Curves curves(const Law& law, const Vec3d& direction) {
  Curves all{curve({law, young, shear}, direction), {}, {}};
  if (!law.has_parts) return all;
  all.elastic = curve({law, young, shear * next_to_nothing}, direction);
  all.shear = curve({law, young * next_to_nothing, shear}, direction);
  return all;
}

struct Way {
  std::string id, title, axis;
  Vec3d direction;
};

Table slopes(const Plan& plan, const Way& way, bool& none_is_zero) {
  using enum Source;
  Table table{"figure 7.3, " + way.id,
              way.title + ": how much more force a height moved takes at rest, in kN",
              {{"law", "Law"},
               {"published_elastic", "elastic", published},
               {"elastic", "elastic part", ours},
               {"shear", "shear part", ours},
               {"total", "in all", ours}},
              {}};
  const auto kilonewtons = [](double newtons) { return significant(1e-3 * newtons, 4); };
  for (const Law& law : plan.laws) {
    const double total = slope({law, young, shear}, way.direction);
    std::vector<Cell> row{law.name, law.name == "CPM2" ? Cell("0", 0) : nothing(), nothing(),
                          nothing(), kilonewtons(total)};
    if (law.has_parts) {
      const double elastic = slope({law, young, shear * next_to_nothing}, way.direction);
      row[2] = kilonewtons(elastic);
      row[3] = kilonewtons(slope({law, young * next_to_nothing, shear}, way.direction));
      none_is_zero &= std::abs(elastic) > 1e-3 * std::abs(total);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

void add_plots(const Plan& plan, const Way& way, Section& section) {
  std::vector<Series> totals;
  for (const Law& law : plan.laws) {
    Curves all = curves(law, way.direction);
    if (law.has_parts) {
      const std::string title = fmt::format("{}, {}: its parts", way.title, law.name);
      const std::vector<Series> parts{{"elastic", all.elastic, "#d1603d"},
                                      {"shear", all.shear, "#3b82c4"},
                                      {"in all", all.total, expected_colour}};
      section.add(Plot{title, inline_svg(line_script(moves(), parts, way.axis, "force, kN", false),
                                         900, 300, way.id + law.name, title)});
    }
    totals.push_back({law.name, std::move(all.total), law.colour});
  }
  const std::string title = way.title + ": all laws";
  section.add(Plot{title, inline_svg(line_script(moves(), totals, way.axis, "force, kN", false),
                                     900, 300, way.id + "all", title)});
}

}  // namespace

void add_tetrahedron(const Plan& all, Report& report) {
  progress()(0.01, "E06: Figure 7.3");
  // Of one regular tetrahedron both diagrams are the same, and nothing moves that could be damped.
  Plan plan = all;
  std::erase_if(plan.laws, [](const Law& law) { return law.as_published; });
  const std::array ways{
      Way{"compression", "Figure 7.3 (a), up and down", "top moved up, heights", {0, 1, 0}},
      Way{"shear", "Figure 7.3 (b), sideways", "top moved sideways, heights", {1, 0, 0}}};
  Section& section = report.section("Figure 7.3: a single tetrahedron");
  section.add(Paragraph{
      "A regular tetrahedron with edges of 1 m stands on its base. Its top is moved up and down, "
      "or sideways toward a corner of the base, and the force with which it is pulled back is "
      "shown: positive where the tetrahedron resists. E06 7.5 shows such curves of CPM2, computed "
      "apart from its program, where the elastic force has zero slope at rest for both; it takes "
      "that as a sign that the model is wrong. The parts of CPM1 and CPM2 are those of E alone and "
      "of G alone; as published and as ours they are the same here."});
  bool none_is_zero = true;
  for (const Way& way : ways) {
    section.add(slopes(plan, way, none_is_zero));
    add_plots(plan, way, section);
  }
  section.add(Remark{
      none_is_zero
          ? "Our reading of CPM2, in which the stored normal is carried along by the tetrahedron "
            "and its length along the normal of the sub-face is the strain, does not share the "
            "published flaw: the elastic force has a slope at rest both ways. The length of the "
            "carried normal along the geometric one is 1 + n·ε n to first order, so the force is "
            "linear in the strain. What remains wrong with CPM2 is another matter: without the "
            "coupling of E and G by a stress tensor it has no Poisson's ratio."
          : "The elastic force of one of the laws has zero slope at rest, as published for CPM2."});
  report.facts["elastic_slope_at_rest"] = none_is_zero;
}

}  // namespace pliant::app::e06
