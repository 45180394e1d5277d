#pragma once

#include <pliant/model.h>

#include <span>
#include <vector>

#include "backend/cpu/exchange.h"

// Volume constraints on the CPU. The vertices of a surface are listed block by block, and each
// block works on its own rows alone, halo included:
//   in the first phase of a step (phases.h), before anything moves, it keeps positions and finds
//   the gradient of the volume at its own vertices; as soon as these have moved it finds how far
//   they went along the gradient; when the sums of all blocks are added up in their order, it moves
//   them. That is done as the next step begins, where nothing looks at the vertices before; a block
//   then moves its halo, too, by what their owners found; these keep it until the step is over,
//   beside what they find in it. Else it takes a phase of its own.

namespace pliant::cpu {

using namespace backend;

/// The surface of a volume constraint; does not change. A vertex has a slot with its own block and
/// with each that it is a halo of. Blocks begin with a full pack, so do halo.
struct ConstrainedSurface {
  struct BlockSlots {
    std::size_t own, own_end, halo, halo_end;
  };
  std::vector<Index> vertices;                // [slot]; no_index: a filler
  std::vector<Index> places, walks, sources;  // see SurfaceSlots
  std::vector<std::uint32_t> begin;           // halo have no walks
  std::vector<BlockSlots> blocks;
  VolumeCorrection form{};

  template <class R>
  ConstrainedSurface(const VolumeConstraint& volume, const Layout<R>& layout);
};

/// What a state has of it.
template <class R>
struct ConstrainedVolume {
  AlignedVector<R> inverse_masses, before, gradient;  // see SurfaceSlots
  AlignedVector<R> weighted[2];                       // of the present step and the last, in turns

  R largest{};  // inverse mass
  R push{};     // that of VolumeFactors in the last step

  explicit ConstrainedVolume(const ConstrainedSurface& surface);
  void set_inverse_masses(const ConstrainedSurface& surface, std::span<const Vec3d> of_vertices,
                          std::size_t width);
};

/// The volume constraints of a state during some steps.
template <class R>
class VolumeKeeper {
 public:
  VolumeKeeper(const std::vector<ConstrainedSurface>& surfaces,
               std::vector<ConstrainedVolume<R>>& volumes, const std::vector<VolumeGoal>& goals,
               const Kernels<R>& kernels, std::size_t blocks);
  /// Whether any constraint is active.
  bool has_work() const;
  /// Whether any vertex of a block lies on the surface of one.
  bool has_work(std::size_t block) const;

  void find_gradient(std::size_t block, const R* particles);
  /// After all of the block's own vertices have moved.
  void find_moved(std::size_t block, const R* particles);
  /// By one thread, for all. True when a vertex runs away, by the square of a distance.
  bool find_factors(R runaway);
  /// By one thread, before the gradients of the next step are found: these are still needed.
  void put_off() { present_ = 1 - present_; }
  void correct(std::size_t block, const Rows<R>& rows, const Motive<R>& motive);
  /// After put_off(), halo included.
  void catch_up(std::size_t block, const Rows<R>& rows, const Motive<R>& motive);

 private:
  bool goes_far(std::size_t constraint, R runaway) const;
  SurfaceSlots<R> slots(std::size_t constraint, std::size_t first, std::size_t last,
                        std::size_t turn);
  struct Sums : VolumeSums {
    void operator+=(const Sums& other) {
      compliance += other.compliance;
      three_volumes += other.three_volumes;
      moved += other.moved;
    }
  };

  const std::vector<ConstrainedSurface>& surfaces_;
  std::vector<ConstrainedVolume<R>>& volumes_;
  const std::vector<VolumeGoal>& goals_;
  const Kernels<R>& kernels_;
  std::vector<BlockSums<Sums>> sums_;  // of each constraint
  std::vector<VolumeFactors<R>> factors_;
  std::size_t present_ = 0;  // which of `weighted`
};

}  // namespace pliant::cpu
