#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

#include "session/show.h"

namespace pliant::viewer {

/// Says how many steps are due so that simulated time keeps pace with real time, in parts so short
/// that whoever waits for their end does not notice.
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  void set_pace(Pace pace);
  Pace pace() const { return pace_; }
  /// From here on time counts; before, the simulation stood still.
  void start(Time now, double simulated);

  struct Due {
    std::int64_t steps = 0;
    Clock::duration wait{};  ///< where there are none
  };
  Due due(Time now, double simulated, double time_step);
  /// Tells what steps have cost.
  void took(std::int64_t steps, Clock::duration real);

  /// Tells where the simulation is, for the rates.
  void arrived(Time now, double simulated, std::int64_t step);
  double achieved() const;  ///< simulated over real seconds, lately
  double steps_per_second() const;

 private:
  struct Mark {
    Time real;
    double simulated;
    std::int64_t step;
  };
  Pace pace_{};
  Time real_start_{};
  double simulated_start_ = 0;
  double step_cost_ = 1e-3;  // s, real
  std::deque<Mark> marks_;
};

}  // namespace pliant::viewer
