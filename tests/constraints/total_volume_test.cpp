#include "constraints/total_volume.h"

#include <gtest/gtest.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>
#include <pliant/topology.h>

namespace pliant {
namespace {

std::vector<Triangle> surface_of(const TetMesh& mesh) {
  return {mesh.boundary().begin(), mesh.boundary().end()};
}

/// 6 B of each vertex of a surface, along its walk.
std::vector<Vec3d> along_walks(const SurfaceRings& rings, std::span<const Vec3d> x) {
  std::vector<Vec3d> out(x.size());
  for (std::size_t i = 0; i < rings.vertices.size(); ++i)
    for (std::size_t k = rings.begin[i]; k + 1 < rings.begin[i + 1]; ++k)
      add_triangle(out[rings.vertices[i]], x[rings.walks[k]] - x[rings.vertices[i]],
                   x[rings.walks[k + 1]] - x[rings.vertices[i]]);
  return out;
}
std::vector<Vec3d> by_triangles(std::span<const Triangle> surface, std::span<const Vec3d> x) {
  std::vector<Vec3d> out(x.size());
  for (const Triangle& t : surface)
    for (std::size_t i = 0; i < 3; ++i) out[t[i]] += cross(x[t[(i + 1) % 3]], x[t[(i + 2) % 3]]);
  return out;
}
void expect_same(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(length(a[i] - b[i]), 1e-13) << i;
}

TEST(TotalVolume, IsTheSumOfTheTetrahedraWhereverTheBodyIs) {
  const TetMesh mesh(make_shape("sphere", {{"cells", 3}}));
  const std::vector<Vec3d> rest(mesh.vertices().begin(), mesh.vertices().end());
  EXPECT_NEAR(enclosed_volume(mesh.boundary(), rest), mesh.volume(), 1e-14);
  std::vector<Vec3d> far = rest;
  for (Vec3d& p : far) p += Vec3d{1000, -2000, 500};
  EXPECT_NEAR(enclosed_volume(mesh.boundary(), far), mesh.volume(), 1e-9);
}

TEST(TotalVolume, WalksPassEveryTriangle) {
  const TetMesh mesh(make_shape("sphere", {{"cells", 3}}));
  const std::vector<Triangle> surface = surface_of(mesh);
  const SurfaceRings rings = rings_of(surface);
  EXPECT_EQ(rings.walks.size(), 3 * surface.size() + rings.vertices.size());
  expect_same(along_walks(rings, mesh.vertices()), by_triangles(surface, mesh.vertices()));
}

// Two tetrahedra that meet in a vertex, or in an edge: several fans round a vertex.
TEST(TotalVolume, WalksPassAllFansOfAVertex) {
  const std::vector<Vec3d> x = {{0, 0, 0},    {1, 0, 0},    {0, 1.1, 0}, {0.1, 0, 1},
                                {-1, 0.2, 0}, {0, -1.2, 0}, {0, 0, -1.3}};
  const auto faces = [](const Tetrahedron& t) {
    return std::vector<Triangle>{face_of(t, 0), face_of(t, 1), face_of(t, 2), face_of(t, 3)};
  };
  for (const Tetrahedron& other : {Tetrahedron{0, 4, 5, 6}, Tetrahedron{0, 1, 5, 6}}) {
    std::vector<Triangle> surface = faces({0, 1, 2, 3});
    for (const Triangle& t : faces(other)) surface.push_back(t);
    EXPECT_TRUE(open_edges(surface).empty());
    expect_same(along_walks(rings_of(surface), x), by_triangles(surface, x));
  }
}

TEST(TotalVolume, OpenEdgesAreFound) {
  const TetMesh mesh(make_shape("cube", {{"cells", 2}}));
  std::vector<Triangle> surface = surface_of(mesh);
  EXPECT_TRUE(open_edges(surface).empty());
  const Triangle gone = surface.back();
  surface.pop_back();
  EXPECT_EQ(open_edges(surface).size(), 3u);
  surface.push_back({gone[1], gone[0], gone[2]});
  EXPECT_EQ(open_edges(surface).size(), 3u) << "turned round";
}

}  // namespace
}  // namespace pliant
