#pragma once

#include <pliant/body.h>
#include <pliant/material.h>
#include <pliant/notes.h>
#include <pliant/tet_mesh.h>
#include <pliant/voronoi.h>

#include <map>
#include <optional>
#include <span>
#include <vector>

// Continuum-mechanics particles (E06 chapters 5 and 7): a tetrahedral mesh as an elastic solid
// whose moduli are those of its material.

namespace pliant {

enum class ContinuumModel {
  voronoi_faces,  ///< CPM1: forces across the Voronoi faces between vertices; E and G
  sub_faces,      ///< CPM2: across the six sub-faces of each tetrahedron; E and G
  corotated,      ///< CPM3: the full stress across them, linear finite elements; E and nu
  elastic,        ///< as CPM3 near rest; never stays inside out, and keeps its volume; E and nu
};

/// Fibres that stiffen a solid in one direction (`corotated` only). The material's moduli are those
/// across them.
struct Fibres {
  std::vector<Vec3d> directions;  ///< at rest: one, or one a tetrahedron; of any length but zero
  double young = 0;               ///< Pa, of a pull along the fibres
  double poisson = 0;             ///< how much narrower that pull makes it, over how much longer
  double shear = 0;  ///< Pa, between the fibres and what lies across; 0: the material's
};

struct ContinuumOptions {
  std::optional<Fibres> fibres{};
  /// How `voronoi_faces` divides the body. Nothing: as the mesh's own diagram does, which .str
  /// files bring along, and `clipped` where it has none.
  std::optional<VoronoiKind> voronoi{};
};

/// The diagram whose faces `voronoi_faces` acts across.
VoronoiDiagram continuum_diagram(const TetMesh& mesh, const ContinuumOptions& options);

/// The largest Poisson's ratio that `corotated` takes from a material whose E and G tell more: a
/// solid that keeps its volume has no finite stiffness, and nearly so the steps become tiny.
inline constexpr double largest_corotated_poisson = 0.45;

/// The relations of a solid: one set of SubFaces, Corotated, CorotatedFibre or Elastic on
/// mesh.tetrahedra(), or sets of VoronoiFace4, 6 and 8, as far as the mesh has such faces.
/// `materials` has one for all, or one a tetrahedron. Nothing is softened, see continuum_solid().
/// InputError names what does not fit.
std::vector<Relations> continuum_relations(const TetMesh& mesh, ContinuumModel model,
                                           std::span<const Material> materials,
                                           const ContinuumOptions& options = {},
                                           Notes* notes = nullptr);

/// One material a tetrahedron, by the region it is in. InputError names a region without one.
std::vector<Material> materials_by_region(const TetMesh& mesh,
                                          const std::map<std::int32_t, Material>& materials);

}  // namespace pliant
