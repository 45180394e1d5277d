#pragma once

#include <pliant/model.h>

#include <span>
#include <vector>

#include "backend/cpu/kernels.h"
#include "backend/layout/layout.h"

// Volume constraints on the CPU. The vertices of a surface are listed block by block, and each
// block works on its own rows alone, guests included:
//   in the first phase of a step, before anything moves, it keeps positions and finds the gradient
//   of the volume at its own vertices;
//   as soon as these have moved it finds how far they went along the gradient;
//   when the sums of all blocks are added up in their order, it moves them. That is done as the
//   next step begins, where nothing looks at the vertices before; a block then moves its guests,
//   too, by gradients that it has fetched from their owners. Else it takes a phase of its own.

namespace pliant::cpu {

using namespace backend;

/// The surface of a volume constraint; does not change. A vertex has a slot with its own block and
/// with each that it is a guest of. Blocks begin with a full pack, so do guests.
struct KeptSurface {
  struct BlockSlots {
    std::size_t own, own_end, guests, guests_end;
  };
  std::vector<Index> vertices;         // [slot]; no_index: a filler
  std::vector<std::uint32_t> sources;  // [slot]: that with its owner
  std::vector<Index> places, walks;    // see SurfaceSlots
  std::vector<std::uint32_t> begin;    // guests have no walks
  std::vector<BlockSlots> blocks;
  VolumeCorrection form{};

  template <class R>
  KeptSurface(const VolumeConstraint& volume, const Layout<R>& layout);
};

/// What a state has of it.
template <class R>
struct KeptVolume {
  AlignedVector<R> inverse_masses, before, gradient, weighted;  // see SurfaceSlots

  R largest{};  // inverse mass

  explicit KeptVolume(const KeptSurface& surface);
  void set_inverse_masses(const KeptSurface& surface, std::span<const Vec3d> of_vertices,
                          std::size_t width);
};

/// The volume constraints of a state during some steps.
template <class R>
class VolumeKeeper {
 public:
  VolumeKeeper(const std::vector<KeptSurface>& surfaces, std::vector<KeptVolume<R>>& volumes,
               const std::vector<VolumeGoal>& goals, const Kernels<R>& kernels, std::size_t blocks);
  /// Whether any constraint is active.
  bool has_work() const;

  void find_gradient(std::size_t block, const R* particles);
  /// After all of the block's own vertices have moved.
  void find_moved(std::size_t block, const R* particles);
  /// For the guests, before they are corrected, when all gradients are found.
  void fetch_gradients(std::size_t block);
  /// By one thread, for all. True when a vertex runs away, by the square of a distance.
  bool find_factors(R runaway);
  void correct(std::size_t block, bool guests_too, const Rows<R>& rows, const Motive<R>& motive);

 private:
  bool goes_far(std::size_t constraint, R runaway) const;
  SurfaceSlots<R> slots(std::size_t constraint, std::size_t first, std::size_t last);
  /// What a block adds to the sums of a constraint.
  struct alignas(64) Part {
    VolumeSums sums;
  };
  Part& part(std::size_t constraint, std::size_t block) {
    return parts_[constraint * blocks_ + block];
  }

  const std::vector<KeptSurface>& surfaces_;
  std::vector<KeptVolume<R>>& volumes_;
  const std::vector<VolumeGoal>& goals_;
  const Kernels<R>& kernels_;
  std::size_t blocks_;
  std::vector<Part> parts_;  // [constraint][block]
  std::vector<VolumeFactors<R>> factors_;
};

}  // namespace pliant::cpu
