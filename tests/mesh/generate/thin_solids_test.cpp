#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/generate.h>
#include <pliant/shapes.h>

#include <string>

#include "support/solid_checks.h"
#include "support/surfaces.h"

namespace pliant {
namespace {

Mesh stretched_sphere(const Vec3d& factor) {
  Mesh mesh = make_shape("icosphere", {{"levels", 3}});
  for (Vec3d& v : mesh.vertices) v = {v.x * factor.x, v.y * factor.y, v.z * factor.z};
  return mesh;
}

bool any_note(const Notes& notes, std::string_view part) {
  return std::ranges::any_of(
      notes, [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

std::string refusal(const Mesh& surface, const MesherOptions& options = {}) {
  try {
    tetrahedralise(surface, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

double share_of_volume(const Mesh& mesh, const Mesh& surface) {
  return test::volume_of_tetrahedra(mesh) /
         test::volume_inside(surface.vertices, surface.triangles.cells);
}

TEST(ThinSolids, GetAsManyTetrahedraAsAskedAndANote) {
  for (const Vec3d& factor : {Vec3d{1, 0.01, 1}, {1, 0.01, 0.01}, {0.01, 1, 0.01}})
    for (std::size_t wanted : {5000, 20000}) {
      const Mesh surface = stretched_sphere(factor);
      Notes notes;
      const Mesh mesh = tetrahedralise(surface, {.tetrahedra = wanted}, &notes);
      const double ratio =
          static_cast<double>(mesh.tetrahedra.size()) / static_cast<double>(wanted);
      EXPECT_NEAR(ratio, 1, 0.1) << factor.x << ' ' << factor.y << ' ' << wanted;
      EXPECT_EQ(std::abs(share_of_volume(mesh, surface) - 1) > 0.01, any_note(notes, "too thin"));
    }
}

TEST(ThinSolids, StopAtTheMostTetrahedraByDefault) {
  const Mesh surface = stretched_sphere({1, 0.02, 1});
  Notes notes;
  const Mesh mesh = tetrahedralise(surface, {}, &notes);
  EXPECT_LE(mesh.tetrahedra.size(), most_default_tetrahedra);
  EXPECT_GE(mesh.tetrahedra.size(), most_default_tetrahedra * 8 / 10);
  EXPECT_TRUE(any_note(notes, "less volume"));
}

TEST(ThinSolids, PlatesComeOutExactlyWithOneLayerOfCubes) {
  const Mesh surface = test::box_surface({0, 0, 0}, {1, 0.01, 1});
  Notes notes;
  const Mesh mesh = tetrahedralise(surface, {}, &notes);
  EXPECT_NEAR(share_of_volume(mesh, surface), 1, 1e-9);
  EXPECT_TRUE(notes.empty());
}

// All of a plate turns up at once when the cubes become short enough.
TEST(ThinSolids, NoteACountThatCannotBeMet) {
  const Mesh surface = test::box_surface({0, 0, 0}, {1, 0.01, 1});
  Notes notes;
  const Mesh mesh = tetrahedralise(surface, {.tetrahedra = 500}, &notes);
  EXPECT_GT(mesh.tetrahedra.size(), 5000U);
  EXPECT_TRUE(any_note(notes, "500 tetrahedra were asked for"));
}

TEST(ThinSolids, AreToldWhichEdgesWouldDo) {
  const Mesh surface = stretched_sphere({1, 0.01, 1});
  const std::string message = refusal(surface, {.edge = 0.3});
  const auto at = message.find("use edges of ");
  ASSERT_NE(at, std::string::npos) << message;
  const double edge = std::stod(message.substr(at + 13));
  EXPECT_FALSE(tetrahedralise(surface, {.edge = edge}).tetrahedra.empty());
}

TEST(ThinSolids, AreRefusedWhereNoLatticeIsFineEnough) {
  for (double thickness : {1e-6, 1e-12, 1e-200})
    for (std::size_t wanted : {0, 1000})
      EXPECT_NE(refusal(stretched_sphere({1, thickness, 1}), {.tetrahedra = wanted}), "");
}

TEST(SolidsOfAnySize, AreFilledAlike) {
  const Mesh usual = tetrahedralise(stretched_sphere({1, 1, 1}), {.tetrahedra = 3000});
  for (double scale : {1e-150, 1e-100, 1e100, 1e150}) {
    const Mesh surface = stretched_sphere({scale, scale, scale});
    Mesh mesh = tetrahedralise(surface, {.tetrahedra = 3000});
    EXPECT_NEAR(static_cast<double>(mesh.tetrahedra.size()), 3000, 300);
    for (Vec3d& v : mesh.vertices) v = v / scale;
    EXPECT_NEAR(test::volume_of_tetrahedra(mesh) / test::volume_of_tetrahedra(usual), 1, 0.01);
    EXPECT_FALSE(tetrahedralise(surface).tetrahedra.empty());
    EXPECT_FALSE(tetrahedralise(surface, {.edge = 0.1 * scale}).tetrahedra.empty());
  }
}

TEST(SolidsOfAnySize, AreFilledAlikeByAFunction) {
  for (double scale : {1e-150, 1e150}) {
    const Implicit box{[=](const Vec3d& p) {
                         return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) - scale;
                       },
                       Vec3d{-2, -2, -2} * scale, Vec3d{2, 2, 2} * scale};
    Mesh mesh = tetrahedralise(box, {.edge = scale / 4});
    for (Vec3d& v : mesh.vertices) v = v / scale;
    EXPECT_NEAR(test::volume_of_tetrahedra(mesh), 8, 1e-6);
  }
}

TEST(SolidsOfAnySize, AreRefusedNearTheEndsOfTheNumbers) {
  for (double scale : {1e-310, 1e307})
    EXPECT_NE(refusal(stretched_sphere({scale, scale, scale})), "") << scale;
}

TEST(WhatCannotBeFilled, IsSaidPlainly) {
  Mesh solid;
  solid.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  solid.tetrahedra.cells = {{0, 1, 2, 3}};
  EXPECT_NE(refusal(solid).find("already consists of 1 tetrahedron"), std::string::npos);

  Mesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  sheet.triangles.cells = {{0, 1, 2}, {2, 1, 3}};
  EXPECT_NE(refusal(sheet).find("encloses no volume"), std::string::npos);
  for (Vec3d& v : sheet.vertices) v.y = v.x + 0.3 * v.z;
  EXPECT_NE(refusal(sheet).find("encloses no volume"), std::string::npos);
}

TEST(WhatCannotBeFilled, PartsThatFaceOppositeWaysAreNoted) {
  Mesh surface = test::octasphere(1, 3);
  const std::size_t first = surface.vertices.size();
  for (std::size_t v = 0; v < first; ++v)
    surface.vertices.push_back(surface.vertices[v] + Vec3d{3, 0.1, 0.2});
  for (auto [a, b, c] : std::vector(surface.triangles.cells)) {
    const auto shift = static_cast<Index>(first);
    surface.triangles.cells.push_back({a + shift, c + shift, b + shift});
  }
  Notes notes;
  tetrahedralise(surface, {.edge = 0.2}, &notes);
  EXPECT_TRUE(any_note(notes, "no net volume"));
  for (const std::string& note : notes) EXPECT_EQ(note.find('%'), std::string::npos) << note;
}

TEST(Edges, AreAtMostHalfAsLongAgainAsTheCubes) {
  for (double turn : {0.0, 0.3, 0.7}) {
    Mesh surface = test::box_surface({0, 0, 0}, {1, 0.6, 0.8});
    for (Vec3d& v : surface.vertices)
      v = {v.x * std::cos(turn) - v.y * std::sin(turn), v.x * std::sin(turn) + v.y * std::cos(turn),
           v.z + 0.2 * v.x};
    for (const Mesh& shape : {surface, test::octasphere(0.5, 4)}) {
      const double edge = 0.05;
      const Mesh mesh = tetrahedralise(shape, {.edge = edge});
      double longest = 0;
      for (const auto& t : mesh.tetrahedra.cells)
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < i; ++j)
            longest = std::max(longest, length(mesh.vertices[t[i]] - mesh.vertices[t[j]]));
      EXPECT_LE(longest, 1.58 * edge);
      RecordProperty("longest", std::to_string(longest / edge));
    }
  }
}

}  // namespace
}  // namespace pliant
