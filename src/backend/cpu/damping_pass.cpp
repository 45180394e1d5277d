#include "backend/cpu/damping_pass.h"

#include <algorithm>
#include <limits>

#include "backend/cpu/team.h"
#include "integrators/chebyshev.h"

namespace pliant::cpu {

namespace {

constexpr int most_doublings = 4;

}  // namespace

template <class R>
DampingPass<R>::DampingPass(Stepper<R>& damped, Stepper<R>& undamped, int stages, double span,
                            int threads)
    : damped_(damped),
      undamped_(undamped),
      arrays_(damped.arrays.damping),
      span_(span),
      threads_(threads),
      sums_(damped.exchange.blocks()) {
  const std::size_t numbers = 4 * damped.exchange.layout().rows;
  for (auto* rows : {&arrays_.before, &arrays_.last, &arrays_.undamped}) rows->resize(numbers);
  choose_stages(stages);
}

template <class R>
void DampingPass<R>::choose_stages(int stages) {
  stages_ = stages;
  back_.clear();
  gain_.clear();
  for (const ChebyshevStage& stage : chebyshev_stages(stages)) {
    back_.push_back(stage.back);
    gain_.push_back(stage.gain * span_);
  }
}

// What the forces on some rows of a block do in the present stage.
template <class R>
void DampingPass<R>::use(std::size_t block, std::size_t begin, const Range& range,
                         const R* forces) {
  const std::size_t first = begin + range.begin, count = range.end - range.begin;
  forces += 4 * std::size_t(range.begin);
  R* particles = damped_.arrays.particles.data() + 8 * first;
  R *before = arrays_.before.data() + 4 * first, *last = arrays_.last.data() + 4 * first,
    *undamped = arrays_.undamped.data() + 4 * first;
  Sums& sums = sums_[block];
  double squares = 0;
  if (stage_ == 0) {
    for (std::size_t i = 0; i < count; ++i, particles += 8, forces += 4) {
      double square = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        undamped[4 * i + k] = forces[k];
        before[4 * i + k] = last[4 * i + k] = particles[4 + k];
        square += double(forces[k]) * double(forces[k]);
      }
      squares += square * double(particles[3]);
    }
    sums.undamped += squares;
    return;
  }
  const R back = static_cast<R>(back_[static_cast<std::size_t>(stage_ - 1)]);
  const R gain = static_cast<R>(gain_[static_cast<std::size_t>(stage_ - 1)]);
  for (std::size_t i = 0; i < count; ++i, particles += 8, forces += 4) {
    const R inverse_mass = particles[3];
    if (!(inverse_mass > R(0))) continue;
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const R v = particles[4 + k], force = forces[k] - undamped[4 * i + k];
      particles[4 + k] = v + back * (last[4 * i + k] - v) + gain * inverse_mass * force;
      last[4 * i + k] = v;
      square += double(force) * double(force);
    }
    squares += square * double(inverse_mass);
  }
  if (stage_ == 1) sums.first += squares;
  if (stage_ == stages_) sums.last += squares;
}

template <class R>
void DampingPass<R>::add_forces(std::size_t b, Scratch<R>& scratch) {
  Stepper<R>& s = stage_ == 0 ? undamped_ : damped_;
  const BlockLayout& block = s.exchange.block(b);
  Limit<R> no_limit{std::numeric_limits<R>::infinity()};
  s.receive_halo(b);
  s.add_forces(b, scratch, no_limit);
  s.put_forces_aside(b, scratch);
  for (const Range& range : s.exchange.part(b).inner)
    use(b, block.first, range, scratch.forces.data());
}

template <class R>
void DampingPass<R>::sum_shared(std::size_t b, Scratch<R>& scratch) {
  const BlockLayout& block = damped_.exchange.block(b);
  damped_.sum_shared_forces(b, scratch);
  for (const Range& range : damped_.exchange.part(b).shared)
    use(b, block.first + block.inner, range, scratch.forces.data());
}

// False after the last one.
template <class R>
bool DampingPass<R>::next_stage() {
  if (++stage_ <= stages_) return true;
  const Sums all = sums_.total();
  const double rounding = 4 * double(std::numeric_limits<R>::epsilon());
  return all.last > all.first + rounding * rounding * all.undamped;
}

template <class R>
void DampingPass<R>::run() {
  Team team(damped_.exchange.blocks(), threads_);
  Team::Work work;
  work.block = [&](Phase phase, Index block) {
    Scratch<R>& own = scratch_for(damped_.exchange.layout());
    if (phase == Phase::damping)
      add_forces(block, own);
    else
      sum_shared(block, own);
  };
  int doublings = 0;
  work.between = [&](Phase phase) -> std::optional<Round> {
    if (phase == Phase::damping) return damped_.round(Phase::shared_damping);
    if (!next_stage()) return std::nullopt;
    if (stage_ > stages_) {
      if (++doublings > most_doublings) return std::nullopt;
      begin_again();
    }
    return damped_.round(Phase::damping);
  };
  team.run(damped_.round(Phase::damping), work);
}

template <class R>
void DampingPass<R>::begin_again() {
  choose_stages(2 * stages_);
  stage_ = 1;
  for (std::size_t b = 0; b < damped_.exchange.blocks(); ++b) sums_[b].first = sums_[b].last = 0;
  R* particles = damped_.arrays.particles.data();
  damped_.for_rows([&](std::size_t row) {
    for (std::size_t k = 0; k < 3; ++k)
      particles[8 * row + 4 + k] = arrays_.last[4 * row + k] = arrays_.before[4 * row + k];
  });
}

template class DampingPass<float>;
template class DampingPass<double>;

}  // namespace pliant::cpu
