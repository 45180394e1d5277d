#pragma once

#include <pliant/material.h>
#include <pliant/mesh.h>
#include <pliant/progress.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace pliant {

/// Natural vibrations of an elastic solid, K phi = M phi lambda, the slowest first.
struct Modes {
  std::size_t vertex_count = 0;
  std::vector<double> eigenvalues;  ///< (rad/s)^2, ascending; rigid motions first where it is free
  /// [mode][3 * vertex + axis], 1/sqrt(kg): phi^T M phi = 1. Zero at fixed vertices. The sign makes
  /// the largest component positive.
  std::vector<double> shapes;

  std::size_t count() const { return eigenvalues.size(); }
  bool operator==(const Modes&) const = default;
};

enum class MassMatrix {
  consistent,  ///< of the linear shape functions
  lumped,      ///< a quarter of each tetrahedron's mass at each of its vertices
  /// The integrand at the centroid times the volume, as CalculiX has it for C3D4: for comparison.
  /// It misses motions that cancel at every centroid; small meshes can be refused for it.
  centroid,
};

struct ModeOptions {
  std::size_t count = 20;  ///< with the rigid ones
  MassMatrix mass = MassMatrix::consistent;
  std::vector<Index> fixed{};  ///< vertices that do not move
  bool cached = true;          ///< kept on disk, see modes_cache_folder()
  Progress progress{};
};

/// The lowest modes of a solid of linear tetrahedra, the same bits on any number of threads.
/// `materials`: one, or one a tetrahedron; damping is not looked at. Throws InputError where the
/// mesh is not one piece, a vertex belongs to no tetrahedron, a tetrahedron has no volume or is
/// wrongly wound, a number is out of range or there are not so many modes.
///
/// In a build with PLIANT_MINIMAL there is no eigensolver: modes come from the cache on disk, and
/// an InputError says so where they are not there.
Modes lowest_modes(std::span<const Vec3d> vertices, std::span<const Tetrahedron> tetrahedra,
                   std::span<const Material> materials, const ModeOptions& options = {});

/// Displacements u (m) of K u = f for forces (N) at the vertices of the same solid, linear for any
/// load. The fixed vertices must hold it: InputError where it can still move.
std::vector<Vec3d> static_displacements(std::span<const Vec3d> vertices,
                                        std::span<const Tetrahedron> tetrahedra,
                                        std::span<const Material> materials,
                                        std::span<const Index> fixed,
                                        std::span<const Vec3d> forces);

/// Where modes are kept: $PLIANT_CACHE, else $XDG_CACHE_HOME/pliant, else ~/.cache/pliant. Empty
/// where none of these variables is set: nothing is kept then. When its files have more than 2 GB
/// together the oldest are removed. A folder that cannot be written to is no error.
std::filesystem::path modes_cache_folder();

}  // namespace pliant
