#include <gtest/gtest.h>
#include <pliant/distance.h>
#include <pliant/error.h>
#include <pliant/generate.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <random>

#include "base/parallel.h"
#include "support/odd_surfaces.h"
#include "support/solid_checks.h"

// Meshes of a wanted number of tetrahedra: cubes are short where the solid is thin.

namespace pliant {
namespace {

using std::numbers::pi;

Mesh turned(Mesh mesh, double angle, int axis) {
  const double c = std::cos(angle), s = std::sin(angle);
  for (Vec3d& v : mesh.vertices) {
    double &a = v[(axis + 1) % 3], &b = v[(axis + 2) % 3];
    const double x = c * a - s * b;
    b = s * a + c * b;
    a = x;
  }
  return mesh;
}

// A tube along a closed curve, or with capped ends along an open one, of 16 sides.
Mesh torus(double radius, double tube) {
  constexpr int around = 64, sides = 20;
  Mesh mesh;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < sides; ++j) {
      const double u = 2 * pi * i / around, v = 2 * pi * j / sides;
      const double r = radius + tube * std::cos(v);
      mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), tube * std::sin(v)});
    }
  const auto at = [](int i, int j) { return static_cast<Index>((i % around) * sides + j % sides); };
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < sides; ++j) {
      mesh.triangles.cells.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.cells.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

Mesh cylinder(double radius, double height, int sides) {
  Mesh mesh;
  for (int k = 0; k < sides; ++k)
    for (double z : {-height / 2, height / 2})
      mesh.vertices.push_back(
          {radius * std::cos(2 * pi * k / sides), radius * std::sin(2 * pi * k / sides), z});
  const auto low = static_cast<Index>(mesh.vertices.size()), high = low + 1;
  mesh.vertices.push_back({0, 0, -height / 2});
  mesh.vertices.push_back({0, 0, height / 2});
  for (Index k = 0; k < static_cast<Index>(sides); ++k) {
    const Index a = 2 * k, b = a + 1, c = 2 * ((k + 1) % static_cast<Index>(sides)), d = c + 1;
    mesh.triangles.cells.insert(mesh.triangles.cells.end(),
                                {{a, c, d}, {a, d, b}, {low, c, a}, {high, b, d}});
  }
  return mesh;
}

// An ellipsoid of 1 x 0.05 x 0.05.
Mesh needle() {
  Mesh mesh = test::octasphere(1, 4);
  for (Vec3d& v : mesh.vertices) v = {v.x, 0.05 * v.y, 0.05 * v.z};
  return turned(mesh, 0.4, 2);
}

Mesh thin_plate() {
  return turned(test::box_surface({0, 0, 0}, {1, 0.7, 0.03}), 0.3, 0);
}

Mesh plates_a_hair_apart() {
  Mesh mesh = test::box_surface({0, 0, 0}, {1, 1, 0.1});
  test::append(mesh, test::box_surface({0, 0, 0}, {1, 1, 0.1}), {0, 0, 0.1001});
  return turned(mesh, 0.2, 1);
}

Mesh chain() {
  Mesh mesh;
  for (int i = 0; i < 4; ++i)
    test::append(mesh, turned(torus(0.5, 0.1), i % 2 * pi / 2, 0), {0.75 * i, 0, 0});
  return mesh;
}

// Branches that overlap where they meet: one solid of fifteen pieces.
Mesh tree() {
  Mesh mesh;
  const std::function<void(const Vec3d&, double, double, int)> grow =
      [&](const Vec3d& from, double angle, double length, int depth) {
        const Vec3d along{std::sin(angle), 0, std::cos(angle)};
        const Mesh branch = turned(cylinder(0.09 * length, 1.1 * length, 24), angle, 1);
        test::append(mesh, branch, from + along * (0.5 * length));
        if (depth == 0) return;
        for (double turn : {-0.5, 0.6})
          grow(from + along * length, angle + turn, 0.7 * length, depth - 1);
      };
  grow({0, 0, 0}, 0.1, 1, 3);
  return mesh;
}

Mesh noisy_sphere() {
  Mesh mesh = test::octasphere(1, 5);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-0.02, 0.02);
  for (Vec3d& v : mesh.vertices) v *= 1 + noise(random);
  return mesh;
}

// A ball with spikes, whose tips are thinner than any cubes.
Mesh spiky_ball() {
  Mesh mesh = test::octasphere(1, 6);
  const Vec3d spikes[] = {normalised(Vec3d{1, 2, 3}), normalised(Vec3d{-3, 1, -0.5}),
                          normalised(Vec3d{0.2, -1, 0.7})};
  for (Vec3d& v : mesh.vertices)
    for (const Vec3d& spike : spikes) {
      constexpr double base = 0.25;  // radius
      const double from_axis = length(v - spike * dot(v, spike));
      if (dot(v, spike) > 0 && from_axis < base) {
        v = v + spike * (1 - from_axis / base);
        break;
      }
    }
  return mesh;
}

Mesh hollow_ball() {
  return test::shell(0.15);
}

// Four letters, one of them with a hole, welded.
Mesh words() {
  const Mesh loose = test::cubes({"#####..#......###..#####", "#...#..#.......#.....#..",
                                  "#...#..#.......#.....#..", "#####..#.......#.....#..",
                                  "#......#.......#.....#..", "#......#####..###....#.."});
  Mesh mesh;
  std::map<std::array<double, 3>, Index> numbers;
  for (const Triangle& t : loose.triangles.cells) {
    Triangle& welded = mesh.triangles.cells.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d& p = loose.vertices[t[k]];
      const auto [at, is_new] =
          numbers.try_emplace({p.x, p.y, p.z}, static_cast<Index>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back(p);
      welded[k] = at->second;
    }
  }
  return turned(mesh, 0.3, 2);
}

struct Case {
  const char* name;
  Mesh (*surface)();
  std::size_t solids;
  std::size_t holds_from;   // so many tetrahedra hold every part
  bool one_surface = true;  // its pieces do not overlap: the volume is known
  bool has_cavity = false;  // where it is too thin it may fall to pieces: there may be two solids
};

const Case cases[] = {{"ThinPlate", thin_plate, 1, 20000},
                      {"Needle", needle, 1, 5000},
                      {"PlatesAHairApart", plates_a_hair_apart, 2, 5000},
                      {"Chain", chain, 4, 5000},
                      {"Tree", tree, 1, 20000, false},
                      {"HollowBall", hollow_ball, 1, 20000, true, true},
                      {"Words", words, 4, 5000},
                      {"NoisySphere", noisy_sphere, 1, 1000},
                      {"SpikyBall", spiky_ball, 1, 5000}};

// A hundred thousand of each with PLIANT_LARGE=1.
std::vector<std::size_t> numbers_wanted() {
  if (std::getenv("PLIANT_LARGE") != nullptr) return {1000, 5000, 20000, 100000};
  return {1000, 5000, 20000};
}

// The length of cubes, and of the longest edges, of an even lattice of so many tetrahedra.
double even_cube(double volume, std::size_t tetrahedra) {
  return std::cbrt(12 * volume / static_cast<double>(tetrahedra));
}

class FittedShape : public testing::TestWithParam<Case> {};

TEST_P(FittedShape, KeepsItsPartsAtEveryNumber) {
  const Case& shape = GetParam();
  const Mesh surface = shape.surface();
  const double volume = test::volume_inside(surface);
  for (std::size_t wanted : numbers_wanted()) {
    SCOPED_TRACE(wanted);
    Notes notes;
    const Mesh mesh = tetrahedralise(surface, {.tetrahedra = wanted}, &notes);
    const auto report = test::expect_conforming(mesh);
    test::expect_proven_angles(report);
    if (shape.solids == 1 && !shape.has_cavity) {
      EXPECT_EQ(report.components, 1u);
    }
    if (wanted < shape.holds_from) continue;
    EXPECT_EQ(report.components, shape.solids);
    if (!shape.one_surface) continue;
    EXPECT_NEAR(report.volume / volume, 1, wanted >= 20000 ? 0.01 : 0.1);
    if (wanted < 20000) continue;
    EXPECT_EQ(test::inspect_surface(report.boundary).euler, test::euler_characteristic(surface));
    EXPECT_LT(surface_distance(surface, mesh).greatest(), even_cube(volume, wanted) / 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, FittedShape, testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.name); });

class FittedModel : public testing::TestWithParam<const char*> {};

// Whole at every number, and from 20 000 on with all its parts.
TEST_P(FittedModel, KeepsItsParts) {
  const auto file = test::model(GetParam());
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  const Mesh surface = read_mesh(file);
  const double volume = std::abs(test::volume_inside(surface));
  for (std::size_t wanted : numbers_wanted()) {
    SCOPED_TRACE(wanted);
    Notes notes;
    const Mesh mesh = tetrahedralise(surface, {.tetrahedra = wanted}, &notes);
    const auto report = test::expect_conforming(mesh);
    test::expect_proven_angles(report);
    EXPECT_EQ(report.components, 1u);
    const double lost = std::abs(report.volume / volume - 1);
    const bool told = std::ranges::any_of(
        notes, [](const std::string& note) { return note.find("volume") != std::string::npos; });
    EXPECT_TRUE(lost < 0.011 || told);
    if (wanted < 20000) continue;
    EXPECT_LT(lost, 0.01);
    // Everywhere and both ways, tips that are thinner than the cubes too: no part is lost.
    const SurfaceDistance distance = surface_distance(surface, mesh, 20000);
    EXPECT_LT(distance.greatest(), even_cube(volume, wanted) / 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, FittedModel,
                         testing::Values("wild/camel_b.obj", "wild/horse_quad.obj",
                                         "wild/fandisk.off", "wild/decimated-knight.off",
                                         "surfaces/bunny.obj", "surfaces/dragon.obj",
                                         "surfaces/armadillo.obj"),
                         [](const auto& test) {
                           std::string name = std::filesystem::path(test.param).stem().string();
                           std::erase_if(name, [](char c) { return c == '_' || c == '-'; });
                           return name;
                         });

// All twelve edges and eight corners, in whatever way the cube is turned.
TEST(Fitted, KeepsSharpEdgesAndCorners) {
  const Mesh cube = turned(turned(test::cube_surface(), pi / 6, 2), pi / 6, 0);
  const Mesh mesh = tetrahedralise(cube, {.tetrahedra = 5000});
  const auto report = test::expect_manifold(mesh);
  test::expect_proven_angles(report);
  EXPECT_NEAR(report.volume, 1, 0.002);
  for (const Vec3d& corner : cube.vertices) {
    double nearest = 1;
    for (const Vec3d& v : mesh.vertices) nearest = std::min(nearest, length(v - corner));
    EXPECT_LT(nearest, 1e-9);
  }
  // The lattice alone cuts edges off by about half a cube, 0.03.
  double mean = 0;
  constexpr int steps = 200;
  for (Index v = 0; v < 8; ++v)
    for (Index bit : {1u, 2u, 4u}) {
      if ((v & bit) != 0) continue;
      double sum = 0;
      for (int i = 0; i <= steps; ++i) {
        const Vec3d p = cube.vertices[v] + (cube.vertices[v | bit] - cube.vertices[v]) *
                                               (static_cast<double>(i) / steps);
        double nearest = 1;
        for (const auto& t : report.boundary)
          for (int k = 0; k < 3; ++k) {
            const Vec3d &a = mesh.vertices[t[k]], &b = mesh.vertices[t[(k + 1) % 3]];
            const double along = std::clamp(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
            nearest = std::min(nearest, length(a + (b - a) * along - p));
          }
        sum += nearest / (steps + 1);
      }
      mean += sum / 12;
    }
  EXPECT_LT(mean, 0.002);
}

TEST(Fitted, RimOfACylinderIsRound) {
  const Mesh surface = turned(cylinder(0.5, 1.2, 96), 0.6, 0);
  const Mesh mesh = tetrahedralise(surface, {.tetrahedra = 20000});
  test::expect_proven_angles(test::expect_conforming(mesh));
  EXPECT_NEAR(test::volume_of_tetrahedra(mesh) / test::volume_inside(surface), 1, 0.002);
  EXPECT_LT(surface_distance(surface, mesh).of_mesh.mean, 0.002);
}

// Boxes that cut one another are one solid, and nothing is lost; a box that is lost is missed.
TEST(Fitted, PiecesThatTouchAreNotTakenForLostOnes) {
  Mesh boxes = test::box_surface({0, 0, 0}, {1, 1, 1});
  test::append(boxes, test::box_surface({0.5, 0.2, 0.2}, {1.7, 0.9, 0.8}));
  const auto notes_on_pieces = [](const Mesh& surface, std::size_t tetrahedra) {
    Notes notes;
    tetrahedralise(surface, {.tetrahedra = tetrahedra}, &notes);
    std::erase_if(notes, [](const std::string& note) {
      return note.find("the mesh's has") == std::string::npos;
    });
    return notes;
  };
  EXPECT_TRUE(notes_on_pieces(boxes, 5000).empty());
  test::append(boxes, test::box_surface({3, 3, 3}, {3.001, 3.001, 3.001}));
  const Notes lost = notes_on_pieces(boxes, 500);
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_NE(lost[0].find("3 pieces that bound 2 in all"), std::string::npos) << lost[0];
  // A cavity is a piece of its own.
  EXPECT_TRUE(notes_on_pieces(test::shell(0.4), 5000).empty());
}

// A ball whose triangles have shrunk away from each other: however short the cubes about them, next
// to nothing is inside. That is said before the lattice has used up the memory.
TEST(Fitted, LooseTrianglesAreRefusedWithACure) {
  const Mesh ball = test::octasphere(1, 3);
  Mesh loose;
  for (const Triangle& t : ball.triangles.cells) {
    const Vec3d middle = (ball.vertices[t[0]] + ball.vertices[t[1]] + ball.vertices[t[2]]) / 3.0;
    const auto first = static_cast<Index>(loose.vertices.size());
    for (Index v : t) loose.vertices.push_back(middle + (ball.vertices[v] - middle) * 0.3);
    loose.triangles.cells.push_back({first, first + 1, first + 2});
  }
  try {
    tetrahedralise(loose, {.tetrahedra = 20000});
    ADD_FAILURE() << "it is filled";
  } catch (const InputError& e) {
    EXPECT_NE(e.cure().find("embedding"), std::string::npos) << e.what();
  }
}

TEST(Fitted, ThreadsDoNotChangeAnything) {
  const Mesh surface = chain();
  const Mesh threaded = tetrahedralise(surface, {.tetrahedra = 4000});
  const SerialScope serial;
  EXPECT_EQ(threaded, tetrahedralise(surface, {.tetrahedra = 4000}));
}

TEST(SurfaceDistance, OfSpheresIsTheDifferenceOfTheirRadii) {
  const Mesh inner = test::octasphere(1, 5), outer = test::octasphere(1.1, 5);
  const SurfaceDistance distance = surface_distance(outer, inner);
  EXPECT_NEAR(distance.of_mesh.greatest, 0.1, 0.002);
  EXPECT_NEAR(distance.of_surface.greatest, 0.1, 0.002);
  EXPECT_NEAR(distance.of_mesh.mean, 0.1, 0.002);
}

// A cube of eight cells of 1 m beside one that is 0.3 m larger all round.
TEST(SurfaceDistance, IsToldInTheCellsThatAreThere) {
  const Mesh cube = make_shape("cube", {{"cells", 2}, {"size", 2}, {"tets_per_cell", 5}});
  const Box box = bounding_box(cube.vertices);
  const Vec3d out{0.3, 0.3, 0.3};
  const SurfaceDistance distance =
      surface_distance(test::box_surface(box.low - out, box.high + out), cube);
  const double cell = std::sqrt(2);  // the longest edge: a face's diagonal
  EXPECT_NEAR(distance.of_mesh.in_cells, 0.3 / cell, 1e-9);
  EXPECT_EQ(distance.of_mesh.beyond_half, 0);
  EXPECT_NEAR(distance.of_surface.in_cells, std::sqrt(3) * 0.3 / cell, 1e-9);
  EXPECT_EQ(distance.of_surface.beyond_half, 0);
  const Vec3d far{1, 1, 1};
  EXPECT_GT(surface_distance(test::box_surface(box.low - far, box.high + far), cube)
                .of_surface.beyond_half,
            0.99);
}

TEST(SurfaceDistance, SeesAPartThatIsLost) {
  Mesh two = test::octasphere(1, 3);
  test::append(two, test::octasphere(0.1, 2), {3, 0, 0});
  const SurfaceDistance distance = surface_distance(two, test::octasphere(1, 3));
  EXPECT_LT(distance.of_mesh.greatest, 1e-9);
  EXPECT_NEAR(distance.of_surface.greatest, 2.1, 0.01);
}

}  // namespace
}  // namespace pliant
