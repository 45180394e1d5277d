#pragma once

#include <gtest/gtest.h>
#include <pliant/voronoi.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "support/solid_checks.h"
#include "support/solids.h"

namespace pliant::test {

inline double sum(std::span<const double> values) {
  long double total = 0;
  for (double v : values) total += v;
  return static_cast<double>(total);
}

using Pair = std::array<Index, 2>;
inline std::map<Pair, Vec3d> area_by_pair(const VoronoiDiagram& diagram) {
  std::map<Pair, Vec3d> areas;
  for (std::size_t f = 0; f < diagram.face_particles.size(); ++f)
    areas[diagram.face_particles[f]] += face_area_vector(diagram, f);
  return areas;
}

inline void expect_sound_lists(const TetMesh& mesh, const VoronoiDiagram& d) {
  ASSERT_EQ(d.vertices.size(), d.dependencies.size());
  ASSERT_EQ(d.face_particles.size(), d.face_vertices.size());
  ASSERT_EQ(d.cell_faces.size(), mesh.vertices().size());
  ASSERT_EQ(d.face_vertices.offsets.back(), d.face_vertices.items.size());
  EXPECT_EQ(d.cell_faces.items.size(), 2 * d.face_particles.size());
  for (std::size_t f = 0; f < d.face_particles.size(); ++f) {
    const auto [p, q] = d.face_particles[f];
    ASSERT_LT(p, q);
    ASSERT_LT(q, mesh.vertices().size());
    ASSERT_GE(d.face_vertices[f].size(), 3u);
    for (Index v : d.face_vertices[f]) ASSERT_LT(v, d.vertices.size());
  }
  for (Index p = 0; p < d.cell_faces.size(); ++p)
    for (Index f : d.cell_faces[p])
      ASSERT_TRUE(d.face_particles[f][0] == p || d.face_particles[f][1] == p);
}

inline std::set<Index> boundary_particles(const TetMesh& mesh) {
  std::set<Index> set;
  for (const auto& f : mesh.boundary()) set.insert(f.begin(), f.end());
  return set;
}

// What must hold for the clipped diagram of any mesh.
inline void expect_restricted_voronoi(const TetMesh& mesh, const ClippedVoronoi& result) {
  const VoronoiDiagram& d = result.diagram;
  expect_sound_lists(mesh, d);
  EXPECT_NEAR(sum(result.cell_volumes) / volume_of_tetrahedra(mesh.mesh()), 1, 1e-12);
  for (double v : result.cell_volumes) EXPECT_GE(v, 0);
  std::set<Tetrahedron> tetrahedra(mesh.tetrahedra().begin(), mesh.tetrahedra().end());
  double outside = 0;
  for (std::size_t v = 0; v < d.vertices.size(); ++v) {
    EXPECT_TRUE(tetrahedra.contains(d.dependencies[v]));
    for (double w : barycentric(mesh.vertices(), d, v)) outside = std::max({outside, -w, w - 1});
  }
  EXPECT_EQ(outside, 0);
  double off_bisector = 0;
  for (std::size_t f = 0; f < d.face_particles.size(); ++f) {
    const Vec3d p = mesh.vertices()[d.face_particles[f][0]];
    const Vec3d q = mesh.vertices()[d.face_particles[f][1]];
    for (Index v : d.face_vertices[f]) {
      EXPECT_EQ(d.dependencies[v], d.dependencies[d.face_vertices[f][0]]);
      const double to_p = length(d.vertices[v] - p);
      const double to_q = length(d.vertices[v] - q);
      off_bisector = std::max(off_bisector, std::abs(to_p - to_q) / to_p);
    }
    EXPECT_GT(dot(face_area_vector(d, f), q - p), 0);
  }
  EXPECT_LT(off_bisector, 1e-9);
}

// Keeps the part of a polygon that is nearer to p than to q.
inline std::vector<Vec3d> nearer_part(const std::vector<Vec3d>& polygon, const Vec3d& p,
                                      const Vec3d& q) {
  const auto value = [&](const Vec3d& x) { return dot(p - q, (x - p) + (x - q)); };
  std::vector<Vec3d> kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3d a = polygon[k];
    const Vec3d b = polygon[(k + 1) % polygon.size()];
    const double fa = value(a);
    const double fb = value(b);
    if (fa >= 0) kept.push_back(a);
    if ((fa > 0 && fb < 0) || (fa < 0 && fb > 0)) kept.push_back(a + (b - a) * (fa / (fa - fb)));
  }
  return kept;
}

// For each particle the area vector of its share of the surface. Every vertex that can own some of
// a triangle is tried: whoever owns a point is no farther from it than the triangle's corners.
inline std::vector<Vec3d> surface_shares(const TetMesh& mesh) {
  const auto x = mesh.vertices();
  std::vector<Vec3d> shares(x.size());
  std::vector<Index> near;
  for (const Triangle& f : mesh.boundary()) {
    const std::vector<Vec3d> triangle{x[f[0]], x[f[1]], x[f[2]]};
    const Vec3d centre = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
    double size = 0;
    for (int i = 0; i < 3; ++i) size = std::max(size, length(triangle[i] - triangle[(i + 1) % 3]));
    near.clear();
    for (Index v = 0; v < x.size(); ++v)
      if (squared_length(x[v] - centre) < 2 * size * size) near.push_back(v);
    for (Index p : near) {
      std::vector<Vec3d> polygon = triangle;
      for (Index q : near)
        if (q != p) polygon = nearer_part(polygon, x[p], x[q]);
      for (std::size_t k = 2; k < polygon.size(); ++k)
        shares[p] += cross(polygon[k - 1] - polygon[0], polygon[k] - polygon[0]) / 2.0;
    }
  }
  return shares;
}

// By Gauss the area vectors of a closed cell add up to zero: those of its faces, and its share of
// the surface.
inline void expect_closed_cells(const TetMesh& mesh, const VoronoiDiagram& d,
                                double tolerance = 1e-10) {
  const std::vector<Vec3d> shares = surface_shares(mesh);
  double gap = 0;
  for (Index p = 0; p < d.cell_faces.size(); ++p) {
    Vec3d total = shares[p];
    double area = length(shares[p]);
    for (Index f : d.cell_faces[p]) {
      const Vec3d a = face_area_vector(d, f);
      total += d.face_particles[f][0] == p ? a : -a;
      area += length(a);
    }
    ASSERT_GT(area, 0);
    gap = std::max(gap, length(total) / area);
  }
  EXPECT_LT(gap, tolerance);
}

}  // namespace pliant::test
