#include <fmt/format.h>
#include <pliant/diverged.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "gnuplot.h"
#include "progress_bar.h"
#include "reproduce/y10.h"

// Figure 2: the hybrid bar twisted, its boundary kept together in three ways.

namespace pliant::app::y10 {

namespace {

constexpr double time_step = 1.0 / 500;  // s
constexpr double growing = 1;            // s until the couple is whole
constexpr double couple = 245;           // N m: about a quarter turn
constexpr double damping = 2;            // 1/s, of all motion
constexpr double young = 1e6, poisson = 0.4;

Vec3d centre_of(const std::vector<Vec3d>& positions, const std::vector<Index>& vertices) {
  Vec3d sum;
  for (const Index v : vertices) sum += positions[v] / static_cast<double>(vertices.size());
  return sum;
}

// A couple about the bar's axis is forces across it that turn with its end.
void push(const Bar& bar, State& state, double moment) {
  const std::vector<Vec3d> x = state.positions();
  const Vec3d centre = centre_of(x, bar.end);
  double arms = 0;
  for (const Index v : bar.end)
    arms += squared_length(Vec3d{0, x[v].y, x[v].z} - Vec3d{0, centre.y, centre.z});
  for (std::size_t i = 0; i < bar.end.size(); ++i) {
    const Vec3d force = cross(Vec3d{1, 0, 0}, x[bar.end[i]] - centre) * (moment / arms);
    state.set_parameter(0, "x", i, force.x);
    state.set_parameter(0, "y", i, force.y);
    state.set_parameter(0, "z", i, force.z);
  }
}

// How far a cross-section is turned about x, rad, within half a turn of the last angle.
double angle_of(const Bar& bar, const std::vector<Index>& section, const std::vector<Vec3d>& x,
                double last) {
  const Vec3d centre = centre_of(x, section),
              rest = centre_of({bar.mesh.vertices().begin(), bar.mesh.vertices().end()}, section);
  double sine = 0, cosine = 0;
  for (const Index v : section) {
    const Vec3d a = bar.mesh.vertices()[v] - rest, b = x[v] - centre;
    cosine += a.y * b.y + a.z * b.z;
    sine += a.y * b.z - a.z * b.y;
  }
  const double angle = std::atan2(sine, cosine);
  return last + std::remainder(angle - last, 2 * std::numbers::pi);
}

// What a state's energy counts for its point loads, with the opposite sign.
double work_of_loads(const Bar& bar, const State& state, const std::vector<Vec3d>& x) {
  const std::vector<Vec3d> forces = state.relation_forces(0);
  double sum = 0;
  for (std::size_t i = 0; i < forces.size(); ++i) sum += dot(forces[i], x[bar.end[i]]);
  return sum;
}

struct Twisted {
  std::vector<double> times, angles, deviations, energies;  // s, degrees, % of the length, J
  std::vector<Vec3d> last;
  double shaking = 0;  // root mean square of the boundary's motion about its mean, % of the length
  double volume = 1;
  std::string problem;
};

constexpr int between = 5;  // steps from one look to the next

std::span<const double> last_second(const std::vector<double>& values) {
  const auto looks = static_cast<std::size_t>(1 / (between * time_step));
  return std::span(values).last(std::min(values.size(), looks));
}
double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : last_second(values)) sum += value;
  return sum / static_cast<double>(last_second(values).size());
}

double shaking_of(const std::vector<std::vector<Vec3d>>& frames) {
  double sum = 0;
  for (std::size_t i = 0; i < frames[0].size(); ++i) {
    Vec3d middle;
    for (const auto& frame : frames) middle += frame[i] / static_cast<double>(frames.size());
    for (const auto& frame : frames) sum += squared_length(frame[i] - middle);
  }
  return 100 * std::sqrt(sum / static_cast<double>(frames.size() * frames[0].size())) / Bar::length;
}

Twisted twist(const Bar& bar, const Form& form, bool quick) {
  Body body = make_body(bar, make_material(young, poisson, 1000, 0.01), form);
  const std::vector<double> none(bar.end.size(), 0.0);
  body.relations.push_back({"point_load", bar.end, {none, none, none}, {}});
  const Model model(body);
  State state(model, {.time_step = time_step, .gravity = {}, .damping = damping});
  Twisted out;
  std::vector<std::vector<Vec3d>> frames;  // of the boundary, in the last second
  const double seconds = quick ? 3 : 4;    // (10) begins to shake after two
  try {
    for (int i = 0; state.time() < seconds; ++i) {
      push(bar, state, couple * std::min(1.0, state.time() / growing));
      step(model, state, 1);
      if (i % between != between - 1) continue;
      const std::vector<Vec3d> x = state.positions();
      const double last = out.angles.empty() ? 0 : out.angles.back() * std::numbers::pi / 180;
      out.times.push_back(state.time());
      out.angles.push_back(angle_of(bar, bar.end, x, last) * 180 / std::numbers::pi);
      out.deviations.push_back(100 * boundary_deviation(state) / Bar::length);
      out.energies.push_back(state.energy().elastic + work_of_loads(bar, state, x));
      if (state.time() < seconds - 1) continue;
      frames.emplace_back();
      for (const Index v : bar.boundary) frames.back().push_back(x[v]);
    }
    out.shaking = shaking_of(frames);
  } catch (const Diverged& e) {
    out.problem = e.what();
  }
  out.last = state.positions();
  out.volume = total_volume(out.last, bar.mesh.tetrahedra()) / bar.mesh.volume();
  return out;
}

}  // namespace

void add_twist(const Plan& plan, Report& report) {
  using enum Source;
  const Bar bar;
  const std::size_t all = bar.boundary.size();
  const Form forms[] = {
      {"(b) (10) at all nodes", "warped", 50, all, BoundaryForm::warped, "#d1603d"},
      {"(10) at three nodes", "warped_three", 50, 3, BoundaryForm::warped, "#8a63c9"},
      {"(c) (11) at all nodes", "all", 50, all, BoundaryForm::linear, "#c9a227"},
      {"(d) (11) at two nodes", "two", 50, 2, BoundaryForm::linear, "#3b82c4"},
      {"(11) at all nodes, 300 modes", "full", 300, all, BoundaryForm::linear, "#8a8a8a"}};
  Table table{"figure 2",
              "Figure 2 in numbers, over the last second: the angle of the end, the largest "
              "deviation at the boundary and how much the boundary shakes "
              "(both over the bar's length), the elastic energy and the volume over that at rest",
              {{"form", "Boundary"},
               {"hybrid_modes", "hybrid modes", ours},
               {"angle", "angle, °", ours},
               {"deviation", "deviation, %", ours},
               {"shaking", "shaking, %", ours},
               {"energy", "energy, J", ours},
               {"volume", "volume", ours}},
              {}};
  Section& section = report.section("Figure 2: a twisted bar");
  section.add(Paragraph{fmt::format(
      "The bar of {} tetrahedra, a quarter of it rigid (grey), is fixed at its soft end; a couple "
      "of {:.0f} N m about its axis, which grows over {:.0f} s, acts on the rigid one. With 300 "
      "modes, nearly all there are, it turns by about 90°; the other rows have 50. All motion is "
      "damped, by {} 1/s. Y10 shows "
      "pictures only, and has eight nodes on the boundary where ours has nine.",
      bar.mesh.tetrahedra().size(), couple, growing, damping)});
  Box reach = bounding_box(bar.mesh.vertices());
  reach.low -= Vec3d{0, 0.06, 0.06};
  reach.high += Vec3d{0, 0.06, 0.06};
  Pictures pictures{{"(a) at rest", drawn(bar.mesh, bar.rigid,
                                          {bar.mesh.vertices().begin(), bar.mesh.vertices().end()},
                                          reach, 440, 220)}};
  std::vector<Series> angles, deviations;
  std::vector<double> times;
  std::map<std::string, Twisted> found;
  for (const Form& form : forms) {
    progress()(0.6, "Y10: Figure 2, " + form.name);
    Twisted& t = found[form.key] = twist(bar, form, plan.settings.quick);
    const Body body = make_body(bar, make_material(young, poisson, 1000), form);
    table.rows.push_back(
        {form.name, count(body.spectral->frequencies().size()), fixed(mean(t.angles), 1),
         significant(std::ranges::max(last_second(t.deviations)), 2), significant(t.shaking, 2),
         fixed(mean(t.energies), 1), fixed(t.volume, 3)});
    pictures.push_back({form.name, drawn(bar.mesh, bar.rigid, t.last, reach, 440, 220)});
    times = t.times.size() > times.size() ? t.times : times;
    angles.push_back({form.name, t.angles, form.colour});
    deviations.push_back({form.name, t.deviations, form.colour});
    if (!t.problem.empty()) section.add(Remark{form.name + ": " + t.problem});
  }
  section.add(std::move(pictures));
  section.add(std::move(table));
  for (auto* series : {&angles, &deviations})
    for (Series& s : *series) s.values.resize(times.size(), std::nan(""));
  const std::string of_angles = "Angle of the end, degrees",
                    of_deviations = "Deviation at the boundary, % of the length";
  section.add(Plot{of_angles, inline_svg(line_script(times, angles, "time, s", "degrees", false),
                                         900, 280, "twist_angles", of_angles)});
  section.add(Plot{of_deviations, inline_svg(line_script(times, deviations, "time, s", "%"), 900,
                                             280, "twist_deviations", of_deviations)});
  section.add(Remark{fmt::format(
      "Y10 found that with (10) strain gathers at the boundary and lets go again and again, "
      "and does not say at how many nodes. At all nodes ours shakes, too: the end goes to "
      "and fro between {:.0f}° and {:.0f}°. At three nodes, the fewest that hold, it turns "
      "to {:.0f}° and swings by {:.1f} %. With (11) at all nodes 50 modes are "
      "over-constrained and turn {:.0f} % less far than 300; with two nodes they turn "
      "{:.0f} % further than 300, and the nodes that are not constrained part by more than "
      "in Figure 3.",
      std::ranges::min(last_second(found["warped"].angles)),
      std::ranges::max(last_second(found["warped"].angles)), mean(found["warped_three"].angles),
      found["warped_three"].shaking,
      100 * (1 - mean(found["all"].angles) / mean(found["full"].angles)),
      100 * (mean(found["two"].angles) / mean(found["full"].angles) - 1))});
  section.add(Remark{
      "The outcome of (10) hangs on the couple and on the damping, which were chosen so that the "
      "difference shows."});
  for (const Form& form : forms) {
    report.facts["twist"][form.key]["angle"] = mean(found[form.key].angles);
    report.facts["twist"][form.key]["shaking"] = found[form.key].shaking;
  }
}

}  // namespace pliant::app::y10
