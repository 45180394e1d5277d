#include "drop_watch.h"

#include <pliant/quality.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

#include "rest_watch.h"

namespace pliant::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double checks_per_second = 30;     // of simulated time
constexpr double clearly_more_energy = 1.1;  // that of Euler-Cromer swings by itself
// Cells of a cage that hold less than this part of themselves span creases, which close under
// weight.
constexpr double next_to_nothing = 0.05;

double rest_volume(const BodyMesh& mesh) {
  if (mesh.fill.empty()) return mesh.solid->volume();
  const std::vector<double> volumes = tetrahedron_volumes(mesh.solid->mesh());
  return std::inner_product(volumes.begin(), volumes.end(), mesh.fill.begin(), 0.0);
}

// The surface lies about so far within the vertices.
double lowest_of(std::span<const Vec3d> vertices, std::span<const double> insets) {
  double low = std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < vertices.size(); ++v)
    low = std::min(low, vertices[v].y + (insets.empty() ? 0 : insets[v]));
  return low;
}

RestScale scale_of(const RunBody& body, const BodyMesh& mesh) {
  const Vec3d size =
      bounding_box(mesh.fill.empty() ? mesh.solid->vertices()
                                     : std::span<const Vec3d>(mesh.surface->surface.vertices))
          .size();
  return {std::max({size.x, size.y, size.z}),
          std::accumulate(body.masses.begin(), body.masses.end(), 0.0),
          length(body.state.dynamics().gravity)};
}

// Adds the time of its life, in s.
class Timer {
 public:
  explicit Timer(double& sum) : sum_(sum) {}
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer() { sum_ += std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  double& sum_;
  const Clock::time_point start_ = Clock::now();
};

class DropWork final : public Work {
 public:
  explicit DropWork(const DropWatch& watch) : watch_(watch), out_(*watch.outcome) {}

  void start(SceneRun& run) override {
    const RunBody& body = run.bodies()[0];
    step_ = run.time_step();
    out_.start = body.energy();
    out_.rest_volume = rest_volume(*watch_.mesh);
    if (watch_.until_rest) rest_.emplace(scale_of(body, *watch_.mesh));
  }
  std::int64_t next_event(std::int64_t step) const override {
    if (step < 0) return 0;
    return std::min(next(step, watch_.frames_per_second), next(step, checks_per_second));
  }
  bool changes_energy() const override { return false; }
  void at(SceneRun& run, std::int64_t step) override {
    const Timer timer(out_.looking);
    if (step > 0 && is_due(step, checked_, checks_per_second)) check(run);
    if (is_due(step, taken_, watch_.frames_per_second)) take_frame(run);
  }
  void end(SceneRun& run) override {
    const Timer timer(out_.looking);
    if (run.step() != checked_) check(run);
    if (run.step() != taken_) take_frame(run);
  }

 private:
  // How many multiples of 1 / rate of simulated time have come by a step, or are nearest to it.
  double passed(std::int64_t step, double rate) const {
    return std::floor((static_cast<double>(step) + 0.5) * rate * step_);
  }
  bool is_due(std::int64_t step, std::int64_t last, double rate) const {
    return passed(step, rate) > passed(last, rate);
  }
  std::int64_t next(std::int64_t step, double rate) const {
    const double at = std::round((passed(step, rate) + 1) / (rate * step_));
    return at < 1e15 ? std::max(step + 1, static_cast<std::int64_t>(at)) : never;
  }

  void check(SceneRun& run) {
    const RunBody& body = run.bodies()[0];
    const State::Energy now = body.energy();
    checked_ = run.step();
    const bool gains = now.has_elastic && now.total() > clearly_more_energy * out_.start.total();
    if (gains && !out_.energy_rose) out_.energy_rose = run.time();
    if (!rest_ || out_.came_to_rest) return;
    const auto lowest = [&] { return lowest_of(body.positions(), watch_.mesh->insets); };
    out_.came_to_rest = rest_->at_rest(run.time(), now.kinetic, lowest);
    if (out_.came_to_rest) run.stop("it lies at rest");
  }

  void take_frame(SceneRun& run) {
    taken_ = run.step();
    const RunBody& body = run.bodies()[0];
    Seen seen = look(body, *watch_.mesh, out_);
    seen.time = run.time();
    if (!watch_.record) return;
    if (watch_.record->wants_energy()) seen.energy = body.energy();
    watch_.record->take(run, seen);
  }

  DropWatch watch_;
  DropOutcome& out_;
  double step_ = 0;  // s
  std::optional<RestWatch> rest_;
  std::int64_t checked_ = 0, taken_ = -1;  // the last steps of these
};

}  // namespace

Declaration DropWatch::declare() {
  return Declare<DropWatch>("drop", "probes", "Looks at a body that falls.", "");
}

std::unique_ptr<Work> DropWatch::prepare(Stage& stage) const {
  if (record) record->add_probes(stage);
  return std::make_unique<DropWork>(*this);
}

Seen look(const RunBody& body, const BodyMesh& mesh, DropOutcome& outcome) {
  const std::vector<Vec3d>& x = body.positions();
  Seen seen;
  for (std::size_t i = 0; i < mesh.solid->tetrahedra().size(); ++i) {
    const Tetrahedron& t = mesh.solid->tetrahedra()[i];
    const double v = signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
    const double fill = mesh.fill.empty() ? 1 : mesh.fill[i];
    seen.volume += v * fill;
    seen.inverted += v < 0 && fill > next_to_nothing;
  }
  seen.lowest = lowest_of(x, mesh.insets);
  outcome.volume_change = seen.volume / outcome.rest_volume - 1;
  outcome.inverted = seen.inverted;
  outcome.lowest = seen.lowest;
  if (std::abs(outcome.volume_change) > std::abs(outcome.largest_volume_change))
    outcome.largest_volume_change = outcome.volume_change;
  return seen;
}

}  // namespace pliant::app
