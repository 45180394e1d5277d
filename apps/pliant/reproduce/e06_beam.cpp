#include <fmt/format.h>
#include <pliant/box.h>
#include <pliant/quality.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "gnuplot.h"
#include "progress_bar.h"
#include "reproduce/e06_pictures.h"

// 9.2: a beam with a hole, held at one end, swings under gravity; 9.9: how long its steps take.

namespace pliant::app::e06 {

namespace {

constexpr int looks_per_second = 50;
const std::string published_counts = "1679 / 7068 / 9835";

Definitions beam(const Plan& plan, double scale, double seconds) {
  Definitions d{{"scale", fmt::format("{}", scale)}, {"seconds", fmt::format("{}", seconds)}};
  if (const std::string file = plan.model("beam_hole"); !file.empty())
    d["mesh"] = file;
  else
    d["cells"] = plan.settings.quick ? "4" : "10";
  return d;
}

std::string counts_of(const TetMesh& mesh) {
  return fmt::format("{} / {} / {}", mesh.vertices().size(), mesh.tetrahedra().size(),
                     mesh.edges().size());
}

struct Swing {
  std::vector<double> times, lowest;  // s; m, the lowest point from where it was
  std::vector<Moment> moments;        // a few a second
  double deepest = 0, second = 0;     // of the first and of the second half of the time, m
  double stable_step = 0;             // s
  int swings = 1;                     // which time it goes down, at the end
  std::string counts, problem;
  double ended = 0;  // s
};

// How often the curve has begun to go down: once at first, and again after each time it had come
// up. It has turned when it has gone back by a third of how deep it was before.
int times_down(const std::vector<double>& lowest) {
  int swings = 1;
  bool down = true;
  double extreme = 0, bottom = 0;
  for (const double y : lowest) {
    extreme = down ? std::min(extreme, y) : std::max(extreme, y);
    if (down) bottom = extreme;
    if (y == extreme || std::abs(y - extreme) < std::abs(bottom) / 3) continue;
    if (!down) ++swings;
    down = !down;
    extreme = y;
  }
  return swings;
}

/// A law on the beam, in which steps.
struct Case {
  Law law;
  double step = time_step;     // s
  std::string published = {};  // what E06 tells; empty: nothing of this
};

// E06's models and ours in E06's steps; and what it is that makes CPM1 run away: the diagram in
// steps that are stable for it, and a clipped diagram without damping.
std::vector<Case> cases(const Plan& plan, double scale) {
  std::vector<Case> list;
  for (const Law& law : plan.laws) {
    list.push_back({law, time_step,
                    !law.as_published     ? ""
                    : law.model == "CPM1" ? "explodes, swing 2"
                                          : "goes on"});
    if (law.name != "CPM1 as published") continue;
    const double stable =
        Experiment(plan, law, "hanging_beam", beam(plan, scale, 1)).body().stable_step;
    Law slow = law;
    slow.name = "the same, stable steps";
    if (stable < time_step) list.push_back({slow, 0.9 * stable});
    Law clipped = plan.law("CPM1");
    clipped.name = "CPM1, clipped, undamped";
    clipped.colour = "#a08cc0";
    clipped.damping = "none";
    clipped.settings = {{clipped.action, {{"least_damping", Value(0.0)}}}};
    list.push_back({clipped});
  }
  return list;
}

// So that tiny steps end, too.
double seconds_of(const Plan& plan, const Case& c, double seconds) {
  const double most = plan.settings.quick ? 2e4 : 1.2e5;  // steps
  return std::min(seconds, most * c.step);
}

Swing swing(const Plan& plan, const Case& c, double scale, double wanted) {
  const Law& law = c.law;
  const double seconds = seconds_of(plan, c, wanted);
  Definitions definitions = beam(plan, scale, seconds);
  definitions["h"] = fmt::format("{}", c.step);
  Experiment beam_run(plan, law, "hanging_beam", definitions);
  Swing s;
  s.stable_step = beam_run.body().stable_step;
  s.counts = counts_of(*beam_run.body().mesh);
  const Box rest = bounding_box(beam_run.body().mesh->vertices());
  const double start = rest.low.y, length = rest.size().x;
  const int looks = std::max(1, static_cast<int>(seconds * looks_per_second));
  s.problem = beam_run.play(looks, [&] {
    const double time = beam_run.run().time();
    std::vector<Vec3d> now = beam_run.body().state.positions();
    const double below = start - bounding_box(now).low.y;
    if (!(below < 1.5 * length)) return;  // it is running away, and no longer a beam
    s.times.push_back(time);
    s.lowest.push_back(-below);
    double& deepest = time < seconds / 2 ? s.deepest : s.second;
    deepest = std::max(deepest, below);
    s.moments.push_back({std::move(now), fmt::format("{}, {:.2f} s", law.name, time)});
  });
  s.ended = beam_run.run().time();
  s.swings = times_down(s.lowest);
  return s;
}

// Figure 9.2: a few moments, and where it ran away the last ones.
Pictures sequence(const Mesh& mesh, const Swing& s) {
  constexpr std::size_t count = 6;
  constexpr double longest = 1.6;  // s
  const auto end = static_cast<std::size_t>(
      std::ranges::find_if(s.times, [](double t) { return t > longest; }) - s.times.begin());
  std::vector<Moment> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(s.moments[i * (end - 1) / (count - 1)]);
  return drawn(mesh, chosen, {.yaw = 20, .pitch = 10, .width = 400, .height = 330});
}

std::string outcome_words(const Swing& s) {
  return s.problem.empty() ? "goes on"
                           : fmt::format("runs away at {:.2f} s, swing {}", s.ended, s.swings);
}

void add_swings(const Plan& plan, double scale, const std::string& id, Section& section,
                Report& report) {
  using enum Source;
  const double seconds = plan.seconds(8, 1.2);
  Table table{
      id,
      fmt::format("A beam of {} m, {} s: particles, tetrahedra and edges; whether it goes on "
                  "swinging; how far its lowest point goes down in the first and in the "
                  "second half; the largest stable step, by our estimate",
                  4 * scale, seconds),
      {{"law", "Law"},
       {"damping", "damping"},
       {"published_counts", "mesh", published},
       {"counts", "mesh", ours},
       {"step", "step, ms", ours},
       {"published", "outcome", published},
       {"outcome", "outcome", ours},
       {"deepest", "deepest at first, m", ours},
       {"deepest_later", "later, m", ours},
       {"stable_step", "stable step, ms", ours}},
      {}};
  std::vector<Series> lines;
  std::vector<double> times;
  std::map<std::string, Swing> all;
  const auto mesh =
      Experiment(plan, plan.laws.back(), "hanging_beam", beam(plan, scale, 1)).body().mesh;
  for (const Case& c : cases(plan, scale)) {
    const Law& law = c.law;
    progress()(0.05, fmt::format("E06: 9.2, {} m, {}", 4 * scale, law.name));
    Swing s = swing(plan, c, scale, seconds);
    const bool goes_on = s.problem.empty();
    const bool told = !c.published.empty();
    table.rows.push_back({law.name, law.damping, told ? Cell(published_counts) : nothing(),
                          s.counts, significant(1e3 * c.step, 2),
                          told ? Cell(c.published, c.published == "goes on") : nothing(),
                          Cell(outcome_words(s), goes_on), fixed(s.deepest, 3),
                          goes_on ? fixed(s.second, 3) : nothing(),
                          significant(1e3 * s.stable_step, 2)});
    report.facts[id][law.name] = {{"goes_on", goes_on}, {"ended", s.ended}, {"swing", s.swings}};
    if (c.step == time_step) lines.push_back({law.name, s.lowest, law.colour, law.as_published});
    if (c.step == time_step && s.times.size() > times.size()) times = s.times;
    all[law.name] = std::move(s);
  }
  for (Series& line : lines) line.values.resize(times.size(), std::nan(""));
  section.add(std::move(table));
  const auto deeper = [&](const std::string& first, const std::string& second) {
    const double a = all[first].deepest, b = all[second].deepest;
    return Findings::Answer{a > b, fmt::format("{:.3f} and {:.3f} m", a, b)};
  };
  const auto second_swing = [&](const std::string& name) {
    const Swing& s = all[name];
    return Findings::Answer{!s.problem.empty() && s.swings == 2, outcome_words(s)};
  };
  const auto goes_on = [&](const std::string& name) {
    return Findings::Answer{all[name].problem.empty(), outcome_words(all[name])};
  };
  Findings findings(id + ", findings", "What E06 tells of its beam");
  findings.add("CPM1 explodes on its second swing", second_swing("CPM1 as published"),
               second_swing("CPM1"));
  findings.add("CPM2 goes on and on", goes_on("CPM2 as published"), goes_on("CPM2"));
  findings.add("CPM1 gets deeper than CPM2", deeper("CPM1 as published", "CPM2 as published"),
               deeper("CPM1", "CPM2"));
  section.add(std::move(findings.table));
  const std::string title =
      fmt::format("Figure 9.1: the lowest point of the beam of {} m, from where it was", 4 * scale);
  section.add(Plot{title, inline_svg(line_script(times, lines, "time, s", "height, m", false), 900,
                                     320, id, title)});
  section.add(Paragraph{fmt::format(
      "Figure 9.2, the beam of {} m: CPM1 as published, then with a clipped diagram and damping.",
      4 * scale)});
  for (const char* name : {"CPM1 as published", "CPM1"})
    section.add(sequence(mesh->mesh(), all[name]));
}

double seconds_for(State& state, std::int64_t steps) {
  const auto begin = std::chrono::steady_clock::now();
  step(state.model(), state, steps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

void add_beam(const Plan& plan, Report& report) {
  Section& section = report.section("9.2: a hanging beam");
  section.add(Paragraph{
      "A beam of rubber with a hole is held at one end; gravity (10 m/s²) is turned on, and it "
      "swings. As published there is no damping: in E06 CPM1 goes down, up, down again and "
      "explodes, CPM2 goes on and does not reach as deep. Ours have the damping that the table "
      "tells, of the fastest motions. Two more rows part the reasons: E06's diagram in steps that "
      "are stable for it on our mesh, which has tetrahedra with circumcentres far outside, and a "
      "clipped diagram without damping. The size of E06's beam is not told: ours is four times as "
      "long as high, once 1 m and once 4 m long. The latter bends under its own weight until it "
      "hangs."});
  add_swings(plan, 0.25, "swings_1m", section, report);
  add_swings(plan, 1, "swings_4m", section, report);
}

void add_speed(const Plan& plan, Report& report) {
  using enum Source;
  constexpr double steps = 16000;
  const std::int64_t measured = plan.settings.quick ? 500 : 4000;
  Table table{"9.9",
              "9.9: seconds for 16000 steps of the beam (1.6 s of simulated time)",
              {{"law", "Law"},
               {"published_counts", "mesh", published},
               {"counts", "mesh", ours},
               {"published", "Athlon64 3000+, s", published},
               {"seconds", "this machine, s", ours},
               {"real_time", "times real time", ours},
               {"ratio", "published over ours", ours}},
              {}};
  for (const Law& law : plan.laws) {
    progress()(0.95, "E06: 9.9, " + law.name);
    Definitions definitions = beam(plan, 0.25, 1);
    definitions["h"] = "1e-7";  // so that none runs away; a step takes as long whatever its length
    Experiment beam_run(plan, law, "hanging_beam", definitions);
    const double time = seconds_for(beam_run.run().bodies()[0].state, measured) * steps /
                        static_cast<double>(measured);
    const double told = law.model == "CPM1" ? 53 : law.model == "CPM2" ? 120 : 0;
    table.rows.push_back({law.name, told > 0 ? Cell(published_counts) : nothing(),
                          counts_of(*beam_run.body().mesh),
                          told == 0     ? nothing()
                          : told == 120 ? Cell("a little more than 120", 120)
                                        : fixed(told, 0),
                          significant(time, 3), significant(1.6 / time, 3),
                          told > 0 ? significant(told / time, 3) : nothing()});
  }
  Section& section = report.section("9.9: speed");
  section.add(Paragraph{fmt::format(
      "The beam of 9.2; particles, tetrahedra and edges of both meshes are in the table. A step "
      "holds the forces, gravity, leap-frog and the held end; {} steps are measured, so short "
      "that no model runs away, which is all the same for their time.",
      measured)});
  section.add(std::move(table));
}

}  // namespace pliant::app::e06
