#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/check.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/voronoi.h>

#include <limits>
#include <numbers>
#include <random>

#include "mesh/check/lattice.h"
#include "support/solid_checks.h"
#include "support/solids.h"
#include "support/surfaces.h"

namespace pliant {
namespace {

using test::cube_surface;
using test::icosphere;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::size_t count(const CheckReport& report, std::string_view name) {
  const Finding* finding = report.find(name);
  EXPECT_NE(finding, nullptr) << name;
  return finding == nullptr ? 0 : finding->count;
}

std::vector<std::string> places(const CheckReport& report, std::string_view name) {
  return report.find(name)->places;
}

// The findings above zero, as "name: count".
std::vector<std::string> found(const CheckReport& report) {
  std::vector<std::string> all;
  for (const auto& f : report.findings)
    if (f.count > 0) all.push_back(f.name + ": " + std::to_string(f.count));
  return all;
}

TEST(CheckSurface, ClosedSurfacesHaveNoDefects) {
  for (const Mesh& mesh : {cube_surface(), icosphere(0), icosphere(3)}) {
    const CheckReport report = check_surface(mesh);
    EXPECT_TRUE(report.sound());
    EXPECT_THAT(found(report), ElementsAre());
    for (const auto& f : report.findings) {
      EXPECT_FALSE(f.meaning.empty());
      EXPECT_FALSE(f.cure.empty());
    }
  }
  EXPECT_EQ(check_surface(cube_surface()).findings.size(), 12u);
}

TEST(CheckSurface, OpenEdges) {
  Mesh mesh = cube_surface();
  mesh.triangles.cells.pop_back();  // 1 7 5
  const CheckReport report = check_surface(mesh);
  EXPECT_FALSE(report.sound());
  EXPECT_THAT(found(report), ElementsAre("open edges: 3"));
  EXPECT_THAT(places(report, "open edges"),
              ElementsAre("edge 1-5 at (1, 0, 0.5)", "edge 1-7 at (1, 0.5, 0.5)",
                          "edge 5-7 at (1, 0.5, 1)"));
}

TEST(CheckSurface, DoubleFaces) {
  Mesh mesh = cube_surface();
  mesh.triangles.cells.push_back({3, 0, 2});
  const CheckReport report = check_surface(mesh);
  EXPECT_THAT(found(report), ElementsAre("double faces: 1"));
  EXPECT_THAT(places(report, "double faces"), ElementsAre("faces 0 and 12"));
}

TEST(CheckSurface, HangingFaceIsASpike) {
  Mesh mesh = cube_surface();
  mesh.vertices.push_back({0.5, -1, -1});
  mesh.triangles.cells.push_back({0, 1, 8});
  const CheckReport report = check_surface(mesh);
  EXPECT_THAT(found(report), ElementsAre("spikes: 1"));
  EXPECT_THAT(places(report, "spikes"),
              ElementsAre("face 12 at (0.5, -0.333333, -0.333333) hangs"));
}

TEST(CheckSurface, FoldedFaceIsASpike) {
  Mesh mesh;  // a tetrahedron pressed flat: all faces lie on face 0
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, 0}};
  mesh.triangles.cells = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const CheckReport report = check_surface(mesh);
  EXPECT_THAT(found(report), ElementsAre("spikes: 3"));
  EXPECT_THAT(places(report, "spikes"),
              Contains("faces 0 and 2 folded at edge 1-2 at (0.5, 0.5, 0)"));
  mesh.vertices[3].z = 1e-3;  // a thin blade is no spike
  EXPECT_THAT(found(check_surface(mesh)), ElementsAre());
}

TEST(CheckSurface, MultipleEdges) {
  Mesh mesh = cube_surface();  // and another one beyond its edge 3-7
  mesh.vertices.insert(mesh.vertices.end(),
                       {{2, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 1}, {1, 2, 1}, {2, 2, 1}});
  const Index at[8] = {3, 8, 9, 10, 7, 11, 12, 13};
  for (const auto& t : cube_surface().triangles.cells)
    mesh.triangles.cells.push_back({at[t[0]], at[t[1]], at[t[2]]});
  const CheckReport report = check_surface(mesh);
  EXPECT_THAT(found(report), ElementsAre("multiple edges: 1"));
  EXPECT_THAT(places(report, "multiple edges"),
              ElementsAre("edge 3-7 at (1, 1, 0.5) with 4 faces"));
}

// Faces on one edge, alone and closed to wedges, as many as would show a comparison of all pairs.
TEST(CheckSurface, ManyFacesOnOneEdge) {
  constexpr Index n = 4000;
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {0, 0, 1}};
  for (Index i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    mesh.vertices.push_back({std::cos(angle), std::sin(angle), 0.5});
    mesh.triangles.cells.push_back({0, 1, 2 + i});
  }
  EXPECT_THAT(found(check_surface(mesh)), ElementsAre("open edges: 8000", "multiple edges: 1"));
  std::vector<std::string> done;
  const Mesh mended = repair(mesh, done);
  EXPECT_TRUE(check_surface(mended).sound());
}

TEST(CheckSurface, OrphanVertices) {
  Mesh mesh = cube_surface();
  mesh.vertices.push_back({0.1, 20, 3});
  const CheckReport report = check_surface(mesh);
  EXPECT_THAT(found(report), ElementsAre("orphan vertices: 1"));
  EXPECT_THAT(places(report, "orphan vertices"), ElementsAre("vertex 8 at (0.1, 20, 3)"));
}

TEST(CheckSurface, CollidedFaces) {
  Mesh mesh = icosphere(1);
  Mesh tip;  // a thin tetrahedron that pierces the sphere's face 0 only
  const auto& t = mesh.triangles[0];
  const Vec3d middle = (mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3.0;
  tip.vertices = {middle * 0.9, middle * 1.3 + Vec3d{0.01, 0, 0}, middle * 1.3 + Vec3d{0, 0.01, 0},
                  middle * 1.3 + Vec3d{0, 0, 0.01}};
  tip.triangles.cells = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  if (test::volume_inside(tip) < 0)
    for (auto& f : tip.triangles.cells) std::swap(f[1], f[2]);
  test::append(mesh, tip);
  const CheckReport report = check_surface(mesh);
  EXPECT_THAT(found(report), ElementsAre("collided faces: 4", "separate parts: 1"));
  EXPECT_THAT(places(report, "collided faces")[0], HasSubstr("face 0 at "));
  EXPECT_THAT(places(report, "collided faces")[0], HasSubstr(" meets face 8"));
}

TEST(CheckSurface, FacesWithACommonVertexMayCollideBeyondIt) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, -1, 0}, {2, 1, 0}, {1, 0, -1}, {1, 0, 1}};
  mesh.triangles.cells = {{0, 1, 2}, {0, 3, 4}};
  EXPECT_EQ(count(check_surface(mesh), "collided faces"), 2u);
  mesh.vertices[3].x = mesh.vertices[4].x = -1;
  EXPECT_EQ(count(check_surface(mesh), "collided faces"), 0u);
}

TEST(CheckSurface, InconsistentNormals) {
  Mesh mesh = cube_surface();
  std::swap(mesh.triangles[11][0], mesh.triangles[11][1]);
  const CheckReport report = check_surface(mesh);
  EXPECT_THAT(found(report), ElementsAre("inconsistent normals: 3"));
  EXPECT_THAT(places(report, "inconsistent normals"),
              Contains("faces 10 and 11 at edge 1-7 at (1, 0.5, 0.5)"));
}

TEST(CheckSurface, InsideOutParts) {
  Mesh mesh = cube_surface();
  for (auto& t : mesh.triangles.cells) std::swap(t[0], t[1]);
  EXPECT_THAT(found(check_surface(mesh)), ElementsAre("inside-out parts: 1"));
  // Within another part the same box is a cavity, and facing outwards it is wrong.
  Mesh outer = cube_surface({-1, -1, -1}, 3);
  test::append(outer, mesh);
  EXPECT_THAT(found(check_surface(outer)), ElementsAre("separate parts: 1"));
  outer = cube_surface({-1, -1, -1}, 3);
  test::append(outer, cube_surface());
  const CheckReport report = check_surface(outer);
  EXPECT_THAT(found(report), ElementsAre("inside-out parts: 1", "separate parts: 1"));
  EXPECT_THAT(places(report, "inside-out parts")[0], HasSubstr("face 12 "));
}

TEST(CheckSurface, TouchingPartsAreBesideOneAnother) {
  Mesh mesh = cube_surface();
  test::append(mesh, cube_surface({1, 0, 0}));
  const CheckReport report = check_surface(mesh);
  EXPECT_EQ(count(report, "inside-out parts"), 0u);
  // The two faces at x = 1 of each lie on those of the other.
  EXPECT_EQ(count(report, "collided faces"), 4u);
}

TEST(CheckSurface, OverlappingPartsAreNotInsideOneAnother) {
  for (double shift : {0.05, 0.3, 0.5, 0.95}) {
    SCOPED_TRACE(shift);
    Mesh mesh = cube_surface();
    test::append(mesh, cube_surface({shift, shift, shift}));
    EXPECT_EQ(count(check_surface(mesh), "inside-out parts"), 0u);
    for (std::size_t f = 12; f < 24; ++f) std::ranges::reverse(mesh.triangles[f]);
    const CheckReport report = check_surface(mesh);
    EXPECT_EQ(count(report, "inside-out parts"), 1u);
    EXPECT_THAT(places(report, "inside-out parts")[0], testing::Not(HasSubstr("inside another")));
  }
  // A needle from within through a wall: nearly all of it is inside.
  Mesh mesh = cube_surface();
  Mesh needle = cube_surface({}, 0.8);
  for (auto& v : needle.vertices) v = {0.1 + 0.1 * v.x, 0.1 + 0.1 * v.y, 0.21 + v.z};
  test::append(mesh, needle);
  EXPECT_EQ(count(check_surface(mesh), "inside-out parts"), 0u);
}

TEST(CheckSurface, PartsApartAreJudgedByThemselves) {
  Mesh mesh = cube_surface();
  test::append(mesh, cube_surface({3, 0, 0}));
  EXPECT_THAT(found(check_surface(mesh)), ElementsAre("separate parts: 1"));
  for (std::size_t f = 12; f < 24; ++f) std::ranges::reverse(mesh.triangles[f]);
  EXPECT_THAT(found(check_surface(mesh)), ElementsAre("inside-out parts: 1", "separate parts: 1"));
}

// The outer one of two overlapping parts may hold a third wholly.
TEST(CheckSurface, CavityBesideAnOverlap) {
  Mesh mesh = cube_surface({}, 3);
  test::append(mesh, cube_surface({2.5, 2.5, 2.5}));
  test::append(mesh, cube_surface({0.5, 0.5, 0.5}));
  const CheckReport report = check_surface(mesh);
  EXPECT_EQ(count(report, "inside-out parts"), 1u);
  EXPECT_THAT(places(report, "inside-out parts")[0], HasSubstr("face 24 "));
  EXPECT_THAT(places(report, "inside-out parts")[0], HasSubstr("inside another"));
}

TEST(CheckSurface, ZeroAreaFaces) {
  Mesh repeating = cube_surface();
  repeating.triangles.cells.push_back({2, 2, 3});
  EXPECT_THAT(found(check_surface(repeating)), ElementsAre("zero-area faces: 1"));
  Mesh mesh = cube_surface();  // vertex 8 on edge 1-7, with a flat face 1 7 8 beside it
  mesh.vertices.push_back({1, 0.5, 0.5});
  mesh.triangles.cells.back() = {1, 8, 5};
  mesh.triangles.cells.push_back({8, 7, 5});
  mesh.triangles.cells.push_back({1, 7, 8});
  const CheckReport report = check_surface(mesh);
  // The faces on its two sides touch without an edge in common.
  EXPECT_THAT(found(report), ElementsAre("collided faces: 3", "zero-area faces: 1"));
  EXPECT_THAT(places(report, "zero-area faces"), ElementsAre("face 13 at (1, 0.5, 0.5)"));
}

TEST(CheckSurface, UnweldedFacesCoincideAndAreOpen) {
  const Mesh whole = cube_surface();
  Mesh soup;
  for (const auto& t : whole.triangles.cells)
    for (Index v : t) soup.vertices.push_back(whole.vertices[v]);
  for (Index i = 0; i < 36; i += 3) soup.triangles.cells.push_back({i, i + 1, i + 2});
  const CheckReport report = check_surface(soup);
  EXPECT_THAT(found(report),
              ElementsAre("open edges: 36", "coinciding vertices: 28"));  // one piece all the same
  EXPECT_EQ(places(report, "open edges").size(), 10u);
}

TEST(CheckSurface, NonFiniteVerticesAreNamedAndHarmNothingElse) {
  Mesh mesh = cube_surface();
  mesh.vertices[7].x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(found(check_surface(mesh)), ElementsAre("non-finite vertices: 1"));
  mesh.vertices[7].x = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(check_surface(mesh).sound());
}

TEST(CheckSurface, FindingsDoNotDependOnTheUnit) {
  Mesh mesh = icosphere(2);
  auto& faces = mesh.triangles.cells;
  std::swap(faces[7][0], faces[7][1]);
  faces.push_back(faces[30]);
  faces.erase(faces.begin() + 100, faces.begin() + 103);
  mesh.vertices.push_back({0, 0, 0});
  mesh.vertices[40] = mesh.vertices[90] * 0.9;
  const auto expected = found(check_surface(mesh));
  EXPECT_GE(expected.size(), 5u);
  for (double unit : {1e-3, 1e6, 1e-150, 1e149, 1e-300, 3.7})
    EXPECT_EQ(found(check_surface(test::scaled(mesh, unit))), expected) << unit;
}

TEST(CheckSurface, ExtremeCoordinatesAreHandled) {
  // All of it too large: that and nothing else is said.
  for (double side : {1e151, 1e160, 1e308})
    EXPECT_THAT(found(check_surface(cube_surface({side, side, side}, side / 2))),
                ElementsAre("non-finite vertices: 8"));
  // One wild vertex does not make the others coincide.
  Mesh mesh = cube_surface();
  mesh.vertices[7] = {1.7e308, -1.7e308, 1.7e308};
  EXPECT_THAT(found(check_surface(mesh)), ElementsAre("non-finite vertices: 1"));
  Mesh tetrahedra = test::grid(2, 0.5);
  tetrahedra.vertices[13].y = -1e308;
  EXPECT_THAT(found(check(tetrahedra)), ElementsAre("non-finite vertices: 1"));
  EXPECT_THAT(check(tetrahedra).find("non-finite vertices")->meaning, HasSubstr("too large"));
  for (const auto& finding : check(tetrahedra).findings)
    for (const auto& place : finding.places) EXPECT_THAT(place, testing::Not(HasSubstr("nan")));
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(check_surface(cube_surface({}, least)).sound());
  EXPECT_EQ(count(check_surface(cube_surface({}, 0)), "zero-area faces"), 12u);
}

TEST(Check, RefusesIndicesOutOfRange) {
  Mesh mesh = cube_surface();
  mesh.triangles[3][1] = 8;
  EXPECT_THROW(check(mesh), InputError);
  Mesh grouped = cube_surface();
  grouped.groups["feet"] = {0, 9};
  EXPECT_THROW(check(grouped), InputError);
}

TEST(Check, EmptyMeshIsUnsoundAndSaysWhy) {
  EXPECT_THAT(found(check(Mesh{})), ElementsAre("no cells: 1"));
  EXPECT_THAT(found(check_surface(Mesh{})), ElementsAre("no faces: 1"));
  EXPECT_THAT(found(check_tetrahedra(Mesh{})), ElementsAre("no tetrahedra: 1"));
}

TEST(Check, LinesAndHexahedra) {
  Mesh mesh;
  mesh.vertices = cube_surface().vertices;
  mesh.vertices.push_back({5, 5, 5});
  mesh.lines.cells = {{0, 1}, {1, 0}, {2, 2}};
  mesh.hexahedra.cells = {{0, 1, 3, 2, 4, 5, 7, 6}, {0, 1, 3, 2, 4, 5, 7, 6}};
  EXPECT_THAT(found(check(mesh)),
              ElementsAre("orphan vertices: 1", "double lines: 1",
                          "lines with repeated vertices: 1", "double hexahedra: 1"));
}

Mesh two_tetrahedra() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {1, 2, 3, 4}};
  return mesh;
}

TEST(CheckTetrahedra, SoundMeshHasNoFindings) {
  EXPECT_THAT(found(check(two_tetrahedra())), ElementsAre());
}

TEST(CheckTetrahedra, EachDefectIsFoundAlone) {
  Mesh mesh = two_tetrahedra();
  std::swap(mesh.tetrahedra[1][0], mesh.tetrahedra[1][1]);
  EXPECT_THAT(found(check(mesh)), ElementsAre("inverted tetrahedra: 1"));
  EXPECT_TRUE(check(mesh).sound());

  mesh = two_tetrahedra();
  mesh.vertices.push_back({0.25, 0.25, 0});
  mesh.tetrahedra.cells.push_back({0, 2, 1, 5});
  EXPECT_THAT(found(check(mesh)), ElementsAre("flat tetrahedra: 1"));
  EXPECT_THAT(places(check(mesh), "flat tetrahedra")[0], HasSubstr("tetrahedron 2 at "));

  mesh = two_tetrahedra();
  mesh.tetrahedra.cells.push_back({4, 3, 1, 2});
  EXPECT_EQ(count(check(mesh), "double tetrahedra"), 1u);
  EXPECT_THAT(places(check(mesh), "double tetrahedra"), ElementsAre("tetrahedra 1 and 2"));

  mesh = two_tetrahedra();
  mesh.tetrahedra.cells.push_back({4, 3, 4, 2});
  EXPECT_THAT(found(check(mesh)), ElementsAre("repeated vertices: 1"));

  mesh = two_tetrahedra();
  mesh.vertices.push_back({9, 9, 9});
  EXPECT_THAT(found(check(mesh)), ElementsAre("orphan vertices: 1"));

  mesh = two_tetrahedra();
  mesh.vertices.push_back({2, 2, 1.5});
  mesh.tetrahedra.cells.push_back({1, 2, 3, 5});
  EXPECT_THAT(found(check(mesh)), ElementsAre("crowded faces: 1", "multiple edges: 3"));
  EXPECT_THAT(places(check(mesh), "crowded faces"), ElementsAre("tetrahedra 0, 1, 2"));
}

TEST(CheckTetrahedra, WrongWindingIsANoteOnly) {
  const Mesh good = test::grid(3, 1.0 / 3);
  EXPECT_THAT(found(check(good)), ElementsAre());
  Mesh one = good;
  std::swap(one.tetrahedra[70][1], one.tetrahedra[70][2]);
  EXPECT_THAT(found(check(one)), ElementsAre("inverted tetrahedra: 1"));
  EXPECT_TRUE(check(one).sound());
  Mesh all = good;
  for (auto& t : all.tetrahedra.cells) std::swap(t[1], t[2]);
  EXPECT_THAT(found(check(all)), ElementsAre("inverted tetrahedra: 162"));
  EXPECT_TRUE(check(all).sound());
}

TEST(CheckTetrahedra, AVertexMovedAcrossTheBodyTangles) {
  Mesh mesh = test::grid(3, 1.0 / 3);
  mesh.vertices[1 + 4 + 16] = {0.7, 0.75, 0.8};  // was (1, 1, 1) / 3
  const CheckReport report = check(mesh);
  EXPECT_GT(count(report, "inverted tetrahedra"), 0u);
  EXPECT_GT(count(report, "tangled faces"), 0u);
  EXPECT_FALSE(report.sound());
  EXPECT_THAT(places(report, "tangled faces")[0], HasSubstr(" at ("));
  EXPECT_THAT(report.find("tangled faces")->cure, HasSubstr("move the vertices back"));
  // The winding says nothing about it.
  Mesh turned = mesh;
  for (std::size_t t = 0; t < turned.tetrahedra.size(); t += 2)
    std::swap(turned.tetrahedra[t][0], turned.tetrahedra[t][3]);
  EXPECT_EQ(places(check(turned), "tangled faces"), places(report, "tangled faces"));
}

TEST(CheckTetrahedra, OneTangledFace) {
  Mesh mesh = two_tetrahedra();
  mesh.vertices[4] = {0.1, 0.1, 0.2};
  EXPECT_THAT(found(check(mesh)), ElementsAre("inverted tetrahedra: 1", "tangled faces: 1"));
  EXPECT_THAT(places(check(mesh), "tangled faces"),
              ElementsAre("tetrahedra 0 and 1 at (0.333333, 0.333333, 0.333333)"));
}

TEST(CheckTetrahedra, PartsThatTouchAlongAnEdge) {
  Mesh mesh = two_tetrahedra();
  mesh.vertices.insert(mesh.vertices.end(), {{-1, -1, 0}, {0, -1, -1}});
  mesh.tetrahedra.cells.push_back({0, 1, 5, 6});  // on edge 0-1
  if (dot(cross(mesh.vertices[1], mesh.vertices[5]), mesh.vertices[6]) < 0)
    std::swap(mesh.tetrahedra[2][2], mesh.tetrahedra[2][3]);
  const CheckReport report = check(mesh);
  EXPECT_THAT(found(report), ElementsAre("multiple edges: 1", "separate parts: 1"));
  EXPECT_TRUE(report.sound());
  EXPECT_THAT(places(report, "multiple edges"),
              ElementsAre("edge 0-1 at (0.5, 0, 0) with 4 faces"));
}

TEST(CheckTetrahedra, FindingsDoNotDependOnTheUnit) {
  Mesh mesh = two_tetrahedra();
  mesh.vertices.push_back({0.25, 0.25, 1e-13});
  mesh.tetrahedra.cells.push_back({0, 2, 1, 5});
  std::swap(mesh.tetrahedra[1][0], mesh.tetrahedra[1][1]);
  const auto expected = found(check(mesh));
  EXPECT_EQ(expected.size(), 2u);
  for (double unit : {1e-3, 1e6, 1e-120, 1e120})
    EXPECT_EQ(found(check(test::scaled(mesh, unit))), expected) << unit;
}

TEST(CheckTetrahedra, StoredFacesNeedNotBeClosed) {
  Mesh mesh = two_tetrahedra();
  mesh.triangles.cells = {{0, 1, 2}};
  EXPECT_THAT(found(check(mesh)), ElementsAre());
  mesh.triangles.cells.push_back({2, 0, 1});
  EXPECT_THAT(found(check(mesh)), ElementsAre("double faces: 1"));
}

// Against floating-point arithmetic on small whole numbers, which is exact there.
TEST(CheckLattice, SegmentsMeetTrianglesAsSampledPointsSay) {
  std::mt19937 random(11);
  const auto point = [&] {
    return LatticePoint{static_cast<std::int64_t>(random() % 5),
                        static_cast<std::int64_t>(random() % 5),
                        static_cast<std::int64_t>(random() % 3)};
  };
  // Solves p + t (q - p) = a + r (b - a) + s (c - a) by Cramer's rule where there is one solution.
  int met = 0;
  for (int i = 0; i < 20000; ++i) {
    const LatticePoint p = point(), q = point(), a = point(), b = point(), c = point();
    if (!spans_plane(a, b, c)) continue;
    const auto real = [](const LatticePoint& x, const LatticePoint& from) {
      return Vec3d{static_cast<double>(x[0] - from[0]), static_cast<double>(x[1] - from[1]),
                   static_cast<double>(x[2] - from[2])};
    };
    const Vec3d d = real(q, p), u = real(b, a), v = real(c, a), w = real(p, a);
    const double determinant = dot(d, cross(u, v));
    if (determinant == 0) continue;
    const double t = -dot(w, cross(u, v)), r = dot(d, cross(w, v)), s = dot(d, cross(u, w));
    const double sign = determinant > 0 ? 1 : -1, size = determinant * sign;
    const bool expected = t * sign >= 0 && t * sign <= size && r * sign >= 0 && s * sign >= 0 &&
                          (r + s) * sign <= size;
    EXPECT_EQ(segment_meets_triangle(p, q, a, b, c), expected);
    met += expected;
  }
  EXPECT_GT(met, 500);
}

TEST(CheckLattice, SegmentsInTheTrianglesPlane) {
  const LatticePoint a{0, 0, 7}, b{10, 0, 7}, c{0, 10, 7};
  const auto meets = [&](LatticePoint p, LatticePoint q) {
    return segment_meets_triangle(p, q, a, b, c);
  };
  EXPECT_TRUE(meets({1, 1, 7}, {2, 2, 7}));      // within
  EXPECT_TRUE(meets({-5, 5, 7}, {20, 5, 7}));    // across
  EXPECT_TRUE(meets({-5, 0, 7}, {20, 0, 7}));    // covers an edge
  EXPECT_TRUE(meets({10, 0, 7}, {20, 0, 7}));    // touches a corner
  EXPECT_FALSE(meets({11, 0, 7}, {20, 0, 7}));   // beyond it
  EXPECT_FALSE(meets({0, -1, 7}, {10, -1, 7}));  // beside it
  EXPECT_FALSE(meets({6, 5, 7}, {20, 20, 7}));   // beyond the long edge
  EXPECT_TRUE(meets({5, 5, 7}, {20, 20, 7}));    // from the long edge
  const std::int64_t far = std::int64_t{1} << lattice_bits;
  EXPECT_TRUE(
      segment_meets_triangle({0, 0, 0}, {far, far, far}, {far, 0, 0}, {0, far, 0}, {0, 0, far}));
  EXPECT_FALSE(segment_meets_triangle({far, far, 0}, {far, far, far}, {far, 0, 0}, {0, far, 0},
                                      {0, 0, far}));
}

TEST(CheckModels, SurfacesAreSound) {
  PLIANT_NEEDS_MODELS();
  for (const char* name : test::model_surfaces) {
    SCOPED_TRACE(name);
    const Mesh mesh = test::model_surface(name);
    ASSERT_GT(mesh.triangles.size(), 100u);
    EXPECT_THAT(found(check(mesh)), ElementsAre());
  }
}

TEST(CheckModels, TetrahedraAreSound) {
  PLIANT_NEEDS_MODELS();
  for (const char* name : {"armadillo", "beam_hole", "bunny", "bunny2", "bunny_raw", "cube",
                           "cube150", "cube_coarse", "cube_fine", "dragon", "grid30"}) {
    SCOPED_TRACE(name);
    const Mesh mesh = read_mesh(test::model(std::string(name) + ".ele"));
    ASSERT_GT(mesh.tetrahedra.size(), 100u);
    EXPECT_THAT(found(check(mesh)), ElementsAre());
  }
}

TEST(Check, ADiagramMustFitItsTetrahedra) {
  Mesh mesh = test::lattice(2);
  EXPECT_EQ(check(mesh).find("Voronoi diagram misfit"), nullptr);
  mesh.voronoi = voronoi_diagram(TetMesh(mesh), VoronoiKind::circumcentre);
  EXPECT_TRUE(check(mesh).sound());
  EXPECT_EQ(count(check(mesh), "stray Voronoi vertices"), 0u);
  Mesh outside = mesh;
  outside.voronoi->vertices[0] += Vec3d{9, 0, 0};
  EXPECT_TRUE(check(outside).sound());
  EXPECT_EQ(count(check(outside), "stray Voronoi vertices"), 1u);
  Mesh misfit = mesh;
  misfit.voronoi->dependencies[3] = {0, 0, 1, 2};
  EXPECT_FALSE(check(misfit).sound());
  EXPECT_THAT(places(check(misfit), "Voronoi diagram misfit"),
              ElementsAre(HasSubstr("Voronoi vertex 3 moves with particles")));
}

}  // namespace
}  // namespace pliant
