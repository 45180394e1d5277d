#include "check_scene.h"

#include <fmt/format.h>

#include "body_report.h"
#include "command.h"
#include "interrupt.h"
#include "json.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

Json describe(const SceneRun& run, const Scene& scene) {
  Json bodies = Json::array(), actions = Json::array(), probes = Json::array();
  for (const RunBody& body : run.bodies()) {
    Json entry = body_report(body.name, body.mesh->mesh());
    entry["stable_step"] = body.stable_step;
    entry["integrator"] =
        body.model.is_spectral() ? "spectral" : name(body.state.dynamics().integrator);
    bodies.push_back(entry);
  }
  for (const auto& action : scene.simulation().actions())
    actions.push_back(action->declaration().name);
  for (const Measurement& probe : run.probes()) probes.push_back(probe.name);
  Json definitions = Json::object();
  for (const auto& [name, value] : scene.definitions()) definitions[name] = text_of(value);
  return {{"bodies", bodies},
          {"actions", actions},
          {"probes", probes},
          {"definitions", definitions},
          {"step", run.time_step()},
          {"steps", run.last_step()},
          {"seconds", static_cast<double>(run.last_step()) * run.time_step()},
          {"memory", run.memory()},
          {"warnings", run.notes()}};
}

void print(const Json& report) {
  const auto line = [](const char* what, const std::string& value) {
    fmt::print("{:<18}{}\n", what, value);
  };
  for (const Json& body : report["bodies"])
    line("body", fmt::format("{}; {}, {} up to {:.4g} s", body_in_words(body),
                             body["integrator"].get<std::string>(),
                             body["integrator"] == "spectral" ? "resolved" : "stable",
                             body["stable_step"].get<double>()));
  line("actions",
       fmt::format("{}", fmt::join(report["actions"].get<std::vector<std::string>>(), ", ")));
  for (const auto& [name, value] : report["definitions"].items())
    line("define", fmt::format("{} = {}", name, value.get<std::string>()));
  line("steps", fmt::format("{} of {:.4g} s: {:.4g} s", report["steps"].dump(),
                            report["step"].get<double>(), report["seconds"].get<double>()));
  line("memory", fmt::format("{:.1f} MB", report["memory"].get<double>() / 1048576));
  for (const Json& warning : report["warnings"]) line("warning", warning.get<std::string>());
  fmt::print("The scene can run.\n");
}

}  // namespace

int check_scene(const SceneOptions& scene, bool json) {
  return interruptible([&] {
    const Scene loaded = scene.load();
    progress().stage("building " + scene.file);
    const SceneRun run(loaded.simulation(), scene.run_options());
    const Json report = describe(run, loaded);
    progress().clear();
    if (json)
      print_json(report);
    else
      print(report);
    return 0;
  });
}

}  // namespace pliant::app
