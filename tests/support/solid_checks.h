#pragma once

#include <gtest/gtest.h>
#include <pliant/mesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

// Properties of surfaces and tetrahedral meshes found by brute force: nothing here uses the
// library's own topology or measures.

namespace pliant::test {

/// By the divergence theorem.
inline double volume_inside(std::span<const Vec3d> vertices, std::span<const Triangle> triangles) {
  double sum = 0;
  for (const auto& [a, b, c] : triangles)
    sum += dot(vertices[a], cross(vertices[b], vertices[c])) / 6;
  return sum;
}
inline double volume_inside(const Mesh& surface) {
  return volume_inside(surface.vertices, surface.triangles.cells);
}

struct SurfaceReport {
  long euler = 0;              // vertices in use - edges + faces: 2 for a sphere
  std::size_t open_edges = 0;  // not shared by just two triangles that pass it in opposite ways
};

inline SurfaceReport inspect_surface(std::span<const Triangle> triangles) {
  std::vector<Index> vertices;
  std::vector<std::pair<Line, bool>> passes;  // along the edge or against it
  for (const auto& t : triangles)
    for (int i = 0; i < 3; ++i) {
      const Index a = t[i], b = t[(i + 1) % 3];
      vertices.push_back(a);
      passes.push_back({{std::min(a, b), std::max(a, b)}, a < b});
    }
  std::ranges::sort(vertices);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  std::ranges::sort(passes);
  SurfaceReport report;
  long edges = 0;
  for (std::size_t i = 0, end = 0; i < passes.size(); i = end) {
    while (end < passes.size() && passes[end].first == passes[i].first) ++end;
    const bool paired = end - i == 2 && passes[i].second != passes[i + 1].second;
    report.open_edges += paired ? 0 : 1;
    ++edges;
  }
  report.euler = static_cast<long>(vertices.size()) - edges + static_cast<long>(triangles.size());
  return report;
}

/// Closed, no edge of more than two faces, neighbours that agree which side is out.
inline bool is_closed_and_consistent(const Mesh& surface) {
  return inspect_surface(surface.triangles.cells).open_edges == 0;
}
inline long euler_characteristic(const Mesh& surface) {
  return inspect_surface(surface.triangles.cells).euler;
}

struct SolidReport {
  double volume = 0;
  double least_volume = 1e300;       // of a tetrahedron
  double least_angle = 180;          // degrees, of a dihedral angle
  double largest_angle = 0;          // degrees
  std::size_t overfull_faces = 0;    // shared by more than two tetrahedra
  std::size_t mismatched_faces = 0;  // not seen from opposite sides by their two tetrahedra
  std::size_t unused_vertices = 0;
  std::size_t components = 0;      // joined by faces
  std::vector<Triangle> boundary;  // the faces of one tetrahedron, outwards
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
};

inline double longest_edge(const Mesh& mesh) {
  double longest = 0;
  for (const auto& t : mesh.tetrahedra.cells)
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < i; ++j)
        longest = std::max(longest, length(mesh.vertices[t[i]] - mesh.vertices[t[j]]));
  return longest;
}

inline double volume_of_tetrahedra(const Mesh& mesh) {
  long double sum = 0;
  for (const auto& [a, b, c, d] : mesh.tetrahedra.cells)
    sum += signed_volume(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c], mesh.vertices[d]);
  return static_cast<double>(sum);
}

/// The faces of a tetrahedron, outwards; face i lies opposite vertex i.
inline std::array<Triangle, 4> outward_faces(const Tetrahedron& t) {
  const auto& [a, b, c, d] = t;
  return {{{b, c, d}, {a, d, c}, {a, b, d}, {a, c, b}}};
}

inline void measure_tetrahedra(const Mesh& mesh, SolidReport& report) {
  report.volume = volume_of_tetrahedra(mesh);
  for (const auto& t : mesh.tetrahedra.cells) {
    const auto at = [&](Index v) { return mesh.vertices[v]; };
    report.least_volume =
        std::min(report.least_volume, signed_volume(at(t[0]), at(t[1]), at(t[2]), at(t[3])));
    std::array<Vec3d, 4> normals;
    std::ranges::transform(outward_faces(t), normals.begin(), [&](const Triangle& f) {
      return normalised(cross(at(f[1]) - at(f[0]), at(f[2]) - at(f[0])));
    });
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j) {
        const double cosine = std::clamp(-dot(normals[i], normals[j]), -1.0, 1.0);
        const double angle = std::acos(cosine) * 180 / std::numbers::pi;
        report.least_angle = std::min(report.least_angle, angle);
        report.largest_angle = std::max(report.largest_angle, angle);
      }
  }
}

inline void match_faces(const Mesh& mesh, SolidReport& report) {
  struct Seen {
    Triangle key;  // sorted
    bool odd;      // whether sorting took an odd number of exchanges
    Triangle face;
    Index tetrahedron;
  };
  std::vector<Seen> seen;
  for (Index t = 0; t < mesh.tetrahedra.size(); ++t)
    for (const Triangle& face : outward_faces(mesh.tetrahedra[t])) {
      Triangle key = face;
      std::ranges::sort(key);
      const auto turned = std::ranges::find(face, key[0]) - face.begin();
      const bool odd = face[static_cast<std::size_t>(turned + 1) % 3] != key[1];
      seen.push_back({key, odd, face, t});
    }
  std::ranges::sort(seen, {}, [](const Seen& s) { return std::tuple(s.key, s.tetrahedron); });

  std::vector<Index> parent(mesh.tetrahedra.size());
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto root = [&](Index t) {
    while (parent[t] != t) t = parent[t] = parent[parent[t]];
    return t;
  };
  for (std::size_t i = 0, end = 0; i < seen.size(); i = end) {
    while (end < seen.size() && seen[end].key == seen[i].key) ++end;
    if (end - i == 1) report.boundary.push_back(seen[i].face);
    if (end - i == 2) {
      parent[root(seen[i].tetrahedron)] = root(seen[i + 1].tetrahedron);
      report.mismatched_faces += seen[i].odd == seen[i + 1].odd ? 1 : 0;
    }
    report.overfull_faces += end - i > 2 ? 1 : 0;
  }
  for (Index t = 0; t < parent.size(); ++t) report.components += parent[t] == t ? 1 : 0;
}

inline SolidReport inspect(const Mesh& mesh) {
  SolidReport report;
  measure_tetrahedra(mesh, report);
  match_faces(mesh, report);
  std::vector<char> used(mesh.vertices.size());
  for (const auto& t : mesh.tetrahedra.cells)
    for (Index v : t) used.at(v) = 1;
  report.unused_vertices = static_cast<std::size_t>(std::ranges::count(used, 0));
  for (const Vec3d& v : mesh.vertices)
    for (int i = 0; i < 3; ++i) {
      report.low[i] = std::min(report.low[i], v[i]);
      report.high[i] = std::max(report.high[i], v[i]);
    }
  return report;
}

/// Expects positive volumes, every vertex in use, no face with more than two tetrahedra, faces seen
/// from opposite sides by their two, and a boundary that encloses exactly the tetrahedra's volume:
/// no cracks, no overlaps.
inline SolidReport expect_conforming(const Mesh& mesh) {
  SolidReport report = inspect(mesh);
  EXPECT_GT(report.least_volume, 0);
  EXPECT_EQ(report.unused_vertices, 0u);
  EXPECT_EQ(report.overfull_faces, 0u);
  EXPECT_EQ(report.mismatched_faces, 0u);
  EXPECT_NEAR(volume_inside(mesh.vertices, report.boundary), report.volume, 1e-9 * report.volume);
  return report;
}

/// Expects a conforming mesh whose boundary has two faces at every edge.
inline SolidReport expect_manifold(const Mesh& mesh) {
  SolidReport report = expect_conforming(mesh);
  EXPECT_EQ(inspect_surface(report.boundary).open_edges, 0u);
  return report;
}

/// Expects the dihedral angles that Labelle and Shewchuk (2007) prove, rounded outwards.
inline void expect_proven_angles(const SolidReport& report) {
  EXPECT_GE(report.least_angle, 10.7);
  EXPECT_LE(report.largest_angle, 164.8);
}

}  // namespace pliant::test
