#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/cage.h>
#include <pliant/check.h>
#include <pliant/error.h>
#include <pliant/modes.h>
#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cstdlib>
#include <numbers>
#include <random>
#include <set>
#include <string>

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"
#include "mesh/triangle_tree.h"
#include "support/odd_surfaces.h"

namespace pliant {
namespace {

using test::box_surface;
using test::cubes;
using test::letters;
using test::octasphere;
using test::shell;

Mesh turned(Mesh mesh) {
  for (Vec3d& p : mesh.vertices) {
    p = {0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y, p.z};
    p = {p.x, 0.28 * p.y - 0.96 * p.z, 0.96 * p.y + 0.28 * p.z};
  }
  return mesh;
}

Mesh plates(double gap) {
  Mesh mesh = box_surface({0, 0, 0}, {1, 1, 0.02});
  test::put(mesh, box_surface({0, 0, 0.02 + gap}, {1, 1, 0.04 + gap}));
  return mesh;
}

Mesh ring(const Vec3d& centre, bool upright) {
  constexpr int around = 40, across = 16;
  Mesh mesh;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const double a = 2 * std::numbers::pi * i / around, b = 2 * std::numbers::pi * j / across;
      const double r = 1 + 0.2 * std::cos(b), h = 0.2 * std::sin(b);
      mesh.vertices.push_back(centre + (upright ? Vec3d{r * std::cos(a), -h, r * std::sin(a)}
                                                : Vec3d{r * std::cos(a), r * std::sin(a), h}));
      const auto at = [](int k, int l) {
        return static_cast<Index>((k % around) * across + l % across);
      };
      mesh.triangles.cells.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.cells.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

Mesh chain_of_rings(int count) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) test::put(mesh, ring({1.45 * i, 0, 0}, i % 2 == 1));
  return mesh;
}

// Boxes that overlap: a trunk with branches, and twigs on these.
Mesh tree() {
  Mesh mesh = box_surface({-0.05, 0, -0.05}, {0.05, 1, 0.05});
  for (int i = 0; i < 5; ++i) {
    const double y = 0.3 + 0.14 * i, side = i % 2 ? 1 : -1;
    test::put(mesh, box_surface({std::min(0.0, side * 0.6), y, -0.02},
                                {std::max(0.0, side * 0.6), y + 0.04, 0.02}));
    for (int k = 1; k < 4; ++k) {
      const double x = side * 0.18 * k;
      test::put(mesh, box_surface({x - 0.008, y + 0.01, -0.008}, {x + 0.008, y + 0.11, 0.009}));
    }
  }
  return mesh;
}

// A bar with a long slit.
Mesh needles_eye() {
  Mesh mesh = cubes({"###", "#.#", "###"});
  const double x[4] = {0, 0.5, 3.5, 4}, y[4] = {0, 0.49, 0.51, 1};
  for (Vec3d& p : mesh.vertices)
    p = {x[static_cast<int>(p.x)], y[static_cast<int>(p.y)], 0.3 * p.z};
  return mesh;
}

Mesh noise() {
  Mesh mesh = octasphere(1, 4);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> part(0.8, 1.25);
  for (Vec3d& p : mesh.vertices) p *= part(random);
  return mesh;
}

std::size_t pieces(const Cage& cage) {
  return count_pieces(cage.mesh);
}

double filled_volume(const Cage& cage) {
  double sum = 0;
  const auto volumes = tetrahedron_volumes(cage.mesh);
  for (std::size_t t = 0; t < volumes.size(); ++t) sum += volumes[t] * cage.fill[t];
  return sum;
}

std::ptrdiff_t euler_characteristic(const Mesh& mesh) {
  std::set<Triangle> faces;
  for (const Tetrahedron& t : mesh.tetrahedra.cells)
    for (int i = 0; i < 4; ++i) {
      Triangle f = face_of(t, i);
      std::ranges::sort(f);
      faces.insert(f);
    }
  const TetMesh tets(mesh);
  return static_cast<std::ptrdiff_t>(mesh.vertices.size() - tets.edges().size() + faces.size() -
                                     mesh.tetrahedra.size());
}

// What holds for the cage of any surface.
void expect_sound(const Mesh& surface, const Cage& cage, std::size_t wanted) {
  EXPECT_NEAR(static_cast<double>(cage.mesh.tetrahedra.size()), wanted, 0.15 * wanted);
  Notes notes;
  const TetMesh tets(cage.mesh, &notes);
  EXPECT_TRUE(notes.empty());
  const Spread angles = spread(dihedral_angles(cage.mesh));
  EXPECT_NEAR(angles.minimum, 60, 1e-6);
  EXPECT_NEAR(angles.maximum, 90, 1e-6);
  std::vector<char> used(cage.mesh.vertices.size());
  for (const Tetrahedron& t : cage.mesh.tetrahedra.cells)
    for (Index v : t) used[v] = 1;
  EXPECT_EQ(std::ranges::count(used, 0), 0);
  std::set<Tetrahedron> different;
  for (Tetrahedron t : cage.mesh.tetrahedra.cells) {
    std::ranges::sort(t);
    different.insert(t);
  }
  EXPECT_EQ(different.size(), cage.mesh.tetrahedra.size());

  const Embedding embedding(cage.tetrahedra, cage.weights, tets.tetrahedra(),
                            tets.vertices().size());
  std::vector<Vec3d> places(surface.vertices.size());
  embedding.apply(cage.mesh.vertices, places);
  const double size = length(bounding_box(surface.vertices).size());
  double farthest = 0, least = 0, most = 1;
  std::vector<char> drawn(places.size());
  for (const Triangle& t : surface.triangles.cells)
    for (Index v : t) drawn[v] = 1;
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (!drawn[v]) continue;
    farthest = std::max(farthest, length(places[v] - surface.vertices[v]));
    for (const double w : cage.weights[v]) least = std::min(least, w), most = std::max(most, w);
  }
  EXPECT_LT(farthest, 1e-9 * size);
  EXPECT_GE(least, -1e-9);
  EXPECT_LE(most, 1 + 1e-9);
  // No vertex is farther from the surface than a cell.
  EXPECT_EQ(cage.insets.size(), cage.mesh.vertices.size());
  for (const double inset : cage.insets) {
    EXPECT_TRUE(inset < 1.5 * cage.edge || inset == unmet_inset) << inset;
  }
  EXPECT_GT(std::ranges::min(cage.insets), -1.5 * cage.edge);
  for (const double fill : cage.fill) {
    EXPECT_GE(fill, 0);
    EXPECT_LE(fill, 1);
  }
}

struct Case {
  const char* name;
  Mesh surface;
  std::size_t pieces;
  double volume;     // 0: not known
  double tolerance;  // of the volume
};

std::vector<Case> cases() {
  std::vector<Case> out;
  const auto add = [&](const char* name, Mesh mesh, std::size_t pieces, double tolerance) {
    const double volume = enclosed_volume(mesh.vertices, mesh.triangles.cells);
    out.push_back({name, std::move(mesh), pieces, volume, tolerance});
  };
  add("box", turned(box_surface({0, 0, 0}, {1, 0.7, 0.4})), 1, 0.02);
  add("sphere", octasphere(1, 4), 1, 0.01);
  add("shell", shell(0.02), 1, 0.03);
  add("thinnest shell", shell(0.0005), 1, 0.05);
  add("needle", turned(box_surface({0, 0, 0}, {1, 0.001, 0.001})), 1, 0.05);
  add("plates", turned(plates(1e-4)), 2, 0.02);
  add("rings", turned(chain_of_rings(5)), 5, 0.01);
  add("letters", letters(), 6, 0.06);
  add("noise", noise(), 1, 0.02);
  add("tree", turned(tree()), 1, 0.02);
  out.back().volume = 0;  // its boxes overlap
  return out;
}

// Twenty and a hundred thousand with PLIANT_LARGE=1.
std::vector<std::size_t> numbers_wanted() {
  if (std::getenv("PLIANT_LARGE") != nullptr) return {1000, 5000, 20000, 100000};
  return {1000, 5000};
}

TEST(Cage, KeepsEveryPartOfGeneratedSurfacesAndJoinsNone) {
  for (const Case& c : cases())
    for (const std::size_t wanted : numbers_wanted()) {
      SCOPED_TRACE(testing::Message() << c.name << ", " << wanted);
      const Cage cage = make_cage(c.surface, {0, wanted});
      expect_sound(c.surface, cage, wanted);
      EXPECT_EQ(pieces(cage), c.pieces);
      if (c.volume > 0) {
        EXPECT_NEAR(filled_volume(cage) / c.volume, 1, c.tolerance);
      }
    }
}

TEST(Cage, KeepsThinPartsInFineCagesToo) {
  for (const Case& c : cases()) {
    if (c.name != std::string("plates") && c.name != std::string("tree")) continue;
    const Cage cage = make_cage(c.surface, {0, 20000});
    expect_sound(c.surface, cage, 20000);
    EXPECT_EQ(pieces(cage), c.pieces) << c.name;
  }
}

TEST(Cage, KeepsEveryPartOfRealSurfaces) {
  PLIANT_NEEDS_MODELS();
  for (const char* name :
       {"surfaces/bunny.obj", "surfaces/dragon.obj", "surfaces/armadillo.obj", "wild/camel_b.obj",
        "wild/decimated-knight.off", "wild/fandisk.off", "wild/horse_quad.obj"}) {
    if (!std::filesystem::exists(test::model(name))) continue;
    const Mesh surface = read_mesh(test::model(name));
    for (const std::size_t wanted : numbers_wanted()) {
      SCOPED_TRACE(testing::Message() << name << ", " << wanted);
      const Cage cage = make_cage(surface, {0, wanted});
      expect_sound(surface, cage, wanted);
      EXPECT_EQ(pieces(cage), 1u);
      const double volume = enclosed_volume(surface.vertices, surface.triangles.cells);
      EXPECT_NEAR(filled_volume(cage) / volume, 1, 0.015);
    }
  }
}

TEST(Cage, KeepsHandlesOpenThatAreNarrowerThanItsCells) {
  EXPECT_EQ(euler_characteristic(make_cage(octasphere(1, 3), {0, 1000}).mesh), 1);
  // Letters P and A have one hole each.
  const Mesh text = letters();
  for (const double edge : {1.5, 0.8}) {
    SCOPED_TRACE(edge);
    const Cage cage = make_cage(text, {edge});
    EXPECT_EQ(euler_characteristic(cage.mesh), 4);
    EXPECT_EQ(pieces(cage), 6u);
  }
  EXPECT_EQ(euler_characteristic(make_cage(chain_of_rings(3), {0.5}).mesh), 0);
  for (const double edge : {0.6, 0.4, 0.15})
    EXPECT_EQ(euler_characteristic(make_cage(turned(needles_eye()), {edge}).mesh), 0) << edge;
}

// Each plate hangs in a part of the cage that shares no vertex with the other's, though one cell
// reaches through both.
TEST(Cage, PlatesAHairApartMoveIndependently) {
  const Mesh surface = turned(plates(1e-6));
  const Cage cage = make_cage(surface, {0.3});
  const TetMesh tets(cage.mesh);
  DisjointSets sets(cage.mesh.vertices.size());
  for (const Tetrahedron& t : cage.mesh.tetrahedra.cells)
    for (Index v : t) sets.join(t[0], v);
  const Embedding embedding(cage.tetrahedra, cage.weights, tets.tetrahedra(),
                            tets.vertices().size());
  const Index first = sets.find(embedding.vertices()[0][0]);
  std::vector<Vec3d> moved = cage.mesh.vertices, out(surface.vertices.size());
  for (Index v = 0; v < moved.size(); ++v)
    if (sets.find(v) == first) moved[v] += Vec3d{0, 0, 1};
  embedding.apply(moved, out);
  for (std::size_t v = 0; v < out.size(); ++v)
    EXPECT_NEAR(out[v].z - surface.vertices[v].z, v < 8 ? 1 : 0, 1e-12);
}

#ifndef PLIANT_MINIMAL  // which solves no statics
// A fork whose prongs are a hair apart, both within the same cells: forces that pull them apart
// move them apart.
TEST(Cage, ProngsOfAForkBendApart) {
  Mesh fork;
  const double gap = 1e-4;
  const std::vector<std::pair<double, double>> outline{
      {0, 0},          {1, 0},   {1, 0.05}, {0.1, 0.05}, {0.1, 0.05 + gap},
      {1, 0.05 + gap}, {1, 0.1}, {0, 0.1}};
  const auto count = static_cast<Index>(outline.size());
  for (const double z : {0.0, 0.1})
    for (const auto& [x, y] : outline) fork.vertices.push_back({x, y, z});
  const std::vector<Triangle> cap{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 7}, {4, 5, 6}, {4, 6, 7}};
  for (const auto& [a, b, c] : cap) {
    fork.triangles.cells.push_back({a, c, b});
    fork.triangles.cells.push_back({a + count, b + count, c + count});
  }
  for (Index i = 0; i < count; ++i) {
    const Index j = (i + 1) % count;
    fork.triangles.cells.push_back({i, j, j + count});
    fork.triangles.cells.push_back({i, j + count, i + count});
  }
  const Cage cage = make_cage(fork, {0.12});
  EXPECT_EQ(pieces(cage), 1u);
  EXPECT_EQ(euler_characteristic(cage.mesh), 1);
  const TetMesh tets(cage.mesh);
  const Embedding embedding(cage.tetrahedra, cage.weights, tets.tetrahedra(),
                            tets.vertices().size());
  std::vector<Index> fixed;
  for (Index v = 0; v < cage.mesh.vertices.size(); ++v)
    if (cage.mesh.vertices[v].x < 0.05) fixed.push_back(v);
  std::vector<Vec3d> forces(cage.mesh.vertices.size());
  const auto pull = [&](Index point, double force) {
    for (std::size_t i = 0; i < 4; ++i)
      forces[embedding.vertices()[point][i]].y += force * embedding.weights()[point][i];
  };
  pull(2, -1);
  pull(5, 1);
  std::vector<Material> materials(cage.fill.size(), make_material(1e5, 0.3, 1000));
  const std::vector<double> shares = stiffness_shares(tets, cage.fill);
  for (std::size_t t = 0; t < materials.size(); ++t) materials[t].young *= shares[t];
  const auto u = static_displacements(cage.mesh.vertices, cage.mesh.tetrahedra.cells, materials,
                                      fixed, forces);
  std::vector<Vec3d> moved(fork.vertices.size());
  embedding.apply(u, moved);
  EXPECT_LT(moved[2].y, -1e-3);
  EXPECT_GT(moved[5].y, 1e-3);
  EXPECT_LT(std::abs(moved[3].y), -0.2 * moved[2].y);
}
#endif

TEST(Cage, FillIsWhatRandomPointsSay) {
  std::mt19937 random(11);
  std::exponential_distribution<double> part(1);
  for (const Mesh& surface :
       {turned(tree()), noise(), turned(box_surface({0, 0, 0}, {1, 1, 0.2}))}) {
    const TriangleTree tree(surface.vertices, surface.triangles.cells);
    const Cage cage = make_cage(surface, {0, 400});
    // Copies of one tetrahedron share what is inside it.
    std::map<std::array<double, 3>, std::pair<std::size_t, double>> by_place;
    for (std::size_t t = 0; t < cage.fill.size(); ++t) {
      Vec3d centre;
      for (Index v : cage.mesh.tetrahedra[t]) centre += cage.mesh.vertices[v] / 4;
      const auto rounded = [&](double x) { return std::round(x / cage.edge * 1e4); };
      auto& [which, fill] = by_place[{rounded(centre.x), rounded(centre.y), rounded(centre.z)}];
      which = t;
      fill += cage.fill[t];
    }
    constexpr int points = 250;
    double squares = 0;
    for (const auto& [place, copies] : by_place) {
      int inside = 0;
      for (int i = 0; i < points; ++i) {
        Vec3d p;
        double sum = 0;
        for (Index v : cage.mesh.tetrahedra[copies.first]) {
          const double w = part(random);
          p += cage.mesh.vertices[v] * w;
          sum += w;
        }
        inside += tree.winding_number(p / sum) > 0.5;
      }
      const double share = static_cast<double>(inside) / points;
      EXPECT_NEAR(copies.second, share, 0.12);
      squares += (copies.second - share) * (copies.second - share);
    }
    // The points' own deviation is up to 0.03.
    EXPECT_LT(std::sqrt(squares / static_cast<double>(by_place.size())), 0.03);
  }
}

TEST(Cage, DoesNotDependOnThreads) {
  const Mesh surface = noise();
  const Cage many = make_cage(surface, {0, 3000});
  const SerialScope alone;
  const Cage one = make_cage(surface, {0, 3000});
  EXPECT_EQ(many.mesh, one.mesh);
  EXPECT_EQ(many.fill, one.fill);
  EXPECT_EQ(many.tetrahedra, one.tetrahedra);
  EXPECT_EQ(many.weights, one.weights);
}

TEST(Cage, TakesSurfacesWithHolesInsideOutAndOfAnySize) {
  const double whole = enclosed_volume(octasphere(1, 4).vertices, octasphere(1, 4).triangles.cells);
  Mesh open = octasphere(1, 4);
  std::erase_if(open.triangles.cells,
                [&](const Triangle& t) { return open.vertices[t[0]].z > 0.9; });
  Notes notes;
  const Cage lidless = make_cage(open, {0, 3000}, &notes);
  expect_sound(open, lidless, 3000);
  EXPECT_EQ(pieces(lidless), 1u);
  EXPECT_EQ(notes.size(), 1u);
  EXPECT_NEAR(filled_volume(lidless) / whole, 1, 0.04);  // the lid is about flat

  Mesh inwards;
  test::put(inwards, octasphere(1, 4), true);
  EXPECT_NEAR(filled_volume(make_cage(inwards, {0, 3000}, &notes)) / whole, 1, 0.01);

  for (const double size : {1e-9, 1e9}) {
    const Mesh scaled = test::scaled(octasphere(1, 4), size);
    EXPECT_NEAR(filled_volume(make_cage(scaled, {0, 3000})) / (whole * size * size * size), 1,
                0.01);
  }
}

TEST(Cage, VerticesInNoTriangleHaveTheNearestTetrahedron) {
  Mesh surface = octasphere(1, 3);
  surface.vertices.push_back({0.1, 0.2, 0.3});
  const Cage cage = make_cage(surface, {0, 1000});
  Vec3d place;
  for (std::size_t i = 0; i < 4; ++i)
    place += cage.mesh.vertices[cage.mesh.tetrahedra[cage.tetrahedra.back()][i]] *
             cage.weights.back()[i];
  EXPECT_LT(length(place - surface.vertices.back()), 1e-12);
}

TEST(Cage, RefusesWhatIsNoSurface) {
  EXPECT_THROW(make_cage({}), InputError);
  Mesh broken = octasphere(1, 1);
  broken.triangles.cells[0][0] = 1000;
  EXPECT_THROW(make_cage(broken), InputError);
  Mesh infinite = octasphere(1, 1);
  infinite.vertices[0].x = std::numeric_limits<double>::infinity();
  EXPECT_THROW(make_cage(infinite), InputError);
  EXPECT_THROW(make_cage(octasphere(1, 2), {1e-9}), InputError);
  EXPECT_THROW(make_cage(octasphere(1, 2), {-1}), InputError);
  Mesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  sheet.triangles.cells = {{0, 1, 2}, {0, 2, 3}};
  EXPECT_THROW(make_cage(sheet), InputError);
}

}  // namespace
}  // namespace pliant
