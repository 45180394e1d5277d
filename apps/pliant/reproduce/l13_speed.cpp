#include <fmt/format.h>

#include "command.h"
#include "gnuplot.h"
#include "progress_bar.h"
#include "reproduce/h200.h"
#include "reproduce/l13.h"
#include "reproduce/l13_frames.h"
#include "reproduce/measure.h"

// Figure 6.1 and Table 6.2: time a step, and frames a second.

namespace pliant::app::l13 {

namespace {

// Each body stands on the floor, so that all parts of a step have work.
Motion standing(const Subject& subject, Integrator integrator, double limit) {
  const PublishedMesh& p = *subject.published;
  return {.body = published_solid(lifted(subject.mesh, 0), p.solid),
          .dynamics = Fall::dynamics(integrator, p.step / 2, limit)};
}

struct Times {
  StepTimes verlet, cromer, unlimited;  // the last: Verlet without the strain limit
};

Table times_table(const std::string& all) {
  using enum Source;
  return {"figure 6.1",
          "Figure 6.1 as a table: computing time a step (ms); L13: with Verlet and with "
          "Euler-Cromer the same",
          {{"mesh", "Mesh"},
           {"published_cpu", "CPU", published},
           {"published_gpu", "GPU", published},
           {"one_thread", "Verlet, 1 thread", ours},
           {"all_threads", all, ours},
           {"card", "card", ours},
           {"cromer_one_thread", "Euler-Cromer, 1 thread", ours},
           {"cromer_all_threads", all, ours},
           {"cromer_card", "card", ours},
           {"unlimited_one_thread", "Verlet without limit, 1 thread", ours},
           {"unlimited_all_threads", all, ours},
           {"unlimited_card", "card", ours}},
          {}};
}

void add_row(Table& table, const PublishedMesh& p, const Times& t) {
  std::vector<Cell> row{p.name, fixed(p.cpu, 1), fixed(p.gpu, 1)};
  for (const StepTimes* s : {&t.verlet, &t.cromer, &t.unlimited}) {
    row.push_back(significant(1e3 * s->one_thread, 3));
    row.push_back(significant(1e3 * s->all_threads, 3));
    row.push_back(s->card ? significant(1e3 * *s->card, 3) : nothing());
  }
  table.rows.push_back(std::move(row));
}

Table ratios_table(const std::string& all) {
  using enum Source;
  return {"figure 6.1, ratios",
          "Processor over card: L13 tells of ten times; the published ratio of each mesh follows "
          "from its printed times",
          {{"mesh", "Mesh"},
           {"published_ratio", "CPU / GPU", published},
           {"one_thread_ratio", "1 thread / card", ours},
           {"all_threads_ratio", all + " / card", ours},
           {"h200_ratio", "plain loop, 1 thread / H200, on record", ours}},
          {}};
}

void add_row(Table& table, const PublishedMesh& p, const StepTimes& t) {
  const std::optional<OnRecord> record = on_h200(p.file);
  table.rows.push_back({p.name, fixed(p.cpu / p.gpu, 1),
                        or_nothing(by_card(t.one_thread, t.card), significant, 3),
                        or_nothing(by_card(t.all_threads, t.card), significant, 3),
                        record ? significant(record->plain / record->card, 3) : nothing()});
}

Plot times_plot(const std::vector<Subject>& meshes, const std::vector<Times>& times, bool card) {
  std::vector<std::string> names;
  std::vector<Series> series{{"published CPU", {}, "#9aa3ae"},
                             {"published GPU", {}, "#c69214"},
                             {"ours, 1 thread", {}, "#3b82c4"},
                             {"ours, " + all_threads(), {}, "#2a9d7f"},
                             {"the same, Euler-Cromer", {}, "#d1603d"}};
  if (card) series.push_back({"ours, card", {}, "#b5527d"});
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    names.push_back(meshes[i].published->name);
    series[0].values.push_back(meshes[i].published->cpu);
    series[1].values.push_back(meshes[i].published->gpu);
    series[2].values.push_back(1e3 * times[i].verlet.one_thread);
    series[3].values.push_back(1e3 * times[i].verlet.all_threads);
    series[4].values.push_back(1e3 * times[i].cromer.all_threads);
    if (card) series[5].values.push_back(1e3 * times[i].verlet.card.value_or(0));
  }
  const std::string title = "Figure 6.1: computing time a step, logarithmic; ours with Verlet";
  return {title, inline_svg(bar_script(names, series, "ms", true), 900, 380, "times", title)};
}

void add_frames(const std::vector<Subject>& meshes, const ReproduceSettings& settings, bool card,
                Section& section) {
  using enum Source;
  Table table{"table 6.2",
              "Table 6.2: frames a second, each a step and a picture of all tetrahedra; then of "
              "the surface alone; beside them, steps a second without pictures",
              {{"mesh", "Mesh"},
               {"published_cpu", "CPU", published},
               {"published_gpu", "GPU", published},
               {"frames", "CPU", ours},
               {"card_frames", "card", ours},
               {"surface_frames", "CPU, surface", ours},
               {"card_surface_frames", "card, surface", ours},
               {"steps", "CPU, steps", ours},
               {"card_steps", "card, steps", ours}},
              {}};
  std::string drawer;
  const auto cell = [](const std::optional<double>& seconds) {
    return seconds ? significant(1 / *seconds, 3) : nothing();
  };
  for (const Subject& s : meshes) {
    progress()(0.88, "L13: Table 6.2, " + s.published->name);
    const Motion motion = standing(s, Integrator::verlet, strain_limit);
    const FrameTimes cpu = frame_times(motion, s.mesh, Backend::cpu, settings.quick);
    const FrameTimes by_cuda =
        card ? frame_times(motion, s.mesh, Backend::cuda, settings.quick) : FrameTimes{};
    drawer = cpu.drawer;
    table.rows.push_back({s.published->name, s.published->cpu_frames, s.published->gpu_frames,
                          cell(cpu.all), cell(by_cuda.all), cell(cpu.surface),
                          cell(by_cuda.surface), cell(cpu.step), cell(by_cuda.step)});
  }
  section.add(std::move(table));
  section.add(Remark{fmt::format(
      "L13 draws all tetrahedra with a step a frame on a GeForce, at most 60 frames a second. Ours "
      "are pictures of {} × {} pixels without a window, drawn by: {}. A picture is ready when its "
      "pixels are in main memory.",
      frame_width, frame_height, drawer)});
}

}  // namespace

void add_speed(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
               Report& report) {
  const MeasuredCard card = measured_card(settings);
  const std::string all = all_threads();
  Table table = times_table(all), ratios = ratios_table(all);
  std::vector<Times> times;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const PublishedMesh& p = *meshes[i].published;
    progress()(0.75 + 0.03 * static_cast<double>(i), "L13: Figure 6.1, " + p.name);
    const auto measured = [&](Integrator integrator, double limit) {
      return step_times(standing(meshes[i], integrator, limit), card.measured(),
                        patience(settings));
    };
    times.push_back({measured(Integrator::verlet, strain_limit),
                     measured(Integrator::euler_cromer, strain_limit),
                     measured(Integrator::verlet, 0)});
    add_row(table, p, times.back());
    add_row(ratios, p, times.back().verlet);
  }

  Section& section = report.section("Figure 6.1 and Table 6.2: time a step, frames a second");
  section.add(Paragraph{fmt::format(
      "A full step in single precision as L13 counts it: springs, volumes, damping, strain "
      "limiting (an edge at most {} times its rest length; L13 does not print its limit) and the "
      "floor, on which the bodies stand. {}",
      strain_limit, told(patience(settings)))});
  section.add(times_plot(meshes, times, card.measured()));
  section.add(std::move(table));
  if (!card.measured()) section.add(Paragraph{card.why_not});
  section.add(Remark{
      "The machines are more than ten years apart, so this is no comparison of programs. It does "
      "show that what needed a graphics card in 2013 is now faster on a processor: the order of "
      "the meshes is the same, and the time grows with their sizes in the same way."});
  section.add(std::move(ratios));
  section.add(Paragraph{
      "The last column is from benchmarks/results/h200.json, of another machine: a step on an "
      "NVIDIA H200 beside one of a plain loop over springs and tetrahedra on one thread of the "
      "processor beside it, the nearest to L13's processor program. It has the Bunny, the Dragon's "
      "statue and the Armadillo-Man with a material instead of L13's constants; a step has the "
      "same work."});
  add_frames(meshes, settings, card.measured(), section);
}

}  // namespace pliant::app::l13
