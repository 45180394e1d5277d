#include <fmt/format.h>
#include <pliant/check.h>

#include "check_scene.h"
#include "command.h"
#include "deadline.h"
#include "json.h"
#include "progress_bar.h"
#include "run_folder.h"

namespace pliant::app {

namespace {

Json to_json(const CheckReport& report) {
  Json findings = Json::array();
  for (const Finding& f : report.findings)
    findings.push_back({{"name", f.name},
                        {"count", f.count},
                        {"error", f.is_error},
                        {"meaning", f.meaning},
                        {"places", f.places},
                        {"cure", f.cure}});
  return {{"sound", report.sound()}, {"findings", findings}};
}

void print(const CheckReport& report) {
  progress().clear();
  for (const Finding& f : report.findings) {
    const char* mark = f.count == 0 ? "ok" : f.is_error ? "ERROR" : "note";
    fmt::print("{:<6}{:<24}{}\n", mark, f.name, f.count);
    for (const std::string& place : f.places) fmt::print("        {}\n", place);
    if (f.count > f.places.size() && !f.places.empty())
      fmt::print("        and {} more\n", f.count - f.places.size());
    if (f.count > 0 && f.is_error) fmt::print("        cure: {}\n", f.cure);
  }
  fmt::print("{}\n", report.sound() ? "The mesh is sound." : "The mesh is not sound.");
}

struct Check {
  SceneOptions scene;
  std::string repaired, timeout;
  bool json = false;

  void declare(Options& app) {
    app.add_option("FILE", scene.file, "Mesh, or scene (.lua), to check")->required();
    app.add_option("--repair", repaired, "Mend what can be mended and write the result here");
    app.add_option("--timeout", timeout, "Give up after this time, such as 10s or 5min");
    app.add_flag("--json", json, "Print a report for programs");
    scene.declare(app);
  }

  int run() {
    const std::string& file = scene.file;
    const Deadline deadline(file, timeout.empty() ? 0 : parse_duration(timeout));
    if (has_extension(file, ".lua")) return check_scene(scene, json);
    if (!repaired.empty()) need_mesh_output(repaired);
    const Mesh mesh = load(file);
    progress().stage("checking " + file);
    const CheckReport before = named(file, [&] { return pliant::check(mesh); });
    Json report{{"file", file}, {"check", to_json(before)}};
    if (!json) print(before);
    bool sound = before.sound();
    if (!repaired.empty()) sound = mend(file, mesh, report);
    if (json) print_json(report);
    return sound ? 0 : 1;
  }

  bool mend(const std::string& file, const Mesh& mesh, Json& report) const {
    std::vector<std::string> done;
    progress().stage("repairing " + file);
    const Mesh mended = named(file, [&] { return repair(mesh, done); });
    save(repaired, mended);
    progress().stage("checking " + repaired);
    const CheckReport after = pliant::check(mended);
    report["repair"] = {{"file", repaired}, {"done", done}, {"check", to_json(after)}};
    if (json) return after.sound();
    fmt::print("\nRepair:\n");
    for (const std::string& step : done) fmt::print("  {}\n", step);
    if (done.empty()) fmt::print("  nothing to do\n");
    fmt::print("\n{}:\n", repaired);
    print(after);
    return after.sound();
  }
};

}  // namespace

void add_check(Commands& commands) {
  commands.add<Check>(
      "check",
      "Tell what is wrong with a mesh, and mend it, or with a scene; 0 when it is sound, "
      "else 1",
      "  pliant check scan.obj\n"
      "  pliant check scan.obj --repair mended.obj\n"
      "  pliant check part.msh --json\n"
      "  pliant check scene.lua --timeout 10s");
}

}  // namespace pliant::app
