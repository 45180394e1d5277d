#include "mesh/generate/cube_tree.h"

#include <algorithm>

#include "base/parallel.h"
#include "mesh/generate/lattice_faces.h"

namespace pliant::generate {

CubeTree::CubeTree(const WarpedLattice& lattice) {
  levels_.push_back(inner_cubes(lattice));
  for (;;) {
    Level next = join(levels_.back());
    if (std::ranges::find(next.joined, 1) == next.joined.end()) break;
    levels_.push_back(std::move(next));
  }
}

// The cubes whose corners and centre are all inside.
CubeTree::Level CubeTree::inner_cubes(const WarpedLattice& lattice) {
  const Lattice& geometry = lattice.lattice();
  Level level;
  for (int axis = 0; axis < 3; ++axis) level.size[axis] = geometry.blocks[axis] * block_cells;
  level.joined.resize(static_cast<std::size_t>(level.size[0]) * level.size[1] * level.size[2]);
  const auto is_inner = [&](const Site& cube) {
    for (int i = 0; i < 8; ++i) {
      const Site corner{2 * (i & 1), 2 * (i >> 1 & 1), 2 * (i >> 2)};
      if (lattice.side(cube + corner) != Side::inside) return false;
    }
    return lattice.side(cube + Site{1, 1, 1}) == Side::inside;
  };
  const auto& order = lattice.order();
  parallel_for(order.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const Site corner = geometry.block_site(order[n]);
      for (int cell = 0; cell < cells_per_block; ++cell) {
        const Site s = Lattice::site(corner, 2 * cell);
        const std::size_t at =
            (static_cast<std::size_t>(s.z / 2) * level.size[1] + s.y / 2) * level.size[0] + s.x / 2;
        level.joined[at] = is_inner(s);
      }
    }
  });
  return level;
}

// Eight cubes become one where they and the layer of cubes round them are all joined themselves.
CubeTree::Level CubeTree::join(const Level& finer) {
  Level level;
  for (int axis = 0; axis < 3; ++axis) level.size[axis] = (finer.size[axis] + 1) / 2;
  const std::size_t row = level.size[0], slab = row * level.size[1];
  level.joined.resize(slab * level.size[2]);
  parallel_for(level.joined.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const int x = static_cast<int>(i % row) * 2, y = static_cast<int>(i % slab / row) * 2;
      const int z = static_cast<int>(i / slab) * 2;
      bool all = true;
      for (int dz = -1; dz <= 2 && all; ++dz)
        for (int dy = -1; dy <= 2 && all; ++dy)
          for (int dx = -1; dx <= 2 && all; ++dx) all = finer.at(x + dx, y + dy, z + dz);
      level.joined[i] = all;
    }
  });
  return level;
}

}  // namespace pliant::generate
