#include <fmt/format.h>
#include <pliant/precision.h>
#include <pliant/recording.h>
#include <pliant/run.h>

#include <algorithm>
#include <chrono>

#include "base/file.h"
#include "body_report.h"
#include "command.h"
#include "compare_report.h"
#include "compute.h"
#include "contact_report.h"
#include "interrupt.h"
#include "json.h"
#include "large_step_report.h"
#include "owned_folder.h"
#include "progress_bar.h"
#include "run_folder.h"
#include "scene/automatic_steps.h"
#include "scene/checkpoint.h"
#include "scene/compare_full.h"

namespace pliant::app {

namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

/// With a bar, and checkpoints when they are due.
Computed compute_with_checkpoints(SceneRun& run, double checkpoint_seconds) {
  auto last_checkpoint = Clock::now();
  const double part_seconds = checkpoint_seconds > 0 ? std::min(0.2, checkpoint_seconds / 2) : 0.2;
  const double begin = run.time();
  const double end = static_cast<double>(run.last_step()) * run.time_step();
  if (checkpoint_seconds > 0 && run.step() == 0) run.save_checkpoint();
  return compute(run, part_seconds, [&](double computing) {
    const double speed = (run.time() - begin) / computing;
    progress()(run.time() / end,
               fmt::format("{:.4g} of {:.4g} s, {:.3g} times real time, {} left:", run.time(), end,
                           speed, duration((end - run.time()) / speed)));
    if (checkpoint_seconds > 0 && seconds_since(last_checkpoint) >= checkpoint_seconds) {
      run.save_checkpoint();
      last_checkpoint = Clock::now();
    }
  });
}

/// A run with its folder, new or resumed.
struct RunScene {
  SceneOptions scene;
  std::string out, checkpoint, steps;
  bool overwrite = false, restart = false, compare_full = false, hash = false, json = false;
  bool stop_when_energy_rises = false;

  void declare(Options& app) {
    app.add_option("SCENE", scene.file, "Lua script, see docs/scripting.md")->required();
    app.add_option("-o,--output", out,
                   "Folder for the recording and the probes (SCENE with the ending .run)");
    app.add_flag("--overwrite", overwrite, "Replace an earlier run in that folder");
    scene.declare(app);
    app.add_option("--checkpoint", checkpoint,
                   "How often to keep what 'pliant resume' goes on from, such as 10s or 5min");
    app.add_option("--steps", steps,
                   "Other steps than the scene asks for: explicit, or large ones by newton or "
                   "descent; auto: what costs clearly less")
        ->check(one_of({"auto", "explicit", "newton", "descent"}));
    app.add_flag("--compare-full", compare_full,
                 "Compute bodies with dynamic selection also without it, and tell the difference");
    app.add_flag(
        "--stop-when-energy-rises", stop_when_energy_rises,
        "End where a body gains energy that no work explains, with exit code 1; without it "
        "that is a warning");
    declare_report(app);
  }
  void declare_report(Options& app) {
    app.add_flag("--hash", hash, "Print a hash of the end: the same for the same results");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    RunOptions options = scene.run_options();
    options.output = out.empty() ? fs::path(scene.file).stem().string() + ".run" : out;
    const RunFolder folder{
        .scene = scene,
        .checkpoint_seconds = checkpoint.empty() ? 0 : parse_duration(checkpoint),
        .compare_full = compare_full,
        .stop_when_energy_rises = stop_when_energy_rises,
        .steps = steps};
    return interruptible([&] {
      const Scene loaded = scene.load();
      const OwnedFolder owned(options.output);
      prepare_folder(options);
      return compute_in(loaded, options, folder);
    });
  }

  int resume(RunFolder folder) {
    folder.scene.allow_io = scene.allow_io;
    folder.scene.memory = scene.memory;
    scene = folder.scene;
    RunOptions options = scene.run_options();
    options.output = out;
    options.resume = true;
    options.restart = restart;
    return interruptible([&] {
      options.scene = scene_text(out);
      const Scene loaded = scene.load(options.scene);
      return compute_in(loaded, options, folder);
    });
  }

  int compute_in(const Scene& loaded, RunOptions options, RunFolder folder) {
    progress().stage("building " + scene.file);
    options.watch_energy = true;
    options.stop_when_energy_rises = folder.stop_when_energy_rises;
    Simulation simulation = loaded.simulation();
    if (!folder.steps.empty()) simulation = with_steps(simulation, folder.steps);
    const bool chooses = leaves_steps_open(simulation);
    if (!folder.chosen_steps.empty())
      simulation = with_steps(simulation, folder.chosen_steps, true);
    if (folder.compare_full) {
      options.cache = std::make_shared<SceneCache>();
      simulation = compared_with_full(simulation, options);
    }
    const std::unique_ptr<SceneRun> built = begin(simulation, options, folder);
    SceneRun& run = *built;
    tell(run.notes());
    const auto told = static_cast<std::ptrdiff_t>(run.notes().size());
    // Results have the same bits on the same kind of machine only.
    const Model& model = run.bodies()[0].model;
    folder.scene.backend.word = model.backend() == Backend::cuda ? "cuda" : "cpu";
    if (model.backend() == Backend::cpu) folder.scene.instruction_set = model.instruction_set();
    folder.begun = true;
    if (chooses) folder.chosen_steps = steps_of(run.world());
    write_run_folder(options.output, folder, options.scene);
    const Computed outcome = compute_and_keep(run, folder.checkpoint_seconds);
    tell({run.notes().begin() + told, run.notes().end()});  // what came up while it ran
    Json report = describe(run, outcome, options);
    if (outcome.diverged) save_last_good(run, options.output, report);
    progress().stage("writing " + options.output.string());
    if (run.finished() || outcome.diverged) run.finish();
    if (folder.compare_full) report["compare_full"] = compare_report(options.output);
    folder.finished = run.finished() && !outcome.diverged;
    write_run_folder(options.output, folder, options.scene);
    if (folder.finished) remove_checkpoint(options.output);
    if (json)
      print_json(report);
    else
      print(report);
    return exit_code(run, outcome, options.output);
  }

  /// What bodies that may take either have come to take.
  static std::string steps_of(const State& world) {
    for (std::size_t b = 0; b < world.body_count(); ++b)
      if (const auto& large = world.body(b).dynamics().large_steps)
        return std::string(name(large->method));
    return "explicit";
  }

  /// Builds it, with its description in the folder before there is anything else, so that what a
  /// kill leaves is known to be a run's.
  static std::unique_ptr<SceneRun> begin(const Simulation& simulation, const RunOptions& options,
                                         RunFolder folder) {
    if (options.resume) return std::make_unique<SceneRun>(simulation, options);
    std::error_code error;
    const bool scene_was_there = fs::exists(options.output / "scene.lua", error);
    folder.begun = false;
    write_run_folder(options.output, folder, options.scene);
    try {
      return std::make_unique<SceneRun>(simulation, options);
    } catch (...) {
      if (!has_recording(options.output)) {
        fs::remove(options.output / "run.json", error);
        if (!scene_was_there) fs::remove(options.output / "scene.lua", error);
      }
      throw;
    }
  }

  /// Where it is stopped all is on the disk, with the recording in pieces.
  static Computed compute_and_keep(SceneRun& run, double checkpoint_seconds) {
    const Interrupt::Saving saving;
    Computed outcome = compute_with_checkpoints(run, checkpoint_seconds);
    if (!run.finished() && !outcome.diverged) run.halt();
    return outcome;
  }

  void prepare_folder(RunOptions& options) const {
    options.scene = read_file(scene.file);
    if (!overwrite && has_earlier_run(options.output))
      throw InputError(options.output.string(), 0, "there is an earlier run in this folder",
                       "choose another with -o, or give --overwrite; one that was stopped or "
                       "killed goes on with 'pliant resume'");
    std::error_code error;
    if (!has_recording(options.output) && !fs::exists(options.output / "run.json", error)) return;
    remove_recording(options.output);
    remove_run_folder(options.output);
  }

  Json describe(const SceneRun& run, const Computed& outcome, const RunOptions& options) const {
    Json bodies = Json::array();
    for (const RunBody& body : run.bodies()) {
      Json entry = body_report(body.name, body.mesh->mesh());
      entry["stable_step"] = body.stable_step;
      if (hash) entry["hash"] = fmt::format("{:016x}", body.state.hash());
      bodies.push_back(entry);
    }
    const Model& model = run.bodies()[0].model;
    Json report{{"scene", scene.file},
                {"bodies", bodies},
                {"step", run.time_step()},
                {"steps", run.step()},
                {"simulated_seconds", run.time()},
                {"computing_seconds", outcome.seconds},
                {"real_time_ratio", outcome.seconds > 0 ? run.time() / outcome.seconds : 0.0},
                {"precision", name(model.precision())},
                {"on", where_it_runs(model.backend(), std::string(model.instruction_set()))},
                {"output", options.output.string()},
                {"completed", run.finished() && !outcome.diverged}};
    if (run.world().contact()) report["contact"] = contact_report(run.world().contact_counts());
    if (const LargeStepCounts counts = run.world().large_step_counts(); counts.steps > 0)
      report["large_steps"] = large_step_report(counts);
    if (!run.stop_reason().empty()) report["stopped"] = run.stop_reason();
    if (!run.warnings().empty()) report["warnings"] = run.warnings();
    if (outcome.diverged) report["diverged"] = run.words_of(*outcome.diverged);
    return report;
  }

  static void print(const Json& report) {
    progress().clear();
    const auto line = [](const char* what, const std::string& value) {
      fmt::print("{:<18}{}\n", what, value);
    };
    for (const Json& body : report["bodies"]) {
      line("body", body_in_words(body));
      if (body.contains("hash")) line("hash", body["hash"].get<std::string>());
    }
    line("computed", fmt::format("{} precision, on {}", report["precision"].get<std::string>(),
                                 report["on"].get<std::string>()));
    line("steps",
         fmt::format("{} of {:.4g} s in {:.2f} s", report["steps"].dump(),
                     report["step"].get<double>(), report["computing_seconds"].get<double>()));
    line("simulated",
         fmt::format("{:.4g} s, {:.3g} times real time", report["simulated_seconds"].get<double>(),
                     report["real_time_ratio"].get<double>()));
    if (report.contains("compare_full") && !report["compare_full"].is_null())
      line("without selection", comparison_in_words(report["compare_full"]));
    if (report.contains("contact")) line("contact", contact_in_words(report["contact"]));
    if (report.contains("large_steps"))
      line("large steps", large_steps_in_words(report["large_steps"]));
    if (report.contains("stopped")) line("stopped", report["stopped"].get<std::string>());
    line("wrote", report["output"].get<std::string>());
  }

  static void save_last_good(const SceneRun& run, const fs::path& folder, Json& report) {
    for (const RunBody& body : run.bodies()) {
      Mesh mesh = body.mesh->mesh();
      mesh.vertices = body.state.positions();
      const std::string name = fs::path(body.name).filename().string();  // stays in the folder
      const std::string file = (folder / (name + "-last-good.vtu")).string();
      save(file, mesh);
      report["last_good"].push_back(file);
    }
  }

  static int exit_code(const SceneRun& run, const Computed& outcome, const fs::path& folder) {
    for (const std::string& warning : run.warnings()) warn(warning);
    if (outcome.diverged) {
      fmt::print(stderr, "pliant: {}\n", run.words_of(*outcome.diverged));
      return 1;
    }
    if (std::ranges::find(run.warnings(), run.stop_reason()) != run.warnings().end()) return 1;
    if (run.finished() || Interrupt::signal() == 0) return 0;
    fmt::print(stderr, "pliant: stopped after {:.4g} s; 'pliant resume {}' goes on\n", run.time(),
               folder.string());
    return 128 + Interrupt::signal();
  }
};

struct ResumeScene {
  RunScene run_scene;

  void declare(Options& app) {
    app.add_option("OUT", run_scene.out, "Folder of a run that was stopped or killed")->required();
    run_scene.scene.declare_permissions(app);
    app.add_flag("--restart", run_scene.restart,
                 "Where no checkpoint is sound, throw away what was recorded and begin anew");
    run_scene.declare_report(app);
    add_threads(app);
  }
  int run() {
    RunFolder folder = read_run_folder(run_scene.out);
    if (folder.finished) return tell_finished(folder);
    const OwnedFolder owned(run_scene.out);
    folder = read_run_folder(run_scene.out);  // now that no other process goes on with it
    if (folder.finished) return tell_finished(folder);
    need_permission(folder);
    return run_scene.resume(folder);
  }

  int tell_finished(const RunFolder& folder) const {
    if (run_scene.json)
      print_json({{"scene", folder.scene.file}, {"output", run_scene.out}, {"completed", true}});
    else
      fmt::print("{} is finished\n", run_scene.out);
    return 0;
  }

  void need_permission(const RunFolder& folder) const {
    if (folder.with_io && !run_scene.scene.allow_io)
      throw InputError(run_scene.out, 0, "this run was started with --allow-io",
                       "read its scene.lua, which may use files and start programs; if you trust "
                       "it, give --allow-io again");
  }
};

}  // namespace

void add_resume(Commands& commands) {
  commands.add<ResumeScene>("resume", "Go on with a run that was stopped or killed",
                            "  pliant run scene.lua --checkpoint 10s -o out\n"
                            "  pliant resume out");
}

void add_run(Commands& commands) {
  commands.add<RunScene>("run", "Compute a scene that a Lua script describes",
                         "  pliant run scenes/hanging_beam.lua\n"
                         "  pliant run scenes/stretch.lua -D strain=0.1 -o stretched\n"
                         "  pliant run scenes/bridge.lua --compare-full\n"
                         "  pliant run scene.lua --backend cpu --precision double --json");
}

}  // namespace pliant::app
