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

Volume volume_of(const Mesh& mesh, std::span<const double> fill) {
  Volume volume;
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    const Tetrahedron& t = mesh.tetrahedra[i];
    const double v = signed_volume(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]],
                                   mesh.vertices[t[3]]);
    volume.sum += fill.empty() ? v : v * fill[i];
    volume.inverted += v < 0;
  }
  return volume;
}

// Of the surface, about so far within the vertices.
double lowest_of(std::span<const Vec3d> vertices, std::span<const double> insets) {
  double low = std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < vertices.size(); ++v)
    low = std::min(low, vertices[v].y + (insets.empty() ? 0 : insets[v]));
  return low;
}

class Run {
 public:
  Run(const Model& model, State& state, Mesh& mesh, const BodyRunOptions& options,
      BodyRecorder* recorder)
      : model_(model), state_(state), mesh_(mesh), options_(options), recorder_(recorder) {
    if (options_.until_rest) rest_.emplace(*options_.until_rest);
  }

  RunOutcome run() {
    const Interrupt interrupt;
    out_.start = state_.energy();
    keep();
    ask_for_frame();
    try {
      while (taken_ < options_.steps && !Interrupt::signal() && !stopped_) to_next_event();
    } catch (const Diverged& e) {
      out_.diverged = e;
    }
    record_frames(0);
    // Back at a good state, maybe before the last frame.
    if (out_.diverged) look(state_.positions());
    if (recorder_) recorder_->finish();
    out_.interrupted_by = Interrupt::signal();
    out_.steps = taken_;
    out_.simulated = state_.time();
    out_.end = state_.energy();
    return out_;
  }

 private:
  // The step nearest to the next multiple of 1 / rate of simulated time, at most the last one.
  std::int64_t next(double rate) const {
    const double a_step = rate * whole_step_;
    const double number = std::floor((static_cast<double>(taken_) + 0.5) * a_step) + 1;
    const double at = number / a_step;
    if (!(at < static_cast<double>(options_.steps))) return options_.steps;
    return std::max<std::int64_t>(taken_ + 1, std::llround(at));
  }

  void to_next_event() {
    const std::int64_t frame = next(options_.frames_per_second), check = next(checks_per_second);
    const std::int64_t event = std::min(frame, check);
    while (taken_ < event && !Interrupt::signal()) {
      progress()(static_cast<double>(taken_) / static_cast<double>(options_.steps),
                 fmt::format("dropping, {:.3f} s", state_.time()));
      step_some(event - taken_);
    }
    if (taken_ == check) {
      const State::Energy now = state_.energy();
      if (gains(now)) {
        if (go_back()) return;
      } else {
        keep();
      }
      check_rest(now);
    }
    if ((taken_ == frame || Interrupt::signal() || stopped_) && taken_ > last_frame_)
      ask_for_frame();
  }

  bool gains(const State::Energy& now) const {
    constexpr double clearly_more = 1.1;  // that of Euler-Cromer swings by itself
    return now.has_elastic && now.total() > clearly_more * out_.start.total();
  }

  void keep() {
    if (!options_.control) return;
    good_ = state_;
    good_at_ = taken_;
  }
  // To the last moment without too much energy, with shorter steps; false where none may be taken.
  bool go_back() {
    const double time = state_.time();
    if (options_.control && good_) {
      State back = *good_;
      if (options_.control->halve(back, time)) {
        state_ = std::move(back);
        taken_ = good_at_;
        return true;
      }
    }
    if (!out_.energy_rose) out_.energy_rose = time;
    return false;
  }

  void check_rest(const State::Energy& now) {
    if (!rest_) return;
    const auto lowest = [&] { return lowest_of(state_.positions(), options_.insets); };
    out_.came_to_rest = rest_->at_rest(state_.time(), now.kinetic, lowest);
    stopped_ = stopped_ || out_.came_to_rest;
  }

  // So many that the bar moves and Ctrl-C is heard; a run in parts gives the same bits as in one.
  void step_some(std::int64_t most) {
    const std::int64_t now = std::min(most, at_once_);
    const auto start = Clock::now();
    const auto add_time = [&] {
      const double time = std::chrono::duration<double>(Clock::now() - start).count();
      out_.computing += time;
      return time;
    };
    try {
      if (options_.control)
        options_.control->advance(model_, state_, now);
      else
        step(model_, state_, now);
    } catch (const Diverged&) {
      add_time();
      taken_ = std::llround(state_.time() / whole_step_);
      throw;
    }
    taken_ += now;
    const double time = add_time() / static_cast<double>(now);
    at_once_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(0.2 / std::max(time, 1e-9)), 1,
                                        1'000'000);
  }

  // A frame is recorded when the next one is asked for: its positions come while the steps go on.
  void ask_for_frame() {
    last_frame_ = taken_;
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
    const Volume volume = volume_of(mesh_, options_.fill);
    out_.volume_change = volume.sum / options_.rest_volume - 1;
    out_.inverted = volume.inverted;
    if (std::abs(out_.volume_change) > std::abs(out_.largest_volume_change))
      out_.largest_volume_change = out_.volume_change;
    out_.lowest = lowest_of(mesh_.vertices, options_.insets);
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
  std::optional<RestWatch> rest_;
  const double whole_step_ = state_.dynamics().time_step;
  std::int64_t taken_ = 0, last_frame_ = -1;  // whole steps
  std::optional<State> good_;                 // to go back to where energy rises
  std::int64_t good_at_ = 0;                  // its whole steps
  RunOutcome out_;
};

}  // namespace

RunOutcome run_body(const Model& model, State& state, Mesh& mesh, const BodyRunOptions& options,
                    BodyRecorder* recorder) {
  return Run(model, state, mesh, options, recorder).run();
}

}  // namespace pliant::app
