#include "run_folder.h"

#include <fmt/format.h>
#include <pliant/probes.h>
#include <pliant/recording.h>

#include <array>
#include <charconv>
#include <cmath>

#include "base/file.h"
#include "command.h"
#include "json.h"
#include "scene/checkpoint.h"

namespace pliant::app {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{16} << 20;  // as of a script

std::string content(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error))
    throw InputError(file.string(), 0, "there is no run to resume here",
                     "give the folder that 'pliant run' wrote");
  return read_file(file, most_bytes);
}

}  // namespace

void write_run_folder(const fs::path& folder, const RunFolder& run, const std::string& text) {
  const SceneOptions& scene = run.scene;
  const Json json{{"scene", fs::absolute(scene.file).string()},
                  {"defines", scene.defines},
                  {"precision", scene.precision.word},
                  {"instruction_set", scene.instruction_set},
                  {"backend", scene.backend.word},
                  {"allow_io", scene.allow_io},
                  {"checkpoint_seconds", run.checkpoint_seconds},
                  {"compare_full", run.compare_full},
                  {"stop_when_energy_rises", run.stop_when_energy_rises},
                  {"steps", run.steps},
                  {"chosen_steps", run.chosen_steps},
                  {"begun", run.begun},
                  {"finished", run.finished}};
  store_file(folder / "scene.lua", text);
  store_file(folder / "run.json", json.dump(2) + "\n");
}

RunFolder read_run_folder(const fs::path& folder) {
  const fs::path file = folder / "run.json";
  const std::string text = content(file);
  try {
    const Json json = Json::parse(text);
    RunFolder run;
    run.scene.file = json.at("scene").get<std::string>();
    run.scene.defines = json.at("defines").get<std::vector<std::string>>();
    run.scene.precision.word = json.at("precision").get<std::string>();
    run.scene.instruction_set = json.at("instruction_set").get<std::string>();
    run.scene.backend.word = json.at("backend").get<std::string>();
    run.with_io = json.at("allow_io").get<bool>();
    run.checkpoint_seconds = json.at("checkpoint_seconds").get<double>();
    run.compare_full = json.contains("compare_full") && json["compare_full"].get<bool>();
    run.stop_when_energy_rises =
        json.contains("stop_when_energy_rises") && json["stop_when_energy_rises"].get<bool>();
    if (json.contains("steps")) run.steps = json["steps"].get<std::string>();
    if (json.contains("chosen_steps")) run.chosen_steps = json["chosen_steps"].get<std::string>();
    run.begun = !json.contains("begun") || json["begun"].get<bool>();
    run.finished = json.at("finished").get<bool>();
    return run;
  } catch (const JsonError& e) {
    throw InputError(file.string(), 0, fmt::format("this does not describe a run: {}", e.what()),
                     "run the scene anew");
  }
}

std::string scene_text(const fs::path& folder) {
  return content(folder / "scene.lua");
}

bool has_earlier_run(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder / "run.json", error)) return has_recording(folder);
  try {
    return read_run_folder(folder).begun;
  } catch (const InputError&) {  // damaged, but a run's
    return true;
  }
}

void remove_run_folder(const fs::path& folder) {
  remove_checkpoint(folder);
  remove_probes(folder / "probes.csv");
  for (const char* name : {"compare-full.svg", "run.json"}) remove_file(folder / name);
}

double parse_duration(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, double>, 5> units{
      {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"min", 60}, {"h", 3600}}};
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error == std::errc() && std::isfinite(value) && value > 0)
    for (const auto& [name, seconds] : units)
      if (unit == name) return value * seconds;
  wrong_usage(fmt::format("'{}' is no duration: write 10s, 5min, 2h or 500ms", text));
}

}  // namespace pliant::app
