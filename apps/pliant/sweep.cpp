#include <fmt/format.h>
#include <pliant/diverged.h>
#include <pliant/recording.h>
#include <pliant/threads.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include "base/file.h"
#include "base/fingerprint.h"
#include "base/parallel.h"
#include "command.h"
#include "interrupt.h"
#include "json.h"
#include "mesh_prints.h"
#include "owned_folder.h"
#include "progress_bar.h"
#include "run_folder.h"
#include "sweep_plan.h"

namespace pliant::app {

namespace {

namespace fs = std::filesystem;

/// What is known of a run that has ended: result.json in its folder.
struct Result {
  std::int64_t steps = 0;
  double time = 0;  // s
  std::vector<std::pair<std::string, double>> probes;
  std::string problem;
  std::string meshes;  // a fingerprint of their files
};

Json as_json(const Result& result) {
  Json probes = Json::object();
  for (const auto& [name, value] : result.probes)
    probes[name] = std::isfinite(value) ? Json(value) : Json();
  Json json{{"steps", result.steps}, {"seconds", result.time}, {"probes", probes}};
  if (!result.problem.empty()) json["problem"] = result.problem;
  if (!result.meshes.empty()) json["meshes"] = result.meshes;
  return json;
}

Result from_json(const Json& json) {
  Result result;
  result.steps = json.at("steps").get<std::int64_t>();
  result.time = json.at("seconds").get<double>();
  for (const auto& [name, value] : json.at("probes").items())
    result.probes.emplace_back(name, value.is_number() ? value.get<double>() : std::nan(""));
  if (json.contains("problem")) result.problem = json["problem"].get<std::string>();
  if (json.contains("meshes")) result.meshes = json["meshes"].get<std::string>();
  return result;
}

std::string print_of(const Result& result) {
  Fingerprint print;
  print.add(as_json(result).dump());
  return fmt::format("{:016x}", print.value());
}

void write_result(const fs::path& folder, const Result& result) {
  Json json = as_json(result);
  json["print"] = print_of(result);
  store_file(folder / "result.json", json.dump() + "\n");
}

// None where it is not whole, or other than what was written: the run is then done again.
std::optional<Result> read_result(const fs::path& folder) {
  const fs::path file = folder / "result.json";
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  const Json json = Json::parse_or_null(read_file(file));
  try {
    Result result = from_json(json);
    if (json.at("print").get<std::string>() == print_of(result)) return result;
  } catch (const JsonError&) {
  }
  return std::nullopt;
}

// All that any run has, in the order in which they first come: a scene may have a probe for some
// values only.
std::vector<std::string> probe_names(const std::vector<Result>& results) {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const Result& result : results)
    for (const auto& [name, value] : result.probes)
      if (known.insert(name).second) names.push_back(name);
  return names;
}

// Empty where the run does not have it, or it is no number.
std::string probe_cell(const Result& result, const std::string& name) {
  for (const auto& [probe, value] : result.probes)
    if (probe == name && std::isfinite(value)) return fmt::format("{}", value);
  return "";
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out(1, '"');
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
  return out;
}

struct Sweep {
  SceneOptions scene;
  std::vector<std::string> vary;
  std::string out;

  void declare(Options& app) {
    app.add_option("SCENE", scene.file, "Lua script, see docs/scripting.md")->required();
    app.add_option("--vary", vary, "NAME=FROM:TO:BY or NAME=VALUE,VALUE,...; may be given again")
        ->required()
        ->allow_extra_args(false);
    app.add_option("-o,--output", out, "Folder of the sweep (SCENE with the ending .sweep)");
    scene.declare(app);
  }

  int run() {
    return interruptible([&] { return run_combinations(); });
  }

 private:
  int run_combinations() {
    for (const std::string& text : vary) varied_.push_back(parse_varied(text));
    combinations_ = combinations(varied_);
    folder_ = out.empty() ? fs::path(scene.file).stem().string() + ".sweep" : out;
    options_ = scene.run_options();
    options_.cache = std::make_shared<SceneCache>();
    options_.record = false;
    options_.scene = read_file(scene.file);
    scene.load_with(combination(0));  // what is wrong with the script is said once
    const OwnedFolder owned(folder_);
    open_folder();
    results_.resize(combinations_.size());
    run_all();
    if (Interrupt::signal() != 0) {
      progress().clear();
      fmt::print(stderr, "pliant: stopped after {} of {} runs; the same command goes on\n",
                 done_.load(), combinations_.size());
      return 128 + Interrupt::signal();
    }
    return finish();
  }

  std::vector<std::string> combination(std::size_t number) const {
    std::vector<std::string> defines;
    for (std::size_t i = 0; i < varied_.size(); ++i)
      defines.push_back(varied_[i].name + "=" + combinations_[number][i]);
    return defines;
  }
  fs::path folder_of(std::size_t number) const {
    return folder_ / fmt::format("{:0{}}", number + 1, std::to_string(combinations_.size()).size());
  }

  // A folder is gone on with only by the sweep that began it.
  void open_folder() {
    const Json what{{"scene", read_file(scene.file)},
                    {"vary", vary},
                    {"defines", scene.defines},
                    {"precision", scene.precision.word},
                    {"backend", options_.model.backend == Backend::cuda ? "cuda" : "cpu"},
                    {"instruction_set", scene.instruction_set}};
    const fs::path file = folder_ / "sweep.json";
    std::error_code error;
    if (fs::exists(file, error)) {
      if (Json::parse_or_null(read_file(file)) != what)
        throw InputError(folder_.string(), 0, "there is another sweep in this folder",
                         "choose another with -o, or remove it");
      return;
    }
    if (!is_unused())
      throw InputError(folder_.string(), 0, "this folder is not empty", "choose another with -o");
    store_file(file, what.dump(2) + "\n");
  }

  // Whether nothing is there but the lock and what a sweep leaves that is killed while it begins.
  bool is_unused() const {
    const std::set<std::string> own{"sweep.json.part", FolderLock::file_name};
    std::error_code error;
    const fs::directory_iterator entries(folder_, error);
    return !error && std::ranges::all_of(entries, [&](const fs::directory_entry& entry) {
      return own.contains(entry.path().filename().string());
    });
  }

  void run_all() {
    const int workers = std::min(
        thread_count(), static_cast<int>(std::min<std::size_t>(combinations_.size(), 1024)));
    set_thread_count(1);  // of each run
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> stopped = false;
    std::exception_ptr problem;
    run_together(workers, [&](int) {
      for (std::size_t number; (number = next++) < combinations_.size();) {
        if (Interrupt::signal() != 0 || stopped) return;
        try {
          run_one(number);
        } catch (const ScriptInterrupted&) {
          return;
        } catch (...) {  // such as a full disk: no use in going on
          if (!stopped.exchange(true)) problem = std::current_exception();
        }
      }
    });
    set_thread_count(workers);
    if (problem) std::rethrow_exception(problem);
  }

  void run_one(std::size_t number) {
    const fs::path folder = folder_of(number);
    if (auto known = read_result(folder)) {
      check_meshes(number, *known);
      results_[number] = std::move(*known);
    } else {
      std::error_code error;
      fs::remove_all(folder, error);
      Result result = compute(number, folder);
      if (Interrupt::signal() != 0) return;
      make_folder(folder);
      write_result(folder, result);
      results_[number] = std::move(result);
    }
    const std::size_t done = ++done_;
    progress()(static_cast<double>(done) / static_cast<double>(combinations_.size()),
               fmt::format("{} of {} runs:", done, combinations_.size()));
  }

  void check_meshes(std::size_t number, const Result& known) {
    if (known.meshes.empty()) return;
    if (meshes_.of(scene.load_with(combination(number)).simulation()) != known.meshes)
      throw InputError(folder_of(number).string(), 0,
                       "a mesh has changed since this run of the sweep",
                       "bring the mesh back, or choose another folder with -o");
  }

  // A combination that does not work is told in the table; the others go on. Where its folder
  // cannot be written the sweep stops: the combination is computed when it goes on.
  Result compute(std::size_t number, const fs::path& folder) {
    Result result;
    try {
      const Scene loaded = scene.load_with(combination(number));
      result.meshes = meshes_.of(loaded.simulation());
      RunOptions options = options_;
      options.output = folder;
      SceneRun run(loaded.simulation(), options);
      try {
        while (!run.finished() && Interrupt::signal() == 0) run.advance(1000);
      } catch (const Diverged& e) {
        result.problem = run.words_of(e);
      }
      if (Interrupt::signal() != 0) return result;  // it is computed when the sweep goes on
      run.finish();
      result.steps = run.step();
      result.time = run.time();
      for (const Measurement& probe : run.probes()) {
        const std::vector<double> values = run.measure(probe.name);
        for (std::size_t c = 0; c < values.size(); ++c)
          result.probes.emplace_back(probe.name + probe.columns[c], values[c]);
      }
    } catch (const InputError& e) {
      if (e.file().starts_with(folder.string())) throw;  // the disk is at fault, not the values
      result.problem = e.what();
    } catch (const ScriptInterrupted& e) {
      result.problem = e.what();
    }
    return result;
  }

  int finish() {
    const std::vector<std::string> probes = probe_names(results_);
    std::string table = "run";
    for (const Varied& one : varied_) table += fmt::format(",{}", csv_cell(one.name));
    table += ",steps,time [s]";
    for (const std::string& name : probes) table += fmt::format(",{}", csv_cell(name));
    table += ",problem\n";
    std::size_t failed = 0;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      table += folder_of(i).filename().string();
      for (const std::string& value : combinations_[i])
        table += fmt::format(",{}", csv_cell(value));
      table += fmt::format(",{},{}", results_[i].steps, results_[i].time);
      for (const std::string& name : probes)
        table += fmt::format(",{}", probe_cell(results_[i], name));
      table += fmt::format(",{}\n", csv_cell(results_[i].problem));
      failed += !results_[i].problem.empty();
    }
    store_file(folder_ / "sweep.csv", table);
    progress().clear();
    fmt::print("{} runs, {} with a problem\nwrote {}\n", results_.size(), failed,
               (folder_ / "sweep.csv").string());
    return failed == results_.size() ? 1 : 0;
  }

  std::vector<Varied> varied_;
  std::vector<std::vector<std::string>> combinations_;
  std::vector<Result> results_;
  fs::path folder_;
  RunOptions options_;
  MeshPrints meshes_;
  std::atomic<std::size_t> done_ = 0;
};

}  // namespace

void add_sweep(Commands& commands) {
  commands.add<Sweep>("sweep", "Run a scene with every combination of some values",
                      "  pliant sweep scenes/stretch.lua --vary strain=0.02:0.16:0.02\n"
                      "  pliant sweep scene.lua --vary k=10:100:10 --vary h=0.1,0.2 -o results");
}

}  // namespace pliant::app
