#pragma once

#include <pliant/run.h>

#include "scene/actions/list.h"

namespace pliant::action {

/// When a load acts: it grows over `ramp` seconds from `start` on, and ends after `seconds`.
struct LoadTimes {
  double ramp = 0, start = 0, seconds = 0;  ///< s; seconds 0: to the end
  std::int64_t every = 1;                   ///< steps from one change to the next
  bool constant = true;                     ///< but for the ramp
  bool lasts = true;                        ///< a state has to be told of it again, unlike of a cut
};

/// Changes parameters of a body's relations with time.
class LoadWork final : public Work {
 public:
  /// Called with the time in s and the factor of the ramp, from 0 to 1.
  using Apply = std::function<void(SceneRun& run, double time, double factor)>;
  /// Called before the first step; throws where nothing could be applied.
  using Check = std::function<void(const SceneRun& run)>;
  LoadWork(const LoadTimes& times, Apply apply, Check check = {})
      : times_(times), apply_(std::move(apply)), check_(std::move(check)) {}

  void start(SceneRun& run) override {
    if (check_) check_(run);
    first_ = run.step_at(times_.start);
    full_ = run.step_at(times_.start + times_.ramp);
    if (times_.seconds > 0) last_ = run.step_at(times_.start + times_.seconds);
    note_times(run, first_, 0);
  }
  std::int64_t next_event(std::int64_t step) const override {
    if (step < first_) return first_;
    if (step >= last_) return never;
    if (times_.constant && step >= full_) return last_;
    const std::int64_t next = first_ + ((step - first_) / times_.every + 1) * times_.every;
    return std::min(last_, times_.constant ? std::min(full_, next) : next);
  }
  void at(SceneRun& run, std::int64_t step) override {
    const double ramp = static_cast<double>(full_ - first_);
    const double grown = ramp > 0 ? std::min(1.0, static_cast<double>(step - first_) / ramp) : 1;
    apply_(run, run.time(), step >= last_ ? 0 : grown);
  }
  void remember(SceneRun& run, std::span<const double>) override {
    if (times_.lasts) join(run, run.step());
  }
  void join(SceneRun& run, std::int64_t step) override {
    if (step >= first_ && step < last_) at(run, step);
  }

 private:
  LoadTimes times_;
  Apply apply_;
  Check check_;
  std::int64_t first_ = 0, full_ = 0, last_ = never;
};

/// What loads have in common, in two parts: between them stands what one of them alone has.
template <class L>
Declare<L>& declare_times(Declare<L>& load) {
  return load.parameter("ramp", &L::ramp, "s", "over which it grows from zero", not_negative)
      .parameter("start", &L::start, "s", "when it begins", not_negative)
      .parameter("seconds", &L::seconds, "s", "how long it acts; 0: to the end", not_negative);
}
template <class L>
Declare<L>& declare_rest(Declare<L>& load) {
  return load.parameter("every", &L::every, "", "steps from one change to the next", {.low = 1})
      .parameter("body", &L::body, "", body_help);
}

/// Calls a function as the load will when it begins: what is wrong with it is told before the first
/// step.
template <class T>
LoadWork::Check trial_of(const OfTime<T>& function, double start) {
  return [function, start](const SceneRun&) { function(start); };
}

template <class L>
LoadTimes times_of(const L& load, bool constant) {
  return {load.ramp, load.start, load.seconds, load.every, constant};
}

}  // namespace pliant::action
