#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "progress_bar.h"
#include "reproduce/s07.h"

// Table 5.3 and Figures 5.6 to 5.9: seven settings on one body.

namespace pliant::app::s07 {

namespace {

constexpr double force_on_ball = 0.4;  // N
constexpr double other_forces[] = {0.1, 2};

using Results = std::vector<Result>;
using Values = std::vector<double> History::*;

Results with_keys(const Results& results, const std::vector<std::string>& keys) {
  Results out;
  for (const Result& r : results)
    if (std::ranges::count(keys, r.method.key)) out.push_back(r);
  return out;
}

Table settings_table() {
  using enum Source;
  Table table{"table 5.3",
              "Table 5.3: settings; an object is 800 units large",
              {{"setting", "Setting"},
               {"squared_speed", "squared speed, units²/s²", published},
               {"threshold", "the same, m²/s²", ours},
               {"active_time", "active time, ms", published},
               {"neighbour_time", "neighbour activation time, ms", published}},
              {}};
  for (const PublishedSetting& s : published_settings())
    table.rows.push_back({published_method(s.name).name, fixed(s.squared_speed, 0),
                          significant(published_selection(s.name, object_size).threshold, 2),
                          fixed(1e3 * s.active_time, 0), fixed(1e3 * s.neighbour_time, 0)});
  return table;
}

// Rankings of settings by what they have under load, in the mean.
class Ranking {
 public:
  Ranking(const Results& results, const Protocol& protocol)
      : results_(&results), protocol_(protocol) {}

  double value(const std::string& key, Values values) const {
    return mean(under_load(history_of(*results_, key).*values, protocol_));
  }

  // One has the least of all, or the most.
  Statement extreme(const std::string& text, Values values, bool is_least, const std::string& one,
                    const std::vector<std::string>& others, const std::string& why) const {
    const double its = value(one, values);
    std::string numbers = told(one, its);
    bool is_shared = true;
    for (const std::string& other : others) {
      const double others_value = value(other, values);
      is_shared = is_shared && (is_least ? its < others_value : its > others_value);
      numbers += ", " + told(other, others_value);
    }
    return {text, numbers, is_shared, why};
  }

 private:
  static std::string told(const std::string& key, double value) {
    return fmt::format("{} {}", published_method(key).name, significant(value, 3).shown);
  }

  const Results* results_;
  Protocol protocol_;
};

const std::vector<std::string> others_of_setting1{"default", "setting2", "setting3"};
const std::string small_times =
    "steps are so short here that times vary by as much as settings differ";
const std::string one_loop = "to wake a node that is awake may cost less here than in S07";

std::vector<Statement> of_speed(const Ranking& ranking) {
  const Values rate = &History::rate;
  return {ranking.extreme("a low active time gives most frames", rate, false, "setting1",
                          others_of_setting1, small_times),
          ranking.extreme("a low speed gives fewer frames", rate, true, "setting2", {"default"},
                          small_times),
          ranking.extreme("a low neighbour activation time gives fewer frames", rate, true,
                          "setting3", {"default"}, one_loop),
          ranking.extreme("all low gives the fewest frames", rate, true, "all_low",
                          {"all_medium", "all_high"}, small_times)};
}

std::vector<Statement> of_costs(const Ranking& ranking) {
  const Values selecting = &History::selecting, stepping = &History::stepping;
  return {ranking.extreme("a low neighbour activation time makes selecting cost more", selecting,
                          false, "setting3", {"default", "setting1", "setting2"}, one_loop),
          ranking.extreme("with a low active time it costs least", selecting, true, "setting1",
                          others_of_setting1, small_times),
          ranking.extreme("all low makes it cost most", selecting, false, "all_low",
                          {"all_medium", "all_high"}, one_loop),
          ranking.extreme("a low active time leaves the least physics", stepping, true, "setting1",
                          others_of_setting1, small_times),
          ranking.extreme("a low speed takes more physics", stepping, false, "setting2",
                          {"default"}, small_times),
          ranking.extreme("all low takes the most physics", stepping, false, "all_low",
                          {"all_medium", "all_high"}, small_times),
          ranking.extreme("all high takes the least", stepping, true, "all_high",
                          {"all_medium", "all_low"}, small_times)};
}

// What changing one parameter alone does to the active nodes.
Statement biggest_impact(const Ranking& ranking) {
  const auto impact = [&](const std::string& key) {
    return std::abs(ranking.value(key, &History::active) -
                    ranking.value("default", &History::active));
  };
  const double time = impact("setting1"), speed = impact("setting2"), often = impact("setting3");
  return {"active time has the biggest impact of the three",
          fmt::format("active time changes {:.0f} active nodes, speed {:.0f}, neighbour activation "
                      "time {:.0f}",
                      time, speed, often),
          time > speed && time > often, "the load, which S07 does not give"};
}

std::vector<Statement> of_nodes(const Ranking& ranking) {
  const Values active = &History::active;
  const std::string load = "the load, which S07 does not give";
  return {ranking.extreme("a low active time leaves the fewest active nodes", active, true,
                          "setting1", others_of_setting1, load),
          ranking.extreme("all high leaves the fewest active nodes", active, true, "all_high",
                          {"all_medium", "all_low"}, load),
          ranking.extreme("all low has the most", active, false, "all_low",
                          {"all_medium", "all_high"}, load),
          biggest_impact(ranking)};
}

std::vector<Statement> statements(const Results& results, const Protocol& protocol) {
  const Ranking ranking(results, protocol);
  std::vector<Statement> out;
  for (const auto& list : {of_speed(ranking), of_costs(ranking), of_nodes(ranking)})
    out.insert(out.end(), list.begin(), list.end());
  return out;
}

// Which nodes are active depends on the load more than on most settings.
Table loads_table(const Subject& ball, const Results& results, const Protocol& protocol) {
  using enum Source;
  Table table{"figures 5.6 to 5.9, other loads",
              "Active nodes under other loads, in the mean, and errors, % of the size, at most",
              {{"setting", "Setting"}},
              {}};
  for (const Result& r : results)
    if (r.method.selection) table.rows.push_back({r.method.name});
  const auto add = [&](double force, const auto& history) {
    const std::string newtons = fmt::format("{} N", force);
    table.columns.push_back({fmt::format("active_{}", force), newtons, ours});
    table.columns.push_back({fmt::format("error_{}", force), "error", ours});
    auto row = table.rows.begin();
    for (const Result& r : results) {
      if (!r.method.selection) continue;
      const History h = history(r);
      row->push_back(fixed(mean(under_load(h.active, protocol)), 0));
      (row++)->push_back(significant(100 * h.largest_error, 2));
    }
  };
  add(force_on_ball, [](const Result& r) { return r.history; });
  for (const double force : other_forces) {
    const Trial trial(ball.mesh, force, protocol);
    add(force, [&](const Result& r) { return trial.look(r.method); });
  }
  return table;
}

Remark accuracy(const Results& results) {
  const auto error = [&](const std::string& key) {
    return 100 * history_of(results, key).largest_error;
  };
  return {fmt::format(
      "S07 says that speed costs accuracy and does not measure it. The largest distance of a node "
      "from where the whole simulation has it, at ten looks a second: default {:.2g} % of the "
      "size, setting 1 {:.2g} %, all low {:.2g} %, all high {:.2g} %, `automatic` {:.2g} %.",
      error("default"), error("setting1"), error("all_low"), error("all_high"),
      error("automatic"))};
}

}  // namespace

void add_settings(const Subject& ball, const ReproduceSettings& settings, Report& report) {
  const Protocol plan = protocol(settings);
  const Trial trial(ball.mesh, force_on_ball, plan);
  std::vector<Method> methods{classical()};
  for (const PublishedSetting& s : published_settings())
    methods.push_back(published_method(s.name));
  methods.push_back(automatic());
  const Results results = run_all(trial, ball.published->name, methods, report);
  Section& section = report.section("Table 5.3 and Figures 5.6 to 5.9: settings");
  section.add(settings_table());
  section.add(described(ball, trial, history_of(results, "classical")));
  section.add(results_table("figures 5.6 to 5.9", "Figures 5.6 to 5.9 in numbers", results, plan));
  add_charts(
      "one_low", "One parameter low",
      with_keys(results, {"classical", "default", "setting1", "setting2", "setting3", "automatic"}),
      section);
  add_charts("all_alike", "All parameters alike",
             with_keys(results, {"classical", "all_low", "all_medium", "all_high", "automatic"}),
             section);
  section.add(statements_table("figures 5.6 to 5.9, statements", "Statements on the settings",
                               statements(results, plan)));
  progress()(0.95, "S07: other loads");
  section.add(loads_table(ball, results, plan));
  section.add(Remark{
      "S07 gives neither its material nor its load. Ours were found by trying, and the statements "
      "above hold for this load at best: the table of other loads tells what becomes of the active "
      "nodes where it is weaker or stronger."});
  section.add(accuracy(results));
}

}  // namespace pliant::app::s07
