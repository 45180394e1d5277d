#pragma once

#include <pliant/mesh.h>
#include <pliant/notes.h>
#include <pliant/progress.h>

#include <cstddef>
#include <functional>

namespace pliant {

/// A solid given by a function that is negative inside and positive outside and, near the surface,
/// close to the distance to it. Nothing of the solid lies outside the box [low, high].
struct Implicit {
  std::function<double(const Vec3d&)> value;  ///< must be callable from several threads at once
  Vec3d low, high;
};

/// Thin solids would need many more for the right volume; these are made only when asked for.
inline constexpr std::size_t most_default_tetrahedra = 500'000;

struct MesherOptions {
  /// Length of the lattice's cubes, the longer of its two edge lengths, in metres; 0: taken from
  /// `tetrahedra`. Edges at the surface can be up to 1.57 times as long, where both ends were
  /// pulled to it; 1.53 was met.
  double edge = 0;
  /// About how many tetrahedra to make when `edge` is 0. A surface gets short cubes where it is
  /// thin or curved and long ones elsewhere, its sharp edges are kept, and a solid that would fall
  /// to pieces gets up to four times as many; notes tell. 0: the coarsest of a series of
  /// resolutions whose volume is right to half a percent, or the finest with no more than
  /// `most_default_tetrahedra`.
  std::size_t tetrahedra = 0;
  /// Coarser towards the inside: fewer tetrahedra for the same surface.
  bool graded = false;
  Progress progress = {};
};

/// Fills a solid with tetrahedra by isosurface stuffing (Labelle and Shewchuk 2007). All dihedral
/// angles lie in [10.7°, 164.8°]. The result depends on the input alone, not on the number of
/// threads. The lattice starts at the low corner of the box, so that boxes come out exactly where
/// `edge` divides their sides. Throws InputError where nothing can be filled or the lattice would
/// have more than 200 million points.
Mesh tetrahedralise(const Implicit& solid, const MesherOptions& options = {});

/// The same for the solid inside a surface. Inside is where the generalised winding number
/// exceeds 1/2, so that scans with holes can be filled too. `notes` hears of holes, of surfaces
/// that face inwards and of parts too thin for the resolution.
Mesh tetrahedralise(const Mesh& surface, const MesherOptions& options = {}, Notes* notes = nullptr);

}  // namespace pliant
