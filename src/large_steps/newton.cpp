#include "large_steps/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "large_steps/conjugate_gradients.h"
#include "large_steps/interrupt.h"
#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// What linear systems are solved to at first, and how that falls with the square of what is left
// (Eisenstat and Walker 1996, choice 2).
constexpr double loosest = 0.1, forcing = 0.9;
// What may be left of the forces before terms are made harder.
constexpr double roughly = 0.02;
// Of what ends the iterations: no system is solved to less.
constexpr double finest = 0.3;
// A part of the slope that a way must bring down at least (Armijo).
constexpr double least_gain = 1e-4;
constexpr int most_trials = 40, trials_before_leap = 6;
// Iterations in which no more than this part should be left, where it is little over what acts.
constexpr int patience = 40;
constexpr double much_less = 0.1, little = 1e-2;
// How far a way leads at first where the Hessian curves down, over the size of the body; how much
// farther the next may where the energy fell by nearly as much as was expected, and how much less
// where by little of that.
constexpr double first_reach = 0.1, good_gain = 0.75, wider = 3, poor_gain = 0.25, narrower = 0.5;
// Products in a system, over those that a body of so many vertices needs at most in theory.
constexpr int fewest_products = 300, most_products = 20000;
// When it is looked what a factorisation costs, how much of that is spent before it is made, and
// what part of it a system may take with factors that are getting old.
constexpr double products_of_first_look = 20, worth_it = 0.25, stale_share = 0.1;
constexpr int fewest_of_a_try = 20;
// Of going somewhere and looking at forces and energy there, and of finding the blocks, over that
// of a product.
constexpr double work_of_trial = 3, work_of_blocks = 25;
// Energies are sums of numbers as exact as this.
constexpr double noise = 1e-13, noise_of_singles = 1e-6;
// How much more than its rounding may be left where nothing gets better any more.
constexpr double rounding_is_left = 64;

class Newton {
 public:
  Newton(Objective& objective, const NewtonSettings& settings)
      : objective_(objective), settings_(settings) {
    for (const Part& part : objective.parts()) {
      const Model& model = part.body->model;
      if (model.precision() == Precision::single_precision) noise_ = noise_of_singles;
      size_ = std::max(size_, length(model.box().size()));
    }
    most_products_ = static_cast<int>(
        std::clamp<std::size_t>(3 * objective.vertex_count(), fewest_products, most_products));
  }

  NewtonResult run() {
    look();
    result_.norms.push_back(left_);
    for (; result_.iterations < settings_.iterations && result_.finite; ++result_.iterations) {
      if (!by_factors_) look_at_blocks();
      const bool enough = is_enough();
      if ((enough || left_ <= roughly * objective_.scale()) && objective_.harden(enough)) {
        look();
        best_ = std::numeric_limits<double>::infinity();  // of what was easier
        continue;
      }
      if (enough || is_slow() || !go(way())) break;
    }
    const bool is_rounding = left_ <= (stuck_ ? rounding_is_left : 1) * rounding_;
    result_.converged = result_.finite && (is_enough() || is_rounding);
    result_.residual = is_rounding ? 0 : left_ / scale();
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
  }

  // Rounding changes little from iteration to iteration.
  void look_at_blocks() {
    stop_if_asked(work_of_blocks);
    blocks_ = objective_.blocks();
    rounding_ = objective_.rounding();
  }

  /// Whether iterations gain too little to go on where what is left is little already, as where
  /// friction changes between holding and sliding.
  bool is_slow() {
    if (!(left_ > much_less * best_)) {
      best_ = left_;
      best_at_ = result_.iterations;
    }
    return result_.iterations - best_at_ > patience && left_ <= little * objective_.scale();
  }

  /// Where the quadratic that is seen from here has its minimum, or the edge of what is trusted.
  Solved way() {
    double part = loosest;
    if (before_ > 0) part = std::min(part, forcing * (left_ / before_) * (left_ / before_));
    part = std::clamp(finest * enough() / left_, part, loosest);
    if (!by_factors_) {
      const BlockDiagonal diagonal(objective_, blocks_);
      while (!by_factors_) {
        const int most = products_before_factors();
        const Solved solved = solved_by(diagonal, part, most);
        spent_ += solved.products;
        if (solved.solved || solved.at_edge || most == most_products_) return solved;
        look_for_factors();
      }
    }
    return by_factors(part);
  }

  Solved solved_by(const Preconditioner& near, double part, int most) {
    Solved solved = solve(objective_, near, forces_, part, most,
                          {.radius = radius_, .reach = first_reach * size_});
    result_.products += solved.products;
    return solved;
  }

  /// How many products may go into a way without factors: these cost as much as many products, so
  /// they are found where at least a good part of that was spent in vain.
  int products_before_factors() const {
    if (no_factors_) return most_products_;
    const double most = factors_ ? worth_it * factors_->cost() : products_of_first_look;
    return static_cast<int>(
        std::clamp(most - double(spent_), double(fewest_of_a_try), double(most_products_)));
  }
  void look_for_factors() {
    if (!factors_) {
      factors_ = Factors::of(objective_);
      no_factors_ = !factors_ || !std::isfinite(factors_->cost());
    } else if (renew_factors()) {
      by_factors_ = true;
      radius_ = std::numeric_limits<double>::infinity();  // lengths are measured by others now
    }
  }
  bool renew_factors() {
    stop_if_asked(factors_->cost());
    result_.products += factors_->products();
    no_factors_ = !factors_->renew();
    return !no_factors_;
  }

  /// With factors of where the bodies were some iterations ago, as long as these serve.
  Solved by_factors(double part) {
    const int most = std::max(fewest_of_a_try, static_cast<int>(factors_->cost() * stale_share));
    Solved solved = solved_by(factors_->preconditioner(), part, most);
    if (solved.solved || solved.at_edge) return solved;
    if (renew_factors()) return solved_by(factors_->preconditioner(), part, most_products_);
    by_factors_ = false;
    look_at_blocks();
    return solved;
  }

  struct Tried {
    double part = 1, left = std::numeric_limits<double>::infinity();  // of a way; N
  };

  /// Goes along the way as far as that is good; false where nothing of it is.
  bool go(const Solved& solved) {
    const std::vector<Vec3d>& way = solved.way;
    const std::vector<Vec3d> from = objective_.places(), forces = forces_;
    const double slope = -dot(way, forces), energy = energy_, left = left_;
    std::vector<Vec3d> whole = from;
    add(whole, way, 1);
    double part = objective_.longest(whole);
    Tried least;
    for (int trial = 0; trial < most_trials; ++trial) {
      stop_if_asked(work_of_trial);
      // Forces without an energy may jump: who nears the jump from this side for ever never gets
      // past it.
      const bool leaps = trial == trials_before_leap && !objective_.has_energy();
      if (leaps && std::isfinite(least.left)) part = least.part;
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
        if (left_ < least.left) least = {part, left_};
        if (leaps || is_good(gain, part * slope, std::abs(energy), left)) {
          before_ = left;
          trust(solved, part, -gain);
          if (objective_.keep()) look();
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

  /// What is trusted next. Where nothing curves down a search along the way is enough.
  void trust(const Solved& solved, double part, double gained) {
    if (!solved.at_edge) return;
    const bool good = part == 1 && gained > good_gain * solved.gain;
    radius_ = part * solved.length;
    if (good) radius_ *= solved.curves_down ? wider : std::numeric_limits<double>::infinity();
    if (gained < poor_gain * part * solved.gain) radius_ *= narrower;
  }

  bool is_good(double gain, double expected, double energy, double left) const {
    if (!std::isfinite(gain) || !std::isfinite(left_)) return false;
    if (gain <= least_gain * expected) return true;
    // What energies no longer tell.
    return -expected <= noise_ * energy + rounding_ * size_ && left_ < left;
  }

  Objective& objective_;
  NewtonSettings settings_;
  NewtonResult result_;
  std::vector<Vec3d> forces_;
  double left_ = 0, before_ = 0, energy_ = 0;                // N, N, J
  double rounding_ = 0;                                      // N
  double radius_ = std::numeric_limits<double>::infinity();  // see Trust
  double noise_ = noise, size_ = 0;  // of energies, and of the largest body, m
  int most_products_ = 0;
  double best_ = std::numeric_limits<double>::infinity();  // N
  int best_at_ = 0;                                        // the iteration
  std::vector<Sym3<double>> blocks_;                       // N/m
  std::unique_ptr<Factors> factors_;                       // null: not looked for yet
  std::int64_t spent_ = 0;                                 // products without them
  bool no_factors_ = false, by_factors_ = false;
  bool stuck_ = false;
};

}  // namespace

NewtonResult minimise_by_newton(Objective& objective, const NewtonSettings& settings) {
  return Newton(objective, settings).run();
}

}  // namespace pliant::large_steps
