#pragma once

#include <gtest/gtest.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

namespace pliant::test {

struct AngleRange {
  double least = 180, greatest = 0;  ///< degrees
};

/// The least and the greatest dihedral angle of all tetrahedra.
inline AngleRange dihedral_angles(const Mesh& mesh) {
  AngleRange range;
  for (const auto& t : mesh.tetrahedra.cells) {
    Vec3d normal[4];
    for (int side = 0; side < 4; ++side) {
      const Triangle f = face_of(t, side);
      const Vec3d a = mesh.vertices[f[0]];
      normal[side] = normalised(cross(mesh.vertices[f[1]] - a, mesh.vertices[f[2]] - a));
    }
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j) {
        const double cosine = std::clamp(-dot(normal[i], normal[j]), -1.0, 1.0);
        const double angle = std::acos(cosine) * 180 / std::numbers::pi;
        range.least = std::min(range.least, angle);
        range.greatest = std::max(range.greatest, angle);
      }
  }
  return range;
}

inline double volume_of_tetrahedra(const Mesh& mesh) {
  double sum = 0;
  for (const auto& [a, b, c, d] : mesh.tetrahedra.cells)
    sum += signed_volume(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c], mesh.vertices[d]);
  return sum;
}

/// By the divergence theorem.
inline double volume_inside(const std::vector<Vec3d>& vertices,
                            const std::vector<Triangle>& triangles) {
  double sum = 0;
  for (const auto& [a, b, c] : triangles)
    sum += dot(vertices[a], cross(vertices[b], vertices[c])) / 6;
  return sum;
}

/// The faces that only one tetrahedron has. Expects positive volumes, every vertex in use, no face
/// with more than two tetrahedra, faces seen from opposite sides by their two tetrahedra, and a
/// boundary that encloses exactly the tetrahedra's volume: no cracks, no overlaps.
inline std::vector<Triangle> expect_conforming(const Mesh& mesh) {
  struct Seen {
    Triangle key;
    bool odd;
    Triangle face;
  };
  std::vector<Seen> faces;
  std::vector<char> used(mesh.vertices.size());
  bool positive = true;
  for (const auto& t : mesh.tetrahedra.cells) {
    for (Index v : t) used.at(v) = 1;
    positive = positive && signed_volume(mesh.vertices[t[0]], mesh.vertices[t[1]],
                                         mesh.vertices[t[2]], mesh.vertices[t[3]]) > 0;
    for (int side = 0; side < 4; ++side) {
      Seen seen{face_of(t, side), false, face_of(t, side)};
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2 - i; ++j)
          if (seen.key[j] > seen.key[j + 1]) {
            std::swap(seen.key[j], seen.key[j + 1]);
            seen.odd = !seen.odd;
          }
      faces.push_back(seen);
    }
  }
  EXPECT_TRUE(positive);
  EXPECT_EQ(std::ranges::count(used, 0), 0);
  std::ranges::sort(faces, {}, &Seen::key);
  std::vector<Triangle> boundary;
  bool paired = true;
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t end = i + 1;
    while (end < faces.size() && faces[end].key == faces[i].key) ++end;
    if (end - i == 1) boundary.push_back(faces[i].face);
    paired = paired && (end - i == 1 || (end - i == 2 && faces[i].odd != faces[i + 1].odd));
    i = end;
  }
  EXPECT_TRUE(paired);
  const double volume = volume_of_tetrahedra(mesh);
  EXPECT_NEAR(volume_inside(mesh.vertices, boundary), volume, 1e-9 * volume);
  return boundary;
}

/// Expects every edge of a surface to have two triangles that pass it in opposite directions.
inline void expect_manifold(const std::vector<Triangle>& boundary) {
  std::map<std::pair<Index, Index>, int> passes;
  for (const auto& t : boundary)
    for (int i = 0; i < 3; ++i) ++passes[{t[i], t[(i + 1) % 3]}];
  bool manifold = true;
  for (const auto& [edge, count] : passes) {
    const auto reverse = passes.find({edge.second, edge.first});
    manifold = manifold && count == 1 && reverse != passes.end() && reverse->second == 1;
  }
  EXPECT_TRUE(manifold);
}

}  // namespace pliant::test
