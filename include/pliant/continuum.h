#pragma once

#include <pliant/body.h>
#include <pliant/material.h>
#include <pliant/notes.h>
#include <pliant/tet_mesh.h>
#include <pliant/voronoi.h>

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

// Continuum-mechanics particles (E06 chapters 5 and 7): a tetrahedral mesh as an elastic solid
// whose moduli are those of its material.

namespace pliant {

enum class ContinuumModel {
  voronoi_faces,  ///< CPM1: forces across the Voronoi faces between vertices; E and G
  sub_faces,      ///< CPM2: across the six sub-faces of each tetrahedron; E and G
  corotated,      ///< CPM3: the full stress across them, linear finite elements; E and nu
  elastic,        ///< as CPM3 near rest; never stays inside out, and keeps its volume; E and nu
  // As these near rest, with E and nu, and beyond it by a law from a book.
  neo_hookean,          ///< stable Neo-Hookean; `elastic` without its stiffening
  st_venant_kirchhoff,  ///< linear in Green's strain; for small strains
  fixed_corotated,      ///< `corotated`, but stiff against a change of volume
  mooney_rivlin,        ///< rubber, of two constants: ContinuumOptions::mooney_ratio
  ogden,                ///< rubber and tissue, by powers of stretches: ContinuumOptions::ogden
};

/// The law in laws() that a model puts on tetrahedra; empty for `voronoi_faces`, which has other
/// relations.
std::string_view tetrahedral_law(ContinuumModel model);

/// Fibres that stiffen a solid in one direction (`corotated` only). The material's moduli are those
/// across them.
struct Fibres {
  std::vector<Vec3d> directions;  ///< at rest: one, or one a tetrahedron; of any length but zero
  double young = 0;               ///< Pa, of a pull along the fibres
  double poisson = 0;             ///< how much narrower that pull makes it, over how much longer
  double shear = 0;  ///< Pa, between the fibres and what lies across; 0: the material's
};

/// Up to three terms of Ogden's energy, Σ 2 μ_k / α_k² (Σ_i s_i^α_k - 3) with the principal
/// stretches s_i: the exponents α_k and what share of the shear modulus each term has. The shares
/// are taken over their sum. Those that stand here fit Treloar's rubber (Ogden 1972).
struct OgdenTerms {
  Vec3d exponents{1.3, 5, -2};
  Vec3d shares{0.819, 0.006, 0.02};
};

/// What resists a change of volume, in models whose tetrahedra follow a law of E and nu (all but
/// `voronoi_faces` and `sub_faces`).
enum class VolumeResistance {
  by_material,  ///< patches where Poisson's ratio is above largest_plain_poisson
  tetrahedra,   ///< each tetrahedron by itself
  patches,      ///< wherever Poisson's ratio is above patched_poisson
};

/// Tetrahedra that each keep their volume lock where a solid is nearly incompressible: there are
/// more of them than its vertices have freedom. With patches, tetrahedra have Lamé's lambda that
/// goes with their shear modulus and a Poisson's ratio of patched_poisson. The rest of it resists a
/// change of the volume that a patch of them, round an edge, has together (VolumePatch): about one
/// patch a vertex. Small even strains have the stress of E and nu whatever the patches are.
inline constexpr double largest_plain_poisson = 0.45, patched_poisson = 0.3;

struct ContinuumOptions {
  std::optional<Fibres> fibres{};
  /// How `voronoi_faces` divides the body. Nothing: as the mesh's own diagram does, which .str
  /// files bring along, and `clipped` where it has none.
  std::optional<VoronoiKind> voronoi{};
  double mooney_ratio = 0.2;  ///< C01 / C10 of `mooney_rivlin`
  OgdenTerms ogden{};         ///< of `ogden`
  VolumeResistance volume = VolumeResistance::by_material;
};

/// The diagram whose faces `voronoi_faces` acts across.
VoronoiDiagram continuum_diagram(const TetMesh& mesh, const ContinuumOptions& options);

/// The largest Poisson's ratio that `corotated` takes from a material whose E and G tell more: a
/// solid that keeps its volume has no finite stiffness, and nearly so the steps become tiny.
inline constexpr double largest_corotated_poisson = 0.45;

/// The relations of a solid: one set of tetrahedral_law(), or of CorotatedFibre, on
/// mesh.tetrahedra(), then one of VolumePatch where patches keep the volume; or sets of
/// VoronoiFace4, 6 and 8, as far as the mesh has such faces.
/// `materials` has one for all, or one a tetrahedron. Nothing is softened, see continuum_solid().
/// InputError names what does not fit.
std::vector<Relations> continuum_relations(const TetMesh& mesh, ContinuumModel model,
                                           std::span<const Material> materials,
                                           const ContinuumOptions& options = {},
                                           Notes* notes = nullptr);

/// Fibres that lie beside any solid on the same tetrahedra, resist being stretched and contract
/// where vertices have the attribute "activation", see MuscleFibre.
struct Muscle {
  std::vector<Vec3d> directions;  ///< of the fibres at rest: one, or one a tetrahedron
  double tension = 0;             ///< Pa, where the activation is 1
  double stiffness = 0;           ///< Pa, against being stretched
  double damping_time = 0;        ///< s
};

/// The fibres in these tetrahedra of a mesh. The body needs the attribute "activation".
Relations muscle_relations(const TetMesh& mesh, const Muscle& muscle,
                           std::span<const Index> tetrahedra);

/// One material a tetrahedron, by the region it is in. InputError names a region without one.
std::vector<Material> materials_by_region(const TetMesh& mesh,
                                          const std::map<std::int32_t, Material>& materials);

}  // namespace pliant
