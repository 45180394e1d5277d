#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "base/parallel.h"

namespace pliant::backend {

/// The copies of a batch on the CPU, whatever kind of state they are: threads take them as they
/// come, and each is stepped by one thread, so that none waits for another and a copy has the bits
/// of a state stepped alone. One that runs away stops for good where such a state would go back to.
template <class State>
class BatchCopies {
 public:
  explicit BatchCopies(std::size_t count) : copies_(count) {}

  std::size_t size() const { return copies_.size(); }
  const State& state(std::size_t copy) const { return *copies_[copy].state; }
  /// To be changed from outside.
  State& change(std::size_t copy) {
    copies_[copy].good.reset();
    return *copies_[copy].state;
  }
  void set(std::size_t copy, std::unique_ptr<State> state) {
    copies_[copy].state = std::move(state);
  }
  bool diverged(std::size_t copy) const { return copies_[copy].diverged; }

  /// `steps` of each; step(state, count) is false where the state has diverged.
  template <class Step>
  void step(std::int64_t steps, const Step& step) {
    parallel_for(copies_.size(), 1, [&](std::size_t begin, std::size_t end) {
      const SerialScope alone;
      for (std::size_t i = begin; i < end; ++i) advance(copies_[i], steps, step);
    });
  }

 private:
  struct Copy {
    std::unique_ptr<State> state;
    std::unique_ptr<State> good;  // of some steps ago; none after a change
    bool diverged = false;
  };

  template <class Step>
  static void advance(Copy& copy, std::int64_t steps, const Step& step) {
    while (steps > 0 && !copy.diverged) {
      if (!copy.good || copy.state->steps - copy.good->steps >= steps_between_copies)
        copy.good = std::make_unique<State>(*copy.state);
      const std::int64_t age = copy.state->steps - copy.good->steps;
      const std::int64_t now = std::min(steps, steps_between_copies - age);
      copy.diverged = !step(*copy.state, now);
      if (copy.diverged) copy.state = std::move(copy.good);
      steps -= now;
    }
  }

  std::vector<Copy> copies_;
};

}  // namespace pliant::backend
