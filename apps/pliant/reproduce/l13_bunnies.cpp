#include <fmt/format.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

#include "gnuplot.h"
#include "progress_bar.h"
#include "reproduce/l13.h"

// Figure 6.3: a stiff and a melting bunny.

namespace pliant::app::l13 {

namespace {

constexpr double time_step = 0.004;  // s

struct Bunny {
  std::string name, id, colour;
  double distance, volume;  // k_D, k_V
};

struct Story {
  Pictures pictures;
  std::vector<double> times, heights;  // heights over that of the body at rest
  double smallest_volume = 1, resting_volume = 1, resting_height = 1, resting_width = 1;
};

double width(const std::vector<Vec3d>& points) {
  const Box box = bounding_box(points);
  return std::max(box.high.x - box.low.x, box.high.z - box.low.z);
}

Story tell(const Subject& subject, const Bunny& bunny, const ReproduceSettings& settings,
           double progress_from) {
  PublishedSolid solid = subject.published->solid;
  solid.distance = bunny.distance;
  solid.volume = bunny.volume;
  const double rest_height = height(subject.mesh.vertices());
  const Fall falling(subject.mesh, solid, 2 * fall_share * rest_height, settings.backend);
  State state(falling.model(), falling.dynamics(Integrator::verlet, time_step));
  Story story;
  const auto advance = [&](double seconds) {
    step(falling.model(), state, std::lround(seconds / time_step));
    const std::vector<Vec3d> positions = state.positions();
    const double volume =
        total_volume(positions, falling.mesh().tetrahedra()) / falling.mesh().volume();
    story.smallest_volume = std::min(story.smallest_volume, volume);
    story.resting_volume = volume;
    story.times.push_back(state.time());
    story.heights.push_back(height(positions) / rest_height);
    return positions;
  };
  constexpr int frames = 5, looks = 10;
  const double between = settings.quick ? 0.3 : 0.5;  // s
  story.pictures.push_back({"0 s", picture_on_floor(falling.mesh(), state.positions())});
  for (int i = 1; i < frames; ++i) {
    progress()(progress_from + 0.01 * i, "L13: Figure 6.3, " + bunny.name);
    for (int look = 1; look < looks; ++look) advance(between / looks);
    const std::vector<Vec3d> positions = advance(between / looks);
    story.pictures.push_back(
        {fmt::format("{:.1f} s", state.time()), picture_on_floor(falling.mesh(), positions)});
  }
  // Rest comes sooner with some damping of all motion; it does not change where the body rests.
  Dynamics calming = state.dynamics();
  calming.damping = 1.5;
  state.set_dynamics(calming);
  for (int look = 0; look < (settings.quick ? 20 : 40); ++look) advance(0.2);
  const std::vector<Vec3d> resting = state.positions();
  story.resting_height = story.heights.back();
  story.resting_width =
      width(resting) / width({subject.mesh.vertices().begin(), subject.mesh.vertices().end()});
  story.pictures.push_back({"at rest", picture_on_floor(falling.mesh(), resting)});
  return story;
}

}  // namespace

void add_bunnies(const Subject& subject, const ReproduceSettings& settings, Report& report) {
  using enum Source;
  const Bunny bunnies[] = {{"stiff", "stiff", "#3b82c4", 100, 10},
                           {"melting", "melting", "#d1603d", 10, 30}};
  Table table{
      "figure 6.3",
      "Figure 6.3 in numbers: height, width and volume of the bunny lying on the floor over "
      "those of the undeformed one, and the smallest volume on the way",
      {{"bunny", "Bunny"},
       {"distance", "k_D", published},
       {"volume", "k_V", published},
       {"resting_height", "height", ours},
       {"resting_width", "width", ours},
       {"resting_volume", "volume", ours},
       {"smallest_volume", "smallest volume", ours}},
      {}};
  Section& section = report.section("Figure 6.3: stiff and melting");
  section.add(Paragraph{fmt::format(
      "The bunny with a large constant of the springs and a small one of the volumes, and the "
      "other "
      "way round, falls from {:.0f} % of its height (Verlet, {} ms). After the last picture of the "
      "fall all motion is damped until the body lies still.",
      200 * fall_share, 1e3 * time_step)});
  std::vector<Series> heights;
  std::vector<double> times, resting;
  for (std::size_t i = 0; i < 2; ++i) {
    const Bunny& b = bunnies[i];
    Story story = tell(subject, b, settings, 0.9 + 0.05 * static_cast<double>(i));
    section.add(
        Paragraph{fmt::format("The {} bunny: k_D = {}, k_V = {}", b.name, b.distance, b.volume)});
    section.add(std::move(story.pictures));
    table.rows.push_back({b.name, fixed(b.distance, 0), fixed(b.volume, 0),
                          fixed(story.resting_height, 2), fixed(story.resting_width, 2),
                          fixed(story.resting_volume, 3), fixed(story.smallest_volume, 3)});
    times = story.times;
    resting.push_back(story.resting_height);
    heights.push_back({b.name, std::move(story.heights), b.colour});
  }
  section.add(std::move(table));
  const std::string title = "Height of the bunny over that at rest";
  section.add(Plot{title, inline_svg(line_script(times, heights, "time, s", "height"), 900, 300,
                                     "heights", title)});
  section.add(Remark{fmt::format(
      "As in L13, the springs' constant tells hard from soft: the stiff bunny keeps {:.0f} % of "
      "its "
      "height, the melting one {:.0f} %. L13 shows pictures only, so there are no numbers to set "
      "beside ours; how far it melts depends on the unknown size of the body.",
      100 * resting[0], 100 * resting[1])});
  report.facts["stiff_stands_higher"] = resting[0] > resting[1];
}

}  // namespace pliant::app::l13
