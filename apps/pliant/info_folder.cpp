#include "info_folder.h"

#include <fmt/format.h>
#include <pliant/probes.h>
#include <pliant/recording.h>

#include "base/folder_lock.h"
#include "body_report.h"
#include "command.h"
#include "json.h"
#include "progress_bar.h"
#include "run_folder.h"

namespace pliant::app {

namespace fs = std::filesystem;

namespace {

Json span_of(std::span<const std::int64_t> steps, std::span<const double> times) {
  return {{"count", steps.size()},
          {"steps", {steps.front(), steps.back()}},
          {"seconds", {times.front(), times.back()}}};
}

void add_recording(const fs::path& folder, Json& report) {
  const Recording recording(folder);
  Json bodies = Json::array();
  for (const RecordedBody& body : recording.bodies())
    bodies.push_back(body_report(body.name, body.mesh));
  report["bodies"] = bodies;
  report["time_step"] = recording.info().time_step;
  if (recording.frames() == 0) return;
  report["frames"] = span_of(recording.steps(), recording.times());
  std::vector<std::string> fields;
  const RecordedFrame first = recording.read(0);
  if (!first.bodies.empty())
    for (const RecordedField& field : first.bodies.front().fields) fields.push_back(field.name);
  report["frames"]["fields"] = fields;
}

void add_probes(const fs::path& file, Json& report) {
  const ProbeData probes = read_probes(file);
  Json columns = Json::array();
  for (const ProbeColumn& column : probes.columns)
    columns.push_back({{"name", column.name}, {"unit", column.unit}});
  report["probes"] = columns;
  if (!probes.steps.empty()) report["probe_rows"] = span_of(probes.steps, probes.times);
}

Json describe(const fs::path& folder) {
  std::error_code error;
  const bool run = fs::exists(folder / "run.json", error);
  const bool probes = fs::exists(folder / "probes.csv", error);
  const bool recorded = has_recording(folder);
  if (!run && !probes && !recorded)
    throw InputError(folder.string(), 0, "this folder is not one that a run has written",
                     "give the folder of 'pliant run', or a mesh file");
  Json report{{"folder", folder.string()}};
  if (const auto owner = owner_of(folder); owner && may_be_running(*owner))
    report["in_use_by"] = in_words(*owner);
  if (run) {
    const RunFolder started = read_run_folder(folder);
    report["scene"] = started.scene.file;
    report["finished"] = started.finished;
  }
  if (recorded) add_recording(folder, report);
  if (probes) add_probes(folder / "probes.csv", report);
  return report;
}

void print_line(const char* what, const std::string& value) {
  fmt::print("{:<18}{}\n", what, value);
}

std::string in_words(const Json& span, const char* what) {
  return fmt::format("{} {} from {:.6g} s to {:.6g} s (steps {} to {})", span["count"].dump(), what,
                     span["seconds"][0].get<double>(), span["seconds"][1].get<double>(),
                     span["steps"][0].dump(), span["steps"][1].dump());
}

std::string probe_names(const Json& probes) {
  std::vector<std::string> names;
  for (const Json& probe : probes) {
    const std::string unit = probe["unit"].get<std::string>();
    names.push_back(probe["name"].get<std::string>() + (unit.empty() ? "" : " [" + unit + "]"));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void print(const Json& report) {
  print_line("run", report["folder"].get<std::string>());
  if (report.contains("in_use_by")) print_line("in use by", report["in_use_by"].get<std::string>());
  if (report.contains("scene"))
    print_line("scene", fmt::format("{} ({})", report["scene"].get<std::string>(),
                                    report["finished"].get<bool>()
                                        ? "finished"
                                        : "not finished: 'pliant resume' goes on"));
  if (report.contains("bodies"))
    for (const Json& body : report["bodies"]) print_line("body", body_in_words(body));
  if (report.contains("frames")) {
    const auto fields = report["frames"]["fields"].get<std::vector<std::string>>();
    print_line("recording", in_words(report["frames"], "frames"));
    if (!fields.empty()) print_line("fields", fmt::format("{}", fmt::join(fields, ", ")));
  }
  if (report.contains("probes")) print_line("probes", probe_names(report["probes"]));
  if (report.contains("probe_rows"))
    print_line("probes.csv", in_words(report["probe_rows"], "rows"));
}

}  // namespace

bool is_run(const std::string& file) {
  std::error_code error;
  const bool recording = has_extension(file, ".h5") || has_extension(file, ".xdmf");
  return fs::is_directory(file, error) || (recording && fs::exists(file, error));
}

void tell_run(const std::string& file, bool json) {
  progress().stage("reading " + file);
  std::error_code error;
  const fs::path given(file), parent = given.has_parent_path() ? given.parent_path() : ".";
  const Json report = describe(fs::is_directory(given, error) ? given : parent);
  progress().clear();
  if (json)
    print_json(report);
  else
    print(report);
}

}  // namespace pliant::app
