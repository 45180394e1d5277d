#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/generate.h>
#include <pliant/quality.h>

#include <limits>

#include "base/parallel.h"
#include "support/solid_checks.h"
#include "support/surfaces.h"

namespace pliant {
namespace {

bool any_note(const Notes& notes, std::string_view part) {
  return std::ranges::any_of(
      notes, [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

TEST(Tetrahedralise, FillsASphereWithoutNotes) {
  const Mesh surface = test::octasphere(2, 4);
  Notes notes;
  const Mesh mesh = tetrahedralise(surface, {}, &notes);
  EXPECT_TRUE(notes.empty());
  const auto report = test::expect_manifold(mesh);
  EXPECT_NEAR(report.volume / test::volume_inside(surface), 1, 0.005);
  test::expect_proven_angles(report);
}

TEST(Tetrahedralise, VerticesOfTheBoundaryLieOnTheSurface) {
  const Mesh surface = test::octasphere(1, 4);
  const Mesh mesh = tetrahedralise(surface, {.edge = 0.1});
  for (const auto& t : test::expect_conforming(mesh).boundary)
    for (Index v : t) {
      // Facets of this sphere sink at most this deep below it.
      EXPECT_LT(length(mesh.vertices[v]), 1 + 1e-9);
      EXPECT_GT(length(mesh.vertices[v]), 0.994);
    }
}

TEST(Tetrahedralise, BoxesComeOutExactly) {
  const Mesh surface = test::box_surface({-2, 0, -0.5}, {2, 1, 0.5});
  const Mesh mesh = tetrahedralise(surface);
  EXPECT_NEAR(test::expect_manifold(mesh).volume, 4, 1e-9);
}

class RealSurface : public testing::TestWithParam<const char*> {};

TEST_P(RealSurface, KeepsItsVolumeByDefault) {
  PLIANT_NEEDS_MODELS();
  const Mesh surface = test::model_surface(GetParam());
  const auto report = test::expect_conforming(tetrahedralise(surface));
  EXPECT_NEAR(report.volume / enclosed_volume(surface.vertices, surface.triangles.cells), 1, 0.01);
  test::expect_proven_angles(report);
}

INSTANTIATE_TEST_SUITE_P(Models, RealSurface, testing::ValuesIn(test::model_surfaces),
                         [](const auto& test) { return std::string(test.param); });

TEST(Tetrahedralise, MakesAboutAsManyTetrahedraAsAsked) {
  PLIANT_NEEDS_MODELS();
  const Mesh surface = test::model_surface("bunny");
  for (std::size_t count : {1000, 10000, 60000})
    for (bool graded : {false, true}) {
      const Mesh mesh = tetrahedralise(surface, {.tetrahedra = count, .graded = graded});
      EXPECT_NEAR(static_cast<double>(mesh.tetrahedra.size()) / static_cast<double>(count), 1, 0.1);
    }
}

TEST(Tetrahedralise, ProgressGrowsToOne) {
  double last = 0;
  MesherOptions options{.tetrahedra = 30000};
  options.progress = [&](double fraction, std::string_view) {
    EXPECT_GE(fraction, last);
    last = fraction;
  };
  tetrahedralise(test::octasphere(1, 3), options);
  EXPECT_EQ(last, 1);
}

TEST(Tetrahedralise, ThreadsDoNotChangeAnything) {
  const Mesh surface = test::octasphere(1, 4);
  for (bool graded : {false, true}) {
    const MesherOptions options{.edge = 0.06, .graded = graded};
    const Mesh threaded = tetrahedralise(surface, options);
    const SerialScope serial;
    EXPECT_EQ(threaded, tetrahedralise(surface, options));
  }
}

TEST(Tetrahedralise, FillsASphereWithAHole) {
  Mesh surface = test::octasphere(1, 5);
  std::erase_if(surface.triangles.cells, [&](const Triangle& t) {
    return surface.vertices[t[0]].z > 0.95;  // a cap of 1.8 % of the volume at most
  });
  Notes notes;
  const Mesh mesh = tetrahedralise(surface, {.edge = 0.07}, &notes);
  EXPECT_TRUE(any_note(notes, "not closed"));
  const auto report = test::expect_manifold(mesh);
  EXPECT_NEAR(report.volume, 4 * std::numbers::pi / 3, 0.02 * 4.19);
  test::expect_proven_angles(report);
}

TEST(Tetrahedralise, TurnsInsideOutSurfacesRound) {
  Mesh surface = test::octasphere(1, 3);
  const Mesh expected = tetrahedralise(surface, {.edge = 0.2});
  for (Triangle& t : surface.triangles.cells) std::swap(t[0], t[1]);
  Notes notes;
  const Mesh mesh = tetrahedralise(surface, {.edge = 0.2}, &notes);
  EXPECT_TRUE(any_note(notes, "inwards"));
  EXPECT_EQ(mesh.tetrahedra.size(), expected.tetrahedra.size());
}

TEST(Tetrahedralise, SaysThatThinPartsAreLost) {
  Mesh surface = test::octasphere(1, 4);
  test::append(surface, test::octasphere(0.02, 2), {1.5, 0, 0});
  Notes notes;
  tetrahedralise(surface, {.edge = 0.2}, &notes);
  EXPECT_TRUE(any_note(notes, "2 pieces"));
  notes.clear();
  const Mesh plate = test::box_surface({0, 0, 0}, {1, 1, 0.013});
  EXPECT_THROW(tetrahedralise(plate, {.edge = 0.3}, &notes), InputError);
}

TEST(Tetrahedralise, KeepsCavitiesAndUnitesOverlappingParts) {
  Mesh hollow = test::octasphere(1, 4);
  Mesh inner = test::octasphere(0.5, 4);
  for (Triangle& t : inner.triangles.cells) std::swap(t[0], t[1]);
  test::append(hollow, inner, {});
  Notes notes;
  EXPECT_NEAR(test::volume_of_tetrahedra(tetrahedralise(hollow, {.edge = 0.08}, &notes)) /
                  test::volume_inside(hollow),
              1, 0.01);
  EXPECT_TRUE(notes.empty());

  // Two unit spheres at distance 1 share the lens of volume 5 pi / 12.
  Mesh two = test::octasphere(1, 5);
  test::append(two, test::octasphere(1, 5), {1, 0, 0});
  const Mesh mesh = tetrahedralise(two, {.edge = 0.08});
  EXPECT_NEAR(test::volume_of_tetrahedra(mesh), (8.0 / 3 - 5.0 / 12) * std::numbers::pi, 0.05);
}

TEST(Tetrahedralise, TinyAndHugeSolidsAreFilledAlike) {
  for (double scale : {1e-9, 1e9}) {
    const Mesh surface = test::octasphere(scale, 3);
    const Mesh mesh = tetrahedralise(surface, {.tetrahedra = 3000});
    EXPECT_NEAR(test::volume_of_tetrahedra(mesh) / test::volume_inside(surface), 1, 0.03);
  }
}

TEST(Tetrahedralise, FillsImplicitSolids) {
  const Implicit ball{[](const Vec3d& p) { return length(p) - 1; }, {-1, -1, -1}, {1, 1, 1}};
  const Mesh mesh = tetrahedralise(ball);
  EXPECT_NEAR(test::volume_of_tetrahedra(mesh) * 3 / (4 * std::numbers::pi), 1, 0.01);
  const Mesh counted = tetrahedralise(ball, {.tetrahedra = 20000});
  EXPECT_NEAR(static_cast<double>(counted.tetrahedra.size()), 20000, 2000);
}

TEST(Tetrahedralise, CutsImplicitSolidsOffAtTheirBox) {
  const Implicit all{[](const Vec3d&) { return -1.0; }, {0, 0, 0}, {1, 2, 1}};
  EXPECT_NEAR(test::volume_of_tetrahedra(tetrahedralise(all)), 2, 1e-6);
}

TEST(Tetrahedralise, RefusesWhatCannotBeFilled) {
  EXPECT_THROW(tetrahedralise(Mesh{}), InputError);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const Mesh sphere = test::octasphere(1, 2);
  for (double edge : {nan, inf, -1.0, 1e-9, 1e-300, 100.0})
    EXPECT_THROW(tetrahedralise(sphere, {.edge = edge}), InputError) << edge;
  EXPECT_THROW(tetrahedralise(sphere, {.tetrahedra = 1'000'000'000'000}), InputError);
  for (double bad : {nan, inf, -inf}) {
    Mesh broken = sphere;
    broken.vertices[3].y = bad;
    EXPECT_THROW(tetrahedralise(broken), InputError);
  }
  Mesh broken = sphere;
  broken.triangles[5][1] = 12345678;
  EXPECT_THROW(tetrahedralise(broken), InputError);
  broken = sphere;
  for (Vec3d& v : broken.vertices) v.z = 0;
  EXPECT_THROW(tetrahedralise(broken), InputError);
  broken.vertices.assign(broken.vertices.size(), {1, 1, 1});
  EXPECT_THROW(tetrahedralise(broken), InputError);

  const auto outside = [](const Vec3d&) { return 1.0; };
  EXPECT_THROW(tetrahedralise(Implicit{outside, {0, 0, 0}, {1, 1, 1}}, {.edge = 0.1}), InputError);
  EXPECT_THROW(tetrahedralise(Implicit{outside, {0, 0, 0}, {1, nan, 1}}), InputError);
  EXPECT_THROW(tetrahedralise(Implicit{outside, {0, 0, 0}, {1, -1, 1}}), InputError);
  EXPECT_THROW(tetrahedralise(Implicit{{}, {0, 0, 0}, {1, 1, 1}}), InputError);
  const Implicit undefined{[nan](const Vec3d&) { return nan; }, {0, 0, 0}, {1, 1, 1}};
  EXPECT_THROW(tetrahedralise(undefined), InputError);
}

}  // namespace
}  // namespace pliant
