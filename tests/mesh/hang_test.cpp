#include "mesh/hang.h"

#include <gtest/gtest.h>
#include <pliant/quality.h>

#include "mesh/open_edges.h"
#include "support/surfaces.h"

namespace pliant {
namespace {

// With a normal at each vertex that agrees with the triangles, and texture points by vertex.
Mesh ball_with_look(bool inside_out) {
  Mesh mesh = test::octasphere(1, 2);
  Appearance& look = mesh.appearance.emplace();
  for (const Vec3d& v : mesh.vertices) {
    look.normals.push_back(inside_out ? -v : v);
    look.texture_points.push_back({v.x, v.y});
  }
  for (Triangle& t : mesh.triangles.cells) {
    if (inside_out) std::swap(t[1], t[2]);
    look.normal_corners.push_back({t[0], t[1], t[2]});
    look.texture_corners.push_back({t[0], t[1], t[2]});
  }
  return mesh;
}

TEST(FaceOutwards, TurnsAClosedSurfaceThatFacesInwardsWithItsLook) {
  Mesh mesh = ball_with_look(true);
  face_outwards(mesh);
  EXPECT_GT(enclosed_volume(mesh.vertices, mesh.triangles.cells), 3);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d& v = mesh.vertices[mesh.triangles[t][k]];
      EXPECT_GT(dot(mesh.appearance->normals[mesh.appearance->normal_corners[t][k]], v), 0.99);
      EXPECT_EQ(mesh.appearance->texture_points[mesh.appearance->texture_corners[t][k]][0], v.x);
    }
}

TEST(FaceOutwards, LeavesNormalsThatFaceOutwardsAlready) {
  Mesh mesh = ball_with_look(true);
  for (Vec3d& n : mesh.appearance->normals) n = -n;
  face_outwards(mesh);
  EXPECT_EQ(mesh.appearance->normals[5], mesh.vertices[5]);
}

TEST(FaceOutwards, LeavesWhatFacesOutwardsOrHasHoles) {
  Mesh mesh = ball_with_look(false);
  const Mesh before = mesh;
  face_outwards(mesh);
  EXPECT_EQ(mesh, before);
  Mesh open = test::octasphere(1, 2);
  for (Triangle& t : open.triangles.cells) std::swap(t[1], t[2]);
  open.triangles.cells.pop_back();
  const Mesh as_given = open;
  face_outwards(open);
  EXPECT_EQ(open, as_given);
}

TEST(OpenEdges, OfAHoleAndOfSeams) {
  Mesh mesh = test::cube_surface();
  EXPECT_EQ(open_edges(mesh).count, 0u);
  // Every corner a vertex of its own, as files along seams have it.
  Mesh loose;
  for (const Triangle& t : mesh.triangles.cells) {
    const auto first = static_cast<Index>(loose.vertices.size());
    for (Index v : t) loose.vertices.push_back(mesh.vertices[v]);
    loose.triangles.cells.push_back({first, first + 1, first + 2});
  }
  EXPECT_EQ(open_edges(loose).count, 0u);
  const Triangle gone = loose.triangles.cells.back();
  loose.triangles.cells.pop_back();
  const OpenEdges open = open_edges(loose);
  EXPECT_EQ(open.count, 3u);
  double around = 0;
  for (std::size_t k = 0; k < 3; ++k)
    around += length(loose.vertices[gone[k]] - loose.vertices[gone[(k + 1) % 3]]);
  EXPECT_NEAR(open.length, around, 1e-12);
}

}  // namespace
}  // namespace pliant
