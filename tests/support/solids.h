#pragma once

#include <pliant/mesh.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

// Tetrahedral meshes to test with.

namespace pliant::test {

/// n³ cubes of six tetrahedra each, the vertices of the inside moved by up to `jitter` of the
/// spacing: not Delaunay when jittered.
inline Mesh grid(Index n, double spacing, double jitter = 0, unsigned seed = 1, Vec3d origin = {}) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> shift(-jitter * spacing, jitter * spacing);
  Mesh mesh;
  const auto number = [&](Index i, Index j, Index k) { return (i * (n + 1) + j) * (n + 1) + k; };
  for (Index i = 0; i <= n; ++i)
    for (Index j = 0; j <= n; ++j)
      for (Index k = 0; k <= n; ++k) {
        Vec3d x = origin + Vec3d{double(i), double(j), double(k)} * spacing;
        if (std::min({i, j, k}) > 0 && std::max({i, j, k}) < n)
          x += {shift(random), shift(random), shift(random)};
        mesh.vertices.push_back(x);
      }
  const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k)
        for (const auto& order : orders) {
          std::array<Index, 3> at{i, j, k};
          Tetrahedron t{number(i, j, k)};
          for (int s = 0; s < 3; ++s) {
            ++at[order[s]];
            t[s + 1] = number(at[0], at[1], at[2]);
          }
          const auto corner = [&](int c) { return mesh.vertices[t[c]]; };
          if (signed_volume(corner(0), corner(1), corner(2), corner(3)) < 0) std::swap(t[1], t[2]);
          mesh.tetrahedra.cells.push_back(t);
        }
  return mesh;
}

/// The body-centred cubic lattice: every tetrahedron and triangle holds its own circumcentre.
inline Mesh lattice(int n) {
  Mesh mesh;
  std::map<std::array<int, 3>, Index> numbers;  // by twice the coordinates
  const auto vertex = [&](std::array<int, 3> at) {
    const auto [place, is_new] = numbers.try_emplace(at, static_cast<Index>(numbers.size()));
    if (is_new) mesh.vertices.push_back({at[0] / 2.0, at[1] / 2.0, at[2] / 2.0});
    return place->second;
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int axis = 0; axis < 3; ++axis) {
          const std::array<int, 3> centre{2 * i + 1, 2 * j + 1, 2 * k + 1};
          std::array<int, 3> other = centre;
          other[axis] += 2;
          if (other[axis] > 2 * n) continue;
          const int u = (axis + 1) % 3;
          const int v = (axis + 2) % 3;
          const int square[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
          for (int s = 0; s < 4; ++s) {
            std::array<int, 3> a = centre;
            a[axis] += 1;
            std::array<int, 3> b = a;
            a[u] += square[s][0];
            a[v] += square[s][1];
            b[u] += square[(s + 1) % 4][0];
            b[v] += square[(s + 1) % 4][1];
            mesh.tetrahedra.cells.push_back({vertex(centre), vertex(other), vertex(a), vertex(b)});
          }
        }
  return mesh;
}

}  // namespace pliant::test
