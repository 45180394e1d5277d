#pragma once

#include <pliant/io.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "support/models.h"

// Closed surfaces to test with, facing outwards.

namespace pliant::test {

/// The axis-aligned box between two corners, two triangles a side: vertex 4z + 2y + x.
inline Mesh box_surface(const Vec3d& low, const Vec3d& high) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back(
        {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  mesh.triangles.cells = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                          {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

inline Mesh cube_surface(const Vec3d& low = {}, double side = 1) {
  return box_surface(low, low + Vec3d{side, side, side});
}

/// Cuts every triangle into four; the new vertices go on the unit sphere.
inline void quarter_on_sphere(Mesh& mesh) {
  std::map<std::pair<Index, Index>, Index> middles;
  const auto middle = [&](Index u, Index v) {
    const auto [at, added] =
        middles.try_emplace(std::minmax(u, v), static_cast<Index>(mesh.vertices.size()));
    if (added) mesh.vertices.push_back(normalised(mesh.vertices[u] + mesh.vertices[v]));
    return at->second;
  };
  std::vector<Triangle> finer;
  for (const auto& [a, b, c] : mesh.triangles.cells) {
    const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
  }
  mesh.triangles.cells = std::move(finer);
}

inline Mesh scaled(Mesh mesh, double factor) {
  for (Vec3d& v : mesh.vertices) v *= factor;
  return mesh;
}

/// A sphere about the origin with 8 * 4^level faces.
inline Mesh octasphere(double radius, int level) {
  Mesh mesh;
  mesh.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  mesh.triangles.cells = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                          {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (; level > 0; --level) quarter_on_sphere(mesh);
  return scaled(std::move(mesh), radius);
}

/// The unit sphere with 20 * 4^level faces.
inline Mesh icosphere(int level) {
  const double g = (1 + std::sqrt(5.0)) / 2;
  Mesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  for (Vec3d& v : mesh.vertices) v = normalised(v);
  mesh.triangles.cells = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                          {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                          {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                          {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (; level > 0; --level) quarter_on_sphere(mesh);
  return mesh;
}

/// Adds another mesh's vertices and faces.
inline void append(Mesh& mesh, const Mesh& other, const Vec3d& shift = {}) {
  const auto base = static_cast<Index>(mesh.vertices.size());
  for (const Vec3d& v : other.vertices) mesh.vertices.push_back(v + shift);
  for (const auto& [a, b, c] : other.triangles.cells)
    mesh.triangles.cells.push_back({a + base, b + base, c + base});
}

/// Each face with vertices of its own.
inline Mesh soup_of(const Mesh& whole) {
  Mesh soup;
  for (const auto& t : whole.triangles.cells) {
    const auto base = static_cast<Index>(soup.vertices.size());
    for (Index v : t) soup.vertices.push_back(whole.vertices[v]);
    soup.triangles.cells.push_back({base, base + 1, base + 2});
  }
  return soup;
}

/// The real surfaces, each a file surfaces/NAME.obj of the folder of real meshes.
inline constexpr std::array model_surfaces = {"armadillo",   "beam_hole", "bunny",
                                              "bunny2",      "cube",      "cube150",
                                              "cube_coarse", "cube_fine", "dragon"};

inline Mesh model_surface(const std::string& name) {
  return read_mesh(model(text("surfaces/", name, ".obj")));
}

}  // namespace pliant::test
