#include "run_folder.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "base/file.h"
#include "command.h"
#include "json.h"

namespace pliant::app {

namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error))
    throw InputError(file.string(), 0, "there is no run to resume here",
                     "give the folder that 'pliant run' wrote");
  return read_file(file);
}

}  // namespace

void write_run_folder(const fs::path& folder, const RunFolder& run, const std::string& text) {
  const SceneOptions& scene = run.scene;
  const Json json{{"scene", fs::absolute(scene.file).string()},
                  {"defines", scene.defines},
                  {"precision", scene.precision},
                  {"instruction_set", scene.instruction_set},
                  {"backend", scene.backend.word},
                  {"script_memory", scene.memory},
                  {"allow_io", scene.allow_io},
                  {"checkpoint_seconds", run.checkpoint_seconds},
                  {"compare_full", run.compare_full},
                  {"finished", run.finished}};
  write_file(folder / "scene.lua", text);
  write_file(folder / "run.json", json.dump(2) + "\n");
}

RunFolder read_run_folder(const fs::path& folder) {
  const fs::path file = folder / "run.json";
  const std::string text = content(file);
  try {
    const Json json = Json::parse(text);
    RunFolder run;
    run.scene.file = json.at("scene").get<std::string>();
    run.scene.defines = json.at("defines").get<std::vector<std::string>>();
    run.scene.precision = json.at("precision").get<std::string>();
    run.scene.instruction_set = json.at("instruction_set").get<std::string>();
    run.scene.backend.word = json.at("backend").get<std::string>();
    run.scene.memory = json.at("script_memory").get<double>();
    run.scene.allow_io = json.at("allow_io").get<bool>();
    run.checkpoint_seconds = json.at("checkpoint_seconds").get<double>();
    run.compare_full = json.contains("compare_full") && json["compare_full"].get<bool>();
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

void remove_run_folder(const fs::path& folder) {
  std::error_code error;
  for (const char* name :
       {"run.json", "scene.lua", "checkpoint.bin", "probes.csv", "compare-full.svg"})
    fs::remove(folder / name, error);
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
