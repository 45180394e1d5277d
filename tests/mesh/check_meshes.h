#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/check.h>
#include <pliant/mesh.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>

// Surfaces for the tests of checks and repair, and measures of them that share no code with either.

namespace pliant::test {

/// A box with its lowest corner at `low`: vertex 4z + 2y + x.
inline Mesh box(const Vec3d& low = {}, double side = 1) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back(low + Vec3d{i % 2 * side, i / 2 % 2 * side, i / 4 * side});
  mesh.triangles.cells = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                          {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

/// The unit sphere with 20 * 4^level faces.
inline Mesh icosphere(int level) {
  const double g = (1 + std::sqrt(5.0)) / 2;
  Mesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  for (auto& v : mesh.vertices) v = normalised(v);
  auto& faces = mesh.triangles.cells;
  faces = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
           {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
           {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (; level > 0; --level) {
    std::map<Line, Index> middles;
    const auto middle = [&](Index u, Index v) {
      const auto [at, fresh] = middles.try_emplace({std::min(u, v), std::max(u, v)},
                                                   static_cast<Index>(mesh.vertices.size()));
      if (fresh) mesh.vertices.push_back(normalised(mesh.vertices[u] + mesh.vertices[v]));
      return at->second;
    };
    std::vector<Triangle> finer;
    for (const auto& [a, b, c] : faces) {
      const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    faces = std::move(finer);
  }
  return mesh;
}

/// Adds another mesh's vertices and faces.
inline void append(Mesh& mesh, const Mesh& other) {
  const auto base = static_cast<Index>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const auto& [a, b, c] : other.triangles.cells)
    mesh.triangles.cells.push_back({a + base, b + base, c + base});
}

inline Mesh scaled(Mesh mesh, double factor) {
  for (auto& v : mesh.vertices) v *= factor;
  return mesh;
}

inline double enclosed_volume(const Mesh& mesh) {
  double volume = 0;
  for (const auto& t : mesh.triangles.cells)
    volume += dot(mesh.vertices[t[0]], cross(mesh.vertices[t[1]], mesh.vertices[t[2]])) / 6;
  return volume;
}

/// Each directed edge once, and with it its reverse: closed, manifold at edges, consistent.
inline bool is_closed_and_consistent(const Mesh& mesh) {
  std::set<Line> directed;
  for (const auto& t : mesh.triangles.cells)
    for (int k = 0; k < 3; ++k)
      if (!directed.insert({t[k], t[(k + 1) % 3]}).second) return false;
  return std::ranges::all_of(directed, [&](const Line& e) {
    return directed.contains({e[1], e[0]});
  });
}

/// Vertices in use - edges + faces: 2 for a sphere.
inline long euler_characteristic(const Mesh& mesh) {
  std::set<Index> vertices;
  std::set<Line> edges;
  for (const auto& t : mesh.triangles.cells)
    for (int k = 0; k < 3; ++k) {
      vertices.insert(t[k]);
      edges.insert({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
    }
  return static_cast<long>(vertices.size()) - static_cast<long>(edges.size()) +
         static_cast<long>(mesh.triangles.size());
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

struct Repaired {
  Mesh mesh;
  std::vector<std::string> done;
};

/// Repairs twice; the second time must find nothing to do.
inline Repaired repaired(const Mesh& mesh) {
  Repaired result;
  result.mesh = repair(mesh, result.done);
  std::vector<std::string> again;
  EXPECT_EQ(repair(result.mesh, again), result.mesh);
  EXPECT_THAT(again, testing::IsEmpty());
  return result;
}

/// The plain triangles of an OBJ file.
inline Mesh read_plain_obj(const std::string& file) {
  Mesh mesh;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      Vec3d p;
      words >> p.x >> p.y >> p.z;
      mesh.vertices.push_back(p);
    } else if (kind == "f") {
      Triangle t;
      for (Index& v : t) {
        words >> v;
        --v;
      }
      mesh.triangles.cells.push_back(t);
    }
  }
  return mesh;
}

}  // namespace pliant::test
