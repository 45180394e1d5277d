#include <fmt/format.h>
#include <pliant/quality.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "progress_bar.h"
#include "reproduce/e06.h"
#include "reproduce/plot.h"

// 9.2: a beam with a hole, held at one end, swings under gravity; 9.9: how long its steps take.

namespace pliant::app::e06 {

namespace {

constexpr int looks_per_second = 50;

Definitions beam(const Plan& plan, double scale, double seconds) {
  Definitions d{{"scale", fmt::format("{}", scale)}, {"seconds", fmt::format("{}", seconds)}};
  if (const std::string file = plan.model("beam_hole"); !file.empty())
    d["mesh"] = file;
  else
    d["cells"] = plan.settings.quick ? "4" : "10";
  return d;
}

struct Swing {
  std::vector<double> times, lowest;  // s; m below where it was
  double deepest = 0, second = 0;     // of the first and of the second half of the time, m
  double largest_stretch = 0;         // of the distance from end to end
  double stable_step = 0;             // s
  std::string problem;
  double ended = 0;  // s
};

Swing swing(const Plan& plan, const Law& law, double scale, double seconds) {
  Experiment beam_run(plan, law, "hanging_beam", beam(plan, scale, seconds));
  Swing s;
  s.stable_step = beam_run.body().stable_step;
  const double start = bounding_box(beam_run.body().mesh->vertices()).low.y;
  s.problem = beam_run.play(static_cast<int>(seconds * looks_per_second), [&] {
    const double time = beam_run.run().time();
    const double below = start - bounding_box(beam_run.body().state.positions()).low.y;
    s.times.push_back(time);
    s.lowest.push_back(-below);
    double& deepest = time < seconds / 2 ? s.deepest : s.second;
    deepest = std::max(deepest, below);
  });
  s.ended = beam_run.run().time();
  return s;
}

void add_swings(const Plan& plan, double scale, const std::string& id, Section& section,
                Report& report) {
  using enum Source;
  const double seconds = plan.seconds(10, 0.4);
  Table table{id,
              fmt::format("A beam of {} m: how far its lowest point goes down, over {} s",
                          4 * scale, seconds),
              {{"law", "Law"},
               {"published", "goes on swinging", published},
               {"swings", "goes on swinging", ours},
               {"seconds", "computed, s", ours},
               {"deepest", "deepest in the first half, m", ours},
               {"deepest_later", "in the second half, m", ours},
               {"stable_step", "largest stable step, ms", ours}},
              {}};
  std::vector<Series> lines;
  std::vector<double> times;
  bool all_swing = true;
  for (const Law& law : plan.laws) {
    progress()(0.05, fmt::format("E06: 9.2, {} m, {}", 4 * scale, law.name));
    Swing s = swing(plan, law, scale, seconds);
    const bool goes_on = s.problem.empty();
    table.rows.push_back({law.name,
                          law.name == "CPM1"   ? Cell("no, explodes on its second swing", false)
                          : law.name == "CPM2" ? yes_or_no(true)
                                               : nothing(),
                          yes_or_no(goes_on), fixed(s.ended, 2), fixed(s.deepest, 3),
                          goes_on ? fixed(s.second, 3) : nothing(), fixed(1e3 * s.stable_step, 3)});
    if (!goes_on)
      section.add(
          Remark{fmt::format("{} runs away after {:.2f} s: {}", law.name, s.ended, s.problem)});
    all_swing &= goes_on;
    if (s.times.size() > times.size()) times = s.times;
    lines.push_back({law.name, std::move(s.lowest), law.colour});
  }
  for (Series& line : lines) line.values.resize(times.size(), std::nan(""));
  section.add(std::move(table));
  const std::string title =
      fmt::format("Figure 9.1: the lowest point of the beam of {} m, from where it was", 4 * scale);
  section.add(Plot{title, inline_svg(line_script(times, lines, "time, s", "height, m", false), 900,
                                     320, id, title)});
  report.facts[id] = all_swing;
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
      "swings without damping. In E06 CPM1 goes down, up, down again and explodes, CPM2 goes on "
      "and does not reach as deep. The size of that beam is not told: ours is four times as long "
      "as high, once 1 m and once 4 m long. The latter bends under its own weight until it "
      "hangs."});
  add_swings(plan, 0.25, "swings_1m", section, report);
  add_swings(plan, 1, "swings_4m", section, report);
}

void add_speed(const Plan& plan, Report& report) {
  using enum Source;
  constexpr double steps = 16000;
  const std::int64_t measured = plan.settings.quick ? 1000 : 16000;
  Table table{"9.9",
              "9.9: seconds for 16000 steps of the beam (1.6 s of simulated time)",
              {{"law", "Law"},
               {"published", "Athlon64 3000+, s", published},
               {"seconds", "this machine, s", ours},
               {"real_time", "times real time", ours},
               {"ratio", "published over ours", ours}},
              {}};
  std::string counts;
  for (const Law& law : plan.laws) {
    progress()(0.95, "E06: 9.9, " + law.name);
    Experiment beam_run(plan, law, "hanging_beam", beam(plan, 0.25, 1.6));
    const TetMesh& mesh = *beam_run.body().mesh;
    counts = fmt::format("{} particles, {} tetrahedra and {} edges", mesh.vertices().size(),
                         mesh.tetrahedra().size(), mesh.edges().size());
    const double time = seconds_for(beam_run.run().bodies()[0].state, measured) * steps /
                        static_cast<double>(measured);
    const double published_time = law.name == "CPM1" ? 53 : law.name == "CPM2" ? 120 : 0;
    table.rows.push_back({law.name,
                          published_time == 0     ? nothing()
                          : published_time == 120 ? Cell("a little more than 120", 120)
                                                  : fixed(published_time, 0),
                          significant(time, 3), significant(1.6 / time, 3),
                          published_time > 0 ? significant(published_time / time, 3) : nothing()});
  }
  Section& section = report.section("9.9: speed");
  section.add(Paragraph{fmt::format(
      "The beam of 9.2 has {} here (E06: 1679, 7068 and 9835).{} A step holds the forces, gravity, "
      "leap-frog and the held end.",
      counts, plan.settings.quick ? " This quick run takes 1000 steps and multiplies." : "")});
  section.add(std::move(table));
}

}  // namespace pliant::app::e06
