#pragma once

#include <pliant/mesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <vector>

// Properties of tetrahedral meshes found by brute force, without the library's own topology.

namespace pliant::test {

struct SolidReport {
  double volume = 0;
  double least_volume = 1e300;     // of a tetrahedron
  double least_angle = 180;        // degrees, of a dihedral angle
  double largest_angle = 0;        // degrees
  std::size_t overfull_faces = 0;  // shared by more than two tetrahedra
  std::size_t open_edges = 0;      // of the boundary, not shared by two opposite triangles
  std::size_t unused_vertices = 0;
  std::size_t components = 0;  // joined by faces
  long euler = 0;              // of the boundary
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
};

inline long euler_characteristic(const std::vector<Triangle>& triangles, std::size_t* open_edges) {
  std::set<Index> vertices;
  std::map<Line, std::array<int, 2>> edges;  // uses in either direction
  for (const auto& t : triangles)
    for (int i = 0; i < 3; ++i) {
      const Index a = t[i], b = t[(i + 1) % 3];
      vertices.insert(a);
      ++edges[{std::min(a, b), std::max(a, b)}][a < b ? 0 : 1];
    }
  for (const auto& [edge, uses] : edges) *open_edges += uses != std::array<int, 2>{1, 1};
  return static_cast<long>(vertices.size()) - static_cast<long>(edges.size()) +
         static_cast<long>(triangles.size());
}

inline void measure_angles(const std::array<Vec3d, 4>& x, SolidReport& report) {
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) {
      const int k = i != 0 && j != 0 ? 0 : i != 1 && j != 1 ? 1 : 2, l = 6 - i - j - k;
      const Vec3d axis = normalised(x[j] - x[i]);
      const auto across = [&](const Vec3d& p) {
        const Vec3d d = p - x[i];
        return normalised(d - axis * dot(d, axis));
      };
      const double c = std::clamp(dot(across(x[k]), across(x[l])), -1.0, 1.0);
      const double angle = std::acos(c) * 180 / std::numbers::pi;
      report.least_angle = std::min(report.least_angle, angle);
      report.largest_angle = std::max(report.largest_angle, angle);
    }
}

inline SolidReport inspect(const Mesh& mesh) {
  SolidReport report;
  struct Use {
    Index tetrahedron;
    Triangle face;  // facing outwards
  };
  std::map<Triangle, std::vector<Use>> faces;
  std::vector<bool> used(mesh.vertices.size());
  for (Index t = 0; t < mesh.tetrahedra.size(); ++t) {
    const auto& [a, b, c, d] = mesh.tetrahedra[t];
    const std::array<Vec3d, 4> x{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c],
                                 mesh.vertices[d]};
    const double volume = dot(cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]) / 6;
    report.volume += volume;
    report.least_volume = std::min(report.least_volume, volume);
    measure_angles(x, report);
    for (const Triangle& f : {Triangle{a, c, b}, {a, b, d}, {a, d, c}, {b, c, d}}) {
      Triangle key = f;
      std::ranges::sort(key);
      faces[key].push_back({t, f});
    }
    for (const Index v : {a, b, c, d}) used[v] = true;
  }
  std::vector<Index> parent(mesh.tetrahedra.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](Index t) {
    while (parent[t] != t) t = parent[t] = parent[parent[t]];
    return t;
  };
  std::vector<Triangle> boundary;
  for (const auto& [key, uses] : faces) {
    if (uses.size() == 1) boundary.push_back(uses[0].face);
    if (uses.size() == 2) parent[root(uses[0].tetrahedron)] = root(uses[1].tetrahedron);
    report.overfull_faces += uses.size() > 2;
  }
  for (Index t = 0; t < parent.size(); ++t) report.components += parent[t] == t;
  report.euler = euler_characteristic(boundary, &report.open_edges);
  report.unused_vertices = static_cast<std::size_t>(std::ranges::count(used, false));
  for (const auto& v : mesh.vertices)
    for (int i = 0; i < 3; ++i) {
      report.low[i] = std::min(report.low[i], v[i]);
      report.high[i] = std::max(report.high[i], v[i]);
    }
  return report;
}

}  // namespace pliant::test
