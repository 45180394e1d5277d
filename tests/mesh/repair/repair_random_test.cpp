#include <gtest/gtest.h>
#include <pliant/check.h>
#include <pliant/tet_mesh.h>

#include <algorithm>
#include <random>

#include "support/repaired.h"
#include "support/solid_checks.h"
#include "support/surfaces.h"

namespace pliant {
namespace {

using test::icosphere;
using test::is_closed_and_consistent;
using test::repaired;
using test::Repaired;
using test::soup_of;
using test::volume_inside;

// A sphere with duplicated and turned faces, holes, orphans and vertices of its own for each face.
Mesh damaged_sphere(unsigned seed) {
  std::mt19937 random(seed);
  Mesh mesh = icosphere(3);
  auto& faces = mesh.triangles.cells;
  for (int i = 0; i < 15; ++i) faces.push_back(faces[random() % faces.size()]);
  for (int hole = 0; hole < 6; ++hole) {
    const auto centre = static_cast<Index>(random() % 642);
    std::erase_if(faces,
                  [&](const Triangle& t) { return std::ranges::find(t, centre) != t.end(); });
  }
  for (int i = 0; i < 10; ++i) faces.erase(faces.begin() + static_cast<long>(random() % 1000));
  if (seed % 2 == 0) mesh = soup_of(mesh);
  for (auto& t : mesh.triangles.cells)
    if (random() % 5 == 0) std::swap(t[0], t[1]);
  std::ranges::shuffle(mesh.triangles.cells, random);
  for (int i = 0; i < 5; ++i) mesh.vertices.push_back({i * 3.0, 5, 5});
  return mesh;
}

TEST(RepairDamaged, SphereComesBackWhole) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const Repaired result = repaired(damaged_sphere(seed));
    EXPECT_TRUE(check_surface(result.mesh).sound());
    EXPECT_TRUE(is_closed_and_consistent(result.mesh));
    EXPECT_EQ(test::euler_characteristic(result.mesh), 2);
    EXPECT_NEAR(volume_inside(result.mesh), volume_inside(icosphere(3)), 0.02);
  }
}

// Whether the faces can be turned so that no two disagree, by colouring them across their edges.
bool is_orientable(const Mesh& mesh) {
  const auto& faces = mesh.triangles.cells;
  std::map<Line, std::vector<std::pair<std::size_t, bool>>> sides;
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (int k = 0; k < 3; ++k) {
      const Index u = faces[f][k], v = faces[f][(k + 1) % 3];
      sides[{std::min(u, v), std::max(u, v)}].emplace_back(f, u < v);
    }
  std::vector<int> colour(faces.size(), -1);
  for (std::size_t seed = 0; seed < faces.size(); ++seed) {
    if (colour[seed] >= 0) continue;
    colour[seed] = 0;
    std::vector<std::size_t> open{seed};
    while (!open.empty()) {
      const std::size_t f = open.back();
      open.pop_back();
      for (int k = 0; k < 3; ++k) {
        const Index u = faces[f][k], v = faces[f][(k + 1) % 3];
        for (const auto& [g, upwards] : sides[{std::min(u, v), std::max(u, v)}]) {
          if (g == f) continue;
          const int wanted = upwards == (u < v) ? 1 - colour[f] : colour[f];
          if (colour[g] < 0) open.push_back(g);
          if (colour[g] >= 0 && colour[g] != wanted) return false;
          colour[g] = wanted;
        }
      }
    }
  }
  return true;
}

// Defects that repair always mends, whatever it is given. Open edges may stay where no filling is
// sound, folds where the gap cannot be closed, and normals of surfaces that have but one side.
void expect_mended(const Mesh& mesh) {
  const CheckReport report = check_surface(mesh);
  for (const char* name : {"double faces", "multiple edges", "orphan vertices", "zero-area faces",
                           "non-finite vertices", "inside-out parts"})
    EXPECT_EQ(report.find(name)->count, 0u) << name;
  if (is_orientable(mesh)) {
    EXPECT_EQ(report.find("inconsistent normals")->count, 0u);
  }
}

TEST(RepairSoup, AnythingIsMendedAsFarAsClaimed) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Mesh mesh;
    const std::size_t vertices = 3 + random() % 60, faces = 1 + random() % 200;
    const int kind = static_cast<int>(random() % 3);
    for (std::size_t i = 0; i < vertices; ++i) {
      Vec3d p;
      for (int k = 0; k < 3; ++k)  // on a coarse lattice, in a plane of it, or anywhere
        p[k] = kind == 0             ? static_cast<double>(random() % 3)
               : kind == 1 && k == 2 ? 0
                                     : static_cast<double>(random() % 100000) * 1e-5;
      mesh.vertices.push_back(p);
    }
    for (std::size_t i = 0; i < faces; ++i) {
      Triangle t;
      for (Index& v : t) v = static_cast<Index>(random() % vertices);
      mesh.triangles.cells.push_back(t);
      mesh.triangles.regions.push_back(static_cast<std::int32_t>(i));
    }
    mesh.groups["all"] = {};
    for (Index v = 0; v < vertices; ++v) mesh.groups["all"].push_back(v);
    const Repaired result = repaired(mesh);
    expect_mended(result.mesh);
    EXPECT_EQ(result.mesh.triangles.regions.size(), result.mesh.triangles.size());
  }
}

// Spheres with vertices run together, laid on edges or moved onto others, and stray faces: mostly
// sound surfaces with defects that hang together.
Mesh entangled_spheres(unsigned seed) {
  std::mt19937 random(seed);
  Mesh mesh = icosphere(static_cast<int>(seed % 3));
  if (seed % 4 == 0) test::append(mesh, Mesh(mesh));
  auto& faces = mesh.triangles.cells;
  const auto vertex = [&] { return static_cast<Index>(random() % mesh.vertices.size()); };
  for (unsigned i = random() % 8; i > 0; --i) {
    const Index x = vertex(), y = vertex();
    if (seed % 4 == 1)
      mesh.vertices[x] = mesh.vertices[y];
    else if (seed % 4 == 2)
      mesh.vertices[x] = (mesh.vertices[faces[y % 20][0]] + mesh.vertices[faces[y % 20][1]]) * 0.5;
    else
      for (auto& t : faces) std::ranges::replace(t, x, y);
  }
  for (unsigned i = random() % 6; i > 0; --i) std::ranges::reverse(faces[random() % faces.size()]);
  for (unsigned i = random() % 4; i > 0; --i) faces.push_back({vertex(), vertex(), vertex()});
  return mesh;
}

TEST(RepairEntangled, IsMendedAsFarAsClaimed) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    expect_mended(repaired(entangled_spheres(seed)).mesh);
  }
}

TEST(RepairTetrahedra, RandomOnesAreMended) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    Mesh mesh;
    for (int i = 0; i < 40; ++i)
      mesh.vertices.push_back({static_cast<double>(random() % 3), static_cast<double>(random() % 3),
                               static_cast<double>(random() % 3)});
    for (std::size_t i = 1 + random() % 80; i > 0; --i) {
      Tetrahedron t;
      for (Index& v : t) v = static_cast<Index>(random() % 40);
      mesh.tetrahedra.cells.push_back(t);
    }
    mesh.triangles.cells = {{0, 1, 2}, {3, 4, 5}};
    const Mesh mended = repaired(mesh).mesh;
    if (mended.tetrahedra.empty()) continue;
    const CheckReport report = check(mended);
    for (const char* name : {"inverted tetrahedra", "flat tetrahedra", "double tetrahedra",
                             "repeated vertices", "orphan vertices"})
      EXPECT_EQ(report.find(name)->count, 0u) << name << ' ' << seed;
    EXPECT_NO_THROW(TetMesh{mended});
  }
}

}  // namespace
}  // namespace pliant
