#include "base/short_text.h"
#include "base/text.h"
#include "scene/actions/list.h"
#include "scene/energy_account.h"

namespace pliant::action {

namespace {

class WatchEnergyWork final : public Work {
 public:
  WatchEnergyWork(std::vector<std::size_t> bodies, const WatchEnergy& action)
      : bodies_(std::move(bodies)),
        every_(action.every),
        stop_(action.stop),
        accounts_(bodies_.size()) {}

  // The first step puts bodies on top of what they begin in.
  std::int64_t next_event(std::int64_t step) const override {
    return step < 1 ? 1 : next_multiple(step, every_);
  }
  void at(SceneRun& run, std::int64_t step) override {
    const bool changed = run.changes() != changes_;
    changes_ = run.changes();
    for (std::size_t i = 0; i < bodies_.size(); ++i) look_at(run, i, step - looked_, changed);
    looked_ = step;
  }
  void end(SceneRun& run) override {
    if (run.step() > looked_) at(run, run.step());
  }
  bool changes_energy() const override { return false; }

 private:
  void look_at(SceneRun& run, std::size_t i, std::int64_t steps, bool changed) {
    const RunBody& body = run.bodies()[bodies_[i]];
    const auto rise = accounts_[i].look(body, steps, changed);
    if (!rise) return;
    const std::string words =
        text("body '", body.name, "' has gained ", short_text(rise->found), " J by step ",
             run.step(), " (", short_text(run.time()), " s), where work explains at most ",
             short_text(rise->explained), " J: ",
             rise->by_rounding ? "it comes from rounding; take --precision "
                                 "double or a larger sim.time_step"
                               : "its steps are too long; set a smaller "
                                 "sim.time_step");
    run.warn(words);
    if (stop_) run.stop(words);
  }

  std::vector<std::size_t> bodies_;
  std::int64_t every_;
  bool stop_;
  std::vector<EnergyAccount> accounts_;  // of each of these bodies
  std::int64_t looked_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace

Declaration WatchEnergy::declare() {
  using W = WatchEnergy;
  return Declare<W>("WatchEnergy", "probes",
                    "Warns where a body gains energy that no work explains, as it does where steps "
                    "are too long. 'pliant run' adds one to scenes that have none.",
                    "sim:addAction(WatchEnergy{stop = true})")
      .parameter("stop", &W::stop, "", "ends the simulation there")
      .parameter("every", &W::every, "", every_help, {.low = 1})
      .parameter("body", &W::body, "", body_help);
}

std::unique_ptr<Work> WatchEnergy::prepare(Stage& stage) const {
  return std::make_unique<WatchEnergyWork>(stage.chosen(body), *this);
}

}  // namespace pliant::action
