#pragma once

#include <pliant/model.h>

#include <span>
#include <vector>

#include "backend/cpu/kernels.h"
#include "backend/layout/layout.h"

// Volume constraints on the CPU. The vertices of a surface are listed block by block, in packs, and
// each block works on its own:
//   in the first phase of a step, before anything moves, it keeps their positions and finds the
//   gradient of the volume, from positions that no block changes in that phase;
//   in the last phase it finds how far they have moved along the gradient;
//   in a phase of its own, when the sums of all blocks are added up in their order, it moves them.

namespace pliant::cpu {

using namespace backend;

/// The surface of a volume constraint; does not change.
struct KeptSurface {
  std::vector<Index> vertices;           // [slot], in packs; no_index: a filler
  std::vector<Index> rows;               // [slot]
  std::vector<std::uint32_t> begin;      // of each pack's walks, and the end
  std::vector<Index> walks;              // [entry][lane]: rows
  std::vector<std::size_t> block_begin;  // packs
  VolumeCorrection form{};

  template <class R>
  KeptSurface(const VolumeConstraint& volume, const Layout<R>& layout);
};

/// What a state has of it.
template <class R>
struct KeptVolume {
  AlignedVector<R> inverse_masses, before, gradient;  // see SurfacePacks

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

  // By one thread, for all.
  void begin_step(const R* particles);
  void find_factors();

  void before_forces(std::size_t block, const R* particles);
  void after_move(std::size_t block, const R* particles);
  /// True when a vertex has run away.
  bool correct(std::size_t block, const Rows<R>& rows, const Motive<R>& motive);

 private:
  SurfacePacks<R> packs(std::size_t constraint, std::size_t block);
  VolumeSums& sums(std::size_t constraint, std::size_t block) {
    return sums_[constraint * blocks_ + block];
  }

  const std::vector<KeptSurface>& surfaces_;
  std::vector<KeptVolume<R>>& volumes_;
  const std::vector<VolumeGoal>& goals_;
  const Kernels<R>& kernels_;
  std::size_t blocks_;
  std::vector<VolumeSums> sums_;  // [constraint][block]
  std::vector<Vec3<R>> points_;   // near the surfaces
  std::vector<VolumeFactors<R>> factors_;
};

}  // namespace pliant::cpu
