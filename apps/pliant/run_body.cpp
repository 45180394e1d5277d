#include "run_body.h"

#include <fmt/format.h>
#include <pliant/frames.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <limits>

#include "interrupt.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double checks_per_second = 30;  // of simulated time

struct Volume {
  double sum = 0;            // m³
  std::size_t inverted = 0;  // tetrahedra
};

Volume volume_of(const Mesh& mesh) {
  Volume volume;
  for (const Tetrahedron& t : mesh.tetrahedra.cells) {
    const double v = signed_volume(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]],
                                   mesh.vertices[t[3]]);
    volume.sum += v;
    volume.inverted += v < 0;
  }
  return volume;
}

double lowest_of(const Mesh& mesh) {
  double low = std::numeric_limits<double>::infinity();
  for (const Vec3d& p : mesh.vertices) low = std::min(low, p.y);
  return low;
}

class Run {
 public:
  Run(const Model& model, State& state, Mesh& mesh, const BodyRunOptions& options,
      BodyRecorder* recorder)
      : model_(model), state_(state), mesh_(mesh), options_(options), recorder_(recorder) {}

  RunOutcome run() {
    const Interrupt interrupt;
    out_.start = state_.energy();
    ask_for_frame();
    try {
      while (state_.steps() < options_.steps && !Interrupt::signal() && !stopped_) to_next_event();
    } catch (const Diverged& e) {
      out_.diverged = e;
    }
    record_frames(0);
    // Back at a good state, maybe before the last frame.
    if (out_.diverged) look(state_.positions());
    if (recorder_) recorder_->finish();
    out_.interrupted_by = Interrupt::signal();
    out_.steps = state_.steps();
    out_.simulated = state_.time();
    out_.end = state_.energy();
    return out_;
  }

 private:
  // The step nearest to the next multiple of 1 / rate of simulated time, at most the last one.
  std::int64_t next(double rate) const {
    const double a_step = rate * state_.dynamics().time_step;
    const double number = std::floor((static_cast<double>(state_.steps()) + 0.5) * a_step) + 1;
    const double at = number / a_step;
    if (!(at < static_cast<double>(options_.steps))) return options_.steps;
    return std::max<std::int64_t>(state_.steps() + 1, std::llround(at));
  }

  void to_next_event() {
    const std::int64_t frame = next(options_.frames_per_second), check = next(checks_per_second);
    const std::int64_t event = std::min(frame, check);
    while (state_.steps() < event && !Interrupt::signal()) {
      progress()(static_cast<double>(state_.steps()) / static_cast<double>(options_.steps),
                 fmt::format("dropping, {:.3f} s", state_.time()));
      step_some(event - state_.steps());
    }
    if (state_.steps() == check) check_energy();
    if (state_.steps() == frame || Interrupt::signal() || stopped_) ask_for_frame();
  }

  void check_energy() {
    constexpr double clearly_more = 1.1;  // that of Euler-Cromer swings by itself
    if (out_.energy_rose) return;
    const State::Energy now = state_.energy();
    if (!now.has_elastic || !(now.total() > clearly_more * out_.start.total())) return;
    out_.energy_rose = state_.time();
    stopped_ = options_.stop_when_energy_rises;
  }

  // So many that the bar moves and Ctrl-C is heard; a run in parts gives the same bits as in one.
  void step_some(std::int64_t most) {
    const std::int64_t before = state_.steps();
    const auto start = Clock::now();
    const auto add_time = [&] {
      const double time = std::chrono::duration<double>(Clock::now() - start).count();
      out_.computing += time;
      return time;
    };
    try {
      step(model_, state_, std::min(most, at_once_));
    } catch (const Diverged&) {
      add_time();
      throw;
    }
    const double time = add_time() / static_cast<double>(state_.steps() - before);
    at_once_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(0.2 / std::max(time, 1e-9)), 1,
                                        1'000'000);
  }

  // A frame is recorded when the next one is asked for: its positions come while the steps go on.
  void ask_for_frame() {
    frames_.request(state_);
    energies_.push_back(recorder_ && recorder_->wants_energy() ? state_.energy() : State::Energy{});
    record_frames(1);
  }

  void record_frames(std::size_t left_over) {
    while (frames_.pending() > left_over) {
      Frame frame = *frames_.take();
      const State::Energy energy = energies_.front();
      energies_.pop_front();
      const double volume = look(std::move(frame.positions));
      if (recorder_) recorder_->add({frame.time, mesh_, volume, out_.lowest, energy});
    }
  }

  // Returns the volume, m³.
  double look(std::vector<Vec3d> positions) {
    mesh_.vertices = std::move(positions);
    const Volume volume = volume_of(mesh_);
    out_.volume_change = volume.sum / options_.rest_volume - 1;
    out_.inverted = volume.inverted;
    if (std::abs(out_.volume_change) > std::abs(out_.largest_volume_change))
      out_.largest_volume_change = out_.volume_change;
    out_.lowest = lowest_of(mesh_);
    return volume.sum;
  }

  const Model& model_;
  State& state_;
  Mesh& mesh_;
  const BodyRunOptions& options_;
  BodyRecorder* recorder_;
  Frames frames_;
  std::deque<State::Energy> energies_;  // of the frames asked for
  std::int64_t at_once_ = 16;
  bool stopped_ = false;
  RunOutcome out_;
};

}  // namespace

RunOutcome run_body(const Model& model, State& state, Mesh& mesh, const BodyRunOptions& options,
                    BodyRecorder* recorder) {
  return Run(model, state, mesh, options, recorder).run();
}

}  // namespace pliant::app
