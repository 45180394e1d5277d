#pragma once

#include "backend/gpu/programs.h"
#include "constraints/strain_limit.h"

// The strain limit between launches of forces. One block of threads does a copy, colour after
// colour, and only where a spring was near its limit. While patches stay in shared memory it is
// left out: such a launch is done again in this way where a spring has come near, see
// copies_step.cpp.

namespace pliant::gpu {

template <class R>
struct LimitView {
  const LimitedSpring<R>* springs;
  const std::uint32_t* begin;  // of each colour, and the end
  std::uint32_t colours;
  Four<R>* impulses;  // [copy][row], of the last step
  // [copy]: whether springs were near it in the last step, and in any since it was cleared.
  std::uint32_t *near_now, *near_since;
};

template <class R>
struct LimitSprings {
  Args<R> a;
  LimitView<R> limit;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    block.let_next_start();
    block.wait_for_last();
    if (a.origins[block.copy].stopped) return;
    // Of the whole, and for each sweep whether it found something to do.
    auto* flags = reinterpret_cast<std::uint32_t*>(block.shared());
    block.each(1 + limit_sweeps, [&](std::uint32_t i) {
      flags[i] = 0;
      if (i > 0) return;
      flags[0] = limit.near_now[block.copy] = a.near_limit[block.copy];
      a.near_limit[block.copy] = 0;
      if (flags[0]) limit.near_since[block.copy] = 1;
    });
    block.sync();
    if (!flags[0]) return;
    const std::size_t base = std::size_t(block.copy) * a.rows;
    block.each(a.rows, [&](std::uint32_t row) { limit.impulses[base + row] = {}; });
    block.sync();
    const PlainDynamics& d = a.dynamics[block.copy];
    for (std::uint32_t sweep = 1; sweep <= limit_sweeps; ++sweep) {
      const LimitedStep<R> step{static_cast<R>(d.longest), static_cast<R>(d.h),
                                static_cast<R>(limit_relaxation(sweep))};
      for (std::uint32_t colour = 0; colour < limit.colours; ++colour) {
        const std::uint32_t first = load(limit.begin + colour);
        block.each(load(limit.begin + colour + 1) - first, [&](std::uint32_t i) {
          const LimitedSpring<R> spring = limit.springs[first + i];
          if (limit_spring(spring, step, end(base + spring.a), end(base + spring.b)))
            flags[sweep] = 1;
        });
        block.sync();
      }
      if (!flags[sweep]) return;
    }
  }
  static constexpr std::size_t shared_bytes() { return (1 + limit_sweeps) * sizeof(std::uint32_t); }

 private:
  PLIANT_HD LimitedEnd<R> end(std::size_t row) const {
    return {&a.particles[row].place.x, a.method.keeps_move ? &a.kept[0][row].x : nullptr,
            &limit.impulses[row].x};
  }
};

}  // namespace pliant::gpu
