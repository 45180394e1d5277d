#include "scene/compare_full.h"

#include <pliant/actions.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "scene/actions/probe_work.h"

namespace pliant {

namespace {

/// The run without selection, made when it is first asked for.
class FullRun {
 public:
  FullRun(std::shared_ptr<const Simulation> scene, RunOptions options)
      : scene_(std::move(scene)), options_(std::move(options)) {}

  /// Null once it has run away.
  const SceneRun* at(std::int64_t step) {
    if (!run_) run_ = std::make_unique<SceneRun>(*scene_, options_);
    if (diverged_) return nullptr;
    try {
      run_->advance(step - run_->step());
    } catch (const Diverged& e) {
      diverged_ = true;
      throw Diverged(text("without dynamic selection, ", e.what()), e.vertex(), e.law(),
                     e.relation(), e.time(), e.body());
    }
    return run_.get();
  }

 private:
  std::shared_ptr<const Simulation> scene_;
  RunOptions options_;
  std::unique_ptr<SceneRun> run_;
  bool diverged_ = false;
};

double energy_of(const RunBody& body) {
  const State::Energy energy = body.energy();
  return energy.has_elastic ? energy.total() : std::nan("");
}

void compare(const std::vector<RunBody>& selecting, const std::vector<RunBody>& full,
             std::span<double> out) {
  std::ranges::fill(out, 0);
  double vertices = 0;
  for (std::size_t b = 0; b < selecting.size(); ++b) {
    const RunBody &some = selecting[b], &all = full[b];
    if (!some.state.dynamics().selection) continue;
    const std::vector<Vec3d>&x = some.positions(), &y = all.positions();
    for (std::size_t v = 0; v < x.size(); ++v) {
      const double off = length(x[v] - y[v]);
      out[largest_difference] = std::max(out[largest_difference], off);
      out[mean_difference] += off;
    }
    vertices += static_cast<double>(x.size());
    out[energy_difference] += energy_of(some) - energy_of(all);
    out[active_nodes] += static_cast<double>(some.state.active_count());
  }
  out[mean_difference] /= vertices;
}

/// Not registered: scenes do not write it.
struct CompareFull {
  std::shared_ptr<const Simulation> scene{};
  RunOptions options{};

  static Declaration declare() {
    return Declare<CompareFull>("--compare-full", "probes",
                                "Compares with the same scene without dynamic selection.", "");
  }
  std::unique_ptr<Work> prepare(Stage& stage) const {
    constexpr std::int64_t every = 10;  // as probes have it
    const auto selects = [](const StagedBody& body) { return body.dynamics.selection.has_value(); };
    if (std::ranges::none_of(stage.bodies, selects))
      throw InputError("", 0, "no body of the scene has a dynamic selection",
                       "add DynamicSelection to the scene, or leave this option out");
    const auto measure = [full = std::make_shared<FullRun>(scene, options)](const SceneRun& run,
                                                                            std::span<double> out) {
      if (const SceneRun* const all = full->at(run.step()))
        compare(run.bodies(), all->bodies(), out);
      else
        std::ranges::fill(out, std::nan(""));
    };
    const std::size_t probe = stage.add_probe({"compare_full",
                                               {".largest", ".mean", ".energy", ".active"},
                                               {"m", "m", "J", ""},
                                               measure});
    return std::make_unique<action::ProbeWork>(probe, every);
  }
};

// What measures, records or ends the run is not needed there.
bool belongs_to_full(const Action& action) {
  const Declaration& declared = action.declaration();
  return declared.group != "probes" && declared.group != "recording" &&
         !action_as<action::DynamicSelection>(action);
}

}  // namespace

Simulation compared_with_full(const Simulation& scene, const RunOptions& options) {
  auto full = std::make_shared<Simulation>();
  full->settings = scene.settings;
  full->folder = scene.folder;
  for (const auto& body : scene.bodies()) full->add_body(body);
  for (const auto& group : scene.groups()) full->add_group(group);
  for (const auto& action : scene.actions())
    if (belongs_to_full(*action)) full->add(action);
  RunOptions beside;
  beside.model = options.model;
  beside.cache = options.cache;
  Simulation compared = scene;
  auto compare = std::make_shared<ActionOf<CompareFull>>(
      action_type<CompareFull>(), CompareFull{std::move(full), std::move(beside)});
  compare->file = scene.settings.file;
  compare->line = scene.settings.line;
  compared.add(std::move(compare));
  return compared;
}

}  // namespace pliant
