#include <fmt/format.h>
#include <pliant/diverged.h>
#include <pliant/recording.h>
#include <pliant/threads.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "base/file.h"
#include "command.h"
#include "interrupt.h"
#include "json.h"
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
};

Json as_json(const Result& result) {
  Json probes = Json::object();
  for (const auto& [name, value] : result.probes)
    probes[name] = std::isfinite(value) ? Json(value) : Json();
  Json json{{"steps", result.steps}, {"seconds", result.time}, {"probes", probes}};
  if (!result.problem.empty()) json["problem"] = result.problem;
  return json;
}

Result from_json(const Json& json) {
  Result result;
  result.steps = json.at("steps").get<std::int64_t>();
  result.time = json.at("seconds").get<double>();
  for (const auto& [name, value] : json.at("probes").items())
    result.probes.emplace_back(name, value.is_number() ? value.get<double>() : std::nan(""));
  if (json.contains("problem")) result.problem = json["problem"].get<std::string>();
  return result;
}

std::optional<Result> read_result(const fs::path& folder) {
  const fs::path file = folder / "result.json";
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  const Json json = Json::parse_or_null(read_file(file));
  try {
    return from_json(json);
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
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
    const Interrupt interrupt;
    for (const std::string& text : vary) varied_.push_back(parse_varied(text));
    combinations_ = combinations(varied_);
    folder_ = out.empty() ? fs::path(scene.file).stem().string() + ".sweep" : out;
    options_ = scene.run_options();
    options_.cache = std::make_shared<SceneCache>();
    options_.record = false;
    options_.scene = read_file(scene.file);
    scene.load_with(combination(0));  // what is wrong with the script is said once
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

 private:
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
                    {"precision", scene.precision},
                    {"backend", options_.model.backend == Backend::cuda ? "cuda" : "cpu"},
                    {"instruction_set", scene.instruction_set}};
    const fs::path file = folder_ / "sweep.json";
    std::error_code error;
    if (fs::exists(file)) {
      if (Json::parse_or_null(read_file(file)) != what)
        throw InputError(folder_.string(), 0, "there is another sweep in this folder",
                         "choose another with -o, or remove it");
      return;
    }
    if (fs::exists(folder_) && !fs::is_empty(folder_, error))
      throw InputError(folder_.string(), 0, "this folder is not empty", "choose another with -o");
    fs::create_directories(folder_, error);
    write_file(file, what.dump(2) + "\n");
  }

  void run_all() {
    const int workers = std::min(
        thread_count(), static_cast<int>(std::min<std::size_t>(combinations_.size(), 1024)));
    set_thread_count(1);  // of each run
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> stopped = false;
    std::exception_ptr problem;
    std::vector<std::jthread> threads;
    for (int i = 0; i < workers; ++i)
      threads.emplace_back([&] {
        for (std::size_t number; (number = next++) < combinations_.size();) {
          if (Interrupt::signal() != 0 || stopped) return;
          try {
            run_one(number);
          } catch (...) {  // such as a full disk: no use in going on
            if (!stopped.exchange(true)) problem = std::current_exception();
          }
        }
      });
    threads.clear();
    set_thread_count(workers);
    if (problem) std::rethrow_exception(problem);
  }

  void run_one(std::size_t number) {
    const fs::path folder = folder_of(number);
    if (auto known = read_result(folder)) {
      results_[number] = std::move(*known);
    } else {
      std::error_code error;
      fs::remove_all(folder, error);
      Result result = compute(number, folder);
      if (Interrupt::signal() != 0) return;
      fs::create_directories(folder, error);
      write_file(folder / "result.json", as_json(result).dump() + "\n");
      results_[number] = std::move(result);
    }
    const std::size_t done = ++done_;
    progress()(static_cast<double>(done) / static_cast<double>(combinations_.size()),
               fmt::format("{} of {} runs:", done, combinations_.size()));
  }

  // A combination that does not work is told in the table; the others go on. Where its folder
  // cannot be written the sweep stops: the combination is computed when it goes on.
  Result compute(std::size_t number, const fs::path& folder) const {
    Result result;
    try {
      const Scene loaded = scene.load_with(combination(number));
      RunOptions options = options_;
      options.output = folder;
      SceneRun run(loaded.simulation(), options);
      try {
        while (!run.finished() && Interrupt::signal() == 0) run.advance(1000);
      } catch (const Diverged& e) {
        result.problem = e.what();
      }
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
    std::vector<std::string> probes;
    for (const Result& result : results_)
      if (result.probes.size() > probes.size()) {
        probes.clear();
        for (const auto& [name, value] : result.probes) probes.push_back(name);
      }
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
      for (std::size_t p = 0; p < probes.size(); ++p) {
        table += ',';
        if (p < results_[i].probes.size() && std::isfinite(results_[i].probes[p].second))
          table += fmt::format("{}", results_[i].probes[p].second);
      }
      table += fmt::format(",{}\n", csv_cell(results_[i].problem));
      failed += !results_[i].problem.empty();
    }
    write_file(folder_ / "sweep.csv", table);
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
  std::atomic<std::size_t> done_ = 0;
};

}  // namespace

void add_sweep(Commands& commands) {
  commands.add<Sweep>("sweep", "Run a scene with every combination of some values",
                      "  pliant sweep scenes/stretch.lua --vary strain=0.02:0.16:0.02\n"
                      "  pliant sweep scene.lua --vary k=10:100:10 --vary h=0.1,0.2 -o results");
}

}  // namespace pliant::app
