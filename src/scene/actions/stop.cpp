#include <pliant/error.h>

#include <cmath>

#include "base/text.h"
#include "scene/actions/probe_work.h"

namespace pliant::action {

namespace {

class StopWork final : public Work {
 public:
  explicit StopWork(const StopWhen& when) : when_(when) {}

  void start(SceneRun& run) override {
    if (!when_.probe.empty()) probe_ = run.find_probe(probe_name()), column_ = find_column();
    if (when_.time > 0) last_ = run.step_at(when_.time);
  }
  std::int64_t next_event(std::int64_t step) const override {
    const std::int64_t next = looks() ? next_multiple(step, when_.every) : never;
    return step < last_ ? std::min(next, last_) : next;
  }
  bool changes_energy() const override { return false; }
  void at(SceneRun& run, std::int64_t step) override {
    if (step >= last_) return run.stop(text("it was to stop at ", when_.time, " s"));
    if (when_.settled > 0) look_at_energy(run);
    if (probe_) look_at_probe(run);
  }
  std::vector<double> memory() const override { return {largest_}; }
  void remember(SceneRun&, std::span<const double> memory) override {
    if (!memory.empty()) largest_ = memory[0];
  }

 private:
  bool looks() const { return when_.settled > 0 || !when_.probe.empty(); }
  // "wall.x" is a column of the probe "wall".
  std::string probe_name() const {
    const std::size_t dot = when_.probe.rfind('.');
    return dot == std::string::npos ? when_.probe : when_.probe.substr(0, dot);
  }
  std::size_t find_column() const {
    const std::string suffix = when_.probe.substr(probe_name().size());
    for (std::size_t c = 0; c < probe_->columns.size(); ++c)
      if (probe_->columns[c] == suffix) return c;
    throw InputError("", 0, text("probe '", probe_->name, "' has no column '", when_.probe, "'"),
                     text("write ", probe_->name, probe_->columns[0]));
  }

  void look_at_probe(SceneRun& run) const {
    const double value = run.measure(probe_->name)[column_];
    if (value > when_.above) run.stop(text(when_.probe, " rose above ", when_.above));
    if (value < when_.below) run.stop(text(when_.probe, " fell below ", when_.below));
  }
  void look_at_energy(SceneRun& run) {
    double kinetic = 0;
    for (const RunBody& body : run.bodies()) kinetic += body.kinetic_energy();
    largest_ = std::max(largest_, kinetic);
    if (largest_ > 0 && kinetic < when_.settled * largest_) run.stop("the motion has settled");
  }

  StopWhen when_;
  std::optional<Measurement> probe_;
  std::size_t column_ = 0;
  std::int64_t last_ = never;
  double largest_ = 0;  // kinetic energy so far, J
};

}  // namespace

Declaration StopWhen::declare() {
  using S = StopWhen;
  return Declare<S>("StopWhen", "probes",
                    "Ends the simulation early: at a time, when a probe is above or below a "
                    "number, or when the motion has settled.",
                    "sim:addAction(StopWhen{probe = \"tip.y\", below = -0.1})")
      .parameter("probe", &S::probe, "", "a probe's name, with .x, .y or .z for a vector")
      .parameter("above", &S::above, "", "stop where the probe is above it")
      .parameter("below", &S::below, "", "stop where the probe is below it")
      .parameter("settled", &S::settled, "",
                 "stop where the kinetic energy is below this part of the largest so far",
                 {.low = 0, .high = 1})
      .parameter("time", &S::time, "s", "stop then", not_negative)
      .parameter("every", &S::every, "", every_help, {.low = 1});
}

std::unique_ptr<Work> StopWhen::prepare(Stage&) const {
  if (probe.empty() && settled == 0 && time == 0)
    throw InputError("", 0, "it is not said when to stop",
                     "give 'probe' with 'above' or 'below', 'settled' or 'time'");
  if (!probe.empty() && std::isinf(above) && std::isinf(below))
    throw InputError("", 0, "'probe' needs a bound", "give 'above' or 'below'");
  return std::make_unique<StopWork>(*this);
}

}  // namespace pliant::action
