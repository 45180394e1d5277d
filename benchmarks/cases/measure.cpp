#include "cases/measure.h"

#include <pliant/batch.h>
#include <pliant/spectral.h>
#include <pliant/stability.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "bullet/bullet_body.h"
#include "cases/descent_cases.h"
#include "cases/machine.h"
#include "cases/measure_contact.h"
#include "cases/measure_selection.h"
#include "cases/stopwatch.h"
#include "textbook/textbook.h"

namespace pliant::bench {

namespace {

struct Runner {
  Timing timing;
  Steps run;
  std::int64_t steps = 1;  // of a measurement
  std::vector<double> times = {};
  std::vector<double> added = {};  // to the one measured together with it, slice by slice

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
  /// After one that does the same in another way.
  void measure_beside(const Runner& other) {
    measure();
    added.push_back(times.back() / other.times.back() - 1);
  }
  /// In turns with one that does something more, too short for the machine to change between them.
  void measure_together(Runner& more) {
    constexpr std::int64_t slices = 20;
    const std::int64_t each = std::max<std::int64_t>(std::min(steps, more.steps) / slices, 1);
    double time = 0, longer = 0;
    for (std::int64_t i = 0; i < slices; ++i) {
      const double plain = seconds_of(run, each), with = seconds_of(more.run, each);
      more.added.push_back(with / plain - 1);
      time += plain, longer += with;
    }
    times.push_back(time / static_cast<double>(slices * each));
    more.times.push_back(longer / static_cast<double>(slices * each));
  }
  void finish() {
    std::ranges::sort(times);
    timing.best = times.front();
    timing.median = times[times.size() / 2];
    std::ranges::sort(added);
    if (!added.empty()) timing.added = added[added.size() / 2];
  }
};

std::vector<Body> side_by_side(const Body& body, std::size_t count) {
  std::vector<Body> out(count, body);
  for (std::size_t i = 0; i < count; ++i)
    for (Vec3d& x : out[i].vertices) x.x += 2 * static_cast<double>(i);
  return out;
}

// A body, a batch of copies of it, or as many bodies of a world, on one backend.
class Simulation {
 public:
  /// Without a time step that of the case, or else the safe one.
  Simulation(const Case& which, const ModelOptions& options, double time_step, bool world = false)
      : before_(resident_bytes()),
        model_(world ? Model(side_by_side(which.body, which.copies), options)
                     : Model(which.body, options)) {
    Dynamics dynamics = which.dynamics;
    if (time_step > 0) dynamics.time_step = time_step;
    if (dynamics.time_step <= 0) dynamics.time_step = safe_step(model_, dynamics);
    if (which.copies > 1 && !world)
      batch_.emplace(model_, which.copies, dynamics);
    else
      state_.emplace(model_, dynamics);
    time_step_ = dynamics.time_step;
    step(1);
    const std::size_t after = resident_bytes();
    memory_ = {model_.precision(), batch_ ? 0 : model_.memory(),
               after > before_ ? after - before_ : 0};
  }

  void step(std::int64_t count) {
    if (batch_)
      pliant::step(*batch_, count);
    else
      pliant::step(model_, *state_, count);
  }
  /// Steps a spectral solid and tells where its vertices are after each.
  void step_and_place(std::int64_t count, Places which) {
    places_.resize(3 * model_.vertex_count());
    for (std::int64_t i = 0; i < count; ++i) {
      pliant::step(model_, *state_, 1);
      write_positions(*state_, which, places_);
    }
  }
  const Model& model() const { return model_; }
  const Memory& memory() const { return memory_; }
  double time_step() const { return time_step_; }
  /// Copies share what the model holds, so those of a batch are not known.
  std::size_t bytes_per_step() const { return batch_ ? 0 : model_.bytes_per_step(); }

 private:
  std::size_t before_;  // bytes of the process
  Model model_;
  std::optional<State> state_;
  std::optional<Batch> batch_;
  std::vector<float> places_;
  Memory memory_;
  double time_step_ = 0;
};

// Above so many the textbook loop takes too long beside a card, or in any case.
constexpr std::size_t most_beside_card = 2'000'000, most_at_all = 20'000'000;

constexpr const char* volume_kept = "volume kept";
constexpr const char* in_one_world = "in one world";

Case with_volume_kept(Case plain) {
  VolumeConstraint& volume = plain.body.volume_constraints.emplace_back();
  volume.surface = std::move(plain.kept_surface);
  return plain;
}

class Race {
 public:
  Race(const Case& which, const MeasureOptions& options) : which_(which), options_(options) {
    tell(0, "preparing");
    for (Precision precision : options.precisions) {
      const double time_step = simulations_.empty() ? 0 : simulations_.front()->time_step();
      simulations_.push_back(std::make_unique<Simulation>(
          which, ModelOptions{precision, options.instruction_set, options.backend}, time_step));
    }
    if (!which.kept_surface.empty() && options.backend == Backend::cpu) {
      const Case kept = with_volume_kept(which);
      for (Precision precision : options.precisions)
        keeping_.push_back(std::make_unique<Simulation>(
            kept, ModelOptions{precision, options.instruction_set, options.backend},
            simulations_.front()->time_step()));
    }
    if (which.also_world)
      for (Precision precision : options.precisions)
        worlds_.push_back(std::make_unique<Simulation>(
            which, ModelOptions{precision, options.instruction_set, options.backend},
            simulations_.front()->time_step(), true));
    Dynamics dynamics = which.dynamics;
    dynamics.time_step = simulations_.front()->time_step();
    const bool on_card = options.backend == Backend::cuda;
    const std::size_t size = which.copies * which.tetrahedra;
    if (!which.body.spectral && !which.also_world &&
        size <= (on_card ? most_beside_card : most_at_all)) {
      textbook_ = std::make_unique<Textbook<float>>(which.body, dynamics);
      if (!on_card && which.copies == 1 && !which.boundary.empty())
        bullet_ = make_bullet_body(which.body, which.boundary, dynamics);
    }
    add_runners();
  }

  Measured run() {
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      tell(0.1 * static_cast<double>(i) / static_cast<double>(runners_.size()), "warming up");
      runners_[i].prepare(options_.seconds_each);
    }
    for (int round = 0; round < options_.rounds; ++round) {
      tell(0.1 + 0.9 * round / options_.rounds, "measuring");
      measure_all();
    }
    Measured out;
    out.instruction_set = simulations_.front()->model().instruction_set();
    out.time_step = simulations_.front()->time_step();
    if (which_.solve_modes) {
      tell(1, "solving the eigenproblem of");
      set_thread_count(options_.threads);
      out.eigenproblem = seconds_of([this](std::int64_t) { which_.solve_modes(); }, 1);
    }
    for (const auto& simulation : simulations_) out.memory.push_back(simulation->memory());
    for (Runner& runner : runners_) runner.finish();
    for (Runner& runner : runners_) {
      if (textbook_) runner.timing.ratio = runners_.front().timing.best / runner.timing.best;
      out.timings.push_back(runner.timing);
    }
    return out;
  }

 private:
  void add_runners() {
    if (textbook_)
      runners_.push_back({{.engine = "textbook"}, [this](std::int64_t n) {
                            textbook_->step(n * static_cast<std::int64_t>(which_.copies));
                          }});
    for (std::size_t i = 0; i < simulations_.size(); ++i)
      for (int threads : measured_threads(options_.threads, options_.backend == Backend::cuda)) {
        add_runner(*simulations_[i], threads);
        if (!keeping_.empty()) {
          add_runner(*keeping_[i], threads);
          runners_.back().timing.part = volume_kept;
        }
        if (!worlds_.empty()) {
          add_runner(*worlds_[i], threads);
          runners_.back().timing.part = in_one_world;
        }
      }
    if (bullet_)
      runners_.push_back({{.engine = "bullet"}, [this](std::int64_t n) { bullet_->step(n); }});
  }
  void measure_all() {
    for (std::size_t i = 0; i < runners_.size(); ++i)
      if (i + 1 < runners_.size() && runners_[i + 1].timing.part == volume_kept) {
        runners_[i].measure_together(runners_[i + 1]);
        ++i;
      } else if (runners_[i].timing.part == in_one_world) {
        runners_[i].measure_beside(runners_[i - 1]);
      } else {
        runners_[i].measure();
      }
  }
  void add_runner(Simulation& simulation, int threads) {
    runners_.push_back({{.engine = "pliant",
                         .precision = simulation.model().precision(),
                         .backend = options_.backend,
                         .threads = threads,
                         .bytes_per_step = simulation.bytes_per_step()},
                        [&simulation, threads](std::int64_t n) {
                          set_thread_count(threads);
                          simulation.step(n);
                        }});
    // A card places all vertices within the step.
    if (!which_.body.spectral || which_.copies > 1 || options_.backend == Backend::cuda) return;
    runners_.back().timing.part = "modes alone";
    runners_.back().timing.bytes_per_step = 0;
    add_placing_runner(simulation, threads, Places::all);
    add_placing_runner(simulation, threads, Places::surface);
  }
  void add_placing_runner(Simulation& simulation, int threads, Places which) {
    const bool all = which == Places::all;
    runners_.push_back({{.engine = "pliant",
                         .part = all ? "every vertex" : "surface",
                         .precision = simulation.model().precision(),
                         .backend = options_.backend,
                         .threads = threads,
                         .bytes_per_step = all ? simulation.bytes_per_step() : 0},
                        [&simulation, threads, which](std::int64_t n) {
                          set_thread_count(threads);
                          simulation.step_and_place(n, which);
                        }});
  }
  void tell(double fraction, const char* what) const {
    if (options_.progress) options_.progress(fraction, std::string(what) + " " + which_.name);
  }

  const KeepThreads keep_threads_;
  const Case& which_;
  const MeasureOptions& options_;
  std::vector<std::unique_ptr<Simulation>> simulations_;
  std::vector<std::unique_ptr<Simulation>> keeping_;  // the same with the volume kept
  std::vector<std::unique_ptr<Simulation>> worlds_;   // as many bodies as there are copies
  std::unique_ptr<Textbook<float>> textbook_;
  std::unique_ptr<BulletBody> bullet_;
  std::vector<Runner> runners_;
};

}  // namespace

Measured measure(const Case& which, const MeasureOptions& options) {
  if (!which.active_shares.empty()) return measure_selection(which, options);
  if (!which.bodies.empty()) return measure_contact(which, options);
  if (which.sweeps > 0) return measure_descent(which, options);
  return Race(which, options).run();
}

}  // namespace pliant::bench
