#include "run_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "interrupt.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

using Clock = std::chrono::steady_clock;

double volume_of(const Mesh& mesh) {
  double sum = 0;
  for (const Tetrahedron& t : mesh.tetrahedra.cells)
    sum += signed_volume(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]],
                         mesh.vertices[t[3]]);
  return sum;
}

double lowest_of(const Mesh& mesh) {
  double low = std::numeric_limits<double>::infinity();
  for (const Vec3d& p : mesh.vertices) low = std::min(low, p.y);
  return low;
}

class Run {
 public:
  Run(const Model& model, State& state, Mesh& mesh, const RunOptions& options, Recorder* recorder)
      : model_(model), state_(state), mesh_(mesh), options_(options), recorder_(recorder) {}

  RunOutcome run() {
    const Interrupt interrupt;
    out_.start = state_.energy();
    look(true);
    try {
      for (std::int64_t frame = 1; state_.steps() < options_.steps && !Interrupt::signal(); ++frame)
        to_frame(frame);
    } catch (const Diverged& e) {
      out_.diverged = e;
      look(false);  // back at a good state, maybe before the last frame
    }
    if (recorder_) recorder_->finish();
    out_.interrupted_by = Interrupt::signal();
    out_.steps = state_.steps();
    out_.simulated = state_.time();
    out_.end = state_.energy();
    return out_;
  }

 private:
  void to_frame(std::int64_t frame) {
    const double wanted =
        static_cast<double>(frame) / (options_.frames_per_second * state_.dynamics().time_step);
    const auto last = wanted < static_cast<double>(options_.steps)
                          ? static_cast<std::int64_t>(std::llround(wanted))
                          : options_.steps;
    if (last <= state_.steps()) return;  // frames closer than steps
    while (state_.steps() < last && !Interrupt::signal()) {
      progress()(static_cast<double>(state_.steps()) / static_cast<double>(options_.steps),
                 fmt::format("dropping, {:.3f} s", state_.time()));
      step_some(last - state_.steps());
    }
    look(true);
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

  void look(bool record) {
    mesh_.vertices = state_.positions();
    const double volume = volume_of(mesh_);
    out_.volume_change = volume / options_.rest_volume - 1;
    if (std::abs(out_.volume_change) > std::abs(out_.largest_volume_change))
      out_.largest_volume_change = out_.volume_change;
    out_.lowest = lowest_of(mesh_);
    if (record && recorder_) recorder_->add({state_, mesh_, volume, out_.lowest});
  }

  const Model& model_;
  State& state_;
  Mesh& mesh_;
  const RunOptions& options_;
  Recorder* recorder_;
  std::int64_t at_once_ = 16;
  RunOutcome out_;
};

}  // namespace

RunOutcome run_body(const Model& model, State& state, Mesh& mesh, const RunOptions& options,
                    Recorder* recorder) {
  return Run(model, state, mesh, options, recorder).run();
}

}  // namespace pliant::app
