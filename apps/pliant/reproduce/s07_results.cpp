#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gnuplot.h"
#include "progress_bar.h"
#include "reproduce/s07.h"

// What the two series of benchmarks have in common: tables and charts.

namespace pliant::app::s07 {

namespace {

Json json_of(const std::vector<double>& values) {
  Json out = Json::array();
  for (const double value : values) out.push_back(value);
  return out;
}

Json json_of(const History& history) {
  Json out = Json::object();
  out["rate"] = json_of(history.rate);
  out["selecting"] = json_of(history.selecting);
  out["stepping"] = json_of(history.stepping);
  out["active"] = json_of(history.active);
  out["largest_error"] = history.largest_error;
  out["mean_error"] = history.mean_error;
  if (history.tolerance > 0) out["tolerance"] = history.tolerance;
  return out;
}

}  // namespace

std::vector<Result> run_all(const Trial& trial, const std::string& body,
                            const std::vector<Method>& methods, Report& report) {
  const std::string what = "S07: " + body;
  std::vector<Result> out;
  progress()(0.1, what);
  for (const Method& method : methods) out.push_back({method, trial.look(method)});
  for (int round = 0; round < trial.rounds(); ++round) {
    progress()((round + 1.0) / (trial.rounds() + 1.0), what);
    for (Result& r : out) trial.time(r.method, r.history);
  }
  for (const Result& r : out) report.facts["histories"][body][r.method.key] = json_of(r.history);
  return out;
}

const History& history_of(const std::vector<Result>& results, std::string_view key) {
  return std::ranges::find(results, key, [](const Result& r) { return r.method.key; })->history;
}

double mean(std::span<const double> values) {
  return std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
}

double largest(std::span<const double> values) {
  return std::ranges::max(values);
}

std::span<const double> without_load(std::span<const double> values, const Protocol& protocol) {
  return values.first(static_cast<std::size_t>(protocol.idle));
}

std::span<const double> under_load(std::span<const double> values, const Protocol& protocol) {
  return values.subspan(static_cast<std::size_t>(protocol.idle));
}

Paragraph described(const Subject& subject, const Trial& trial, const History& classical) {
  return {
      fmt::format("{} nodes. Held are the lowest {}, loaded the topmost {}. The load moves a node "
                  "by {:.0f} % of the size at most. The largest stable step is {:.0f} ms.",
                  subject.mesh.vertices().size(), trial.held_count(), trial.loaded_count(),
                  100 * classical.moved, 1e3 * trial.stable_step())};
}

Table results_table(const std::string& id, const std::string& title,
                    const std::vector<Result>& results, const Protocol& protocol) {
  using enum Source;
  Table table{id,
              title,
              {{"method", "Method"},
               {"idle_rate", "steps a second without load", ours},
               {"loaded_rate", "under load", ours},
               {"selecting", "selection under load, ms", ours},
               {"largest_selecting", "at most", ours},
               {"idle_stepping", "physics without load, ms", ours},
               {"stepping", "under load", ours},
               {"active", "active nodes under load", ours},
               {"most_active", "at most", ours},
               {"largest_error", "error, % of the size, at most", ours},
               {"mean_error", "in the mean", ours},
               {"tolerance", "tolerance, %", ours}},
              {}};
  for (const auto& [method, h] : results) {
    const bool is_selecting = method.selection.has_value();
    const auto if_selecting = [&](Cell cell) { return is_selecting ? cell : nothing(); };
    table.rows.push_back({method.name, fixed(mean(without_load(h.rate, protocol)), 0),
                          fixed(mean(under_load(h.rate, protocol)), 0),
                          if_selecting(fixed(mean(under_load(h.selecting, protocol)), 3)),
                          if_selecting(fixed(largest(h.selecting), 3)),
                          fixed(mean(without_load(h.stepping, protocol)), 3),
                          fixed(mean(under_load(h.stepping, protocol)), 3),
                          fixed(mean(under_load(h.active, protocol)), 0),
                          fixed(largest(h.active), 0),
                          if_selecting(significant(100 * h.largest_error, 2)),
                          if_selecting(significant(100 * h.mean_error, 2)),
                          h.tolerance > 0 ? significant(100 * h.tolerance, 2) : nothing()});
  }
  return table;
}

namespace {

struct Chart {
  std::string key, title, axis;
  std::vector<double> History::*values;
  bool of_all;  // of the classical method, too
};
const Chart charts[] = {
    {"rate", "steps a second", "a second", &History::rate, true},
    {"stepping", "physics in each second, ms", "ms", &History::stepping, true},
    {"selecting", "selection in each second, ms", "ms", &History::selecting, false},
    {"active", "active nodes", "nodes", &History::active, false}};

}  // namespace

void add_charts(const std::string& name, const std::string& title,
                const std::vector<Result>& results, Section& section) {
  std::vector<double> seconds(results[0].history.rate.size());
  std::iota(seconds.begin(), seconds.end(), 1.0);
  for (const Chart& chart : charts) {
    std::vector<Series> lines;
    for (const auto& [method, history] : results)
      if (chart.of_all || method.selection)
        lines.push_back({method.name, history.*chart.values, method.colour, method.dashed});
    const std::string heading = title + ": " + chart.title;
    section.add(Plot{heading, inline_svg(line_script(seconds, lines, "time, s", chart.axis), 900,
                                         300, name + "_" + chart.key, heading)});
  }
}

Table statements_table(const std::string& id, const std::string& title,
                       const std::vector<Statement>& statements) {
  using enum Source;
  Table table{id,
              title,
              {{"published", "S07 says", published},
               {"ours", "in our numbers", ours},
               {"shared", "ours agrees", ours},
               {"why", "a possible reason, not measured"}},
              {}};
  for (const Statement& s : statements)
    table.rows.push_back(
        {s.published, s.ours, yes_or_no(s.is_shared), s.is_shared ? nothing() : Cell(s.why)});
  return table;
}

}  // namespace pliant::app::s07
