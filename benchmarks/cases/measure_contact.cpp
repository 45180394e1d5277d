#include "cases/measure_contact.h"

#include <pliant/box.h>
#include <pliant/stability.h>

#include <algorithm>
#include <memory>

#include "base/text.h"
#include "cases/machine.h"
#include "cases/stopwatch.h"

namespace pliant::bench {

namespace {

constexpr double height = 3;   // m, from which bodies fall
constexpr double turning = 2;  // 1/s
// Steps of a turn: a card goes on by itself from one call to the next.
constexpr std::int64_t at_a_time_on_cpu = 8, at_a_time_on_card = 512;

/// Where a case is measured from: with contact, which a copy may lose.
struct Start {
  State state;
  std::string part;
};

State falling(const Model& model, const Dynamics& dynamics) {
  State state(model, dynamics);
  Box box;
  for (const Vec3d& x : state.positions()) box.add(x);
  std::vector<Vec3d> velocities;
  for (std::size_t b = 0; b < state.body_count(); ++b) {
    State& body = state.body_count() > 1 ? state.body(b) : state;
    std::vector<Vec3d> x = body.positions(), v;
    for (Vec3d& place : x) {
      v.push_back(cross(Vec3d{0.3 * turning, 0, turning}, place - box.centre()));
      place.y += height;
    }
    body.set_positions(x);
    body.set_velocities(v);
  }
  state.set_contact(Contact{});
  return state;
}

State lying(const Model& model, const Dynamics& dynamics, double seconds) {
  State state(model, dynamics);
  state.set_contact(Contact{});
  step(model, state, static_cast<std::int64_t>(seconds / dynamics.time_step));
  return state;
}

/// A start with a number of threads, with contact and without.
class Pair {
 public:
  Pair(const Start& start, int threads)
      : start_(&start),
        at_a_time_(start.state.model().backend() == Backend::cuda ? at_a_time_on_card
                                                                  : at_a_time_on_cpu),
        with_(start.state),
        plain_(start.state) {
    plain_.set_contact(std::nullopt);
    for (Timing* t : {&timing_, &touching_}) {
      t->engine = "pliant";
      t->precision = start.state.model().precision();
      t->backend = start.state.model().backend();
      t->threads = threads;
      t->part = start.part;
    }
    timing_.bytes_per_step = start.state.model().bytes_per_step();
    touching_.part += ", touching";
    step(with_.model(), with_, at_a_time_);  // which makes lists
  }
  void measure(double seconds) {
    set_thread_count(timing_.threads);
    // What lies without contact does not lie for long.
    if (start_->state.time() > 0) {
      plain_ = start_->state;
      plain_.set_contact(std::nullopt);
    }
    step(plain_.model(), plain_, 1);
    double spent = 0, plain = 0, with = 0;
    std::int64_t turns = 0;
    for (; spent < seconds; ++turns) {
      const double a = time(plain_), b = time(with_);
      plain += a, with += b, spent += a;
      added_.push_back(b / a - 1);
    }
    const auto steps = static_cast<double>(turns * at_a_time_);
    times_.push_back(plain / steps);
    touching_times_.push_back(with / steps);
  }
  void tell(std::vector<Timing>& out) {
    for (auto [timing, times] :
         {std::pair(&timing_, &times_), std::pair(&touching_, &touching_times_)}) {
      std::ranges::sort(*times);
      timing->best = times->front();
      timing->median = (*times)[times->size() / 2];
    }
    std::ranges::sort(added_);
    touching_.added = added_[added_.size() / 2];
    out.push_back(timing_);
    out.push_back(touching_);
  }

 private:
  double time(State& state) const {
    return seconds_of([&](std::int64_t n) { step(state.model(), state, n); }, at_a_time_);
  }

  const Start* start_;
  std::int64_t at_a_time_;  // steps of a turn
  State with_, plain_;
  Timing timing_, touching_;
  std::vector<double> times_, touching_times_, added_;
};

}  // namespace

Measured measure_contact(const Case& which, const MeasureOptions& options) {
  const KeepThreads keep_threads;
  const auto tell = [&](double fraction, const char* what) {
    if (options.progress) options.progress(fraction, text(what, " ", which.name));
  };
  tell(0, "letting fall and lie");
  Dynamics dynamics = which.dynamics;
  Measured out;
  std::vector<std::unique_ptr<Start>> starts;
  std::vector<std::unique_ptr<Pair>> pairs;
  for (const Precision precision : options.precisions) {
    const std::size_t before = resident_bytes();
    const Model model(which.bodies, {precision, options.instruction_set, options.backend});
    if (!(dynamics.time_step > 0)) dynamics.time_step = safe_step(model, dynamics);
    out.instruction_set = model.instruction_set();
    const std::size_t after = resident_bytes();
    out.memory.push_back({precision, model.memory(), after > before ? after - before : 0});
    starts.push_back(std::make_unique<Start>(falling(model, dynamics), "falling"));
    starts.push_back(std::make_unique<Start>(lying(model, dynamics, which.lying_at), "lying"));
    // Beside a card the processor makes lists.
    const bool on_card = options.backend == Backend::cuda;
    for (const int threads :
         on_card ? std::vector{options.threads} : measured_threads(options.threads, false))
      for (std::size_t i = starts.size() - 2; i < starts.size(); ++i)
        pairs.push_back(std::make_unique<Pair>(*starts[i], threads));
  }
  out.time_step = dynamics.time_step;
  for (int round = 0; round < options.rounds; ++round) {
    tell(0.1 + 0.9 * round / options.rounds, "measuring");
    for (const auto& pair : pairs) pair->measure(options.seconds_each);
  }
  for (const auto& pair : pairs) pair->tell(out.timings);
  return out;
}

}  // namespace pliant::bench
