#pragma once

#include <pliant/laws.h>
#include <pliant/mesh.h>

#include <memory>
#include <string>
#include <vector>

namespace pliant {

class SpectralSolid;

/// A number of each vertex that laws may read beside its position and velocity.
struct VertexAttribute {
  std::string name;            ///< as in LawField::attribute
  std::vector<double> values;  ///< one a vertex, or one for all
};

/// Relations that follow one law.
struct Relations {
  std::string law;              ///< a name of laws()
  std::vector<Index> vertices;  ///< as many a relation as the law's arity
  /// By field of LawInfo::given(): one value for all relations, or one a relation.
  std::vector<std::vector<double>> parameters;
  /// By field of LawInfo::rest, one value a relation; empty: taken from the body's vertices.
  std::vector<std::vector<double>> rest;
};

/// Gas inside a closed surface: its pressure times the enclosed volume stays the same (S07 2.5.3).
struct Gas {
  std::size_t set = 0;  ///< the relations of GasPressure that make the surface
  double amount = 0;    ///< pressure times volume, J
  double outside = 0;   ///< pressure outside, Pa
};

/// What a VolumeConstraint does about a drift of the volume (E06 chapter 3). r' are the positions
/// after an unconstrained step from rₙ, B the gradient of the volume at rₙ.
enum class VolumeCorrection {
  /// r = r' - M⁻¹Bᵀ (BM⁻¹Bᵀ)⁻¹ (B (r' - rₙ) + γ (V(rₙ) - V₀)): the drift is multiplied by 1 - γ.
  corrected,
  /// (3.20) as printed, with γ (B r' - 3 V₀): as B r = 3 V, the drift is multiplied by 1 - 3γ.
  /// Stable for γ below 2/3.
  as_published,
};

/// The volume inside a closed surface stays the same: after every step the vertices of the surface
/// are moved as little as will do, the light ones most; velocities change along with them. Linear
/// momentum stays the same where no vertex is pinned or driven. Those do not give way.
struct VolumeConstraint {
  std::vector<Triangle> surface;  ///< closed, facing outwards; no vertex of another constraint's
  double rest_volume = 0;         ///< m³; 0: that of the body's vertices
  double strength = 1;            ///< γ, 0 to 1: the part of the drift that a step takes back
  VolumeCorrection form = VolumeCorrection::corrected;
};

/// Vertices and the relations between them: a chain, a cloth, a solid.
struct Body {
  std::vector<Vec3d> vertices;  ///< at rest, m
  std::vector<double> masses;   ///< kg; one a vertex, above zero
  std::vector<Index> pinned;
  std::vector<Relations> relations;
  std::vector<Gas> gases;
  std::vector<VolumeConstraint> volume_constraints{};
  /// Modes instead of relations, see spectral.h. Its relations are loads on vertices then.
  std::shared_ptr<const SpectralSolid> spectral{};
  /// The cells that its surface follows from, see surface(): tetrahedra or hexahedra of a solid,
  /// else triangles of a sheet. No force comes from them.
  std::vector<Tetrahedron> tetrahedra{};
  std::vector<Hexahedron> hexahedra{};
  std::vector<Triangle> triangles{};
  std::vector<VertexAttribute> attributes{};  ///< those that its laws read
  /// m: how far within each vertex the surface lies that obstacles meet, below zero beyond it, as
  /// a Cage tells it; empty: vertices lie on the surface.
  std::vector<double> insets{};
};

}  // namespace pliant
