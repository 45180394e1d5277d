#pragma once

#include <pliant/recording.h>

#include <span>

namespace pliant::record {

/// Which surface of a body is shown: the one that it was filled from, where there is one, or the
/// outside of its tetrahedra.
enum class SkinShown { own, coarse };

/// The outside of a body, with its look where it has one.
struct Surface {
  Mesh shape;                            ///< triangles, and vertices at rest
  std::vector<Index> vertices{};         ///< their numbers in the body; of the coarse one
  const EmbeddedSurface* own = nullptr;  ///< null: the coarse one

  std::vector<Vec3d> positions(std::span<const Vec3d> body) const;
  /// Numbers at its vertices from those at the body's.
  std::vector<float> values(std::span<const float> body) const;
};

/// The coarse one is that of its tetrahedra, or its triangles where it has none.
Surface surface_of(const RecordedBody& body, SkinShown skin);

}  // namespace pliant::record
