#pragma once

#include "cases/cases.h"

// Y10's Table 1 as cases: blocks of its sizes with a rigid end, held at the other. Their meshes are
// the same bits everywhere, so that modes computed on one machine are found in the cache of
// another.

namespace pliant::bench {

struct SpectralRecipe {
  CaseInfo info;
  int cells[3];  ///< along x, y and z, each of five tetrahedra
  std::size_t modes;
  std::size_t copies = 1;
};
std::span<const SpectralRecipe> spectral_recipes();

/// The part of a solid that deforms, as a solid of its own: what the eigenproblem is of.
struct DeformablePart {
  std::vector<Vec3d> vertices;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Index> fixed;
};
DeformablePart deformable_part(const TetMesh& mesh, std::span<const Index> rigid,
                               std::span<const Index> fixed);

/// The tetrahedra whose centre has x above this.
std::vector<Index> tetrahedra_beyond(const TetMesh& mesh, double x);

/// A twentieth of the solid, its end at large x, is rigid; the other end is fixed.
Case make_spectral_case(const SpectralRecipe& recipe);

}  // namespace pliant::bench
