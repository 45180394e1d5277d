#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/shapes.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "mesh/generate/critter.h"
#include "support/solid_checks.h"

namespace pliant {
namespace {

using std::numbers::pi;
using testing::HasSubstr;
using testing::ThrowsMessage;
using Parameters = std::map<std::string, double>;

double polygon_area(double corners, double radius) {
  return corners / 2 * radius * radius * std::sin(2 * pi / corners);
}

void expect_counts(const Mesh& mesh, std::size_t vertices, std::size_t tetrahedra,
                   std::size_t triangles = 0) {
  EXPECT_EQ(mesh.vertices.size(), vertices);
  EXPECT_EQ(mesh.tetrahedra.size(), tetrahedra);
  EXPECT_EQ(mesh.triangles.size(), triangles);
}

// What every solid must be: positive, conforming, closed, whole, standing centred on the floor.
test::SolidReport expect_sound(const Mesh& mesh, long euler, double least_angle) {
  const auto report = test::inspect(mesh);
  EXPECT_GT(report.least_volume, 0);
  EXPECT_EQ(report.overfull_faces, 0u);
  EXPECT_EQ(report.mismatched_faces, 0u);
  EXPECT_EQ(report.unused_vertices, 0u);
  EXPECT_EQ(report.components, 1u);
  const auto surface = test::inspect_surface(report.boundary);
  EXPECT_EQ(surface.open_edges, 0u);
  EXPECT_EQ(surface.euler, euler);
  EXPECT_GT(report.least_angle, least_angle);
  EXPECT_NEAR(report.low.y, 0, 1e-12);
  EXPECT_NEAR(report.low.x, -report.high.x, 1e-12);
  EXPECT_NEAR(report.low.z, -report.high.z, 1e-12);
  return report;
}

TEST(Shapes, EveryDefaultIsAllowedAndMakesAMesh) {
  std::set<std::string> names;
  for (const auto& shape : shapes()) {
    EXPECT_TRUE(names.insert(shape.name).second);
    EXPECT_FALSE(shape.help.empty());
    Parameters defaults;
    for (const auto& parameter : shape.parameters) {
      EXPECT_FALSE(parameter.help.empty());
      defaults[parameter.name] = parameter.fallback;
    }
    const Mesh mesh = make_shape(shape.name);
    EXPECT_FALSE(mesh.vertices.empty()) << shape.name;
    EXPECT_EQ(mesh, make_shape(shape.name, defaults)) << shape.name;
  }
}

TEST(Shapes, CubeOfFiveOrSix) {
  for (const double n : {1.0, 2.0, 5.0})
    for (const double split : {5.0, 6.0}) {
      const Mesh mesh = make_shape("cube", {{"cells", n}, {"size", 2}, {"tets_per_cell", split}});
      const auto cells = static_cast<std::size_t>(n * n * n);
      expect_counts(mesh, static_cast<std::size_t>(std::pow(n + 1, 3)),
                    cells * static_cast<std::size_t>(split));
      EXPECT_NEAR(expect_sound(mesh, 2, 44.9).volume, 8, 1e-12);
    }
}

TEST(Shapes, GridsOfR06) {
  const auto grid = [](double x, double y, double z) {
    return make_shape("grid", {{"cells_x", x}, {"cells_y", y}, {"cells_z", z}});
  };
  expect_counts(grid(22, 10, 10), 2783, 13200);
  expect_counts(grid(14, 14, 14), 3375, 16464);
  expect_counts(grid(15, 15, 15), 4096, 20250);
  expect_counts(grid(20, 20, 20), 9261, 48000);
  expect_counts(grid(22, 22, 22), 12167, 63888);
  expect_counts(grid(25, 25, 25), 17576, 93750);
  expect_counts(grid(30, 30, 30), 29791, 162000);
  expect_sound(grid(4, 3, 2), 2, 10);
}

TEST(Shapes, BeamHasCellsThatAreNearlyCubes) {
  const Mesh mesh = make_shape("beam", {{"length", 3}, {"height", 0.5}, {"cells", 12}});
  expect_counts(mesh, 13 * 3 * 5, 12 * 2 * 4 * 6);
  EXPECT_NEAR(expect_sound(mesh, 2, 44.9).volume, 1.5, 1e-12);
}

TEST(Shapes, BeamWithHole) {
  for (const double n : {2.0, 3.0, 6.0, 9.0}) {
    const Mesh mesh = make_shape("beam-with-hole", {{"cells", n}});
    const auto report = expect_sound(mesh, 0, 15);
    EXPECT_NEAR(report.volume, 4 - polygon_area(4 * n, 0.3), 1e-12);
    EXPECT_DOUBLE_EQ(report.high.x, 2);
    EXPECT_DOUBLE_EQ(report.high.y, 1);
  }
  const Mesh mesh = make_shape("beam-with-hole");
  EXPECT_NEAR(static_cast<double>(mesh.vertices.size()), 1679, 170);
  EXPECT_NEAR(static_cast<double>(mesh.tetrahedra.size()), 7068, 700);
  // The wall of the hole is round: those inside the outline nearest to the axis are at 0.3.
  double nearest = 1;
  for (const auto& v : mesh.vertices) nearest = std::min(nearest, std::hypot(v.x, v.y - 0.5));
  EXPECT_NEAR(nearest, 0.3, 1e-12);
}

TEST(Shapes, MattressLosesOnlyItsEdges) {
  const Mesh plain = make_shape("mattress", {{"rounding", 0}});
  EXPECT_NEAR(expect_sound(plain, 2, 30).volume, 2 * 1.4 * 0.2, 1e-12);
  const auto rounded = expect_sound(make_shape("mattress"), 2, 20);
  EXPECT_LT(rounded.volume, 0.56 * 0.999);
  EXPECT_GT(rounded.volume, 0.56 * 0.98);
  EXPECT_DOUBLE_EQ(rounded.high.x, 1);
  EXPECT_DOUBLE_EQ(rounded.high.y, 0.2);
}

TEST(Shapes, BallConvergesToItsVolume) {
  const double exact = 4 * pi / 3 / 8;
  double before = 0;
  for (const double n : {2.0, 4.0, 8.0}) {
    const auto report = expect_sound(make_shape("sphere", {{"cells", n}}), 2, 20);
    const double missing = exact - report.volume;
    EXPECT_GT(missing, 0);
    if (n > 2) {
      EXPECT_NEAR(before / missing, 4, 0.5);  // second order
    }
    before = missing;
  }
  for (const auto& v : make_shape("sphere", {{"cells", 4}}).vertices)
    EXPECT_LE(length(v - Vec3d{0, 0.5, 0}), 0.5 + 1e-12);
}

TEST(Shapes, CylinderIsAPrismOverAPolygon) {
  for (const double n : {2.0, 3.0, 6.0}) {
    const auto report =
        expect_sound(make_shape("cylinder", {{"cells", n}, {"radius", 0.4}, {"height", 2}}), 2, 15);
    EXPECT_NEAR(report.volume, 2 * polygon_area(4 * n, 0.4), 1e-12);
  }
}

// Between two of its cross sections a ring of m steps is a prismatoid of volume A R sin(2 pi / m).
TEST(Shapes, TorusIsARingOfPrismatoids) {
  for (const double n : {2.0, 3.0, 4.0}) {
    const auto report = expect_sound(make_shape("torus", {{"cells", n}, {"around", 8 * n}}), 0, 10);
    EXPECT_NEAR(report.volume, 8 * n * polygon_area(4 * n, 0.2) * 0.5 * std::sin(pi / (4 * n)),
                1e-12);
  }
}

TEST(Shapes, FanSharesOneVertex) {
  for (const auto& [levels, surface, tetrahedra] :
       {std::array<std::size_t, 3>{0, 12, 20}, {4, 2562, 5120}, {5, 10242, 20480}}) {
    const Mesh mesh = make_shape("fan", {{"levels", static_cast<double>(levels)}});
    expect_counts(mesh, surface + 1, tetrahedra);
    for (const auto& t : mesh.tetrahedra.cells)
      EXPECT_EQ(std::ranges::count(t, static_cast<Index>(surface)), 1);
    EXPECT_LE(expect_sound(mesh, 2, 10).volume, pi / 6);
  }
}

TEST(Shapes, IcospheresOfR06AreClosed) {
  for (const auto& [faces, levels, vertices] :
       {std::array<std::size_t, 3>{20, 0, 12}, {20, 4, 2562}, {8, 7, 65538}, {12, 6, 24578}}) {
    const Mesh mesh = make_shape("icosphere", {{"faces", static_cast<double>(faces)},
                                               {"levels", static_cast<double>(levels)}});
    expect_counts(mesh, vertices, 0, 2 * vertices - 4);
    EXPECT_TRUE(test::is_closed_and_consistent(mesh));
    EXPECT_EQ(test::euler_characteristic(mesh), 2);
    const double edge = 0.5 / std::sin(2 * pi / 5);
    const double exact = levels == 0 ? 5 * (3 + std::sqrt(5.0)) / 12 * std::pow(edge, 3) : pi / 6;
    EXPECT_NEAR(test::volume_inside(mesh), exact, levels == 0 ? 1e-12 : 0.003);
  }
}

TEST(Shapes, ClothsOfR06FaceUp) {
  for (const auto& [x, z, vertices, triangles] : {std::array<std::size_t, 4>{64, 64, 8321, 16384},
                                                  {128, 128, 33025, 65536},
                                                  {256, 256, 131585, 262144},
                                                  {3, 2, 18, 24}}) {
    const Mesh mesh = make_shape("cloth", {{"cells_x", static_cast<double>(x)},
                                           {"cells_z", static_cast<double>(z)},
                                           {"length", 3},
                                           {"width", 2}});
    expect_counts(mesh, vertices, 0, triangles);
    double area = 0;
    for (const auto& [a, b, c] : mesh.triangles.cells) {
      const Vec3d normal =
          cross(mesh.vertices[b] - mesh.vertices[a], mesh.vertices[c] - mesh.vertices[a]);
      EXPECT_GT(normal.y, 0);
      area += normal.y / 2;
    }
    EXPECT_NEAR(area, 6, 1e-9);
  }
}

TEST(Shapes, ChainAndVoxels) {
  const Mesh chain = make_shape("chain", {{"links", 5}, {"length", 2}});
  EXPECT_EQ(chain.lines.size(), 5u);
  EXPECT_EQ(chain.vertices.size(), 6u);
  EXPECT_DOUBLE_EQ(chain.vertices.front().x, -1);
  EXPECT_DOUBLE_EQ(chain.vertices.back().x, 1);
  const Mesh voxels = make_shape("voxels", {{"cells_x", 2}, {"cells_y", 3}, {"cells_z", 4}});
  EXPECT_EQ(voxels.hexahedra.size(), 24u);
  EXPECT_EQ(voxels.vertices.size(), 60u);
  for (const auto& h : voxels.hexahedra.cells)  // VTK's order: 0-1, 0-3 and 0-4 are x, y and z
    for (int axis = 0; axis < 3; ++axis) {
      const int end[3] = {1, 3, 4};
      Vec3d step;
      step[axis] = 0.1;
      EXPECT_LT(length(voxels.vertices[h[end[axis]]] - voxels.vertices[h[0]] - step), 1e-12);
    }
}

TEST(Shapes, CritterStandsOnItsFeetAndIsItsOwnMirrorImage) {
  const Implicit solid = shape::critter(0.3);
  for (int i = 0; i < 1000; ++i) {
    const Vec3d p{0.1 * std::sin(i), 0.15 + 0.15 * std::sin(2.3 * i), 0.2 * std::sin(3.7 * i)};
    EXPECT_EQ(solid.value(p), solid.value({-p.x, p.y, p.z}));
  }
  const Mesh mesh = make_shape("critter");
  const auto report = expect_sound(mesh, 2, 10);
  EXPECT_NEAR(static_cast<double>(mesh.tetrahedra.size()), 8000, 1600);
  EXPECT_NEAR(report.high.y, 0.3, 0.01);
  // Its weight is over its feet, or it would fall.
  Vec3d moment, foot_low{1, 0, 1}, foot_high{-1, 0, -1};
  for (const auto& [a, b, c, d] : mesh.tetrahedra.cells) {
    const auto& x = mesh.vertices;
    moment += signed_volume(x[a], x[b], x[c], x[d]) / 4 * (x[a] + x[b] + x[c] + x[d]);
  }
  std::size_t on_floor = 0;
  for (const auto& v : mesh.vertices)
    if (v.y < 1e-3) {
      ++on_floor;
      foot_low = {std::min(foot_low.x, v.x), 0, std::min(foot_low.z, v.z)};
      foot_high = {std::max(foot_high.x, v.x), 0, std::max(foot_high.z, v.z)};
    }
  const Vec3d centre = moment / report.volume;
  EXPECT_GE(on_floor, 12u);
  EXPECT_NEAR(centre.x, 0, 0.002);
  EXPECT_GT(centre.z, foot_low.z + 0.02);
  EXPECT_LT(centre.z, foot_high.z - 0.02);
}

TEST(Shapes, CritterFollowsSizeAndResolution) {
  const Mesh coarse = make_shape("critter", {{"edge", 0.025}});
  const Mesh large = make_shape("critter", {{"edge", 0.25}, {"size", 3}});
  const Mesh fine = make_shape("critter", {{"tets", 20000}});
  EXPECT_LT(coarse.tetrahedra.size(), 4000u);
  EXPECT_NEAR(static_cast<double>(fine.tetrahedra.size()), 20000, 4000);
  EXPECT_NEAR(test::inspect(large).volume / test::inspect(coarse).volume, 1000, 1e-3);
  expect_sound(fine, 2, 10);
}

TEST(Shapes, WrongNamesAndValuesAreExplained) {
  const auto refused = [](const std::string& shape, const Parameters& parameters,
                          const std::string& part) {
    EXPECT_THAT([&] { make_shape(shape, parameters); }, ThrowsMessage<InputError>(HasSubstr(part)));
  };
  refused("cueb", {}, "there is no shape 'cueb'; did you mean 'cube'?");
  refused("beam-with-whole", {}, "did you mean 'beam-with-hole'?");
  refused("", {}, "there are cube, grid");
  refused(std::string(100000, 'z'), {}, "there are cube, grid");
  refused("cube", {{"cell", 2}}, "shape 'cube' has no parameter 'cell'; did you mean 'cells'?");
  refused("cube", {{"cells", 0}}, "it must be a whole number from 1 to 1000");
  refused("cube", {{"cells", 2.5}}, "it must be a whole number");
  refused("cube", {{"tets_per_cell", 7}}, "it must be one of 5, 6");
  refused("icosphere", {{"faces", 9}}, "it must be one of 8, 12, 20");
  refused("cube", {{"size", -1}}, "'size' of shape 'cube' is -1; it must be a number from 1e-06");
  refused("cube", {{"size", std::nan("")}}, "is nan");
  refused("cube", {{"size", std::numeric_limits<double>::infinity()}}, "is inf");
  refused("cube", {{"cells", 1000}}, "1e+09 cells; at most");
  refused("beam", {{"height", 1e6}, {"length", 1e-6}}, "cells; at most");
  refused("beam-with-hole", {{"radius", 0.6}}, "too wide");
  refused("beam-with-hole", {{"length", 1}}, "too short");
  refused("cylinder", {{"height", 1e6}, {"radius", 1e-6}}, "cells; at most");
  refused("torus", {{"tube", 0.5}}, "closes the hole");
  refused("mattress", {{"rounding", 0.2}}, "at most 0.1");
  refused("critter", {{"edge", 1e-5}}, "cells; at most");
}

}  // namespace
}  // namespace pliant
