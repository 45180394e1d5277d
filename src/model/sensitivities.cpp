#include <pliant/diverged.h>
#include <pliant/sensitivities.h>
#include <pliant/stability.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "model/checks.h"
#include "model/damping_plan.h"
#include "model/stable_steps.h"
#include "model/start_slopes.h"

namespace pliant {

namespace {

// Of a parameter: what rounds off and what a cubic leaves are about as small.
constexpr double relative_difference = 6e-6;

// The time step of a run whose damping is in its steps.
double step_of(const Model& model, Dynamics dynamics) {
  const bool given = dynamics.time_step > 0;
  if (!given) dynamics.time_step = safe_step(model, dynamics);
  if (damping_plan(model, dynamics).every == 0) return dynamics.time_step;
  const double longest = stable_steps(spectrum_of(model), dynamics).damped;
  need(!given,
       text("with steps of ", dynamics.time_step,
            " s the damping of relations has steps of its own, through which slopes do not go"),
       text("take steps of at most ", longest, " s, or a material with less damping"));
  return safe_share * longest;
}

backend::RunSlopes slopes_by(const Sensitivities::Make& make, std::vector<double> at,
                             std::size_t parameter) {
  const double value = at[parameter];
  const double half = relative_difference * (value == 0 ? 1 : std::abs(value));
  at[parameter] = value - half;
  const Start below = make(at);
  at[parameter] = value + half;
  const Start above = make(at);
  return start_slopes(below, above, half);
}

}  // namespace

struct Sensitivities::Runs {
  // One or more runs side by side that differ in their slopes alone.
  std::vector<std::unique_ptr<backend::SensitiveRun>> runs;
  struct Lane {
    std::size_t run, lane;
  };
  std::vector<Lane> lanes;  // of each parameter
  Dynamics dynamics;
  double longest_step = 0, time = 0;  // s
  std::int64_t steps = 0;
  std::size_t vertices = 0;

  void begin(const Model& model, const backend::RunStart& start,
             std::vector<backend::RunSlopes> slopes) {
    lanes.resize(slopes.size());
    std::vector<std::size_t> alone, together;
    for (std::size_t p = 0; p < slopes.size(); ++p)
      (slopes[p].of_rest ? alone : together).push_back(p);
    const auto add = [&](std::span<const std::size_t> parameters) {
      std::vector<backend::RunSlopes> of_run;
      for (std::size_t lane = 0; lane < parameters.size(); ++lane) {
        lanes[parameters[lane]] = {runs.size(), lane};
        of_run.push_back(std::move(slopes[parameters[lane]]));
      }
      runs.push_back(backend::sensitive_run(model, dynamics, start, of_run));
    };
    for (const std::size_t& p : alone) add({&p, 1});
    for (std::size_t p = 0; p < together.size(); p += backend::most_slopes)
      add(std::span(together).subspan(p, std::min(backend::most_slopes, together.size() - p)));
  }

  [[noreturn]] void tell_diverged() const {
    std::vector<Vec3d> x;
    runs[0]->read(&x, nullptr);
    const auto size = [](const Vec3d& a) {
      const double d = squared_length(a);
      return std::isfinite(d) ? d : std::numeric_limits<double>::infinity();
    };
    const auto worst = std::ranges::max_element(x, {}, size) - x.begin();
    throw Diverged(text("the run with slopes has run away by ", time, " s, at vertex ", worst,
                        "; take smaller steps"),
                   static_cast<Index>(worst), "", no_index, time);
  }
};

Sensitivities::Sensitivities(const Make& make, std::span<const double> parameters)
    : runs_(std::make_unique<Runs>()) {
  need(!parameters.empty(), "no parameters are given", "give at least one");
  for (const double value : parameters) check_finite(value, "parameter");
  const std::vector<double> at(parameters.begin(), parameters.end());
  const Start start = make(at);
  check_start(start);
  const Model model(start.body, {.precision = Precision::double_precision});
  check_dynamics(start.dynamics, model);
  if (!start.positions.empty()) check_vectors(start.positions, model, "positions");
  if (!start.velocities.empty()) check_vectors(start.velocities, model, "velocities");
  runs_->dynamics = start.dynamics;
  runs_->dynamics.time_step = runs_->longest_step = step_of(model, start.dynamics);
  runs_->vertices = model.vertex_count();
  std::vector<backend::RunSlopes> slopes;
  for (std::size_t p = 0; p < at.size(); ++p) slopes.push_back(slopes_by(make, at, p));
  runs_->begin(model, {start.positions, start.velocities}, std::move(slopes));
}

Sensitivities::Sensitivities(Sensitivities&&) noexcept = default;
Sensitivities& Sensitivities::operator=(Sensitivities&&) noexcept = default;
Sensitivities::~Sensitivities() = default;

void Sensitivities::step(std::int64_t count) {
  check_step_count(count);
  for (const auto& run : runs_->runs)
    if (!run->step(count)) runs_->tell_diverged();
  runs_->steps += count;
  runs_->time += static_cast<double>(count) * runs_->dynamics.time_step;
}

void Sensitivities::advance(double seconds) {
  check_finite(seconds, "time");
  need(seconds >= 0, text("it shall advance by ", seconds, " s"), "give a time of at least zero");
  if (seconds == 0) return;
  const double wanted = std::ceil(seconds / runs_->longest_step * (1 - 1e-12));
  runs_->dynamics.time_step = seconds / wanted;
  for (const auto& run : runs_->runs) run->set_time_step(runs_->dynamics.time_step);
  step(static_cast<std::int64_t>(wanted));
}

double Sensitivities::time() const {
  return runs_->time;
}
std::int64_t Sensitivities::steps() const {
  return runs_->steps;
}
double Sensitivities::time_step() const {
  return runs_->dynamics.time_step;
}
std::size_t Sensitivities::vertex_count() const {
  return runs_->vertices;
}
std::size_t Sensitivities::parameter_count() const {
  return runs_->lanes.size();
}

std::vector<Vec3d> Sensitivities::positions() const {
  std::vector<Vec3d> out;
  runs_->runs[0]->read(&out, nullptr);
  return out;
}
std::vector<Vec3d> Sensitivities::velocities() const {
  std::vector<Vec3d> out;
  runs_->runs[0]->read(nullptr, &out);
  return out;
}

std::vector<Vec3d> Sensitivities::position_slopes(std::size_t parameter) const {
  need(parameter < parameter_count(), text("there is no parameter ", parameter),
       text("there are ", parameter_count()));
  const auto [run, lane] = runs_->lanes[parameter];
  std::vector<Vec3d> out;
  runs_->runs[run]->read_slopes(lane, &out, nullptr);
  return out;
}
std::vector<Vec3d> Sensitivities::velocity_slopes(std::size_t parameter) const {
  need(parameter < parameter_count(), text("there is no parameter ", parameter),
       text("there are ", parameter_count()));
  const auto [run, lane] = runs_->lanes[parameter];
  std::vector<Vec3d> out;
  runs_->runs[run]->read_slopes(lane, nullptr, &out);
  return out;
}

bool Sensitivities::met_obstacles() const {
  return std::ranges::any_of(runs_->runs, [](const auto& run) { return run->met; });
}

}  // namespace pliant
