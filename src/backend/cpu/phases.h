#pragma once

#include <pliant/mesh.h>

#include <cstddef>
#include <span>

// A step is a sequence of phases. In a phase every block of a list is worked on once, by any
// thread, without a look at what others do in the same phase; the threads meet between two phases.
// What each phase does to a block is in stepper.h, which follows which in CpuState::run_steps.

namespace pliant::cpu {

enum class Phase {
  forces,   // of the block's relations; moves its inner vertices
  shared,   // forces of other blocks come in; moves its shared vertices, then its driven ones
  volumes,  // moves its vertices on surfaces whose volume is kept
  damping,  // between two steps (damping_pass.h): as forces, but slows vertices down
  shared_damping,
  colour,  // of no step: descent moves vertices of a colour (descent.h)
};
inline constexpr std::size_t phase_count = 6;

/// A phase and the blocks that take part in it; the list stays as it is until the phase is over.
struct Round {
  Phase phase;
  std::span<const Index> blocks;
};

}  // namespace pliant::cpu
