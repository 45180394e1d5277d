#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "backend/cpu/driving.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/volume_keeper.h"
#include "backend/layout/layout.h"
#include "integrators/integrators.h"

// A step in two phases over the blocks, which threads take as they come:
//   1. gather the block's vertices, add the forces of its groups, move its inner vertices, and put
//      aside the forces on shared vertices and guests;
//   2. add up the forces on the block's shared vertices, in the order of the blocks, and move them;
//      then put those of its vertices that are driven where their paths are.
// Where volumes are kept, a step ends with a third: move the block's vertices on their surfaces. Or
// that is put off to the first phase of the next step, see volume_keeper.h; the block's shared
// vertices are then laid out for others as they were before.
// No thread waits for another inside a phase, and no result depends on who does what.

namespace pliant::cpu {

/// The numbers of a body that change.
template <class R>
struct Arrays {
  AlignedVector<R> particles;           // 8 a row
  AlignedVector<R> kept[4];             // 4 a row, those the integrator needs
  AlignedVector<R> shared_forces;       // 4 a shared row: from its own block
  AlignedVector<R> guest_forces;        // 4 a guest
  AlignedVector<R> shared_particles;    // 8 a shared row, where corrections of volumes are put off
  AlignedVector<R> shared_corrections;  // the same for strain limits
  AlignedVector<R> guest_corrections;
  std::vector<std::uint8_t> corrected;  // for each block: whether it made corrections
};

/// What one thread needs to work on a block.
template <class R>
struct Scratch {
  AlignedVector<R> forces, corrections;  // 4 a local row
};

template <class R>
class Stepper {
 public:
  const Layout<R>& layout;
  const Kernels<R>& kernels;
  const std::vector<std::vector<Field<R>>>& fields;  // of each store
  Arrays<R>& arrays;
  R longest{};         // see Limit
  Motive<R> motive{};  // of the present stage
  typename Kernels<R>::Advance advance = nullptr;
  int kept = 0;  // arrays the integrator uses
  std::optional<TableTop<R>> table{};
  Driving<R>* driving = nullptr;                // null: nothing is driven
  VolumeKeeper<R>* volumes = nullptr;           // null: no volume is kept
  bool keeps_move = false;                      // the integrator carries the last displacement on
  bool step_begins = false, step_ends = false;  // with the present stage
  bool puts_off = false;                        // the present step's third phase
  /// The third phase of the last step, which the first of this one catches up with.
  struct PutOff {
    Motive<R> motive;
    std::optional<TableTop<R>> table;
  };
  std::optional<PutOff> put_off{};
  std::atomic<bool> diverged{false};

  /// Reserves what the integrator and the limit need; called before the first step.
  void prepare();
  Scratch<R> scratch() const;
  void first_phase(std::size_t block, Scratch<R>& scratch);
  void second_phase(std::size_t block, Scratch<R>& scratch);
  void third_phase(std::size_t block);
  /// Instead of the third, by one thread.
  void put_off_third_phase();
  void receive_guests(std::size_t block);
  /// The forces alone, for each row of the block's own vertices and guests, which have been
  /// received; left in scratch.
  void add_forces(std::size_t block, Scratch<R>& scratch, Limit<R>& limit);
  /// The same for how the forces change along directions (4 numbers a row of the body).
  void add_tangents(std::size_t block, Scratch<R>& scratch, const R* directions,
                    bool of_velocities);

 private:
  void catch_up(std::size_t block);  // with the third phase of the last step
  void move_shared(std::size_t block, Scratch<R>& scratch);
  /// A block's rows from `first` on, without forces.
  Rows<R> rows_from(std::size_t first, std::size_t count) const;
  /// All rows, of which volume constraints move some.
  Rows<R> rows_of_surfaces(const std::optional<TableTop<R>>& on) const;
  Groups<R> groups_of(std::size_t store, std::size_t block) const;
};

}  // namespace pliant::cpu
