#include "large_steps/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "large_steps/conjugate_gradients.h"
#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// What linear systems are solved to at first, and how that falls with the square of what is left
// (Eisenstat and Walker 1996, choice 2).
constexpr double loosest = 0.1, forcing = 0.9;
// Of what ends the iterations: no system is solved to less.
constexpr double finest = 0.3;
// A part of the slope that a way must bring down at least (Armijo).
constexpr double least_gain = 1e-4;
constexpr int most_trials = 40;
// Shifts of the diagonal where the Hessian curves down.
constexpr double first_shift = 1e-3, more_shift = 8, most_shift = 1e6;
// Products in a system, over those that a body of so many vertices needs at most in theory.
constexpr int fewest_products = 300, most_products = 20000;
// Energies are sums of numbers as exact as this.
constexpr double noise = 1e-13, noise_of_singles = 1e-6;
// How much more than its rounding may be left where nothing gets better any more.
constexpr double rounding_is_left = 64;

class Newton {
 public:
  Newton(Objective& objective, const NewtonSettings& settings)
      : objective_(objective), settings_(settings) {
    for (const Part& part : objective.parts())
      if (part.body->model.precision() == Precision::single_precision) noise_ = noise_of_singles;
    most_products_ = static_cast<int>(
        std::clamp<std::size_t>(3 * objective.vertex_count(), fewest_products, most_products));
  }

  NewtonResult run() {
    look();
    for (; result_.iterations < settings_.iterations && result_.finite; ++result_.iterations) {
      const std::vector<Sym3<double>> blocks = objective_.blocks();
      rounding_ = objective_.rounding(blocks);
      if (is_enough()) break;
      if (!go(way(blocks))) break;
    }
    if (result_.iterations == settings_.iterations)
      rounding_ = objective_.rounding(objective_.blocks());
    result_.converged =
        result_.finite && (is_enough() || (stuck_ && left_ <= rounding_is_left * rounding_));
    result_.residual = left_ <= rounding_ ? 0 : left_ / scale();
    result_.worst = static_cast<Index>(largest(forces_));
    return result_;
  }

 private:
  double scale() const { return std::max(objective_.scale(), std::numeric_limits<double>::min()); }
  double enough() const { return std::max(settings_.tolerance * objective_.scale(), rounding_); }
  bool is_enough() const { return left_ <= enough(); }

  void look() {
    forces_ = objective_.forces();
    left_ = norm(forces_);
    if (objective_.has_energy()) energy_ = objective_.energy();
    result_.finite = std::isfinite(left_);
    result_.norms.push_back(left_);
  }

  /// Where the model of second order has its minimum; always downhill.
  std::vector<Vec3d> way(const std::vector<Sym3<double>>& blocks) {
    double part = loosest;
    if (before_ > 0) part = std::min(part, forcing * (left_ / before_) * (left_ / before_));
    part = std::clamp(finest * enough() / left_, part, loosest);
    for (;; shift_ = std::max(first_shift, shift_ * more_shift)) {
      const BlockDiagonal diagonal(objective_, blocks, shift_);
      Solved solved = solve(objective_, diagonal, forces_, part, most_products_);
      result_.products += solved.products;
      const bool downhill = dot(solved.way, forces_) > 0;
      if (downhill && (!solved.curves_down || shift_ >= most_shift)) {
        shift_ = shift_ > first_shift ? shift_ / more_shift : 0;
        return std::move(solved.way);
      }
      if (shift_ >= most_shift) return diagonal.solve(forces_);
    }
  }

  /// Goes along the way as far as that is good; false where nothing of it is.
  bool go(const std::vector<Vec3d>& way) {
    const std::vector<Vec3d> from = objective_.places(), forces = forces_;
    const double slope = -dot(way, forces), energy = energy_, left = left_;
    double part = longest(way);
    for (int trial = 0; trial < most_trials; ++trial) {
      std::vector<Vec3d> to = from;
      add(to, way, part);
      double shorter = 0.25;
      if (objective_.move_to(std::move(to))) {
        forces_ = objective_.forces();
        left_ = norm(forces_);
        const double slope_there = -dot(way, forces_);
        if (objective_.has_energy()) energy_ = objective_.energy();
        const double gain =
            objective_.has_energy() ? energy_ - energy : 0.5 * part * (slope + slope_there);
        if (is_good(gain, part * slope, std::abs(energy), left)) {
          before_ = left;
          result_.norms.push_back(left_);
          return true;
        }
        if (slope_there > 0) shorter = std::clamp(slope / (slope - slope_there), 0.1, 0.5);
      }
      part *= shorter;
    }
    stuck_ = true;
    (void)objective_.move_to(from);
    forces_ = forces;
    energy_ = energy;
    left_ = left;
    return false;
  }

  bool is_good(double gain, double expected, double energy, double left) const {
    if (!std::isfinite(gain) || !std::isfinite(left_)) return false;
    if (gain <= least_gain * expected) return true;
    // What energies no longer tell.
    return -expected <= noise_ * energy && left_ < left;
  }

  double longest(const std::vector<Vec3d>& way) const {
    const std::vector<double> room = objective_.room();
    double part = 1;
    for (std::size_t i = 0; i < way.size(); ++i) {
      const double wanted = length(way[i]);
      if (wanted * part > room[i]) part = room[i] / wanted;
    }
    return part;
  }

  Objective& objective_;
  NewtonSettings settings_;
  NewtonResult result_;
  std::vector<Vec3d> forces_;
  double left_ = 0, before_ = 0, energy_ = 0;  // N, N, J
  double rounding_ = 0;                        // N
  double shift_ = 0, noise_ = noise;
  int most_products_ = 0;
  bool stuck_ = false;
};

}  // namespace

NewtonResult minimise_by_newton(Objective& objective, const NewtonSettings& settings) {
  return Newton(objective, settings).run();
}

}  // namespace pliant::large_steps
