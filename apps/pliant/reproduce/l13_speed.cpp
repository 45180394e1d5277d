#include <fmt/format.h>

#include "command.h"
#include "progress_bar.h"
#include "reproduce/l13.h"
#include "reproduce/measure.h"
#include "reproduce/plot.h"

// Figure 6.1 and Table 6.2: time a step.

namespace pliant::app::l13 {

namespace {

constexpr double strain_limit = 1.5;  // α of (3.12), which L13 does not print

// Each body stands on the floor, so that all parts of a step have work.
Motion standing(const Subject& subject) {
  const PublishedMesh& p = *subject.published;
  return {.body = published_solid(lifted(subject.mesh, 0), p.solid),
          .dynamics = Fall::dynamics(Integrator::verlet, p.step / 2, strain_limit)};
}

}  // namespace

void add_speed(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
               Report& report) {
  using enum Source;
  const MeasuredCard card = measured_card(settings);
  const std::string all = all_threads();
  Table table{"figure 6.1",
              "Figure 6.1 as a table: computing time a step (ms)",
              {{"mesh", "Mesh"},
               {"published_cpu", "CPU", published},
               {"published_gpu", "GPU", published},
               {"one_thread", "1 thread", ours},
               {"all_threads", all, ours},
               {"card", "card", ours},
               {"over_cpu", "published CPU / our " + all, ours},
               {"over_gpu", "published GPU / our " + all, ours},
               {"over_gpu_by_card", "published GPU / our card", ours}},
              {}};
  Table frames{"table 6.2",
               "Table 6.2: frames a second; ours: steps a second without drawing",
               {{"mesh", "Mesh"},
                {"published_cpu", "CPU", published},
                {"published_gpu", "GPU", published},
                {"steps_per_second", "steps a second", ours},
                {"real_time", "simulated / computing time", ours},
                {"card_steps_per_second", "card, steps a second", ours},
                {"card_real_time", "simulated / computing time", ours}},
               {}};
  std::vector<std::string> names;
  std::vector<Series> series{{"published CPU", {}, "#9aa3ae"},
                             {"published GPU", {}, "#c69214"},
                             {"ours, 1 thread", {}, "#3b82c4"},
                             {"ours, " + all, {}, "#2a9d7f"}};
  if (card.measured()) series.push_back({"ours, card", {}, "#b5527d"});
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const PublishedMesh& p = *meshes[i].published;
    progress()(0.75 + 0.03 * static_cast<double>(i), "L13: Figure 6.1, " + p.name);
    const StepTimes t = step_times(standing(meshes[i]), card.measured(), patience(settings));
    names.push_back(p.name);
    series[0].values.push_back(p.cpu);
    series[1].values.push_back(p.gpu);
    series[2].values.push_back(1e3 * t.one_thread);
    series[3].values.push_back(1e3 * t.all_threads);
    if (t.card) series[4].values.push_back(1e3 * *t.card);
    table.rows.push_back(
        {p.name, fixed(p.cpu, 1), fixed(p.gpu, 1), significant(1e3 * t.one_thread, 3),
         significant(1e3 * t.all_threads, 3), t.card ? significant(1e3 * *t.card, 3) : nothing(),
         significant(1e-3 * p.cpu / t.all_threads, 2), significant(1e-3 * p.gpu / t.all_threads, 2),
         or_nothing(by_card(1e-3 * p.gpu, t.card), significant, 2)});
    frames.rows.push_back({p.name, p.cpu_frames, p.gpu_frames, fixed(1 / t.all_threads, 0),
                           fixed(p.step / t.all_threads, 1),
                           or_nothing(by_card(1, t.card), fixed, 0),
                           or_nothing(by_card(p.step, t.card), fixed, 1)});
  }

  Section& section = report.section("Figure 6.1: time a step");
  section.add(Paragraph{fmt::format(
      "A full step of Verlet in single precision as L13 counts it: springs, volumes, damping, "
      "strain limiting (an edge at most {} times its rest length; L13 does not print its limit) "
      "and "
      "the floor, on which the bodies stand. {}",
      strain_limit, told(patience(settings)))});
  const std::string title = "Figure 6.1: computing time a step, logarithmic";
  section.add(
      Plot{title, inline_svg(bar_script(names, series, "ms", true), 900, 380, "times", title)});
  section.add(std::move(table));
  if (!card.measured()) section.add(Paragraph{card.why_not});
  section.add(Remark{
      "The machines are more than ten years apart, so this is no comparison of programs. It does "
      "show that what needed a graphics card in 2013 is now faster on a processor: the order of "
      "the "
      "meshes is the same, and the time grows with their sizes in the same way."});
  section.add(std::move(frames));
  section.add(Remark{
      "Table 6.2 counts frames with drawing, at most 60 a second. Ours are steps of simulation "
      "alone; where simulated over computing time is above 1, a body runs faster than real time at "
      "the published step."});
}

}  // namespace pliant::app::l13
