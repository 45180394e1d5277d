#pragma once

#include <pliant/recording.h>

#include <memory>
#include <span>

namespace pliant::record {

/// Which surface of a body is shown: the one that it was filled from, where there is one, or the
/// outside of its tetrahedra.
enum class SkinShown { own, coarse };

/// The outside of a body, with its look where it has one.
struct Surface {
  Mesh shape;                                    ///< triangles, and vertices at rest
  std::vector<Index> vertices{};                 ///< their numbers in the body; of the coarse one
  std::shared_ptr<const EmbeddedSurface> own{};  ///< null: the coarse one

  std::vector<Vec3d> positions(std::span<const Vec3d> body) const;
  /// Numbers at its vertices from those at the body's.
  std::vector<float> values(std::span<const float> body) const;
};

/// The coarse one is that of its tetrahedra, or its triangles where it has none. Without the
/// tetrahedra that are gone, one flag each, and with what they laid open.
Surface surface_of(const RecordedBody& body, SkinShown skin, const std::vector<bool>& removed = {});

/// Which tetrahedra of each body are gone in a frame.
using RemovedOfBodies = std::vector<std::vector<bool>>;
RemovedOfBodies removed_of(const RecordedFrame& frame);

/// Frames of a recording, from one on before another, in which the same tetrahedra of a body are
/// gone.
struct Epoch {
  std::int64_t first = 0, end = 0;
  std::vector<bool> removed{};

  bool holds(std::int64_t frame) const { return first <= frame && frame < end; }
};
/// Of each body, in order and without gaps. No more than `most` of a body: some are as the one
/// after them then, and `merged` is set.
std::vector<std::vector<Epoch>> epochs_of(const Recording& recording,
                                          const std::vector<std::int64_t>& frames, std::size_t most,
                                          bool& merged);

}  // namespace pliant::record
