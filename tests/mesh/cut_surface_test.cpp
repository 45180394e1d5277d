#include "mesh/cut_surface.h"

#include <gtest/gtest.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "support/surfaces.h"

namespace pliant {
namespace {

// A sphere in a block of tetrahedra, of which those across the plane x = 0 are gone.
class CutSurface : public testing::Test {
 protected:
  static constexpr double radius = 0.35;

  void SetUp() override {
    Mesh block = make_shape("cube", {{"cells", 6}});
    Vec3d middle;
    for (const Vec3d& p : block.vertices) middle += p / static_cast<double>(block.vertices.size());
    for (Vec3d& p : block.vertices) p = (p - middle) / size_of(block);
    solid.emplace(std::move(block));
    const Mesh sphere = test::scaled(test::icosphere(3), radius);
    whole.emplace(EmbeddedSurface{sphere, Embedding(sphere.vertices, *solid)});
    for (const Tetrahedron& t : solid->tetrahedra()) {
      bool left = false, right = false;
      for (const Index v : t) (solid->vertices()[v].x < 0.02 ? left : right) = true;
      absent.push_back(left && right);
    }
  }

  static double size_of(const Mesh& mesh) {
    double low = mesh.vertices[0].x, high = low;
    for (const Vec3d& p : mesh.vertices) {
      low = std::min(low, p.x);
      high = std::max(high, p.x);
    }
    return high - low;
  }

  std::optional<TetMesh> solid;
  std::optional<EmbeddedSurface> whole;
  std::vector<bool> absent;
};

Vec3d area_of(const Mesh& mesh, std::size_t t) {
  const auto& [a, b, c] = mesh.triangles[t];
  return 0.5 * cross(mesh.vertices[b] - mesh.vertices[a], mesh.vertices[c] - mesh.vertices[a]);
}

TEST_F(CutSurface, HangsInWhatIsLeftAlone) {
  const EmbeddedSurface cut = cut_surface(*whole, solid->mesh(), absent);
  ASSERT_GT(std::ranges::count(absent, true), 0);
  for (const Triangle& t : cut.surface.triangles.cells)
    for (const Index v : t) EXPECT_FALSE(absent[cut.embedding.tetrahedra()[v]]);
  const auto places = cut.positions(solid->vertices());
  for (std::size_t v = 0; v < places.size(); ++v)
    EXPECT_LT(length(places[v] - cut.surface.vertices[v]), 1e-12);
}

TEST_F(CutSurface, HasAnInnerFaceOnEachSide) {
  const EmbeddedSurface cut = cut_surface(*whole, solid->mesh(), absent);
  const Appearance& look = *cut.surface.appearance;
  ASSERT_EQ(look.materials.back().name, inside_material);
  double to_the_right = 0, to_the_left = 0;
  Vec3d all;
  for (std::size_t t = 0; t < cut.surface.triangles.size(); ++t) {
    const Vec3d area = area_of(cut.surface, t);
    all += area;
    if (look.triangle_materials[t] == no_index) continue;
    (area.x > 0 ? to_the_right : to_the_left) += std::abs(area.x);
    Vec3d centre;
    for (const Index v : cut.surface.triangles[t]) centre += cut.surface.vertices[v] / 3.0;
    EXPECT_LT(length(centre), radius);
  }
  // Each is a disc of the sphere, seen along the cut; a lattice of six has layers of a sixth.
  const double disc = std::numbers::pi * radius * radius;
  EXPECT_NEAR(to_the_right, disc, 0.25 * disc);
  EXPECT_NEAR(to_the_left, disc, 0.25 * disc);
  // What is left is nearly closed: outer and inner faces cancel.
  EXPECT_LT(length(all), 0.1 * disc);
}

TEST_F(CutSurface, IsWholeWhereNothingIsGone) {
  const EmbeddedSurface cut =
      cut_surface(*whole, solid->mesh(), std::vector<bool>(absent.size(), false));
  EXPECT_EQ(cut.surface.triangles, whole->surface.triangles);
  EXPECT_EQ(cut.surface.vertices, whole->surface.vertices);
}

}  // namespace
}  // namespace pliant
