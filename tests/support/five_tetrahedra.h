#pragma once

#include <pliant/mesh.h>

#include <functional>

#include "support/law_samples.h"

namespace pliant::test {

/// A block of x by y by z cells of five tetrahedra each, whose places are those of `at` for a place
/// from (0, 0, 0) to (1, 1, 1). Vertices inside it are moved by up to `jitter` of a cell along x
/// and y, always the same way.
inline Mesh five_tetrahedra(const std::array<int, 3>& cells, double jitter,
                            const std::function<Vec3d(const Vec3d&)>& at) {
  Mesh mesh;
  Samples samples(5);
  const auto [nx, ny, nz] = cells;
  const auto number = [ny = ny, nz = nz](int i, int j, int k) {
    return static_cast<Index>((i * (ny + 1) + j) * (nz + 1) + k);
  };
  for (int i = 0; i <= nx; ++i)
    for (int j = 0; j <= ny; ++j)
      for (int k = 0; k <= nz; ++k) {
        const Vec3d off = samples.vector(jitter);
        const bool free_x = i > 0 && i<nx, free_y = j> 0 && j < ny;
        mesh.vertices.push_back(
            at({(i + (free_x ? off.x : 0)) / nx, (j + (free_y ? off.y : 0)) / ny, k / double(nz)}));
      }
  constexpr int even[5][4] = {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 4, 7, 1}, {6, 7, 4, 2}, {1, 2, 4, 7}};
  constexpr int odd[5][4] = {{1, 3, 0, 5}, {2, 0, 3, 6}, {4, 5, 0, 6}, {7, 3, 5, 6}, {0, 3, 5, 6}};
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      for (int k = 0; k < nz; ++k)
        for (const auto& t : (i + j + k) % 2 == 0 ? even : odd) {
          Tetrahedron cell;
          for (std::size_t v = 0; v < 4; ++v)
            cell[v] = number(i + t[v] % 2, j + t[v] / 2 % 2, k + t[v] / 4);
          mesh.tetrahedra.cells.push_back(cell);
        }
  for (Tetrahedron& t : mesh.tetrahedra.cells) {
    const auto& x = mesh.vertices;
    if (signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) < 0) std::swap(t[2], t[3]);
  }
  return mesh;
}

}  // namespace pliant::test
