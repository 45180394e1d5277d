#include "cases/simplex_bodies.h"

#include <gtest/gtest.h>
#include <pliant/model.h>
#include <pliant/shapes.h>
#include <pliant/stability.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace pliant::bench {
namespace {

std::size_t simplices(const Mesh& mesh) {
  return std::max({mesh.lines.size(), mesh.triangles.size(), mesh.tetrahedra.size()});
}

// R06's Figure 1, simplex by simplex.
template <std::size_t N>
void add_forces(const std::vector<Cell<N>>& cells, double k, const std::vector<Vec3d>& rest,
                const std::vector<Vec3d>& now, std::vector<Vec3d>& forces) {
  for (const Cell<N>& cell : cells)
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t j = i + 1; j < N; ++j) {
        const Vec3d edge = now[cell[j]] - now[cell[i]];
        const double l = length(edge), before = length(rest[cell[j]] - rest[cell[i]]);
        const Vec3d force = edge * (k * (l - before) / l);
        forces[cell[i]] += force;
        forces[cell[j]] -= force;
      }
}

// Forces and masses of a body of springs of this constant beside those of Figure 1, on meshes of
// all kinds.
using MakeBody = Body (*)(const Mesh&, const SimplexConstants&);
void expect_forces_of_figure_1(MakeBody make) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> shift(-0.02, 0.02);
  for (const auto& [shape, parameters] :
       std::vector<std::pair<std::string, std::map<std::string, double>>>{
           {"chain", {{"links", 9}}},
           {"cloth", {{"cells_x", 5}, {"cells_z", 3}}},
           {"icosphere", {{"levels", 2}}},
           {"cube", {{"cells", 3}, {"tets_per_cell", 6}}},
           {"fan", {{"levels", 2}}}}) {
    const Mesh mesh = make_shape(shape, parameters);
    const double k = 7, mass = 0.25;
    const Body body = make(mesh, {.stiffness = k, .mass = mass});
    State state(Model(body, {.precision = Precision::double_precision}), {.time_step = 0.001});
    std::vector<Vec3d> now = mesh.vertices;
    for (Vec3d& p : now) p += {shift(random), shift(random), shift(random)};
    state.set_positions(now);
    std::vector<Vec3d> expected(now.size());
    add_forces(mesh.lines.cells, k, mesh.vertices, now, expected);
    add_forces(mesh.triangles.cells, k, mesh.vertices, now, expected);
    add_forces(mesh.tetrahedra.cells, k, mesh.vertices, now, expected);
    const std::vector<Vec3d> forces = state.forces();
    double total = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      EXPECT_LT(length(forces[i] - expected[i]), 1e-9) << shape << ' ' << i;
      total += body.masses[i];
    }
    EXPECT_NEAR(total, mass * static_cast<double>(simplices(mesh)), 1e-9);
  }
}

TEST(SimplexBodies, OneSpringAnEdgeIsTheSpringsOfAllSimplices) {
  expect_forces_of_figure_1(simplex_springs);
}

TEST(SimplexBodies, SimplicesMayHaveSpringsOfTheirOwn) {
  expect_forces_of_figure_1(own_simplex_springs);
  const Mesh cube = make_shape("cube", {{"cells", 2}});
  const Body body = own_simplex_springs(cube);
  ASSERT_EQ(body.relations.size(), 1u);
  EXPECT_EQ(body.relations[0].law, "TetrahedronSprings");
  EXPECT_EQ(body.relations[0].vertices.size(), 4 * cube.tetrahedra.size());
}

// Rest lengths belong to a tetrahedron, not to an edge: two that share a face may disagree about
// it.
TEST(SimplexBodies, NeighboursMayDisagreeAboutTheLengthOfAnEdge) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {0, 2, 1, 4}};
  Body body = own_simplex_springs(mesh, {.stiffness = 10, .mass = 1});
  const double root = std::sqrt(2.0);
  // By the law's order of edges: 1-2, 1-3, 2-3, 1-4, 2-4, 3-4. The second has vertices 1 and 3
  // (those at 0 and on the x axis) by a tenth farther apart.
  body.relations[0].rest = {{1, 1}, {1, 1.1}, {root, root}, {1, 1}, {root, root}, {root, root}};
  State state(Model(body, {.precision = Precision::double_precision}), {.time_step = 0.001});
  const std::vector<Vec3d> forces = state.forces();
  EXPECT_LT(length(forces[0] - Vec3d{-1, 0, 0}), 1e-9);
  EXPECT_LT(length(forces[1] - Vec3d{1, 0, 0}), 1e-9);
  for (std::size_t i = 2; i < 5; ++i) EXPECT_LT(length(forces[i]), 1e-9) << i;
}

TEST(SimplexBodies, TheStepIsSafeOnEveryMesh) {
  for (const auto& [shape, parameters] :
       std::vector<std::pair<std::string, std::map<std::string, double>>>{
           {"chain", {{"links", 50}}},
           {"cloth", {{"cells_x", 8}, {"cells_z", 8}}},
           {"cube", {{"cells", 4}, {"tets_per_cell", 5}}},
           {"cube", {{"cells", 4}, {"tets_per_cell", 6}}},
           {"fan", {{"levels", 3}}}}) {
    const Mesh mesh = make_shape(shape, parameters);
    const double springs = stable_step(Model(simplex_springs(mesh)));
    EXPECT_LE(springs_step(mesh), 0.51 * springs) << shape;
    EXPECT_GE(springs_step(mesh), 0.2 * springs) << shape;
    if (mesh.tetrahedra.empty()) continue;
    EXPECT_LE(solid_step(), 0.51 * stable_step(Model(simplex_solid(mesh)))) << shape;
  }
}

}  // namespace
}  // namespace pliant::bench
