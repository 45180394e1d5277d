#pragma once

#include <pliant/mesh.h>
#include <pliant/topology.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pliant::generate {

/// Where a vertex may go: anywhere, along the surface, along a sharp edge, nowhere.
enum class Freedom : std::uint8_t { inner, surface, edge, corner, fixed };

/// Moves vertices of a tetrahedral mesh so that its dihedral angles come to lie within the mesher's
/// bounds. No tetrahedron within them leaves them.
class Improver {
 public:
  /// The nearest place to p where a vertex of this freedom may lie.
  using Project = std::function<Vec3d(Freedom freedom, const Vec3d& p)>;

  Improver(std::vector<Vec3d>& vertices, std::span<const Tetrahedron> tetrahedra,
           std::vector<Freedom>& freedom, Project project);

  /// The tetrahedra beyond the bounds after up to so many rounds.
  std::vector<Index> mend(int rounds);

  /// Moves a vertex to a place and gives it this freedom, where the angles allow it once its
  /// neighbours have made room; otherwise leaves everything as it is.
  bool place(Index vertex, const Vec3d& target, Freedom freedom);

  /// The tetrahedra whose measure is less than this.
  std::vector<Index> beyond(double enough) const;
  Vec3d projected(Freedom freedom, const Vec3d& p) const { return project_(freedom, p); }
  double measure(Index tetrahedron) const;

 private:
  double star_measure(Index vertex, double enough) const;
  bool smooth(Index vertex, double enough);
  void collect_ring(Index vertex);

  std::vector<Vec3d>& vertices_;
  std::span<const Tetrahedron> tetrahedra_;
  std::vector<Freedom>& freedom_;
  Project project_;
  Lists touching_;
  std::vector<Index> ring_;
};

}  // namespace pliant::generate
