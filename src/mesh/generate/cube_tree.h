#pragma once

#include <cstdint>
#include <vector>

#include "mesh/generate/warped_lattice.h"

namespace pliant::generate {

/// An octree over a warped lattice, made bottom-up. Cubes of the lattice that lie inside, with
/// all their neighbours, are joined eight to one, again and again. Cubes that share a face, an edge
/// or a corner differ by one level at most, and no corner or centre of a joined cube or of its
/// neighbours lies on the surface or outside.
class CubeTree {
 public:
  explicit CubeTree(const WarpedLattice& lattice);

  /// The level of the leaf that holds a cube of the lattice, given by its coordinates; 0 for the
  /// lattice's own cubes and everywhere outside.
  int level(int x, int y, int z) const {
    int k = 0;
    while (k + 1 < static_cast<int>(levels_.size()) &&
           levels_[k + 1].at(x >> (k + 1), y >> (k + 1), z >> (k + 1)))
      ++k;
    return k;
  }

 private:
  struct Level {
    int size[3]{};
    std::vector<std::uint8_t> joined;  // 1: this cube of this level is a leaf or part of one
    bool at(int x, int y, int z) const {
      return x >= 0 && y >= 0 && z >= 0 && x < size[0] && y < size[1] && z < size[2] &&
             joined[(static_cast<std::size_t>(z) * size[1] + y) * size[0] + x] != 0;
    }
  };
  static Level inner_cubes(const WarpedLattice& lattice);
  static Level join(const Level& finer);

  std::vector<Level> levels_;
};

}  // namespace pliant::generate
