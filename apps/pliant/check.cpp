#include <fmt/format.h>
#include <pliant/check.h>

#include <charconv>

#include "check_scene.h"
#include "command.h"
#include "deadline.h"
#include "json.h"
#include "pose_option.h"
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
  std::string repaired, timeout, keep, drop_smaller_than;
  PoseOption pose;
  bool json = false;

  void declare(Options& app) {
    app.add_option("FILE", scene.file, "Mesh, or scene (.lua), to check")->required();
    app.add_option("--repair", repaired, "Mend what can be mended and write the result here");
    app.add_option("--keep", keep, "all pieces of what is repaired, or the largest only")
        ->check(one_of({"all", "largest"}));
    app.add_option("--drop-smaller-than", drop_smaller_than,
                   "Drop pieces whose size, the diagonal of their box, is below this share of the "
                   "largest one's, such as 1% or 0.01");
    pose.declare(app);
    app.add_option("--timeout", timeout, "Give up after this time, such as 10s or 5min");
    app.add_flag("--json", json, "Print a report for programs");
    scene.declare(app);
  }

  int run() {
    const std::string& file = scene.file;
    const Deadline deadline(file, timeout.empty() ? 0 : parse_duration(timeout));
    const RepairOptions options = repair_options();
    if (has_extension(file, ".lua")) {
      if (pose.given() || !repaired.empty())
        wrong_usage("a scene is only checked: --repair, --unit and the like are for meshes");
      return check_scene(scene, json);
    }
    if (!repaired.empty()) need_mesh_output(repaired);
    Mesh mesh = load(file);
    pose.apply(file, mesh);
    progress().stage("checking " + file);
    const CheckReport before = named(file, [&] { return pliant::check(mesh); });
    Json report{{"file", file}, {"pieces", count_pieces(mesh)}, {"check", to_json(before)}};
    if (!json) print(before);
    bool sound = before.sound();
    if (!repaired.empty()) sound = mend(file, mesh, options, report);
    if (json) print_json(report);
    return sound ? 0 : 1;
  }

  RepairOptions repair_options() const {
    RepairOptions options{.keep_largest = keep == "largest"};
    if (!drop_smaller_than.empty()) options.drop_smaller_than = share_of(drop_smaller_than);
    if (repaired.empty() && (!keep.empty() || !drop_smaller_than.empty()))
      wrong_usage("--keep and --drop-smaller-than go with --repair FILE");
    return options;
  }

  // "1%" and "0.01" are the same.
  static double share_of(const std::string& words) {
    double share = 0;
    const char* const end = words.data() + words.size();
    const auto [read, error] = std::from_chars(words.data(), end, share);
    const std::string_view rest(read, end);
    if (rest == "%" || rest == " %") share /= 100;
    const bool fine = error == std::errc() && (rest.empty() || rest == "%" || rest == " %") &&
                      share > 0 && share <= 1;
    if (!fine)
      wrong_usage(
          "--drop-smaller-than",
          fmt::format("'{}' is no share of the largest piece's size such as 1% or 0.01", words));
    return share;
  }

  bool mend(const std::string& file, const Mesh& mesh, const RepairOptions& options,
            Json& report) const {
    std::vector<std::string> done, left;
    progress().stage("repairing " + file);
    const Mesh mended = named(file, [&] { return repair(mesh, done, options, &left); });
    save(repaired, mended);
    progress().stage("checking " + repaired);
    const CheckReport after = pliant::check(mended);
    report["repair"] = {{"file", repaired},
                        {"done", done},
                        {"left", left},
                        {"pieces", count_pieces(mended)},
                        {"check", to_json(after)}};
    if (json) return after.sound();
    fmt::print("\nRepair:\n");
    for (const std::string& step : done) fmt::print("  {}\n", step);
    if (done.empty()) fmt::print("  nothing to do\n");
    for (const std::string& why : left) fmt::print("  {}\n", why);
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
      "  pliant check scan.obj --repair mended.obj --keep largest\n"
      "  pliant check scan.obj --repair mended.obj --drop-smaller-than 1%\n"
      "  pliant check part.msh --json\n"
      "  pliant check scene.lua --timeout 10s");
}

}  // namespace pliant::app
