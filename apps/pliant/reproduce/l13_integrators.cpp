#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pliant/shapes.h>
#include <pliant/stability.h>
#include <pliant/threads.h>

#include <algorithm>
#include <cmath>

#include "gnuplot.h"
#include "progress_bar.h"
#include "reproduce/l13.h"
#include "reproduce/measure.h"

// Table 6.1: how large a step each integrator bears, and what it costs.

namespace pliant::app::l13 {

namespace {

struct Method {
  Integrator integrator;
  std::string title, colour;
  // ms, and their ratio as it is printed; 0: not in L13
  double published_time = 0, published_step = 0, published_ratio = 0;
  bool strong_damping = false;  // 0.1 and 0.1 instead of 0.001 and 0.01
};
const std::vector<Method>& methods() {
  static const std::vector<Method> list{
      {Integrator::euler, "Euler", "#d1603d", 9.6, 3.0, 0.313, true},
      {Integrator::midpoint, "Midpoint", "#c69214", 14.3, 3.5, 0.245, true},
      {Integrator::verlet, "Verlet", "#3b82c4", 9.6, 6.5, 0.677},
      {Integrator::euler_cromer, "Euler-Cromer", "#2a9d7f", 9.6, 6.5, 0.677},
      {Integrator::leap_frog, "Leap-frog", "#8a63b8"},
      {Integrator::runge_kutta_4, "Runge-Kutta 4", "#8b8f96"}};
  return list;
}

PublishedSolid solid(const Method& method, VolumeDamping damping) {
  return damped({.mass = 50,
                 .distance = 50,
                 .distance_damping = method.strong_damping ? 0.1 : 0.001,
                 .volume = 50,
                 .volume_damping = method.strong_damping ? 0.1 : 0.01},
                damping);
}

double estimate(const TetMesh& cube, const Method& method, VolumeDamping damping) {
  const Model model(published_solid(cube, solid(method, damping)));
  Dynamics dynamics;
  dynamics.integrator = method.integrator;
  return 1e3 * stable_step(model, dynamics);
}

constexpr double least_side = 2, most_side = 60;  // m

// The side at which the estimate for Verlet is L13's 6.5 ms. Larger cubes have stiffer volumes.
double side_for_published_step(const TetMesh& unit) {
  const Method& verlet = methods()[2];
  double low = least_side, high = most_side;
  while (high / low > 1.01) {
    const double middle = std::sqrt(low * high);
    if (estimate(scaled(unit, middle), verlet, VolumeDamping::gradient) > verlet.published_step)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// The largest step in ms with which the cube's fall stays stable: by doubling and halving. 0 where
// not even `least` is stable.
double largest_stable_step(const Fall& fall, const Method& method, bool quick) {
  const int looks = quick ? 8 : 20;
  constexpr double least = 0.25, most = 64;  // ms
  const double seconds = quick ? 1.2 : 3;
  const auto stable = [&](double step) {
    return let_fall(fall, fall.dynamics(method.integrator, 1e-3 * step), seconds, looks).stable;
  };
  double low = 1, high = 2;
  while (!stable(low)) {
    if (low <= least) return 0;
    high = std::exchange(low, low / 2);
  }
  while (low >= 1 && high < most && stable(high)) low = std::exchange(high, high * 2);
  while (high / low > (quick ? 1.06 : 1.01)) {
    const double middle = std::sqrt(low * high);
    (stable(middle) ? low : high) = middle;
  }
  return low;
}

struct Measured {
  double time = 0, step = 0, estimate = 0;  // ms
};

struct Variant {
  VolumeDamping damping;
  std::string id;
  std::vector<Measured> results = {};
  std::string words() const {
    return damping == VolumeDamping::none ? "damping of the springs alone"
                                          : "the volume damping of " + name_of(damping);
  }
};

bool ranking_holds(const std::vector<Measured>& r) {
  return r[0].step < r[1].step && r[1].step < r[2].step &&
         std::abs(r[2].step / r[3].step - 1) < 0.1;
}

void measure(Variant& variant, const TetMesh& cube, const ReproduceSettings& settings,
             double progress_from) {
  const int threads = thread_count();
  for (const Method& method : methods()) {
    progress()(progress_from + 0.02 * static_cast<double>(variant.results.size()),
               fmt::format("L13: Table 6.1, {}, {}", method.title, name_of(variant.damping)));
    const Fall falling(cube, solid(method, variant.damping), fall_share * height(cube.vertices()));
    Measured m{.step = largest_stable_step(falling, method, settings.quick),
               .estimate = estimate(cube, method, variant.damping)};
    set_thread_count(1);
    const State start(falling.model(), Fall::dynamics(method.integrator, 1e-4));
    m.time = 1e3 * time_of_step(start, patience(settings));
    set_thread_count(threads);
    variant.results.push_back(m);
  }
}

Table table_of(const Variant& variant) {
  using enum Source;
  Table table{variant.id,
              fmt::format("Table 6.1 with {}: computing time a step (ms, one thread), largest "
                          "stable step (ms), and step over time",
                          variant.words()),
              {{"method", "Method"},
               {"published_time", "Time", published},
               {"time", "ours", ours},
               {"published_step", "Step", published},
               {"step", "ours", ours},
               {"estimate", "our estimate", ours},
               {"published_ratio", "Ratio", published},
               {"ratio", "ours", ours}},
              {}};
  for (std::size_t i = 0; i < methods().size(); ++i) {
    const Method& p = methods()[i];
    const Measured& m = variant.results[i];
    const bool known = p.published_step > 0;
    table.rows.push_back({p.title, known ? fixed(p.published_time, 1) : nothing(),
                          significant(m.time, 2), known ? fixed(p.published_step, 1) : nothing(),
                          m.step > 0 ? fixed(m.step, 2) : Cell("none", 0), fixed(m.estimate, 2),
                          known ? fixed(p.published_ratio, 3) : nothing(),
                          m.step > 0 ? significant(m.step / m.time, 3) : Cell("–", 0)});
  }
  return table;
}

Plot steps_plot(const std::vector<Variant>& variants) {
  std::vector<std::string> groups;
  std::vector<Series> series{{"published", {}, "#9aa3ae"},
                             {"ours, damping (3.9)", {}, "#3b82c4"},
                             {"ours, damping (3.11)", {}, "#2a9d7f"},
                             {"ours, springs alone", {}, "#c69214"}};
  for (std::size_t i = 0; i < methods().size(); ++i) {
    groups.push_back(methods()[i].title);
    const double step = methods()[i].published_step;
    series[0].values.push_back(step > 0 ? step : std::nan(""));
    for (std::size_t v = 0; v < variants.size(); ++v)
      series[v + 1].values.push_back(variants[v].results[i].step);
  }
  const std::string title = "Largest stable step of each method";
  return {title, inline_svg(bar_script(groups, series, "ms", false), 900, 340, "steps", title)};
}

Plot sides_plot(const TetMesh& unit, double step) {
  std::vector<double> sides;
  std::vector<Series> series;
  for (double side = 2; side <= 30; side += step) sides.push_back(side);
  for (std::size_t i = 0; i < 4; ++i) {
    const Method& method = methods()[i];
    series.push_back({method.title, {}, method.colour});
    for (double side : sides)
      series.back().values.push_back(estimate(scaled(unit, side), method, VolumeDamping::gradient));
  }
  const std::string title =
      "Estimated largest stable step of small motions over the side of the cube, damping (3.9)";
  return {title, inline_svg(line_script(sides, series, "side, m", "ms"), 900, 340, "sides", title)};
}

std::string verdict(const Variant& v) {
  std::vector<std::string> steps;
  for (std::size_t i = 0; i < 4; ++i)
    steps.push_back(v.results[i].step > 0
                        ? fmt::format("{} {:.1f} ms", methods()[i].title, v.results[i].step)
                        : fmt::format("{} none", methods()[i].title));
  return fmt::format("With {}, {}: {}.", v.words(),
                     ranking_holds(v.results) ? "the published ranking holds"
                                              : "the published ranking does not hold",
                     fmt::join(steps, ", "));
}

}  // namespace

void add_integrators(const ReproduceSettings& settings, Report& report) {
  const TetMesh unit(make_shape("cube", {{"cells", 11}, {"tets_per_cell", 6}}));
  std::vector<Variant> variants{{VolumeDamping::gradient, "table 6.1"},
                                {VolumeDamping::normal, "table 6.1 with (3.11)"},
                                {VolumeDamping::none, "table 6.1, springs alone"}};
  const double side = side_for_published_step(unit);
  const TetMesh cube = scaled(unit, side);
  for (std::size_t i = 0; i < variants.size(); ++i)
    measure(variants[i], cube, settings, 0.08 + 0.13 * static_cast<double>(i));

  Section& section = report.section("Table 6.1: integrators");
  section.add(Paragraph{fmt::format(
      "A cube of {} vertices, {} tetrahedra and {} edges (L13: 1602, 7647, 9997), k_D = k_V = 50, "
      "mass 50 kg, damping 0.1 and 0.1 for Euler and midpoint, 0.001 and 0.01 for the others, "
      "falls "
      "on the floor. A step is stable when {} s of it end with finite positions and the total "
      "energy never exceeds that of the start by more than 5 %; the largest such step is found by "
      "doubling and halving on runs of the fall. L13 judges by eye. The forces of (3.11) have no "
      "energy; what they take up is counted as their work where every tetrahedron changes its size "
      "alone.",
      unit.vertices().size(), unit.tetrahedra().size(), unit.edges().size(),
      settings.quick ? 1.2 : 3.0)});
  section.add(Paragraph{fmt::format(
      "The side of L13's cube is not printed, and the steps depend on it, since the volume forces "
      "(3.8) grow with the fifth power of length. Ours is {:.1f} m: there our estimate for Verlet "
      "with the volume damping of (3.9) is the published 6.5 ms. The other steps follow from it.",
      side)});
  for (const Variant& v : variants) section.add(table_of(v));
  section.add(steps_plot(variants));
  section.add(sides_plot(unit, settings.quick ? 7 : 2));
  section.add(
      Remark{verdict(variants[0]) + " " + verdict(variants[1]) + " " + verdict(variants[2])});
  section.add(Remark{
      "Explicit Euler is stable only as far as damping outweighs it: for springs of constant k and "
      "damping c, up to c / k = 0.1 / 50 = 2 ms, whatever the mesh. That is our estimate with "
      "(3.9). L13 finds 3.0 ms: its damping (3.11) acts on more than the change of volume, so it "
      "allows more, and a slow growth over a short run is easily overlooked by eye. Verlet and "
      "Euler-Cromer are the same method but for how velocities enter the damping, so their steps "
      "are alike."});
  section.add(Remark{
      "With (3.11), the strong damping of 0.1 helps Euler and midpoint so much that midpoint comes "
      "level with Verlet and its weak one. All of these steps lie above the published ones: "
      "without "
      "the faces' areas, (3.11) makes softer volumes at this side. Its forces neither add up to "
      "zero nor come from an energy."});
  section.add(Remark{
      "L13's midpoint gains little over Euler; ours gains more. (3.16) as printed lacks the mass "
      "in its last line; if that stood in the program too, that may be why. As in "
      "L13, its two evaluations of forces make it dear. Leap-frog and Runge-Kutta 4 are ours: per "
      "millisecond of computing, four evaluations do not pay."});
  report.facts["ranking_holds"] = ranking_holds(variants[0].results);
  report.facts["ranking_holds_with_3.11"] = ranking_holds(variants[1].results);
  report.facts["ranking_holds_springs_alone"] = ranking_holds(variants[2].results);
}

}  // namespace pliant::app::l13
