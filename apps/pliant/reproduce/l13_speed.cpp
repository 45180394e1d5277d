#include <fmt/format.h>
#include <pliant/threads.h>

#include <optional>

#include "progress_bar.h"
#include "reproduce/l13.h"
#include "reproduce/measure.h"
#include "reproduce/plot.h"

// Figure 6.1 and Table 6.2: time a step.

namespace pliant::app::l13 {

namespace {

constexpr double strain_limit = 1.5;  // α of (3.12), which L13 does not print

struct Times {
  double one_thread, all_threads;  // ms
  std::optional<double> card;
};

double measure(const Subject& subject, Backend backend, int steps) {
  const Fall falling(subject.mesh, subject.published->solid,
                     fall_share * height(subject.mesh.vertices()), backend);
  return time_of_step(
      falling, falling.dynamics(Integrator::verlet, subject.published->step / 2, strain_limit),
      steps);
}

Times measure(const Subject& subject, bool on_card, int steps) {
  // Calls long enough that starting and awaiting the card's work do not count.
  constexpr int more_on_card = 20;
  const int threads = thread_count();
  Times times{};
  set_thread_count(1);
  times.one_thread = measure(subject, Backend::cpu, steps);
  set_thread_count(threads);
  times.all_threads = measure(subject, Backend::cpu, steps);
  if (on_card) times.card = measure(subject, Backend::cuda, more_on_card * steps);
  return times;
}

}  // namespace

void add_speed(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
               Report& report) {
  using enum Source;
  const MeasuredCard card = measured_card(settings);
  const int threads = thread_count();
  const std::string all = fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
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
    const Times t = measure(meshes[i], card.measured(), settings.quick ? 50 : 1000);
    names.push_back(p.name);
    series[0].values.push_back(p.cpu);
    series[1].values.push_back(p.gpu);
    series[2].values.push_back(t.one_thread);
    series[3].values.push_back(t.all_threads);
    if (t.card) series[4].values.push_back(*t.card);
    const auto by_card = [&](double dividend) {
      return t.card ? std::optional(dividend / *t.card) : std::nullopt;
    };
    table.rows.push_back({p.name, fixed(p.cpu, 1), fixed(p.gpu, 1), significant(t.one_thread, 3),
                          significant(t.all_threads, 3), or_nothing(t.card, significant, 3),
                          significant(p.cpu / t.all_threads, 2),
                          significant(p.gpu / t.all_threads, 2),
                          or_nothing(by_card(p.gpu), significant, 2)});
    frames.rows.push_back({p.name, p.cpu_frames, p.gpu_frames, fixed(1e3 / t.all_threads, 0),
                           fixed(1e3 * p.step / t.all_threads, 1),
                           or_nothing(by_card(1e3), fixed, 0),
                           or_nothing(by_card(1e3 * p.step), fixed, 1)});
  }

  Section& section = report.section("Figure 6.1: time a step");
  section.add(Paragraph{fmt::format(
      "A full step of Verlet in single precision as L13 counts it: springs, volumes, damping, "
      "strain limiting (an edge at most {} times its rest length; L13 does not print its limit) "
      "and "
      "the floor. The median over ten batches of {} steps, twenty times as many on the card{}.",
      strain_limit, settings.quick ? 5 : 100, card.measured() ? ", " + card.name : std::string())});
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
      "alone; above 1 in the last column a body runs faster than real time at the published "
      "step."});
}

}  // namespace pliant::app::l13
