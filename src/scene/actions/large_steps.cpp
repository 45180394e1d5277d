#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/run.h>
#include <pliant/settle.h>
#include <pliant/stage.h>

#include "base/short_text.h"
#include "base/text.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

constexpr const char* automatic = "auto";

template <class Values>
std::vector<std::string> names_of(const Values& values) {
  std::vector<std::string> names;
  for (const auto value : values) names.emplace_back(name(value));
  return names;
}

}  // namespace

Declaration LargeSteps::declare() {
  using A = LargeSteps;
  std::vector<std::string> methods = names_of(minimisers());
  methods.emplace_back(automatic);
  return Declare<A>("LargeSteps", "integrators",
                    "Steps of any length, however stiff the body: each is the minimum of inertia "
                    "and energy. They take energy away, the more the longer they are: see "
                    "docs/large-steps.md.",
                    "sim:addAction(LargeSteps{step = 1/60})")
      .parameter("method", &A::method, "",
                 "how the minimum is found: all vertices together, or vertex by vertex; auto: by "
                 "newton where that costs much less than explicit steps, which are taken otherwise",
                 {.choices = std::move(methods)})
      .parameter("step", &A::step, "s", "its length where the scene gives none; 0: a frame, 1/60 s",
                 limits::not_negative)
      .parameter("iterations", &A::iterations, "",
                 "of newton, or sweeps of descent, in a step at most; 0: as many as are usual",
                 {.low = 0, .high = 1e6})
      .parameter("tolerance", &A::tolerance, "",
                 "what may be left of the forces, over those that act",
                 {.low = 0, .high = 0.5, .above = true})
      .parameter("integrator", &A::integrator, "",
                 "backward_euler damps most, newmark nothing of its own",
                 {.choices = names_of(implicit_integrators())})
      .parameter("body", &A::body, "", body_help);
}

void LargeSteps::prepare(Stage& stage) const {
  if (stage.large_step > 0 && step > 0 && stage.large_step != step)
    throw InputError("", 0,
                     text("its step is ", step, " s, that of another LargeSteps ", stage.large_step,
                          " s, but all bodies have one"),
                     "give both the same");
  if (const double given = stage.given_time_step(); given > 0 && step > 0 && given != step)
    throw InputError("", 0, text("its step is ", step, " s, that of the scene ", given, " s"),
                     "give one of them");
  // What is left to choose is chosen when the bodies have been built (scene/automatic_steps.h).
  if (method == automatic) return;
  if (step > 0 || stage.large_step == 0) stage.large_step = step > 0 ? step : large_step;
  for (const std::size_t b : stage.chosen(body)) {
    StagedBody& staged = stage.bodies[b];
    if (staged.dynamics.large_steps)
      throw InputError("", 0, text("body '", staged.name, "' has large steps already"),
                       "add one LargeSteps for it");
    if (staged.body.spectral) continue;  // all of its steps are stable
    staged.dynamics.large_steps = {.method = minimiser(method),
                                   .integrator = implicit_integrator(integrator),
                                   .iterations = static_cast<int>(iterations),
                                   .tolerance = tolerance};
  }
}

namespace {

class SettleWork final : public Work {
 public:
  SettleWork(std::vector<std::size_t> bodies, double tolerance)
      : bodies_(std::move(bodies)), tolerance_(tolerance) {}

  void start(SceneRun& run) override {
    for (const std::size_t b : bodies_) {
      RunBody& body = run.bodies()[b];
      const Settled found = settle(body.model, body.state, {.tolerance = tolerance_});
      if (!found.converged)
        run.note(text("body '", body.name, "' did not settle: ", short_text(found.residual),
                      " of the forces is left, most at vertex ", found.worst,
                      "; it goes on from the shape that was found"));
    }
  }
  void join(SceneRun&, std::int64_t) override {}

 private:
  std::vector<std::size_t> bodies_;
  double tolerance_;
};

}  // namespace

Declaration Equilibrium::declare() {
  return Declare<Equilibrium>(
             "Equilibrium", "integrators",
             "The run begins with the body at rest in the shape it has under its weight, what "
             "holds "
             "it, and the loads that act from the start and stand before this action.",
             "sim:addAction(Equilibrium{})")
      .parameter("tolerance", &Equilibrium::tolerance, "",
                 "what may be left of the forces, over those that act",
                 {.low = 0, .high = 0.5, .above = true})
      .parameter("body", &Equilibrium::body, "", body_help);
}

std::unique_ptr<Work> Equilibrium::prepare(Stage& stage) const {
  return std::make_unique<SettleWork>(stage.chosen(body), tolerance);
}

}  // namespace pliant::action
