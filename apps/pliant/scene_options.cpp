#include "scene_options.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "command.h"
#include "interrupt.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds patience(500);

std::map<std::string, std::string> parsed(const std::vector<std::string>& words) {
  std::map<std::string, std::string> defines;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      wrong_usage(fmt::format("'{}' is no definition: write -D NAME=VALUE", word));
    if (!defines.emplace(word.substr(0, equals), word.substr(equals + 1)).second)
      wrong_usage(fmt::format("'{}' is defined twice", word.substr(0, equals)));
  }
  return defines;
}

}  // namespace

void SceneOptions::declare(Options& app) {
  app.add_option("-D,--define", defines,
                 "NAME=VALUE: what define(\"NAME\", default) gives in the script")
      ->allow_extra_args(false);
  declare_permissions(app);
  MachineOptions::declare(app);
}

void SceneOptions::declare_permissions(Options& app) {
  app.add_flag("--allow-io", allow_io,
               "Let the script use files, processes and modules; for scripts you trust");
  app.add_option("--script-memory", memory, "MB of memory that the script may use")
      ->capture_default_str()
      ->check(in_range(1, 1'000'000));
}

ScriptOptions SceneOptions::script_options() const {
  ScriptOptions options;
  options.defines = parsed(defines);
  options.allow_io = allow_io;
  options.memory = static_cast<std::size_t>(memory * 1048576);
  // A function of time that is called while bodies step may end, so that the run stops between two
  // steps; one that does not is stopped.
  options.interrupted = [heard = std::optional<Clock::time_point>()]() mutable {
    if (Interrupt::signal() == 0) return false;
    if (!heard) heard = Clock::now();
    return Clock::now() - *heard > patience;
  };
  options.activity = &Interrupt::scripts();
  return options;
}

Scene SceneOptions::load() const {
  progress().stage("reading " + file);
  return Scene(std::filesystem::path(file), script_options());
}

Scene SceneOptions::load_with(const std::vector<std::string>& more) const {
  SceneOptions all = *this;
  all.defines.insert(all.defines.end(), more.begin(), more.end());
  return Scene(std::filesystem::path(file), all.script_options());
}

Scene SceneOptions::load(const std::string& text) const {
  return Scene(file, text, std::filesystem::path(file).parent_path(), script_options());
}

RunOptions SceneOptions::run_options() const {
  RunOptions options;
  options.model = model_options();
  return options;
}

}  // namespace pliant::app
