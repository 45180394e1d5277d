#pragma once

#include "backend/cpu/stepper.h"

namespace pliant::cpu {

/// Slows the velocities of a body down as its relations' damping does in `span` seconds, positions
/// staying as they are (integrators/chebyshev.h). What damping does is the difference to the forces
/// without it, so that any law serves. Where the rates grow in a pass, since a body that is
/// deformed far damps more than it did at rest, the pass is done again with twice the stages.
template <class R>
class DampingPass {
 public:
  /// `damped` has all parameters, `undamped` no damping; both work on the same arrays.
  DampingPass(Stepper<R>& damped, Stepper<R>& undamped, int stages, double span, int threads);
  void run();

 private:
  void add_forces(std::size_t block, Scratch<R>& scratch);
  void sum_shared(std::size_t block, Scratch<R>& scratch);
  void use(std::size_t block, std::size_t begin, const Range& range, const R* forces);
  bool next_stage();
  void choose_stages(int stages);
  void begin_again();  // from the velocities before, with twice the stages

  Stepper<R>& damped_;
  Stepper<R>& undamped_;
  DampingArrays<R>& arrays_;
  double span_;
  int threads_;
  int stages_ = 0, stage_ = 0;  // stage 0 finds the forces without damping
  std::vector<double> back_, gain_;
  struct Sums {
    double first = 0, last = 0, undamped = 0;  // of squared forces over masses, N²/kg
    void operator+=(const Sums& other) {
      first += other.first;
      last += other.last;
      undamped += other.undamped;
    }
  };
  BlockSums<Sums> sums_;
};

}  // namespace pliant::cpu
