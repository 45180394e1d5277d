#include "compare_report.h"

#include <fmt/format.h>
#include <pliant/probes.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/file.h"
#include "line_plot.h"
#include "scene/compare_full.h"

namespace pliant::app {

namespace {

struct Compared {
  std::vector<double> times;
  std::array<std::vector<double>, comparison_columns> columns;
};

// The probe is the last one; it may be sampled at fewer steps than others.
Compared compared_in(const ProbeData& data) {
  const std::size_t first = data.columns.size() - comparison_columns;
  Compared out;
  for (std::size_t row = 0; row < data.steps.size(); ++row) {
    if (std::isnan(data.values[first][row])) continue;
    out.times.push_back(data.times[row]);
    for (std::size_t c = 0; c < comparison_columns; ++c)
      out.columns[c].push_back(data.values[first + c][row]);
  }
  return out;
}

Json end_and_most(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return {{"end", values.back()}, {"most", most}};
}

void draw(const Compared& compared, bool has_energy, const std::filesystem::path& file) {
  const auto line = [&](const char* name, FullComparison column) {
    return PlotLine{name, compared.times, compared.columns[column]};
  };
  std::vector<PlotPanel> panels{
      {"difference of displacement [m]",
       {line("largest", largest_difference), line("mean", mean_difference)}},
      {"active nodes", {line("active nodes", active_nodes)}}};
  if (has_energy)
    panels.push_back({"difference of energy [J]", {line("energy", energy_difference)}});
  write_file(file,
             line_plot("With dynamic selection, compared with all simulated", "time [s]", panels));
}

}  // namespace

Json compare_report(const std::filesystem::path& folder) {
  const Compared compared = compared_in(read_probes(folder / "probes.csv"));
  if (compared.times.empty()) return nullptr;
  const bool has_energy = std::isfinite(compared.columns[energy_difference].back());
  const std::filesystem::path plot = folder / "compare-full.svg";
  draw(compared, has_energy, plot);
  Json report{{"largest", end_and_most(compared.columns[largest_difference])},
              {"mean", end_and_most(compared.columns[mean_difference])},
              {"active", end_and_most(compared.columns[active_nodes])},
              {"plot", plot.string()}};
  if (has_energy) report["energy"] = end_and_most(compared.columns[energy_difference]);
  return report;
}

std::string comparison_in_words(const Json& report) {
  const auto of = [&](const char* column, const char* unit) {
    return fmt::format("{:.3g}{} (at most {:.3g})", report[column]["end"].get<double>(), unit,
                       report[column]["most"].get<double>());
  };
  std::string words =
      fmt::format("off by {}, in the mean {}", of("largest", " m"), of("mean", " m"));
  if (report.contains("energy")) words += fmt::format(", energy {}", of("energy", " J"));
  return words + fmt::format("; {} nodes active", report["active"]["end"].get<double>());
}

}  // namespace pliant::app
