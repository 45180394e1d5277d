// CPM1 as E06 publishes it, beside chapter 5 written out: Voronoi vertices that move with four
// particles each, normals from triangles about the midpoint, forces, masses of the cells.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/model.h>

#include <cmath>
#include <numeric>
#include <set>

#include "mesh/io/formats.h"
#include "support/law_samples.h"
#include "support/meshes.h"
#include "support/solids.h"

namespace pliant {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr double young = 3e6, shear = 1e6, density = 1200;

Material rubber() {
  Material m = make_material(young, 0.45, density);
  m.shear = shear;
  return m;
}

Mesh with_diagram(Mesh mesh, VoronoiKind kind) {
  mesh.voronoi = voronoi_diagram(TetMesh(mesh), kind);
  return test::round_trip(io::str_format, mesh);
}

// E06 5.4, face by face.
std::vector<Vec3d> forces_of_chapter_5(const VoronoiDiagram& d, std::span<const Vec3d> rest,
                                       std::span<const Vec3d> now) {
  std::vector<Vec3d> moved;
  for (std::size_t v = 0; v < d.vertices.size(); ++v) {
    const auto weights = barycentric(rest, d, v);
    Vec3d p{};
    for (std::size_t k = 0; k < 4; ++k) p += weights[k] * now[d.dependencies[v][k]];
    moved.push_back(p);
  }
  std::vector<Vec3d> forces(rest.size());
  for (std::size_t f = 0; f < d.face_particles.size(); ++f) {
    const auto [i, j] = d.face_particles[f];
    const auto polygon = d.face_vertices[f];
    const Vec3d middle = (now[i] + now[j]) / 2.0;
    Vec3d normal{};
    for (std::size_t k = 0; k < polygon.size(); ++k)
      normal +=
          cross(moved[polygon[k]] - middle, moved[polygon[(k + 1) % polygon.size()]] - middle);
    if (!(length(normal) > 0)) continue;
    normal = normalised(normal);
    const Vec3d line = now[j] - now[i];
    const double before = length(rest[j] - rest[i]), strain = (length(line) - before) / before;
    const double area = face_area(d, f);
    const double angle = std::acos(std::clamp(dot(line, normal) / length(line), -1.0, 1.0));
    const Vec3d across = line - dot(line, normal) * normal;
    Vec3d force = strain * area * young * normal;
    if (length(across) > 0) force += angle * area * shear * normalised(across);
    forces[i] += force;
    forces[j] -= force;
  }
  return forces;
}

void expect_forces_of_chapter_5(const Mesh& mesh) {
  const TetMesh tets(mesh);
  const Body body = continuum_solid(tets, ContinuumModel::voronoi_faces, rubber());
  const Model model(body, {.precision = Precision::double_precision});
  State state(model, {.time_step = 1e-5});
  Samples samples(4);
  std::vector<Vec3d> now(tets.vertices().begin(), tets.vertices().end());
  for (Vec3d& p : now) p += samples.vector(0.02);
  state.set_positions(now);
  const std::vector<Vec3d> found = state.forces(),
                           expected = forces_of_chapter_5(*mesh.voronoi, mesh.vertices, now);
  double largest = 0;
  for (const Vec3d& f : expected) largest = std::max(largest, length(f));
  for (std::size_t v = 0; v < now.size(); ++v)
    EXPECT_LT(length(found[v] - expected[v]), 1e-9 * largest) << v;
}

TEST(PublishedCpm1, ForcesAreThoseOfChapter5WithTheDiagramOfTheFile) {
  expect_forces_of_chapter_5(with_diagram(test::lattice(3), VoronoiKind::circumcentre));
  expect_forces_of_chapter_5(with_diagram(test::grid(3, 0.5, 0.15), VoronoiKind::circumcentre));
}

bool same(const Relations& a, const Relations& b) {
  return a.law == b.law && a.vertices == b.vertices && a.rest == b.rest &&
         a.parameters == b.parameters;
}

void expect_same(const Body& a, const Body& b) {
  EXPECT_EQ(a.masses, b.masses);
  ASSERT_EQ(a.relations.size(), b.relations.size());
  for (std::size_t s = 0; s < a.relations.size(); ++s)
    EXPECT_TRUE(same(a.relations[s], b.relations[s])) << a.relations[s].law;
}

TEST(PublishedCpm1, ADiagramFromAFileIsTheOneThatWouldBeComputed) {
  for (const VoronoiKind kind : {VoronoiKind::circumcentre, VoronoiKind::clipped}) {
    Mesh mesh = with_diagram(test::grid(3, 0.5, 0.1), kind);
    const Body stored = continuum_solid(TetMesh(mesh), ContinuumModel::voronoi_faces, rubber());
    const Body computed = continuum_solid(TetMesh(mesh), ContinuumModel::voronoi_faces, rubber(),
                                          {}, {.voronoi = kind});
    expect_same(stored, computed);
    mesh.voronoi.reset();
    if (kind == VoronoiKind::clipped)
      expect_same(stored, continuum_solid(TetMesh(mesh), ContinuumModel::voronoi_faces, rubber()));
  }
}

// A file may hold another diagram than the one that Pliant would make of its tetrahedra.
TEST(PublishedCpm1, WhatTheFileSaysCounts) {
  Mesh mesh = with_diagram(test::lattice(3), VoronoiKind::circumcentre);
  Mesh other = mesh;
  for (Vec3d& p : other.voronoi->vertices) p += Vec3d{0.01, 0.02, 0};
  const Body a = continuum_solid(TetMesh(mesh), ContinuumModel::voronoi_faces, rubber());
  const Body b = continuum_solid(TetMesh(other), ContinuumModel::voronoi_faces, rubber());
  ASSERT_EQ(a.relations.size(), b.relations.size());
  EXPECT_NE(a.relations[0].rest, b.relations[0].rest);
  expect_forces_of_chapter_5(other);
}

TEST(PublishedCpm1, MassesAreTheCells) {
  const Mesh mesh = with_diagram(test::grid(3, 0.5, 0.1), VoronoiKind::circumcentre);
  const TetMesh tets(mesh);
  const Body body = continuum_solid(tets, ContinuumModel::voronoi_faces, rubber());
  const std::vector<double> cells = pyramid_volumes(mesh.vertices, *mesh.voronoi);
  double most = 0;
  const std::vector<double> lumped = vertex_masses(tets, density, MassDistribution::lumped);
  for (std::size_t v = 0; v < cells.size(); ++v) {
    EXPECT_NEAR(body.masses[v], density * cells[v], 1e-9);
    most = std::max(most, std::abs(body.masses[v] / lumped[v] - 1));
  }
  EXPECT_GT(most, 0.01) << "lumped masses are the same: this tests nothing";
}

TEST(PublishedCpm1, MassesAddUpWhereCircumcentresLieInside) {
  const TetMesh tets(with_diagram(test::lattice(3), VoronoiKind::circumcentre));
  const Body body = continuum_solid(tets, ContinuumModel::voronoi_faces, rubber());
  EXPECT_NEAR(std::accumulate(body.masses.begin(), body.masses.end(), 0.0), density * tets.volume(),
              1e-9 * density * tets.volume());
}

double largest_damping(const Body& body) {
  double most = 0;
  for (const Relations& set : body.relations)
    for (const double d : set.parameters.back()) most = std::max(most, d);
  return most;
}

TEST(PublishedCpm1, IsNotDampedUnlessThatIsAskedFor) {
  const TetMesh published(with_diagram(test::lattice(3), VoronoiKind::circumcentre));
  Notes notes;
  EXPECT_EQ(largest_damping(continuum_solid(published, ContinuumModel::voronoi_faces, rubber(), {},
                                            {}, &notes)),
            0);
  EXPECT_THAT(notes, Contains(HasSubstr("CPM1 as E06 publishes it")));
  EXPECT_THAT(notes, testing::Not(Contains(HasSubstr("softened"))));
  Material viscous = rubber();
  viscous.damping_time = 1e-7;
  EXPECT_DOUBLE_EQ(
      largest_damping(continuum_solid(published, ContinuumModel::voronoi_faces, viscous)), 1e-7);
}

TEST(PublishedCpm1, WhatPliantAddsOfItselfIsTold) {
  const TetMesh plain(test::lattice(3));
  for (const auto& [model, words] :
       {std::pair(ContinuumModel::voronoi_faces, "CPM1 in Pliant's form, with a clipped diagram"),
        std::pair(ContinuumModel::sub_faces, "CPM2 with a damping of 0.1 of critical")}) {
    Notes notes;
    EXPECT_GT(largest_damping(continuum_solid(plain, model, rubber(), {}, {}, &notes)), 0);
    EXPECT_THAT(notes, Contains(HasSubstr(words)));
    Notes none;
    EXPECT_EQ(
        largest_damping(continuum_solid(plain, model, rubber(), {.least_damping = 0}, {}, &none)),
        0);
    EXPECT_THAT(none, testing::IsEmpty());
  }
}

// Cells that are turned inside out have no mass: it is lumped then, with a note, or refused where
// cells were asked for.
TEST(PublishedCpm1, CellsWithoutVolumeAreTold) {
  Mesh mesh = with_diagram(test::grid(2, 1), VoronoiKind::circumcentre);
  VoronoiDiagram& diagram = *mesh.voronoi;
  const Index centre = 13;
  std::set<Index> corners;
  for (const Index f : diagram.cell_faces[centre])
    corners.insert(diagram.face_vertices[f].begin(), diagram.face_vertices[f].end());
  for (const Index v : corners)
    diagram.vertices[v] = 2.0 * mesh.vertices[centre] - diagram.vertices[v];
  const TetMesh tets(mesh);
  Notes notes;
  const Body body = continuum_solid(tets, ContinuumModel::voronoi_faces, rubber(), {}, {}, &notes);
  EXPECT_EQ(body.masses, vertex_masses(tets, density, MassDistribution::lumped));
  EXPECT_THAT(notes, Contains(HasSubstr("no volume, since tetrahedra are ill-shaped: masses are")));
  EXPECT_THAT(notes, Contains(HasSubstr("lie outside their tetrahedra")));
  EXPECT_THROW(continuum_solid(tets, ContinuumModel::voronoi_faces, rubber(),
                               {.masses = MassDistribution::voronoi}),
               InputError);
}

TEST(PublishedCpm1, CellsOfAnotherVolumeThanTheBodyAreTold) {
  Mesh flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.4, 0.4, 0.02}, {0.4, 0.4, -1}};
  flat.tetrahedra.cells = {{0, 1, 2, 3}, {0, 2, 1, 4}};
  const TetMesh mesh(with_diagram(flat, VoronoiKind::circumcentre));
  Notes notes;
  continuum_solid(mesh, ContinuumModel::voronoi_faces, rubber(), {}, {}, &notes);
  EXPECT_THAT(notes, Contains(HasSubstr("masses of its cells (together ")));
}

// Voronoi vertices on four particles that are no tetrahedron are as good as others, but have no
// material of their own.
TEST(PublishedCpm1, SeveralMaterialsNeedTetrahedra) {
  Mesh mesh = with_diagram(test::lattice(2), VoronoiKind::circumcentre);
  const std::vector<Material> materials(mesh.tetrahedra.size(), rubber());
  EXPECT_NO_THROW(continuum_solid(TetMesh(mesh), ContinuumModel::voronoi_faces, materials));
  mesh.voronoi->dependencies[0] = {0, 1, 2, static_cast<Index>(mesh.vertices.size() - 1)};
  EXPECT_THROW(continuum_solid(TetMesh(mesh), ContinuumModel::voronoi_faces, materials),
               InputError);
}

}  // namespace
}  // namespace pliant
