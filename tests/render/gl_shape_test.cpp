#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/gl/font.h"
#include "render/gl/overlay.h"
#include "render/gl/view.h"
#include "support/recordings.h"
#include "support/solids.h"
#include "support/surfaces.h"

namespace pliant {
namespace {

using namespace render::gl;

std::vector<Corner> corners_of(const BodyShape& shape, std::span<const Vec3d> positions) {
  std::vector<Corner> corners;
  shape.fill(positions, {}, {}, corners);
  return corners;
}

Vec3d normal_of(const Corner& c) {
  return {c.normal[0], c.normal[1], c.normal[2]};
}
Vec3d place_of(const Corner& c) {
  return {c.position[0], c.position[1], c.position[2]};
}

TEST(BodyShape, RoundSurfacesAreSmoothAndCubesSharp) {
  const Mesh sphere = test::icosphere(3), cube = test::cube_surface({-1, -1, -1}, 2);
  for (const Corner& c : corners_of(BodyShape(sphere), sphere.vertices))
    EXPECT_GT(dot(normal_of(c), place_of(c)), 0.999);
  for (const Corner& c : corners_of(BodyShape(cube), cube.vertices)) {
    const Vec3d n = normal_of(c);
    EXPECT_NEAR(std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)}), 1, 1e-6);
    EXPECT_NEAR(dot(n, place_of(c)), 1, 1e-6);  // outwards
  }
}

TEST(BodyShape, WhatAbsentTetrahedraLaidOpenIsInside) {
  const Mesh mesh = test::two_tetrahedra();
  Parts parts;
  parts.absent = std::make_shared<std::vector<bool>>(std::vector{false, true});
  const auto corners = corners_of(BodyShape(mesh, parts), mesh.vertices);
  ASSERT_EQ(corners.size(), 12u);  // the faces of one tetrahedron
  const auto inside =
      std::ranges::count(corners, static_cast<std::uint8_t>(FaceKind::inside), &Corner::kind);
  EXPECT_EQ(inside, 3);  // one of them
  parts.shrink = 0.5;
  EXPECT_EQ(BodyShape(mesh, parts).triangle_count(), 4u);
}

TEST(BodyShape, PairsAreTheEdgesOfTheTetrahedraThatAreDrawn) {
  const Mesh mesh = test::two_tetrahedra();
  EXPECT_TRUE(BodyShape(mesh).pairs().empty());
  Parts parts;
  parts.pairs = true;
  const BodyShape both(mesh, parts);
  EXPECT_EQ(both.pairs().size(), 9u);  // three of twelve are shared
  for (const Line& pair : both.pairs()) EXPECT_LT(pair[0], pair[1]);
  parts.absent = std::make_shared<std::vector<bool>>(std::vector{false, true});
  EXPECT_EQ(BodyShape(mesh, parts).pairs().size(), 6u);
}

TEST(BodyShape, FlatTrianglesAndSharedNormalsAddUp) {
  // A pyramid of four blunt faces: its tip has the sum of their areas' vectors.
  Mesh tent;
  tent.vertices = {{1, 0, 1}, {-1, 0, 1}, {-1, 0, -1}, {1, 0, -1}, {0.4, 0.3, 0}};
  tent.triangles.cells = {{1, 0, 4}, {2, 1, 4}, {3, 2, 4}, {0, 3, 4}};
  Vec3d sum;
  for (const Triangle& t : tent.triangles.cells)
    sum +=
        cross(tent.vertices[t[1]] - tent.vertices[t[0]], tent.vertices[t[2]] - tent.vertices[t[0]]);
  int tips = 0;
  for (const Corner& c : corners_of(BodyShape(tent), tent.vertices))
    if (length(place_of(c) - tent.vertices[4]) < 1e-6) {
      ++tips;
      EXPECT_NEAR(length(normal_of(c) - normalised(sum)), 0, 1e-6);
    }
  EXPECT_EQ(tips, 4);
}

TEST(ColourMap, GroupsHaveColoursOfTheirOwn) {
  std::vector<Colour> seen;
  for (int i = 0; i <= 8; ++i) {
    const Colour c = colour_at(ColourMapKind::groups, i / 8.0);
    for (const Colour& other : seen) EXPECT_GT(length(c - other), 0.1f) << i;
    EXPECT_EQ(colour_at(ColourMapKind::groups, i / 8.0 + 0.05), c) << "nothing between";
    seen.push_back(c);
  }
}

TEST(ColourMap, StatesAreToldApartByLightnessAndByBlueAgainstYellow) {
  const auto lightness = [](const Colour& c) { return 0.3f * c.x + 0.6f * c.y + 0.1f * c.z; };
  Colour colours[3];
  for (int i = 0; i < 3; ++i) {
    colours[i] = colour_at(ColourMapKind::states, i / 2.0);
    EXPECT_EQ(colour_at(ColourMapKind::states, i / 2.0 + 0.2), colours[i]) << "nothing between";
  }
  const auto& [asleep, border, active] = colours;
  EXPECT_GT(lightness(border), lightness(asleep) + 0.1f);
  EXPECT_GT(lightness(border), lightness(active) + 0.1f);
  EXPECT_GT(asleep.z - asleep.x, 0.1f);
  EXPECT_LT(active.z - active.x, -0.3f);
}

TEST(BodyShape, VoronoiFacesLieBetweenTheirParticlesAndMoveWithThem) {
  const Mesh mesh = test::grid(2, 1);
  Parts parts;
  parts.surface = false;
  parts.voronoi = VoronoiShown::one_cell;
  parts.voronoi_number = 13;  // in the middle of 27
  const BodyShape shape(mesh, parts);
  ASSERT_GT(shape.triangle_count(), 0u);
  // The cell of a lattice point is the cube around it, moved and scaled as the lattice is.
  Mesh moved = mesh;
  for (Vec3d& p : moved.vertices) p = p * 2.0 + Vec3d{5, 0, 0};
  const Vec3d centre = moved.vertices[13];
  double reach = 0;
  for (const Corner& c : corners_of(shape, moved.vertices)) {
    const Vec3d from = place_of(c) - centre;
    reach = std::max({reach, std::abs(from.x), std::abs(from.y), std::abs(from.z)});
  }
  EXPECT_NEAR(reach, 1, 1e-5);
  parts.voronoi_number = 27;
  EXPECT_THROW(BodyShape(mesh, parts), InputError);
  parts.voronoi = VoronoiShown::one_face;
  parts.voronoi_number = 100000;
  EXPECT_THROW(BodyShape(mesh, parts), InputError);
  parts.voronoi = VoronoiShown::all;
  EXPECT_THROW(BodyShape(test::icosphere(0), parts), InputError);
}

// What is simulated is drawn: the mesh's own diagram, or the kind that is computed.
TEST(BodyShape, TheVoronoiDiagramIsThatOfTheMeshOrTheOneAskedFor) {
  Mesh mesh = test::grid(2, 1, 0.3);
  const auto triangles = [](const Mesh& m, std::optional<VoronoiKind> kind) {
    Parts parts;
    parts.surface = false;
    parts.voronoi = VoronoiShown::all;
    parts.voronoi_kind = kind;
    return BodyShape(m, parts).triangle_count();
  };
  const std::size_t circumcentres = triangles(mesh, VoronoiKind::circumcentre),
                    clipped = triangles(mesh, VoronoiKind::clipped);
  EXPECT_NE(circumcentres, clipped);
  EXPECT_EQ(triangles(mesh, {}), circumcentres);
  mesh.voronoi = voronoi_diagram(TetMesh(mesh), VoronoiKind::clipped);
  EXPECT_EQ(triangles(mesh, {}), clipped);
  EXPECT_EQ(triangles(mesh, VoronoiKind::circumcentre), circumcentres);
  // A diagram that cannot be of this mesh is refused.
  mesh.voronoi->dependencies[0] = {0, 0, 1, 2};
  EXPECT_THROW(triangles(mesh, {}), InputError);
}

TEST(BodyShape, ACutKeepsWholeTetrahedra) {
  const Mesh mesh = test::grid(3, 1);
  Parts parts;
  parts.shrink = 0.9;
  parts.cut = CutAway{{1, 0, 0}, 1.0 / 3};
  const BodyShape shape(mesh, parts);
  EXPECT_EQ(shape.triangle_count(), 4 * mesh.tetrahedra.size() * 2 / 3);
}

TEST(Camera, SeesAllPointsAsLargeAsTheyFit) {
  const Mesh sphere = test::scaled(test::icosphere(2), 0.03);
  for (const double aspect : {0.5, 1.0, 1.8}) {
    Camera camera;
    camera.yaw = 130;
    camera.pitch = -40;
    camera.fit(sphere.vertices, aspect);
    const Matrix m = camera.matrix(aspect, {});
    double most = 0;
    for (const Vec3d& p : sphere.vertices) {
      double clip[4];
      for (int row = 0; row < 4; ++row)
        clip[row] = m.at(row, 0) * p.x + m.at(row, 1) * p.y + m.at(row, 2) * p.z + m.at(row, 3);
      most = std::max({most, std::abs(clip[0] / clip[3]), std::abs(clip[1] / clip[3])});
      EXPECT_LT(std::abs(clip[2]), clip[3]);
    }
    EXPECT_LT(most, 0.95);
    EXPECT_GT(most, 0.7);
  }
}

// With the right half taken, a row of points comes to lie in the left one.
TEST(Camera, LeavesTheShareThatIsTaken) {
  const std::vector<Vec3d> row{{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  Camera camera;
  camera.yaw = camera.pitch = 0;
  camera.fit(row, 1, 1, 0.5);
  const Matrix m = camera.matrix(1, {});
  const auto across = [&](const Vec3d& p) {
    return (m.at(0, 0) * p.x + m.at(0, 2) * p.z + m.at(0, 3)) / (m.at(3, 2) * p.z + m.at(3, 3));
  };
  EXPECT_NEAR(across(row[0]) + across(row[1]), -1, 1e-9);
  EXPECT_LT(across(row[1]), 0);
  EXPECT_GT(across(row[0]), -1);
  camera.fit(row, 10, 1, 0.1);  // room enough beside them
  EXPECT_EQ(camera.shift, 0);
}

TEST(Camera, YawAndPitchSayWhereTheEyeStands) {
  Camera camera;
  camera.yaw = 90;
  camera.pitch = 0;
  EXPECT_NEAR(length(camera.back() - Vec3d{1, 0, 0}), 0, 1e-12);
  camera.pitch = 90;
  EXPECT_NEAR(length(camera.back() - Vec3d{0, 1, 0}), 0, 1e-12);
  EXPECT_NEAR(dot(camera.up(), camera.right()), 0, 1e-12);
}

TEST(Legend, HasRoundTicks) {
  EXPECT_THAT(ticks_between(0, 1).words,
              testing::ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(ticks_between(-42, 61).words,
              testing::ElementsAre("-40", "-20", "0", "20", "40", "60"));
  EXPECT_TRUE(ticks_between(1, 1).words.empty());
  EXPECT_TRUE(ticks_between(0, std::nan("")).words.empty());
}

TEST(Legend, TicksDifferHoweverNarrowTheRange) {
  for (const double middle : {1.0, -1.0, 2.5e6, 4e-4, 1e-9})
    for (const double part : {1e-6, 1e-5, 1e-2}) {
      const double half = std::abs(middle) * part;
      const auto words = ticks_between(middle - half, middle + half).words;
      EXPECT_GE(words.size(), 2u);
      for (std::size_t i = 1; i < words.size(); ++i) EXPECT_NE(words[i - 1], words[i]);
    }
}

TEST(Legend, TextBecomesLetters) {
  EXPECT_EQ(letters_of("\xc2\xb5m\xc2\xb3"), U"\u00b5m\u00b3");
  EXPECT_EQ(letters_of("\xe2\x82\xac!"), U"?!");
  EXPECT_EQ(letters_of("a\xc3"), U"a?");
}

TEST(ColourMap, GoesFromEndToEndInSmallSteps) {
  for (const auto kind : {ColourMapKind::sequential, ColourMapKind::diverging}) {
    for (int i = 0; i < 255; ++i)
      EXPECT_LT(length(colour_at(kind, (i + 1) / 255.0) - colour_at(kind, i / 255.0)), 0.03f);
    EXPECT_EQ(colour_at(kind, -3), colour_at(kind, 0));
    EXPECT_EQ(colour_at(kind, 7), colour_at(kind, 1));
  }
  const Colour middle = colour_at(ColourMapKind::diverging, 0.5);
  EXPECT_GT(std::min({middle.x, middle.y, middle.z}), 0.9f);
}

TEST(Floor, GridsAreRound) {
  const auto spacing = [](double size) { return grid_spacing({{0, 0, 0}, {size, size, size}}); };
  EXPECT_DOUBLE_EQ(spacing(1), 0.5);
  EXPECT_DOUBLE_EQ(spacing(0.2), 0.1);
  EXPECT_DOUBLE_EQ(spacing(40), 20);
  EXPECT_EQ(grid_spacing({}), 1);
}

}  // namespace
}  // namespace pliant
