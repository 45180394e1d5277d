#include "rest_watch.h"

#include <algorithm>
#include <cmath>

namespace pliant::app {

bool RestWatch::at_rest(double time, double kinetic_energy, const std::function<double()>& lowest) {
  constexpr double slow = 0.05;        // sizes in a second
  constexpr double little = 1e-3;      // of the kinetic energy it had
  constexpr double near = 0.02;        // sizes above the floor
  constexpr double least_while = 0.2;  // s, in which one sees that nothing moves
  most_kinetic_ = std::max(most_kinetic_, kinetic_energy);
  const double speed = std::sqrt(2 * kinetic_energy / scale_.mass);
  const bool is_slow = speed < slow * scale_.size && kinetic_energy < little * most_kinetic_;
  if (!is_slow || lowest() > scale_.floor + near * scale_.size) {
    since_.reset();
    return false;
  }
  if (!since_) since_ = time;
  const double a_while = std::max(least_while, 3 * std::sqrt(scale_.size / scale_.gravity));
  return time - *since_ >= a_while;
}

}  // namespace pliant::app
