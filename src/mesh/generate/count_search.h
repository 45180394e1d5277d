#pragma once

#include <limits>

#include "mesh/generate/resolution.h"

namespace pliant::generate {

/// Where nobody asked for a fine mesh, no lattice gets larger than this many points.
inline constexpr double modest_lattice = 2e7;

/// Nor than this many where the solid is as thin as the cubes: there every point takes long.
inline constexpr double lattice_of_thin_solid = 1e7;

/// No mesh with a greater spacing holds anything: the box has one layer of centres at most, and the
/// cuts above them are so near that they are pulled to the surface.
double greatest_spacing(const Box& box);

/// The share of one attempt of several in the whole work: each gets half of what is left.
Progress part_of(const Progress& progress, int attempt);

/// Finds the spacing for a number of tetrahedra from a few meshes. Between two of them the number
/// follows a power of the spacing, except where a solid is about as thin as the lattice: there it
/// falls to nothing at once, so that the spacing is bracketed.
class CountSearch {
 public:
  /// Meshes of more than `most` tetrahedra are taken only where nothing else fills the solid.
  CountSearch(const Field& field, const MesherOptions& options, double target,
              double most = std::numeric_limits<double>::infinity());

  /// Takes account of a mesh made before.
  void add(Mesh mesh, double spacing);
  /// The best mesh found, starting from this spacing. Throws InputError where the target needs too
  /// large a lattice.
  Filling run(double spacing);
  /// The same, starting from the meshes added.
  Filling run();

 private:
  struct Attempt {
    double spacing = 0, count = 0;  // spacing 0: none yet
  };
  void attempt(double spacing);
  bool good_enough() const;
  bool next(double& spacing);
  bool refine(double& spacing);
  bool refine_empty(double& spacing) const;
  double within_bracket() const;

  const Field& field_;
  const MesherOptions& options_;
  double target_, most_;
  Attempt coarse_, fine_;  // the nearest known ones with too few and with too many tetrahedra
  double power_ = 2.8;     // of the spacing, that the number of tetrahedra falls with
  double least_error_ = std::numeric_limits<double>::infinity();
  double last_ = 0;  // spacing
  int attempts_ = 0;
  double work_ = 0;  // lattice points so far
  Filling best_;
};

/// A whole number of cubes across the shortest side puts the faces of a box on lattice planes.
/// The nearest such spacing where it is near enough not to matter, else the spacing given.
double aligned(const Field& field, double spacing);

}  // namespace pliant::generate
