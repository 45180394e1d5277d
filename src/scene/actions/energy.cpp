#include <algorithm>
#include <numeric>

#include "base/short_text.h"
#include "base/text.h"
#include "scene/actions/list.h"
#include "scene/energy_account.h"

namespace pliant::action {

namespace {

class WatchEnergyWork final : public Work {
 public:
  WatchEnergyWork(std::vector<std::size_t> bodies, const WatchEnergy& action)
      : bodies_(std::move(bodies)), every_(action.every), stop_(action.stop) {}

  // The first step puts bodies on top of what they begin in.
  std::int64_t next_event(std::int64_t step) const override {
    return step < 1 ? 1 : next_multiple(step, every_);
  }
  void at(SceneRun& run, std::int64_t step) override {
    const bool changed = run.changes() != changes_;
    changes_ = run.changes();
    if (groups_.empty()) group(run);
    for (Group& group : groups_) look_at(run, group, step - looked_, changed);
    looked_ = step;
  }
  void end(SceneRun& run) override {
    if (run.step() > looked_) at(run, run.step());
  }
  bool changes_energy() const override { return false; }

 private:
  struct Group {
    std::vector<std::size_t> bodies;
    bool touch;            // each other or themselves
    double grown_at = -1;  // s, when skins are whole that began thinner
    EnergyAccount account{};
  };

  // Bodies that begin nearer than their skins are pushed apart by these, which grow for a while.
  static bool skins_grow(const SceneRun& run, Group& group) {
    constexpr double growing_time = 0.3;  // s, more than it takes
    if (!group.touch) return false;
    if (group.grown_at < 0)
      group.grown_at =
          run.time() + (run.world().contact_counts().touching > 0 ? growing_time : 0.0);
    return run.time() < group.grown_at;
  }

  // Bodies that touch hand energy to each other at once, so that there is one account for all of
  // them. The steps of spectral solids are stable whatever their length.
  void group(const SceneRun& run) {
    if (run.world().contact()) {
      std::vector<std::size_t> all(run.bodies().size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      groups_.push_back({std::move(all), true});
      return;
    }
    for (const std::size_t b : bodies_)
      if (!run.bodies()[b].model.is_spectral()) groups_.push_back({{b}, false});
  }

  static std::string words_for(const SceneRun& run, const Group& group) {
    if (group.bodies.size() == 1)
      return text("body '", run.bodies()[group.bodies[0]].name, "' has gained ");
    return text("the ", group.bodies.size(), " bodies that touch have gained ");
  }

  void look_at(SceneRun& run, Group& group, std::int64_t steps, bool changed) const {
    std::vector<const RunBody*> bodies;
    for (const std::size_t b : group.bodies) bodies.push_back(&run.bodies()[b]);
    const double contact = group.touch ? run.world().energy().contact : 0;
    const auto rise = group.account.look(bodies, contact, steps, skins_grow(run, group) || changed);
    if (!rise) return;
    const std::string words =
        text(words_for(run, group), short_text(rise->found), " J by step ", run.step(), " (",
             short_text(run.time()), " s), where work explains at most ",
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
  std::vector<Group> groups_;  // empty until the first look
  std::int64_t looked_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace

Declaration WatchEnergy::declare() {
  using W = WatchEnergy;
  return Declare<W>("WatchEnergy", "probes",
                    "Warns where a body, or all that touch together, gain energy that no work "
                    "explains, as they do where steps are too long. 'pliant run' adds one to "
                    "scenes that have none.",
                    "sim:addAction(WatchEnergy{stop = true})")
      .parameter("stop", &W::stop, "", "ends the simulation there")
      .parameter("every", &W::every, "", every_help, {.low = 1})
      .parameter("body", &W::body, "", body_help);
}

std::unique_ptr<Work> WatchEnergy::prepare(Stage& stage) const {
  return std::make_unique<WatchEnergyWork>(stage.chosen(body), *this);
}

}  // namespace pliant::action
