#include <gtest/gtest.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/mass_spring.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>

#include "support/models.h"
#include "support/network_solver.h"
#include "support/solids.h"

// Bars and boxes made of springs and preserved volumes must answer like the linear elastic
// material.

namespace pliant {
namespace {

constexpr double poissons[] = {0.25, 0.35, 0.45};

Mesh stuffed_box(const Vec3d& size, double edge) {
  Implicit box;
  box.high = size;
  box.value = [=](const Vec3d& p) {
    double farthest = -1e300;
    for (int a = 0; a < 3; ++a)
      farthest = std::max(farthest, std::abs(p[a] - size[a] / 2) - size[a] / 2);
    return farthest;
  };
  MesherOptions options;
  options.edge = edge;
  return tetrahedralise(box, options);
}

test::NetworkSolver solver(const TetMesh& mesh, const Material& material,
                           MassSpringTerms terms = MassSpringTerms::springs_and_volumes) {
  const MassSpringConstants constants = mass_spring_constants(mesh, material, nullptr, terms);
  return {mesh, constants.edge, constants.tetrahedron};
}

void expect_like_material(const Mesh& box, double within = 0.05) {
  const TetMesh mesh(box);
  for (double poisson : poissons) {
    SCOPED_TRACE(poisson);
    const Material material = make_material(2e5, poisson, 1000);
    const test::NetworkSolver network = solver(mesh, material);
    for (int axis = 0; axis < 3; ++axis) {
      const auto stretched = network.stretch(axis);
      EXPECT_NEAR(stretched.young / material.young, 1, within) << axis;
      EXPECT_NEAR(stretched.poisson, poisson, 0.025) << axis;
      EXPECT_NEAR(network.shear(axis) / material.shear_modulus(), 1, within) << axis;
    }
  }
}

// What the solver itself must do: preserved volumes resist nothing but a change of volume.
TEST(MassSpringBar, VolumesAloneAreAFluid) {
  const TetMesh mesh(test::grid(3, 0.5));
  const std::vector<double> edge(mesh.edges().size(), 1e-5);
  std::vector<double> tetrahedron = tetrahedron_volumes(mesh.mesh());
  const auto stretched = test::NetworkSolver(mesh, edge, tetrahedron).stretch(0);
  EXPECT_NEAR(stretched.poisson, 0.5, 1e-3);
  EXPECT_LT(stretched.young, 1e-3);
}

TEST(MassSpringBar, SixTetrahedraACube) {
  expect_like_material(make_shape("beam", {{"cells", 16}}));
}

TEST(MassSpringBar, FiveTetrahedraACube) {
  expect_like_material(make_shape("beam", {{"cells", 16}, {"tets_per_cell", 5}}));
}

TEST(MassSpringBar, FlatCells) {
  expect_like_material(make_shape("grid", {{"length", 2},
                                           {"height", 1},
                                           {"width", 0.5},
                                           {"cells_x", 10},
                                           {"cells_y", 5},
                                           {"cells_z", 5}}),
                       0.08);
}

TEST(MassSpringBar, StuffedLattice) {
  expect_like_material(stuffed_box({4, 1, 1}, 0.25));
}

TEST(MassSpringBar, StuffedBoxAcrossTheLattice) {
  expect_like_material(stuffed_box({2, 1, 1}, 0.19));
}

TEST(MassSpringBar, JitteredGrid) {
  expect_like_material(test::grid(7, 0.1, 0.3));
}

TEST(MassSpringBar, TetGenMeshes) {
  PLIANT_NEEDS_MODELS();
  for (const char* name : {"cube_coarse", "cube150", "cube_fine"}) {
    SCOPED_TRACE(name);
    expect_like_material(read_mesh(test::model(std::string(name) + ".node")));
  }
}

TEST(MassSpringBar, SpringsAloneHaveTheModuli) {
  const Material material = make_material(1e4, 0.25, 1000);
  for (const Mesh& box : {make_shape("beam", {{"cells", 12}}), stuffed_box({2, 1, 1}, 0.25)}) {
    const TetMesh mesh(box);
    const test::NetworkSolver network = solver(mesh, material, MassSpringTerms::springs);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(network.stretch(axis).young / material.young, 1, 0.05);
      EXPECT_NEAR(network.shear(axis) / material.shear_modulus(), 1, 0.05);
    }
  }
}

TEST(MassSpringBar, AnswersAlikeInAllDirections) {
  const Material material = make_material(1, 0.35, 1000);
  for (const Mesh& box :
       {make_shape("cube", {{"cells", 6}, {"tets_per_cell", 5}}), stuffed_box({1, 1, 1}, 0.2)}) {
    const TetMesh mesh(box);
    const test::NetworkSolver network = solver(mesh, material);
    for (const Vec3d& direction :
         {Vec3d{1, 1, 0}, Vec3d{1, -1, 0}, Vec3d{0, 1, 1}, Vec3d{1, 1, 1}, Vec3d{1, -2, 3}})
      EXPECT_NEAR(network.young_along(direction), 1, 0.1);
  }
}

}  // namespace
}  // namespace pliant
