#pragma once

#include <pliant/mesh.h>

#include <map>
#include <span>
#include <string>
#include <vector>

// The meshes of R06.

namespace pliant::app::r06 {

/// A row of R06's Figures 4 to 6, and the built-in shape that has its counts.
struct PublishedMesh {
  std::size_t masses, simplices;
  double gpu, cpu;  ///< frames a second
  std::string name;
  std::string shape;
  std::map<std::string, double> parameters;
};
std::span<const PublishedMesh> triangle_meshes();     ///< Figure 4
std::span<const PublishedMesh> tetrahedral_meshes();  ///< Figure 5
/// Figure 6: all tetrahedra share a vertex, which its counts of masses leave out.
std::span<const PublishedMesh> fans();

/// A block of cells with exactly as many tetrahedra as the fan of this place, for comparison.
Mesh grid_beside_fan(std::size_t fan);

}  // namespace pliant::app::r06
