#include "session/pacer.h"

#include <algorithm>
#include <cmath>

namespace pliant::viewer {

namespace {

constexpr double part_seconds = 0.004;  // real, of one part
constexpr double rest_seconds = 0.004;  // real, that it waits at least when it is ahead
// A simulation that cannot keep up goes slower; it does not hurry afterwards to make up for more
// than this, s.
constexpr double most_debt = 0.05;
constexpr double rate_seconds = 1;  // over which rates are taken

double seconds(Pacer::Clock::duration d) {
  return std::chrono::duration<double>(d).count();
}
Pacer::Clock::duration duration(double seconds) {
  return std::chrono::duration_cast<Pacer::Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

void Pacer::set_pace(Pace pace) {
  pace_ = pace;
  if (!(pace_.speed > 1e-6)) pace_.speed = 1e-6;
  if (!(pace_.speed < 1e6)) pace_.speed = 1e6;
}

void Pacer::start(Time now, double simulated) {
  real_start_ = now;
  simulated_start_ = simulated;
  marks_.clear();
}

Pacer::Due Pacer::due(Time now, double simulated, double time_step) {
  const double affordable = std::max(1.0, std::floor(part_seconds / step_cost_));
  if (pace_.unlimited) {
    real_start_ = now;
    simulated_start_ = simulated;
    return {static_cast<std::int64_t>(std::min(affordable, 1e6))};
  }
  double behind = pace_.speed * seconds(now - real_start_) - (simulated - simulated_start_);
  const double most = pace_.speed * most_debt + time_step;
  if (behind > most) {
    real_start_ = now;
    simulated_start_ = simulated + most;
    behind = most;
  }
  const double steps = std::floor(behind / time_step * (1 + 1e-9));
  if (steps >= 1) return {static_cast<std::int64_t>(std::min({steps, affordable, 1e6}))};
  const double until_next = (time_step - behind) / pace_.speed;
  return {0, duration(std::clamp(until_next, rest_seconds, 3600.0))};
}

void Pacer::took(std::int64_t steps, Clock::duration real) {
  if (steps <= 0) return;
  const double cost = seconds(real) / static_cast<double>(steps);
  // What gets slower is believed at once.
  step_cost_ = std::max(1e-9, cost > step_cost_ ? cost : 0.8 * step_cost_ + 0.2 * cost);
}

void Pacer::arrived(Time now, double simulated, std::int64_t step) {
  marks_.push_back({now, simulated, step});
  while (marks_.size() > 2 && seconds(now - marks_[1].real) > rate_seconds) marks_.pop_front();
}

double Pacer::achieved() const {
  if (marks_.size() < 2) return 0;
  const double real = seconds(marks_.back().real - marks_.front().real);
  return real > 0 ? (marks_.back().simulated - marks_.front().simulated) / real : 0;
}

double Pacer::steps_per_second() const {
  if (marks_.size() < 2) return 0;
  const double real = seconds(marks_.back().real - marks_.front().real);
  return real > 0 ? static_cast<double>(marks_.back().step - marks_.front().step) / real : 0;
}

}  // namespace pliant::viewer
