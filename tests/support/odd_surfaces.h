#pragma once

#include "support/surfaces.h"

// Surfaces that are hard to fill, facing outwards.

namespace pliant::test {

/// Adds another surface, facing inwards where it bounds a cavity.
inline void put(Mesh& mesh, const Mesh& other, bool inside_out = false) {
  const auto offset = static_cast<Index>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (Triangle t : other.triangles.cells) {
    for (Index& v : t) v += offset;
    if (inside_out) std::swap(t[1], t[2]);
    mesh.triangles.cells.push_back(t);
  }
}

/// A hollow sphere.
inline Mesh shell(double thickness) {
  Mesh mesh = octasphere(1, 4);
  put(mesh, octasphere(1 - thickness, 4), true);
  return mesh;
}

/// The surface of the cubes marked in rows, the lowest last, one cube deep.
inline Mesh cubes(const std::vector<std::string>& rows) {
  const int height = static_cast<int>(rows.size()), width = static_cast<int>(rows[0].size());
  const auto filled = [&](int x, int y, int z) {
    if (z != 0 || y < 0 || y >= height || x < 0 || x >= width) return false;
    return rows[static_cast<std::size_t>(height - 1 - y)][static_cast<std::size_t>(x)] == '#';
  };
  Mesh mesh;
  for (int x = 0; x < width; ++x)
    for (int y = 0; y < height; ++y) {
      if (!filled(x, y, 0)) continue;
      const Mesh cube = cube_surface({static_cast<double>(x), static_cast<double>(y), 0.0});
      for (const Triangle& t : cube.triangles.cells) {
        const Vec3d n = cross(cube.vertices[t[1]] - cube.vertices[t[0]],
                              cube.vertices[t[2]] - cube.vertices[t[0]]);
        if (filled(x + static_cast<int>(n.x), y + static_cast<int>(n.y), static_cast<int>(n.z)))
          continue;
        Mesh one;
        for (Index v : t) one.vertices.push_back(cube.vertices[v]);
        one.triangles.cells = {{0, 1, 2}};
        put(mesh, one);
      }
    }
  return mesh;
}

/// Six solids, two of them with a hole.
inline Mesh letters() {
  return cubes({"####..#......###..###..#...#.#####", "#...#.#.......#..#...#.##..#...#..",
                "#...#.#.......#..#...#.#.#.#...#..", "####..#.......#..#####.#.#.#...#..",
                "#.....#.......#..#...#.#.#.#...#..", "#.....#.......#..#...#.#..##...#..",
                "#.....#####..###.#...#.#...#...#.."});
}

}  // namespace pliant::test
