#pragma once

#include <pliant/vec3.h>

#include <array>
#include <cstddef>

namespace pliant::generate {

/// A place in half-units of the lattice's cubes. Corners of cubes have even coordinates, centres
/// odd ones; together they are the points of the body-centred cubic lattice.
struct Site {
  int x = 0, y = 0, z = 0;
  friend Site operator+(const Site& a, const Site& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Site operator-(const Site& a, const Site& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend bool operator==(const Site&, const Site&) = default;
};

/// The fourteen edges at a lattice point: edge e + 7 is edge e turned round. The first three of
/// each seven are long (two half-units), the others short.
inline constexpr int edges_forward = 7;
inline constexpr std::array<Site, 14> edge_direction{{{2, 0, 0},
                                                      {0, 2, 0},
                                                      {0, 0, 2},
                                                      {1, 1, 1},
                                                      {1, 1, -1},
                                                      {1, -1, 1},
                                                      {1, -1, -1},
                                                      {-2, 0, 0},
                                                      {0, -2, 0},
                                                      {0, 0, -2},
                                                      {-1, -1, -1},
                                                      {-1, -1, 1},
                                                      {-1, 1, -1},
                                                      {-1, 1, 1}}};
inline constexpr bool is_long(int edge) {
  return edge % edges_forward < 3;
}
/// The number in edge_direction of a difference of two lattice points that share an edge.
inline constexpr int edge_number(const Site& d) {
  if (d.x == 2 || d.x == -2) return d.x > 0 ? 0 : 7;
  if (d.x == 0 && d.y != 0) return d.y > 0 ? 1 : 8;
  if (d.x == 0) return d.z > 0 ? 2 : 9;
  return d.x > 0 ? 3 + (d.y < 0 ? 2 : 0) + (d.z < 0 ? 1 : 0)
                 : 10 + (d.y > 0 ? 2 : 0) + (d.z > 0 ? 1 : 0);
}

/// Cubes are kept in blocks. A lattice point belongs to the cube of which it is the centre or the
/// lowest corner.
inline constexpr int block_bits = 3;
inline constexpr int block_cells = 1 << block_bits;  // along one axis
inline constexpr int cells_per_block = block_cells * block_cells * block_cells;
inline constexpr int sites_per_block = 2 * cells_per_block;

/// The number of a lattice point within its block.
inline int local_number(const Site& s) {
  constexpr int mask = block_cells - 1;
  const int cell = ((((s.z >> 1) & mask) << block_bits | ((s.y >> 1) & mask)) << block_bits) |
                   ((s.x >> 1) & mask);
  return cell << 1 | (s.x & 1);
}

/// Where the lattice lies in space and how far it reaches.
struct Lattice {
  Vec3d low;               ///< the site (2, 2, 2): one cube of margin lies below it
  double spacing = 1;      ///< length of a cube
  int blocks[3]{1, 1, 1};  ///< along each axis

  Vec3d position(const Site& s) const {
    const double half = spacing / 2;
    return {low.x + half * (s.x - 2), low.y + half * (s.y - 2), low.z + half * (s.z - 2)};
  }
  std::size_t block_count() const {
    return static_cast<std::size_t>(blocks[0]) * blocks[1] * blocks[2];
  }
  /// The block of a lattice point, or block_count() outside the lattice.
  std::size_t block_of(const Site& s) const {
    constexpr int shift = block_bits + 1;
    const int x = s.x >> shift, y = s.y >> shift, z = s.z >> shift;
    const bool within =
        x >= 0 && y >= 0 && z >= 0 && x < blocks[0] && y < blocks[1] && z < blocks[2];
    return within ? (static_cast<std::size_t>(z) * blocks[1] + y) * blocks[0] + x : block_count();
  }
  /// The lowest corner of a block.
  Site block_site(std::size_t block) const {
    constexpr int size = 2 * block_cells;
    const auto row = static_cast<std::size_t>(blocks[0]), slab = row * blocks[1];
    return {static_cast<int>(block % row) * size, static_cast<int>(block % slab / row) * size,
            static_cast<int>(block / slab) * size};
  }
  /// A lattice point from its block's lowest corner and its number there.
  static Site site(const Site& block, int local) {
    constexpr int mask = block_cells - 1;
    const int cell = local >> 1, odd = local & 1;
    return {block.x + 2 * (cell & mask) + odd, block.y + 2 * (cell >> block_bits & mask) + odd,
            block.z + 2 * (cell >> 2 * block_bits) + odd};
  }
};

}  // namespace pliant::generate
