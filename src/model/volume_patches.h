#pragma once

#include <pliant/body.h>
#include <pliant/tet_mesh.h>

#include <span>
#include <vector>

// Patches of tetrahedra that keep their volume as one, for VolumePatch. Each tetrahedron is in one
// patch at most, whatever it is for: which patches there are follows from the mesh alone.

namespace pliant {

/// Tetrahedra round an edge as VolumePatch has them: its vertices are the edge's two and then
/// those in `ring`. No vertex is there twice. What is beyond the patch's own only fills it up.
struct VolumePatchShape {
  std::vector<Index> vertices;
  std::vector<double> next, closing;  // the weights
  std::vector<Index> tetrahedra;      // of the mesh, ascending
};

/// Divides tetrahedra into patches of two and more. Only those of one kind are in a patch together;
/// a kind below zero is in none. `kinds` has one for all, or one a tetrahedron.
///
/// Fewest patches that cover all tetrahedra are fewest edges such that each tetrahedron has one of
/// them: a set cover. Greedily, the edge with most tetrahedra left takes them, of equal ones the
/// first: that is within a factor of H(7) = 2.6 of the fewest (Chvátal 1979), and on regular meshes
/// it finds the whole rings. A tetrahedron that is left alone is in none.
std::vector<VolumePatchShape> volume_patches(const TetMesh& mesh, std::span<const int> kinds);

/// The patches as relations. `lame` and `damping` have one value a patch.
Relations patch_relations(const TetMesh& mesh, std::span<const VolumePatchShape> patches,
                          std::span<const double> lame, std::span<const double> damping);

/// Which tetrahedra a relation of a set of VolumePatch is made of, in the order of its weights.
std::vector<Tetrahedron> tetrahedra_of_patch(const Relations& set, std::size_t relation);
/// N/m: what it resists with at rest where one of its vertices moves, one value each; the direction
/// is that in which it is stiffest.
std::vector<double> patch_stiffness(const Relations& set, std::size_t relation,
                                    std::span<const Vec3d> x);

/// The tetrahedron of a mesh that has these vertices; no_index: none has.
Index tetrahedron_with(const TetMesh& mesh, std::span<const Index> vertices);

bool is_patches(const Relations& set);

}  // namespace pliant
