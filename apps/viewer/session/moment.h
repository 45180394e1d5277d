#pragma once

#include <pliant/embedding.h>
#include <pliant/model.h>
#include <pliant/recording.h>
#include <pliant/tet_mesh.h>
#include <pliant/voronoi.h>

#include <map>

namespace pliant::viewer {

/// A fine surface that moves with a coarse mesh.
using Skin = EmbeddedSurface;

/// What of a body stays the same from moment to moment. Pointers are equal while nothing has
/// changed, so that drawing knows when to make its triangles anew.
struct ShownBody {
  std::string name;
  std::shared_ptr<const Mesh> mesh;                    ///< at rest
  std::shared_ptr<const TetMesh> solid{};              ///< the same with connectivity; live ones
  std::shared_ptr<const std::vector<bool>> absent{};   ///< tetrahedra that are cut; null: none
  std::shared_ptr<const std::vector<Index>> pinned{};  ///< null: none
  std::shared_ptr<const Skin> skin{};                  ///< null: none
  /// Tetrahedra of rigid regions of a spectral solid; null: the body has no modes.
  std::shared_ptr<const std::vector<bool>> rigid{};
  /// The Voronoi diagram its forces act across, where it is computed, not the mesh's own.
  std::optional<VoronoiKind> voronoi{};
  BodyLook look{};  ///< no tool takes hold of an obstacle
  /// How full the tetrahedra of a cage are; null: it is none.
  std::shared_ptr<const std::vector<double>> fill{};
};
/// Leaves out the tetrahedra that are gone, none where there are no flags; the surface is cut along
/// with the body, anew where others are gone than before.
void show_cut(const std::vector<bool>& removed, const std::shared_ptr<const Skin>& whole,
              ShownBody& shown);
using ShownBodies = std::shared_ptr<const std::vector<ShownBody>>;

/// A vertex that a hand holds, and where it pulls it to.
struct HeldVertex {
  std::size_t hand = 0, body = 0;
  Index vertex = 0;
  Vec3d target{};  ///< m

  bool operator==(const HeldVertex&) const = default;
};

/// A ball in a user's hand that keeps the vertices of one body out.
struct PokingBall {
  std::size_t body = 0;
  Vec3d centre{};     ///< m
  double radius = 0;  ///< m

  bool operator==(const PokingBall&) const = default;
};

/// All there is to be seen and said at one time. Does not change once it is made.
struct Moment {
  ShownBodies bodies;
  RecordedFrame frame;  ///< with the fields that were wanted and need more than positions
  double volume = 0, rest_volume = 0;  ///< m³, of all bodies
  State::Energy energy{};
  bool has_energy = false;  ///< recordings have none
  std::vector<HeldVertex> held{};
  std::vector<PokingBall> balls{};
  /// By body, one for each vertex; empty where they were not wanted.
  std::vector<std::vector<NodeState>> states{};
  /// Of the bodies that simulate only what moves: how many vertices are simulated, and how many
  /// they have.
  std::size_t active = 0, selected = 0;
  /// Where surfaces push each other, if that was wanted, and in how many places they do, where
  /// bodies can touch.
  std::vector<ContactPoint> contacts{};
  std::optional<std::size_t> touching{};
  /// Moments of the same number look the same; 0: unknown.
  std::uint64_t revision = 0;
  /// By body, of runs of its positions, see StateReader; empty where they are not known.
  std::vector<std::vector<std::uint64_t>> editions{};
};
using MomentPointer = std::shared_ptr<const Moment>;

}  // namespace pliant::viewer
