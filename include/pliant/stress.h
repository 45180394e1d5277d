#pragma once

#include <pliant/model.h>
#include <pliant/tet_mesh.h>

#include <vector>

namespace pliant {

/// A symmetric tensor, Pa.
struct Stress {
  double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;

  bool operator==(const Stress&) const = default;
};

/// The tension that, alone, would shear as much: sqrt(3/2) times the size of what is not pressure.
double von_mises(const Stress& stress);

/// Cauchy's stress in each tetrahedron of the mesh that a state's body was made of, damping
/// included: -1/V times the sum over its forces f of f ⊗ x, made symmetric.
///   A relation on a tetrahedron gives its own: exactly the stress of Corotated, an average over
///   the sub-faces for SubFaces. Any other relation on more than one vertex is an estimate: it is
///   shared among the tetrahedra at the edge between its first two vertices, in proportion to their
///   rest volumes.
/// Relations on one vertex (loads), on the surface (gas) or on no edge of the mesh give none.
///   Of a spectral solid: Hooke's law for the strain of its modes, turned as warping turns the
///   tetrahedron. What is rigid has no stress that could be known: NaN.
std::vector<Stress> element_stresses(const TetMesh& mesh, const State& state);

}  // namespace pliant
