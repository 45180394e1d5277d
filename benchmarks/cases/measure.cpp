#include "cases/measure.h"

#include <pliant/stability.h>
#include <pliant/threads.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "bullet/bullet_body.h"
#include "cases/machine.h"
#include "textbook/textbook.h"

namespace pliant::bench {

namespace {

using Clock = std::chrono::steady_clock;
using Steps = std::function<void(std::int64_t)>;

double seconds_of(const Steps& run, std::int64_t steps) {
  const auto start = Clock::now();
  run(steps);
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Runner {
  Timing timing;
  Steps run;
  std::int64_t steps = 1;  // of a measurement
  std::vector<double> times = {};

  /// Warms up, and finds how many steps last long enough.
  void prepare(double seconds) {
    run(1);
    for (;;) {
      const double time = seconds_of(run, steps);
      if (time >= seconds) return;
      const double wanted = 1.1 * seconds / std::max(time, 1e-6);
      steps = std::max(steps + 1, static_cast<std::int64_t>(static_cast<double>(steps) *
                                                            std::min(wanted, 16.0)));
    }
  }
  void measure() { times.push_back(seconds_of(run, steps) / static_cast<double>(steps)); }
  void finish() {
    std::ranges::sort(times);
    timing.best = times.front();
    timing.median = times[times.size() / 2];
  }
};

// The number of threads that was set comes back at the end.
class KeepThreads {
 public:
  KeepThreads() = default;
  KeepThreads(const KeepThreads&) = delete;
  KeepThreads& operator=(const KeepThreads&) = delete;
  ~KeepThreads() { set_thread_count(threads_); }

 private:
  int threads_ = thread_count();
};

struct Simulation {
  Model model;
  State state;
  Memory memory;

  static std::unique_ptr<Simulation> make(const Case& which, const MeasureOptions& options,
                                          Precision precision, double time_step) {
    const std::size_t before = resident_bytes();
    Model model(which.body, {precision, options.instruction_set});
    Dynamics dynamics = which.dynamics;
    dynamics.time_step = time_step > 0 ? time_step : safe_step(model, which.dynamics);
    State state(model, dynamics);
    auto made = std::make_unique<Simulation>(Simulation{model, std::move(state), {}});
    pliant::step(made->model, made->state);
    const std::size_t after = resident_bytes();
    made->memory = {made->model.memory(), after > before ? after - before : 0};
    return made;
  }
};

class Race {
 public:
  Race(const Case& which, const MeasureOptions& options) : which_(which), options_(options) {
    tell(0, "preparing");
    single_ = Simulation::make(which, options, Precision::single_precision, 0);
    const Dynamics& dynamics = single_->state.dynamics();
    double_ = Simulation::make(which, options, Precision::double_precision, dynamics.time_step);
    textbook_ = std::make_unique<Textbook<float>>(which.body, dynamics);
    bullet_ = make_bullet_body(which.body, which.boundary, dynamics);
    add_runners();
  }

  Measured run() {
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      tell(0.1 * static_cast<double>(i) / static_cast<double>(runners_.size()), "warming up");
      runners_[i].prepare(options_.seconds_each);
    }
    for (int round = 0; round < options_.rounds; ++round) {
      tell(0.1 + 0.9 * round / options_.rounds, "measuring");
      for (Runner& runner : runners_) runner.measure();
    }
    Measured out;
    out.instruction_set = single_->model.instruction_set();
    out.time_step = single_->state.dynamics().time_step;
    out.single_precision = single_->memory;
    out.double_precision = double_->memory;
    for (Runner& runner : runners_) runner.finish();
    for (Runner& runner : runners_) {
      runner.timing.ratio = runners_.front().timing.best / runner.timing.best;
      out.timings.push_back(runner.timing);
    }
    return out;
  }

 private:
  void add_runners() {
    runners_.push_back({{.engine = "textbook"}, [this](std::int64_t n) { textbook_->step(n); }});
    std::vector<int> counts{1};
    if (options_.threads > 1) counts.push_back(options_.threads);
    for (Simulation* simulation : {single_.get(), double_.get()})
      for (int threads : counts)
        runners_.push_back({{.engine = "pliant",
                             .precision = simulation->model.precision(),
                             .threads = threads,
                             .bytes_per_step = simulation->model.bytes_per_step()},
                            [simulation, threads](std::int64_t n) {
                              set_thread_count(threads);
                              pliant::step(simulation->model, simulation->state, n);
                            }});
    if (bullet_)
      runners_.push_back({{.engine = "bullet"}, [this](std::int64_t n) { bullet_->step(n); }});
  }
  void tell(double fraction, const char* what) const {
    if (options_.progress) options_.progress(fraction, std::string(what) + " " + which_.name);
  }

  const KeepThreads keep_threads_;
  const Case& which_;
  const MeasureOptions& options_;
  std::unique_ptr<Simulation> single_, double_;
  std::unique_ptr<Textbook<float>> textbook_;
  std::unique_ptr<BulletBody> bullet_;
  std::vector<Runner> runners_;
};

}  // namespace

Measured measure(const Case& which, const MeasureOptions& options) {
  return Race(which, options).run();
}

}  // namespace pliant::bench
