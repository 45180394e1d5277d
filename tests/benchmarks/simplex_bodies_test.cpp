#include "cases/simplex_bodies.h"

#include <gtest/gtest.h>
#include <pliant/model.h>
#include <pliant/shapes.h>
#include <pliant/stability.h>

#include <algorithm>
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

TEST(SimplexBodies, OneSpringAnEdgeIsTheSpringsOfAllSimplices) {
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
    const Body body = simplex_springs(mesh, {.stiffness = k, .mass = mass});
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
