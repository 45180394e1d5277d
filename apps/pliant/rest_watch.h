#pragma once

#include <functional>
#include <optional>

namespace pliant::app {

/// What is known beforehand of a body that shall come to rest.
struct RestScale {
  double size = 1;        ///< m, the longest side of its box
  double mass = 1;        ///< kg
  double gravity = 9.81;  ///< m/s²
  double floor = 0;       ///< m
};

/// Finds when a body that falls has landed and come to rest. That is when its root mean square
/// speed stays below a twentieth of its size in a second and its kinetic energy below a thousandth
/// of the most it had, on the floor, for as long as it would take it to fall nine times half its
/// size: longer than any pause at the top of a bounce or at the end of a swing.
class RestWatch {
 public:
  explicit RestWatch(const RestScale& scale) : scale_(scale) {}

  /// To be called now and then, at growing times (s). `lowest` gives the lowest point (m) and is
  /// asked only where the speed is low.
  bool at_rest(double time, double kinetic_energy, const std::function<double()>& lowest);

 private:
  RestScale scale_;
  double most_kinetic_ = 0;        // J
  std::optional<double> since_{};  // s, when it began to be slow
};

}  // namespace pliant::app
