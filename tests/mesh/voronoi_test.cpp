#include <gtest/gtest.h>
#include <pliant/io.h>
#include <pliant/voronoi.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "support/meshes.h"
#include "support/models.h"

namespace pliant {
namespace {

// n³ cubes of six tetrahedra each, the vertices of the inside moved by up to `jitter` of the
// spacing: not Delaunay when jittered.
Mesh grid(Index n, double spacing, double jitter = 0, unsigned seed = 1, Vec3d origin = {}) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> shift(-jitter * spacing, jitter * spacing);
  Mesh mesh;
  const auto number = [&](Index i, Index j, Index k) { return (i * (n + 1) + j) * (n + 1) + k; };
  for (Index i = 0; i <= n; ++i)
    for (Index j = 0; j <= n; ++j)
      for (Index k = 0; k <= n; ++k) {
        Vec3d x = origin + Vec3d{double(i), double(j), double(k)} * spacing;
        if (std::min({i, j, k}) > 0 && std::max({i, j, k}) < n)
          x += {shift(random), shift(random), shift(random)};
        mesh.vertices.push_back(x);
      }
  const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k)
        for (const auto& order : orders) {
          std::array<Index, 3> at{i, j, k};
          Tetrahedron t{number(i, j, k)};
          for (int s = 0; s < 3; ++s) {
            ++at[order[s]];
            t[s + 1] = number(at[0], at[1], at[2]);
          }
          mesh.tetrahedra.cells.push_back(t);
        }
  return mesh;
}

// The body-centred cubic lattice: every tetrahedron and triangle holds its own circumcentre.
Mesh lattice(int n) {
  Mesh mesh;
  std::map<std::array<int, 3>, Index> numbers;  // by twice the coordinates
  const auto vertex = [&](std::array<int, 3> at) {
    const auto [place, is_new] = numbers.try_emplace(at, static_cast<Index>(numbers.size()));
    if (is_new) mesh.vertices.push_back({at[0] / 2.0, at[1] / 2.0, at[2] / 2.0});
    return place->second;
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int axis = 0; axis < 3; ++axis) {
          const std::array<int, 3> centre{2 * i + 1, 2 * j + 1, 2 * k + 1};
          std::array<int, 3> other = centre;
          other[axis] += 2;
          if (other[axis] > 2 * n) continue;
          const int u = (axis + 1) % 3;
          const int v = (axis + 2) % 3;
          const int square[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
          for (int s = 0; s < 4; ++s) {
            std::array<int, 3> a = centre;
            a[axis] += 1;
            std::array<int, 3> b = a;
            a[u] += square[s][0];
            a[v] += square[s][1];
            b[u] += square[(s + 1) % 4][0];
            b[v] += square[(s + 1) % 4][1];
            mesh.tetrahedra.cells.push_back({vertex(centre), vertex(other), vertex(a), vertex(b)});
          }
        }
  return mesh;
}

double sum(std::span<const double> values) {
  long double total = 0;
  for (double v : values) total += v;
  return static_cast<double>(total);
}

double body_volume(const TetMesh& mesh) {
  long double total = 0;
  for (const auto& t : mesh.tetrahedra())
    total += signed_volume(mesh.vertices()[t[0]], mesh.vertices()[t[1]], mesh.vertices()[t[2]],
                           mesh.vertices()[t[3]]);
  return static_cast<double>(total);
}

using Pair = std::array<Index, 2>;
std::map<Pair, Vec3d> area_by_pair(const VoronoiDiagram& diagram) {
  std::map<Pair, Vec3d> areas;
  for (std::size_t f = 0; f < diagram.face_particles.size(); ++f)
    areas[diagram.face_particles[f]] += face_area_vector(diagram, f);
  return areas;
}

void expect_sound_lists(const TetMesh& mesh, const VoronoiDiagram& d) {
  ASSERT_EQ(d.vertices.size(), d.dependencies.size());
  ASSERT_EQ(d.face_particles.size(), d.face_vertices.size());
  ASSERT_EQ(d.cell_faces.size(), mesh.vertices().size());
  ASSERT_EQ(d.face_vertices.offsets.back(), d.face_vertices.items.size());
  EXPECT_EQ(d.cell_faces.items.size(), 2 * d.face_particles.size());
  for (std::size_t f = 0; f < d.face_particles.size(); ++f) {
    const auto [p, q] = d.face_particles[f];
    ASSERT_LT(p, q);
    ASSERT_LT(q, mesh.vertices().size());
    ASSERT_GE(d.face_vertices[f].size(), 3u);
    for (Index v : d.face_vertices[f]) ASSERT_LT(v, d.vertices.size());
  }
  for (Index p = 0; p < d.cell_faces.size(); ++p)
    for (Index f : d.cell_faces[p])
      ASSERT_TRUE(d.face_particles[f][0] == p || d.face_particles[f][1] == p);
}

std::set<Index> boundary_particles(const TetMesh& mesh) {
  std::set<Index> set;
  for (const auto& f : mesh.boundary()) set.insert(f.begin(), f.end());
  return set;
}

// What must hold for the clipped diagram of any mesh.
void expect_restricted_voronoi(const TetMesh& mesh, const ClippedVoronoi& result) {
  const VoronoiDiagram& d = result.diagram;
  expect_sound_lists(mesh, d);
  EXPECT_NEAR(sum(result.cell_volumes) / body_volume(mesh), 1, 1e-12);
  for (double v : result.cell_volumes) EXPECT_GE(v, 0);
  std::set<Tetrahedron> tetrahedra(mesh.tetrahedra().begin(), mesh.tetrahedra().end());
  double outside = 0;
  for (std::size_t v = 0; v < d.vertices.size(); ++v) {
    EXPECT_TRUE(tetrahedra.contains(d.dependencies[v]));
    for (double w : barycentric(mesh.vertices(), d, v)) outside = std::max({outside, -w, w - 1});
  }
  EXPECT_EQ(outside, 0);
  double off_bisector = 0;
  for (std::size_t f = 0; f < d.face_particles.size(); ++f) {
    const Vec3d p = mesh.vertices()[d.face_particles[f][0]];
    const Vec3d q = mesh.vertices()[d.face_particles[f][1]];
    for (Index v : d.face_vertices[f]) {
      EXPECT_EQ(d.dependencies[v], d.dependencies[d.face_vertices[f][0]]);
      const double to_p = length(d.vertices[v] - p);
      const double to_q = length(d.vertices[v] - q);
      off_bisector = std::max(off_bisector, std::abs(to_p - to_q) / to_p);
    }
    EXPECT_GT(dot(face_area_vector(d, f), q - p), 0);
  }
  EXPECT_LT(off_bisector, 1e-9);
}

// Keeps the part of a polygon that is nearer to p than to q.
std::vector<Vec3d> nearer_part(const std::vector<Vec3d>& polygon, const Vec3d& p, const Vec3d& q) {
  const auto value = [&](const Vec3d& x) { return dot(p - q, (x - p) + (x - q)); };
  std::vector<Vec3d> kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3d a = polygon[k];
    const Vec3d b = polygon[(k + 1) % polygon.size()];
    const double fa = value(a);
    const double fb = value(b);
    if (fa >= 0) kept.push_back(a);
    if ((fa > 0 && fb < 0) || (fa < 0 && fb > 0)) kept.push_back(a + (b - a) * (fa / (fa - fb)));
  }
  return kept;
}

// For each particle the area vector of its share of the surface. Every vertex that can own some of
// a triangle is tried: whoever owns a point is no farther from it than the triangle's corners.
std::vector<Vec3d> surface_shares(const TetMesh& mesh) {
  const auto x = mesh.vertices();
  std::vector<Vec3d> shares(x.size());
  std::vector<Index> near;
  for (const Triangle& f : mesh.boundary()) {
    const std::vector<Vec3d> triangle{x[f[0]], x[f[1]], x[f[2]]};
    const Vec3d centre = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
    double size = 0;
    for (int i = 0; i < 3; ++i) size = std::max(size, length(triangle[i] - triangle[(i + 1) % 3]));
    near.clear();
    for (Index v = 0; v < x.size(); ++v)
      if (squared_length(x[v] - centre) < 2 * size * size) near.push_back(v);
    for (Index p : near) {
      std::vector<Vec3d> polygon = triangle;
      for (Index q : near)
        if (q != p) polygon = nearer_part(polygon, x[p], x[q]);
      for (std::size_t k = 2; k < polygon.size(); ++k)
        shares[p] += cross(polygon[k - 1] - polygon[0], polygon[k] - polygon[0]) / 2.0;
    }
  }
  return shares;
}

// By Gauss the area vectors of a closed cell add up to zero: those of its faces, and its share of
// the surface.
void expect_closed_cells(const TetMesh& mesh, const VoronoiDiagram& d, double tolerance = 1e-10) {
  const std::vector<Vec3d> shares = surface_shares(mesh);
  double gap = 0;
  for (Index p = 0; p < d.cell_faces.size(); ++p) {
    Vec3d total = shares[p];
    double area = length(shares[p]);
    for (Index f : d.cell_faces[p]) {
      const Vec3d a = face_area_vector(d, f);
      total += d.face_particles[f][0] == p ? a : -a;
      area += length(a);
    }
    ASSERT_GT(area, 0);
    gap = std::max(gap, length(total) / area);
  }
  EXPECT_LT(gap, tolerance);
}

TEST(ClippedVoronoi, RegularTetrahedronFallsIntoFourEqualCells) {
  Mesh mesh;
  mesh.vertices = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};  // edges of length √8
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  const TetMesh built(mesh);
  const ClippedVoronoi result = clipped_voronoi(built);
  expect_restricted_voronoi(built, result);
  const double volume = 8.0 / 3;
  for (double v : result.cell_volumes) EXPECT_NEAR(v, volume / 4, 1e-15);
  ASSERT_EQ(result.diagram.face_particles.size(), 6u);
  // Each face is a kite between the edge's midpoint, two face centres and the body's centre: its
  // diagonals are 1 (midpoint to centre) and a third of the opposite edge.
  for (std::size_t f = 0; f < 6; ++f)
    EXPECT_NEAR(face_area(result.diagram, f), 0.5 * std::sqrt(8.0) / 3, 1e-15);
  // Centre, four face centres and six midpoints, each once.
  EXPECT_EQ(result.diagram.vertices.size(), 11u);
}

class GridVoronoi : public testing::TestWithParam<Vec3d> {};

TEST_P(GridVoronoi, CellsOfAGridAreCubes) {
  const double h = 0.1;
  const TetMesh mesh(grid(5, h, 0, 1, GetParam()));
  const ClippedVoronoi result = clipped_voronoi(mesh);
  expect_restricted_voronoi(mesh, result);
  expect_closed_cells(mesh, result.diagram);
  // Rounding of the coordinates sets how well the spacing is known.
  const double tolerance = 1e-13 * (1 + length(GetParam()) / h);
  const std::set<Index> boundary = boundary_particles(mesh);
  const auto areas = area_by_pair(result.diagram);
  for (Index p = 0; p < mesh.vertices().size(); ++p) {
    if (boundary.contains(p)) continue;
    EXPECT_NEAR(result.cell_volumes[p] / (h * h * h), 1, tolerance);
    int neighbours = 0;
    for (const auto& [pair, area] : areas) {
      if (pair[0] != p && pair[1] != p) continue;
      ++neighbours;
      EXPECT_NEAR(length(area) / (h * h), 1, tolerance);
      EXPECT_NEAR(length(mesh.vertices()[pair[0]] - mesh.vertices()[pair[1]]) / h, 1, tolerance);
    }
    EXPECT_EQ(neighbours, 6);
  }
  EXPECT_NEAR(result.cell_volumes[0] / (h * h * h), 0.125, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Places, GridVoronoi,
                         testing::Values(Vec3d{0, 0, 0}, Vec3d{-0.3, 17, 1000},
                                         Vec3d{1e5, 1e5, -1e5}));

TEST(ClippedVoronoi, HoldsOnMeshesThatAreNotDelaunay) {
  for (double jitter : {0.1, 0.2, 0.3}) {
    Mesh jittered = grid(5, 0.2, jitter, 7);
    const TetMesh mesh(jittered);
    const ClippedVoronoi result = clipped_voronoi(mesh);
    expect_restricted_voronoi(mesh, result);
    expect_closed_cells(mesh, result.diagram);
    EXPECT_EQ(clipped_cell_volumes(mesh), result.cell_volumes);
  }
}

TEST(ClippedVoronoi, SquashedMeshesKeepTheirVolume) {
  // Stretched a thousandfold, far from Delaunay: many sites share each tetrahedron.
  Mesh flat = grid(6, 1, 0.2, 3);
  for (Vec3d& x : flat.vertices) x = {x.x + 0.3 * x.y, x.y * 0.02, x.z * 1e-3};
  const TetMesh mesh(flat);
  const ClippedVoronoi result = clipped_voronoi(mesh);
  expect_restricted_voronoi(mesh, result);
  expect_closed_cells(mesh, result.diagram);
}

TEST(ClippedVoronoi, RandomPointsFallToTheirNearestParticle) {
  const TetMesh mesh(grid(3, 1, 0.3, 11));
  const auto volumes = clipped_cell_volumes(mesh);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 3);
  const int samples = 200000;
  std::vector<int> hits(volumes.size(), 0);
  for (int i = 0; i < samples; ++i) {
    const Vec3d x{unit(random), unit(random), unit(random)};  // the body is the cube [0, 3]³
    const auto nearest = std::ranges::min_element(
        mesh.vertices(), {}, [&](const Vec3d& v) { return squared_length(v - x); });
    ++hits[static_cast<std::size_t>(nearest - mesh.vertices().begin())];
  }
  for (std::size_t p = 0; p < volumes.size(); ++p) {
    const double share = volumes[p] / 27;
    const double deviation = std::sqrt(share * (1 - share) / samples);
    EXPECT_NEAR(hits[p] / double(samples), share, 5 * deviation) << p;
  }
}

TEST(ClippedVoronoi, BisectorOnAFaceOfTheMeshIsFound) {
  // Two flat tetrahedra back to back: the tips are nearer to the middle of the shared triangle
  // than its corners are, and the bisector of the tips is that triangle's plane.
  Mesh mesh;
  mesh.vertices = {{2, 0, 0}, {-1, 1.7, 0}, {-1, -1.7, 0}, {0, 0, 0.25}, {0, 0, -0.25}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {0, 2, 1, 4}};
  const TetMesh built(mesh);
  const ClippedVoronoi result = clipped_voronoi(built);
  expect_restricted_voronoi(built, result);
  const auto areas = area_by_pair(result.diagram);
  ASSERT_TRUE(areas.contains(Pair{3, 4}));
  EXPECT_LT(areas.at({3, 4}).z, 0);
  expect_closed_cells(built, result.diagram);
  // On the plane z = 0 the tips own the triangle between the bisectors with the corners:
  // x·corner ≤ (corner² - 0.25²)/2.
  double area = 0;
  const int steps = 400;
  for (int i = 0; i < steps; ++i)
    for (int j = 0; j < steps; ++j) {
      const Vec3d x{-1 + 3 * (i + 0.5) / steps, -1.7 + 3.4 * (j + 0.5) / steps, 0};
      const bool inside = x.x > -1 && std::abs(x.y) < (2 - x.x) * 1.7 / 3;
      bool owned = inside;
      for (int k = 0; k < 3; ++k)
        owned =
            owned && squared_length(x - mesh.vertices[k]) > squared_length(x - mesh.vertices[3]);
      area += owned ? 3 * 3.4 / (steps * steps) : 0;
    }
  EXPECT_NEAR(length(areas.at({3, 4})), area, 0.01 * area);
}

TEST(ClippedVoronoi, SeparateBodiesDoNotShare) {
  // Two tetrahedra a hair apart: by distance alone each would own some of the other.
  Mesh mesh = test::single_tetrahedron();
  for (const Vec3d& x :
       {Vec3d{0.3, 0.3, -0.01}, {1.3, 0.3, -0.01}, {0.3, 1.3, -0.01}, {0.3, 0.3, -1.01}})
    mesh.vertices.push_back(x);
  mesh.tetrahedra.cells.push_back({4, 5, 6, 7});
  mesh.vertices.push_back({0.2, 0.2, 0.2});  // of no tetrahedron: owns nothing
  const TetMesh built(mesh);
  const ClippedVoronoi result = clipped_voronoi(built);
  expect_restricted_voronoi(built, result);
  EXPECT_NEAR(sum(std::span(result.cell_volumes).first(4)), 1.0 / 6, 1e-15);
  EXPECT_EQ(result.cell_volumes[8], 0);
  for (const auto& [p, q] : result.diagram.face_particles) EXPECT_EQ(p < 4, q < 4);
}

TEST(ClippedVoronoi, ParticlesInOnePlaceShareByTetrahedra) {
  // A crack: the two tetrahedra touch at vertex 3 only; 0 and 4 lie in the same place.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}, {-1, 0, 0}, {0, -1, 0}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {4, 5, 6, 3}};
  const TetMesh built(mesh);
  const ClippedVoronoi result = clipped_voronoi(built);
  expect_restricted_voronoi(built, result);
  EXPECT_GT(result.cell_volumes[0], 0);
  EXPECT_NEAR(result.cell_volumes[0], result.cell_volumes[4], 1e-15);
}

TEST(ClippedVoronoi, VerticesFollowAnAffineMap) {
  const TetMesh mesh(grid(3, 1, 0.3, 2));
  const auto map = [](const Vec3d& x) {
    return Vec3d{2 * x.x + 0.3 * x.y - 1, 0.1 * x.x + 0.5 * x.y + x.z, x.z - 0.4 * x.y + 7};
  };
  for (VoronoiKind kind : {VoronoiKind::clipped, VoronoiKind::circumcentre}) {
    const VoronoiDiagram d = voronoi_diagram(mesh, kind);
    for (std::size_t v = 0; v < d.vertices.size(); ++v) {
      const auto weights = barycentric(mesh.vertices(), d, v);
      Vec3d moved{};
      for (int i = 0; i < 4; ++i) moved += weights[i] * map(mesh.vertices()[d.dependencies[v][i]]);
      const Vec3d expected = map(d.vertices[v]);
      EXPECT_NEAR(length(moved - expected), 0, 1e-9 * (1 + length(expected)));
    }
  }
}

TEST(ClippedVoronoi, ReportsProgressFromNoneToAll) {
  const TetMesh mesh(grid(8, 1));
  double last = 0;
  clipped_voronoi(mesh, [&](double fraction, std::string_view what) {
    EXPECT_GT(fraction, last);
    EXPECT_FALSE(what.empty());
    last = fraction;
  });
  EXPECT_EQ(last, 1);
}

TEST(CircumcentreVoronoi, EqualsTheClippedDiagramWhereCircumcentresLieInside) {
  const TetMesh mesh(lattice(3));
  const VoronoiDiagram built = voronoi_diagram(mesh, VoronoiKind::circumcentre);
  expect_sound_lists(mesh, built);
  EXPECT_EQ(built.face_particles.size(), mesh.edges().size());
  const ClippedVoronoi clipped = clipped_voronoi(mesh);
  expect_restricted_voronoi(mesh, clipped);
  const auto ours = area_by_pair(built);
  const auto theirs = area_by_pair(clipped.diagram);
  ASSERT_EQ(ours.size(), theirs.size());
  for (const auto& [pair, area] : ours) {
    ASSERT_TRUE(theirs.contains(pair));
    EXPECT_NEAR(length(area - theirs.at(pair)), 0, 1e-13);
  }
  const auto volumes = pyramid_volumes(mesh.vertices(), built);
  for (std::size_t p = 0; p < volumes.size(); ++p)
    EXPECT_NEAR(volumes[p], clipped.cell_volumes[p], 1e-13);
}

TEST(CircumcentreVoronoi, VerticesAreEquidistantAndFacesOrdered) {
  const TetMesh mesh(grid(4, 1, 0.1, 9));
  const VoronoiDiagram d = voronoi_diagram(mesh, VoronoiKind::circumcentre);
  expect_sound_lists(mesh, d);
  ASSERT_EQ(d.face_particles.size(), mesh.edges().size());
  for (std::size_t f = 0; f < d.face_particles.size(); ++f) {
    const Vec3d p = mesh.vertices()[d.face_particles[f][0]];
    const Vec3d q = mesh.vertices()[d.face_particles[f][1]];
    for (Index v : d.face_vertices[f])
      EXPECT_NEAR(length(d.vertices[v] - p), length(d.vertices[v] - q),
                  1e-9 * length(d.vertices[v] - p));
  }
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t)
    for (Index v : mesh.tetrahedra()[t])
      EXPECT_NEAR(length(d.vertices[t] - mesh.vertices()[v]),
                  length(d.vertices[t] - mesh.vertices()[mesh.tetrahedra()[t][0]]), 1e-9);
}

TEST(CircumcentreVoronoi, SurfaceEdgesGetAMidpointUnlessBothCentresLieOnOneSide) {
  // Edge 0-1 is the longest of a right or obtuse triangle with vertex 2; vertex 3 is far away.
  for (double height : {0.3, 0.5, 0.9}) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0.5, -height, 0}, {0.5, 0.6, 1}};
    mesh.tetrahedra.cells = {{0, 1, 2, 3}};
    const VoronoiDiagram d = voronoi_diagram(TetMesh(mesh), VoronoiKind::circumcentre);
    const auto face = std::ranges::find(d.face_particles, Pair{0, 1}) - d.face_particles.begin();
    const auto polygon = d.face_vertices[static_cast<std::size_t>(face)];
    const bool midpoint = std::ranges::any_of(polygon, [&](Index v) {
      return length(d.vertices[v] - Vec3d{0.5, 0, 0}) < 1e-12;
    });
    EXPECT_EQ(polygon.size(), height > 0.5 ? 4u : 3u);
    EXPECT_EQ(midpoint, height >= 0.5);  // at 0.5 the circumcentre is the midpoint
  }
}

TEST(CircumcentreVoronoi, EdgesThatJoinTwoFansGetTwoFaces) {
  // Two tetrahedra that share an edge and nothing else.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0},      {0, 0, 1},      {1, 0.3, 0.5},
                   {1, -0.3, 0.5}, {-1, 0.3, 0.5}, {-1, -0.3, 0.5}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {0, 1, 4, 5}};
  const TetMesh built(mesh);
  const VoronoiDiagram d = voronoi_diagram(built, VoronoiKind::circumcentre);
  expect_sound_lists(built, d);
  EXPECT_EQ(std::ranges::count(d.face_particles, Pair{0, 1}), 2);
  EXPECT_EQ(d.face_particles.size(), 12u);
  expect_restricted_voronoi(built, clipped_voronoi(built));
}

TEST(CircumcentreVoronoi, SurvivesTetrahedraThatShareAtRandom) {
  // Three and more tetrahedra on a face, overlapping: no geometry makes sense of it.
  std::mt19937 random(4);
  std::uniform_real_distribution<double> unit(0, 1);
  Mesh mesh;
  for (int i = 0; i < 12; ++i) mesh.vertices.push_back({unit(random), unit(random), unit(random)});
  for (int i = 0; i < 150; ++i) {
    Tetrahedron t;
    for (Index& v : t) v = random() % 12;
    if (std::set<Index>(t.begin(), t.end()).size() == 4) mesh.tetrahedra.cells.push_back(t);
  }
  const TetMesh built(mesh);
  const VoronoiDiagram d = voronoi_diagram(built, VoronoiKind::circumcentre);
  std::set<Index> used;
  for (Index v : d.face_vertices.items) used.insert(v);
  for (Index t = 0; t < built.tetrahedra().size(); ++t) EXPECT_TRUE(used.contains(t));
  const ClippedVoronoi clipped = clipped_voronoi(built);
  EXPECT_NEAR(sum(clipped.cell_volumes) / body_volume(built), 1, 1e-12);
}

class RealVoronoi : public testing::TestWithParam<const char*> {};

TEST_P(RealVoronoi, ClippedCellsFillTheBody) {
  PLIANT_NEEDS_MODELS();
  const TetMesh mesh(read_mesh(test::model(GetParam())));
  const ClippedVoronoi result = clipped_voronoi(mesh);
  expect_restricted_voronoi(mesh, result);
  expect_closed_cells(mesh, result.diagram);
  for (double v : result.cell_volumes) EXPECT_GT(v, 0);
  EXPECT_EQ(voronoi_diagram(mesh, VoronoiKind::circumcentre).face_particles.size(),
            mesh.edges().size());
}

INSTANTIATE_TEST_SUITE_P(Models, RealVoronoi,
                         testing::Values("cube150.ele", "bunny_raw.ele", "beam_hole.ele"));

}  // namespace
}  // namespace pliant
