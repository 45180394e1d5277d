#include <fmt/format.h>
#include <pliant/threads.h>

#include <limits>

#include "command.h"
#include "gnuplot.h"
#include "reproduce/r06.h"

// The tables and plots that R06's Figures 4 to 6 and the chains have in common.

namespace pliant::app::r06 {

namespace {

bool has_solids(const std::vector<Subject>& subjects) {
  return !subjects.empty() && subjects[0].full.has_value();
}

bool has_own_springs(const std::vector<Subject>& subjects) {
  return !subjects.empty() && subjects[0].own.has_value();
}

}  // namespace

Subject measure(const std::string& name, const Mesh& mesh, const PublishedMesh* published,
                const Plan& plan, bool with_solid) {
  const Motion springs = swinging(mesh);
  const std::size_t simplices = !mesh.tetrahedra.empty()  ? mesh.tetrahedra.size()
                                : !mesh.triangles.empty() ? mesh.triangles.size()
                                                          : mesh.lines.size();
  Subject subject{.name = name,
                  .masses = mesh.vertices.size(),
                  .simplices = simplices,
                  .springs = springs.body.relations[0].vertices.size() / 2,
                  .published = published,
                  .times = step_times(springs, plan.card.measured(), plan.patience)};
  if (!mesh.tetrahedra.empty() || !mesh.triangles.empty()) {
    subject.own_springs = simplices * (mesh.tetrahedra.empty() ? 3 : 6);
    subject.own = step_times(swinging(mesh, true), plan.card.measured(), plan.patience);
  }
  if (with_solid) subject.full = step_times(standing(mesh), plan.card.measured(), plan.patience);
  return subject;
}

Table rates(const Topic& topic, const std::vector<Subject>& subjects) {
  using enum Source;
  Table table{topic.id,
              fmt::format("{}; published: frames a second; ours: steps a second", topic.title),
              {{"mesh", "Mesh"},
               {"masses", "masses"},
               {"simplices", topic.simplices},
               {"springs", "springs"},
               {"published_gpu", "GPU", published},
               {"published_cpu", "CPU", published},
               {"one_thread", "1 thread", ours},
               {"all_threads", all_threads(), ours},
               {"card", "card", ours}},
              {}};
  if (has_own_springs(subjects))
    for (const Column& column :
         std::initializer_list<Column>{{"own_springs", "springs as R06 stores them", ours},
                                       {"own_one_thread", "1 thread", ours},
                                       {"own_all_threads", all_threads(), ours},
                                       {"own_card", "card", ours}})
      table.columns.push_back(column);
  for (const Subject& s : subjects) {
    const PublishedMesh* p = s.published;
    table.rows.push_back({s.name, count(s.masses), count(s.simplices), count(s.springs),
                          p ? fixed(p->gpu, 0) : nothing(), p ? fixed(p->cpu, 0) : nothing(),
                          fixed(1 / s.times.one_thread, 0), fixed(1 / s.times.all_threads, 0),
                          or_nothing(by_card(1, s.times.card), fixed, 0)});
    if (!s.own) continue;
    for (Cell& cell : std::vector<Cell>{count(s.own_springs), fixed(1 / s.own->one_thread, 0),
                                        fixed(1 / s.own->all_threads, 0),
                                        or_nothing(by_card(1, s.own->card), fixed, 0)})
      table.rows.back().push_back(std::move(cell));
  }
  return table;
}

Plot rates_plot(const Topic& topic, const std::vector<Subject>& subjects, const Plan& plan) {
  std::vector<std::string> names;
  Series gpu{"published GPU", {}, "#c69214"}, cpu{"published CPU", {}, "#9aa3ae"},
      one{"ours, 1 thread", {}, "#3b82c4"}, all{"ours, " + all_threads(), {}, "#2a9d7f"},
      card{"ours, card", {}, "#b5527d"};
  for (const Subject& s : subjects) {
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    names.push_back(fmt::format("{}", s.simplices));
    gpu.values.push_back(s.published ? s.published->gpu : gap);
    cpu.values.push_back(s.published ? s.published->cpu : gap);
    one.values.push_back(1 / s.times.one_thread);
    all.values.push_back(1 / s.times.all_threads);
    card.values.push_back(by_card(1, s.times.card).value_or(gap));
  }
  std::vector<Series> series{gpu, cpu, one};
  if (thread_count() > 1) series.push_back(all);
  if (plan.card.measured()) series.push_back(card);
  const std::string title = fmt::format("{}: steps a second over the number of {}, logarithmic",
                                        topic.title, topic.simplices);
  std::string name = topic.id;
  for (char& c : name) c = c == ' ' ? '_' : c;
  return {title,
          inline_svg("set yrange [1:*]\n" + bar_script(names, series, "steps a second", true), 900,
                     340, name, title)};
}

Table costs(const Topic& topic, const std::vector<Subject>& subjects) {
  using enum Source;
  Table table{topic.id + ", time",
              fmt::format("{}: microseconds a step and million {} a second, ours", topic.title,
                          topic.simplices),
              {{"mesh", "Mesh"},
               {"simplices", topic.simplices},
               {"step", all_threads() + ", µs", ours},
               {"simplices_per_second", "M/s", ours},
               {"card_step", "card, µs", ours},
               {"card_simplices_per_second", "M/s", ours}},
              {}};
  if (has_solids(subjects)) {
    table.title += "; a full step has preserved volumes, damping, strain limit and floor as well";
    for (const Column& column :
         std::initializer_list<Column>{{"full_step", "full step, " + all_threads() + ", µs", ours},
                                       {"full_simplices_per_second", "M/s", ours},
                                       {"full_card_step", "card, µs", ours},
                                       {"full_card_simplices_per_second", "M/s", ours}})
      table.columns.push_back(column);
  }
  for (const Subject& s : subjects) {
    std::vector<Cell> row{s.name, count(s.simplices)};
    const auto add = [&](const StepTimes& t) {
      const double millions = 1e-6 * static_cast<double>(s.simplices);
      row.push_back(significant(1e6 * t.all_threads, 3));
      row.push_back(significant(millions / t.all_threads, 3));
      row.push_back(
          or_nothing(t.card ? std::optional(1e6 * *t.card) : std::nullopt, significant, 3));
      row.push_back(or_nothing(by_card(millions, t.card), significant, 3));
    };
    add(s.times);
    if (s.full) add(*s.full);
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace pliant::app::r06
