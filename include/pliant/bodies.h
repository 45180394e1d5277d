#pragma once

#include <pliant/body.h>
#include <pliant/continuum.h>
#include <pliant/mass_spring.h>
#include <pliant/masses.h>
#include <pliant/material.h>
#include <pliant/notes.h>
#include <pliant/published.h>
#include <pliant/tet_mesh.h>

#include <optional>

// Bodies from meshes. The sets of relations that a body gets are listed with each, in order. L13's
// own are in published.h.

namespace pliant {

/// What SolidOptions::fastest is where nothing is given.
inline constexpr double usual_fastest = 4;

struct SolidOptions {
  /// Nothing: what the model says. That is lumped, but for ContinuumModel::voronoi_faces as
  /// published, see least_damping: there it is the cells of the diagram (E06 5.5).
  std::optional<MassDistribution> masses{};
  double largest_inverse_mass = 0;  ///< 1/kg; larger ones are cut to it (L13 Table 5.2); 0: none
  MassSpringTerms terms = MassSpringTerms::springs_and_volumes;
  /// How many times as fast as the median vertex any may swing before the constants of its
  /// relations are lowered; keeps slivers from dictating the time step. 0: no limit. Nothing: 4,
  /// and no limit for what is as published.
  std::optional<double> fastest{};
  /// Share of critical damping that a relation gets at most, whatever Material::damping_time says.
  /// Slow motions are then damped less than the material's are, the less the finer the mesh. 0: no
  /// limit.
  double most_damping = 0;
  /// Share that relations of a continuum get at least. No energy is behind the forces of
  /// ContinuumModel::voronoi_faces and sub_faces, so that an oscillation can feed on them: without
  /// damping a beam that swings runs away within seconds. Nothing: 1 and 0.1 for these, which a
  /// note tells, 0 for others, and 0 for voronoi_faces as published: with E06's diagram of
  /// circumcentres, its own in a file or computed.
  std::optional<double> least_damping{};
  /// How much of each tetrahedron is solid, 0 to 1, as a Cage tells it; empty: all of it. The
  /// mass of a tetrahedron is that of its solid part, at least `least_fill` of it, its stiffness a
  /// little less (stiffness_shares()). The largest stable step is then no smaller than that of full
  /// tetrahedra, since both go down together. Masses are lumped.
  std::vector<double> fill{};
};

/// Springs along the edges and, unless springs alone are asked for, preserved volumes, with
/// constants fitted to the material. Sets: DistanceSpring (mesh.edges()), VolumePreserve
/// (mesh.tetrahedra()).
Body mass_spring_solid(const TetMesh& mesh, const Material& material,
                       const SolidOptions& options = {}, Notes* notes = nullptr);

/// An elastic solid of continuum-mechanics particles, see continuum.h for its sets. `materials` has
/// one, or one a tetrahedron. Of the options, `terms` is not used; `fastest` and `most_damping`
/// work on tetrahedra as they do on the relations of a mass-spring solid.
Body continuum_solid(const TetMesh& mesh, ContinuumModel model, std::span<const Material> materials,
                     const SolidOptions& options = {}, const ContinuumOptions& continuum = {},
                     Notes* notes = nullptr);
Body continuum_solid(const TetMesh& mesh, ContinuumModel model, const Material& material,
                     const SolidOptions& options = {}, const ContinuumOptions& continuum = {},
                     Notes* notes = nullptr);

/// Springs between consecutive points. Set: DistanceSpring.
struct ChainOptions {
  double mass = 1;       ///< kg of a point
  double stiffness = 1;  ///< N/m of a spring
  double damping = 0;    ///< N s/m
};
Body chain(std::span<const Vec3d> points, const ChainOptions& options = {});

/// The lines of a mesh as ropes: springs, and the mass that lies along them. Set: DistanceSpring
/// (lines).
struct RopeOptions {
  double density = 0.1;         ///< kg/m
  double stretching = 1000;     ///< N: force for a strain of one
  double damping_time = 0.001;  ///< s
};
Body rope(const Mesh& mesh, const RopeOptions& options = {});

/// An elastic solid of hexahedra (the law ElasticHexahedron). Masses are lumped. Set:
/// ElasticHexahedron (hexahedra).
Body hexahedral_solid(const Mesh& mesh, const Material& material);

/// A triangle mesh as cloth: springs along the edges, preserved areas of the triangles, and springs
/// across pairs of triangles against bending. Sets: DistanceSpring (edges in lexicographic order),
/// AreaPreserve (triangles), DistanceSpring (bending).
struct ClothOptions {
  double density = 0.2;         ///< kg/m²
  double stretching = 50;       ///< N/m: force a width for a strain of one
  double area = 50;             ///< N/m
  double bending = 0.5;         ///< N/m
  double damping_time = 0.001;  ///< s
};
Body cloth(const Mesh& mesh, const ClothOptions& options = {});

/// A closed surface of cloth filled with gas (S07 2.5.3). Sets: those of cloth(), GasPressure.
struct BalloonOptions {
  ClothOptions skin;
  double pressure = 1000;   ///< Pa above the outside, at rest
  double outside = 101325;  ///< Pa
};
Body balloon(const Mesh& mesh, const BalloonOptions& options = {});

/// Chen's springs on the hexahedra of a voxel mesh (L13 2.1.1): structural along the cells' edges,
/// shear across the diagonals of faces and cells, flexion between every other vertex of a row.
/// Sets: three of DistanceSpring, in this order.
struct LatticeOptions {
  double density = 1000;                                ///< kg/m³
  double structural = 1e4, shear = 5e3, flexion = 2e3;  ///< N/m
  double damping_time = 0.001;                          ///< s
};
Body voxel_lattice(const Mesh& mesh, const LatticeOptions& options = {});

}  // namespace pliant
