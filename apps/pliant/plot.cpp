#include <fmt/format.h>
#include <pliant/probes.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/nearest_name.h"
#include "command.h"
#include "line_plot.h"

namespace pliant::app {

namespace {

namespace fs = std::filesystem;

// The column of this name, or all of a probe that has several: "tip" is "tip.x", "tip.y", "tip.z".
bool belongs(const std::string& column, const std::string& probe) {
  if (!column.starts_with(probe)) return false;
  if (column.size() == probe.size()) return true;
  const auto next = static_cast<unsigned char>(column[probe.size()]);
  return next < 128 && std::isalnum(next) == 0;
}

std::vector<std::size_t> columns_of(const ProbeData& data, const std::string& probe,
                                    const std::string& file) {
  std::vector<std::string> names;
  for (const ProbeColumn& column : data.columns) names.push_back(column.name);
  // "tip y" is "tip.y", too.
  std::string dotted = probe;
  if (const std::size_t space = dotted.rfind(' '); space != std::string::npos) dotted[space] = '.';
  for (const std::string& wanted : {probe, dotted})
    if (const auto exact = std::ranges::find(names, wanted); exact != names.end())
      return {static_cast<std::size_t>(exact - names.begin())};
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!probe.empty() && belongs(names[i], probe)) found.push_back(i);
  if (found.empty())
    throw InputError(file, 0, fmt::format("there is no probe '{}'", probe),
                     nearest_name(probe, names));
  return found;
}

struct Plot {
  std::string recording, target, title;
  std::vector<std::string> probes;

  void declare(Options& app) {
    app.add_option("RECORDING", recording, "Folder that a run wrote, or a table probes.csv")
        ->required();
    app.add_option("PROBE", probes, "Names of probes; those with the same unit share a panel")
        ->required();
    app.add_option("-o,--output", target, "The .svg file to write")->required();
    app.add_option("--title", title, "What stands above");
  }

  int run() {
    need_output(target, {".svg"});
    std::error_code error;
    const fs::path file = fs::is_regular_file(recording, error)
                              ? fs::path(recording)
                              : fs::path(recording) / "probes.csv";
    if (!fs::exists(recording, error))
      throw InputError(recording, 0, "there is no such folder", "check its name");
    const ProbeData data = read_probes(file);
    const std::vector<PlotPanel> panels = panels_of(data, file.string());
    const std::string above =
        !title.empty() ? title : fs::absolute(file).parent_path().filename().string();
    write_file(target, line_plot(above, "time [s]", panels));
    return 0;
  }

  std::vector<PlotPanel> panels_of(const ProbeData& data, const std::string& file) const {
    if (data.steps.empty())
      throw InputError(file, 0, "the table has no rows", "let the run go on until it has some");
    std::vector<PlotPanel> panels;
    std::vector<std::string> units;
    std::vector<bool> taken(data.columns.size(), false);
    for (const std::string& probe : probes)
      for (const std::size_t i : columns_of(data, probe, file)) {
        if (taken[i]) continue;
        taken[i] = true;
        const ProbeColumn& column = data.columns[i];
        auto unit = std::ranges::find(units, column.unit);
        if (unit == units.end()) {
          units.push_back(column.unit);
          panels.emplace_back();
          unit = std::prev(units.end());
        }
        PlotPanel& panel = panels[static_cast<std::size_t>(unit - units.begin())];
        panel.lines.push_back({column.name, data.times, data.values[i]});
        panel.axis = axis_of(panel, column.unit);
      }
    return panels;
  }

  static std::string axis_of(const PlotPanel& panel, const std::string& unit) {
    const std::string name = panel.lines.size() == 1 ? panel.lines[0].name : "";
    if (unit.empty()) return name;
    return name.empty() ? fmt::format("[{}]", unit) : fmt::format("{} [{}]", name, unit);
  }
};

}  // namespace

void add_plot(Commands& commands) {
  commands.add<Plot>("plot", "Draw probes of a recording over time",
                     "  pliant plot OUT tip.y -o tip.svg\n"
                     "  pliant plot OUT tip kinetic -o fall.svg --title \"A fall\"");
}

}  // namespace pliant::app
