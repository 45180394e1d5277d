#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <vector>

#include "backend/cpu/driving.h"
#include "backend/cpu/exchange.h"
#include "backend/cpu/front_watch.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/phases.h"
#include "backend/cpu/volume_keeper.h"
#include "backend/layout/layout.h"
#include "integrators/integrators.h"

// What the phases of a step do to a block (phases.h):
//   forces   gathers the block's vertices, adds the forces of its groups, moves its inner vertices,
//            and puts aside the forces on shared vertices and halo;
//   shared   adds up the forces on the block's shared vertices, in the order of the blocks, and
//            moves them; then puts those of its vertices that are driven where their paths are;
//   volumes  ends a step where volumes are kept: moves the block's vertices on their surfaces. Or
//            that is put off to the forces of the next step, see volume_keeper.h; the block's
//            shared vertices are then laid out for others as they were before.
// An integrator of several stages has the first two in each stage.
// No thread waits for another inside a phase, and no result depends on who does what.

namespace pliant::cpu {

/// What a pass of damping needs of rows, 4 numbers each: velocities before it and before its last
/// stage, and the forces without damping.
template <class R>
struct DampingArrays {
  AlignedVector<R> before, last, undamped;
};

/// The numbers of a body that change.
template <class R>
struct Arrays {
  AlignedVector<R> particles;         // 8 a row
  AlignedVector<R> kept[4];           // 4 a row, those the integrator needs
  std::vector<DrivenStep<R>> driven;  // of each driven row: the step it is in, or was in last
  PartialSums<R> forces;              // that blocks put aside for each other
  AlignedVector<R> shared_particles;  // 8 a shared row, where corrections of volumes are put off
  DampingArrays<R> damping;
  AlignedVector<R> impulses;  // 4 a row: of a strain limit in the last step; empty: it did nothing
};

/// What one thread needs to work on a block.
template <class R>
struct Scratch {
  AlignedVector<R> forces, directions;  // 4 a local row
};

/// That of the calling thread, for blocks of this layout. One for all bodies: it stays in the cache
/// from one to the next.
template <class R>
Scratch<R>& scratch_for(const Layout<R>& layout);

template <class R>
class Stepper {
 public:
  Exchange<R> exchange;
  const Kernels<R>& kernels;
  const GroupTable<R>* groups;
  Arrays<R>& arrays;
  R near{};            // how long springs are near their limit; infinity: there is none
  Motive<R> motive{};  // of the present stage
  typename Kernels<R>::Advance advance = nullptr;
  IntegratorTraits method{};
  std::vector<contact::SeenObstacle<R>> obstacles{};  // at the end of the present step
  Driving<R>* driving = nullptr;                      // null: nothing is driven
  VolumeKeeper<R>* volumes = nullptr;                 // null: no volume is kept
  std::uint32_t stage = 0;                            // of the integrator
  bool puts_off = false;                              // the volumes of the present step
  FrontWatch<R>* front = nullptr;                     // null: not in the present step
  /// The volumes of the last step, which the forces of this one catch up with.
  struct PutOff {
    Motive<R> motive;
    std::vector<contact::SeenObstacle<R>> obstacles;
  };
  std::optional<PutOff> put_off{};
  std::array<std::vector<Index>, phase_count> blocks{};  // that take part in each phase
  // Written by any thread, but hardly ever: in a line of the caches of their own.
  alignas(64) std::atomic<bool> diverged{false};
  std::atomic<bool> near_limit{false};  // some spring was, as the present stage began

  /// Reserves what the integrator needs, and lists the blocks of each phase; called
  /// before the first step.
  void prepare();
  /// Lists the blocks of each phase: those with parts that take part in it.
  void list_blocks();
  /// A phase with the blocks that have work in it.
  Round round(Phase phase) const { return {phase, blocks[static_cast<std::size_t>(phase)]}; }
  void work(Phase phase, std::size_t block, Scratch<R>& scratch);
  /// Calls f(row) for the rows that take part.
  template <class F>
  void for_rows(const F& f) const {
    for (std::size_t b = 0; b < exchange.blocks(); ++b) {
      const BlockLayout& block = exchange.block(b);
      for (const Range& range : exchange.part(b).inner)
        for (std::size_t i = range.begin; i < range.end; ++i) f(block.first + i);
      for (const Range& range : exchange.part(b).shared)
        for (std::size_t i = range.begin; i < range.end; ++i) f(block.first + block.inner + i);
    }
  }
  bool step_begins() const { return stage == 0; }
  bool step_ends() const { return stage + 1 == method.stages; }
  /// Instead of the phase, by one thread.
  void put_off_volumes();
  /// Lays shared vertices out for others, where volumes are put off.
  void show_shared(std::size_t block);
  void receive_halo(std::size_t block);
  /// The forces alone, for each row of the block's own vertices and halo, which have been
  /// received; left in scratch.
  void add_forces(std::size_t block, Scratch<R>& scratch, Limit<R>& limit);
  /// Puts what scratch has of shared vertices and halo where their owners find it.
  void put_forces_aside(std::size_t block, const Scratch<R>& scratch);
  /// The sums for the block's shared vertices, in the order of the blocks; left in scratch.
  void sum_shared_forces(std::size_t block, Scratch<R>& scratch) const;
  /// Of its groups, with its own rows and halo, 8 numbers each.
  double energy_of(std::size_t block, const R* particles) const;
  /// The same for how the forces change along directions (4 numbers a row of the body).
  void add_tangents(std::size_t block, Scratch<R>& scratch, const R* directions,
                    bool of_velocities);

 private:
  void find_forces(std::size_t block, Scratch<R>& scratch);
  void watch_front(std::size_t block, bool inner);
  void finish_shared(std::size_t block, Scratch<R>& scratch);
  void correct_volumes(std::size_t block);
  void catch_up(std::size_t block);  // with the volumes of the last step
  void move_shared(std::size_t block, Scratch<R>& scratch);
  void advance_rows(std::size_t first, const std::vector<Range>& ranges, const R* forces);
  /// A block's rows from `first` on, without forces.
  Rows<R> rows_from(std::size_t first, std::size_t count) const;
  /// All rows, of which volume constraints move some.
  Rows<R> rows_of_surfaces(std::span<const contact::SeenObstacle<R>> seen) const;
};

}  // namespace pliant::cpu
