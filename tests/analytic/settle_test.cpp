#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/settle.h>

#include "relations/list.h"
#include "support/calculix.h"
#include "support/dynamics.h"
#include "support/hyperelastic_block.h"

namespace pliant {
namespace {

using namespace test;

Mesh bar(double length, double height, double width, double cells_x, double cells) {
  return make_shape("grid", {{"length", length},
                             {"height", height},
                             {"width", width},
                             {"cells_x", cells_x},
                             {"cells_y", cells},
                             {"cells_z", cells}});
}

std::vector<Index> low_end(const TetMesh& mesh, int axis) {
  const double low = bounding_box(mesh.vertices()).low[axis];
  std::vector<Index> out;
  for (Index v = 0; v < mesh.vertices().size(); ++v)
    if (mesh.vertices()[v][axis] < low + 1e-9) out.push_back(v);
  return out;
}

// The same equilibrium as by another program text: dual numbers of all twelve coordinates and a
// sparse factorisation.
TEST(Settle, FindsWhatASparseFactorisationFinds) {
  const Block block;
  const Body body = solid_of(block.mesh, ContinuumModel::neo_hookean, {2e4, 8e4});
  const Model model(body, in_double);
  Dynamics d;
  d.gravity = {0, -50, 10};
  State state(model, d);
  const std::vector<Index> held = low_end(block.mesh, 0);
  state.pin(held);
  const Settled found = settle(model, state, {.tolerance = 1e-11});
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(found.load_steps, 1);
  EXPECT_EQ(state.time(), 0);
  EXPECT_EQ(largest_length(state.velocities()), 0);

  std::vector<bool> is_held(3 * body.vertices.size());
  for (const Index v : held)
    for (std::size_t k = 0; k < 3; ++k) is_held[3 * v + k] = true;
  const Statics<NeoHookean> statics(body);
  Vector x = statics.rest_positions(), loads(x.size());
  for (int part = 1; part <= 10; ++part) {
    for (std::size_t v = 0; v < body.vertices.size(); ++v)
      for (int k = 0; k < 3; ++k)
        loads[static_cast<Eigen::Index>(3 * v) + k] = body.masses[v] * d.gravity[k] * part / 10;
    x = statics.equilibrium(x, loads, is_held, part < 10 ? 3 : 10);
  }
  const std::vector<Vec3d> ours = state.positions();
  const double moved = largest_difference(ours, body.vertices);
  EXPECT_GT(moved, 0.01);
  for (std::size_t v = 0; v < ours.size(); ++v)
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(ours[v][k], x[static_cast<Eigen::Index>(3 * v) + k], 1e-8 * moved);
}

// A cantilever that bends by a third of its length under its weight.
TEST(Settle, BendsACantileverAsCalculiXDoes) {
  PLIANT_NEEDS_CALCULIX();
  const TetMesh mesh(bar(1, 0.1, 0.1, 20, 2));
  const Material material = make_material(1e6, 0.3, 1000);
  const Body body = continuum_solid(mesh, ContinuumModel::st_venant_kirchhoff, material);
  const Model model(body, in_double);
  State state(model, Dynamics{});
  const std::vector<Index> held = low_end(mesh, 0);
  state.pin(held);
  const Settled found = settle(model, state, {.tolerance = 1e-10});
  EXPECT_TRUE(found.converged);

  std::string input = calculix_mesh(mesh.mesh()) +
                      "*MATERIAL, NAME=M\n*ELASTIC\n1e6,0.3\n*DENSITY\n1000.\n"
                      "*SOLID SECTION, ELSET=SOLID, MATERIAL=M\n*BOUNDARY\n";
  for (const Index v : held) input += std::to_string(v + 1) + ",1,3\n";
  input +=
      "*STEP, NLGEOM, INC=1000\n*STATIC\n0.05, 1.\n*CONTROLS, PARAMETERS=FIELD\n1e-8, 1e-6\n"
      "*DLOAD\nSOLID,GRAV,9.81,0.,-1.,0.\n*NODE PRINT, NSET=ALL\nU\n*END STEP\n";
  const std::vector<Vec3d> theirs =
      vectors_in(run_calculix(input), "displacements", body.vertices.size());
  const std::vector<Vec3d> x = state.positions();
  const double sags = largest_length(theirs);
  EXPECT_GT(sags, 0.3);
  for (std::size_t v = 0; v < x.size(); ++v)
    EXPECT_NEAR(length(x[v] - body.vertices[v] - theirs[v]), 0, 1e-4 * sags);
}

// A slender column that stands on its foot and is much too high: it buckles to one side, with less
// energy than it has upright, and that is no error.
TEST(Settle, LetsAColumnBuckle) {
  const TetMesh mesh(bar(0.05, 1, 0.05, 1, 20));
  const Body body =
      continuum_solid(mesh, ContinuumModel::neo_hookean, make_material(2e5, 0.4, 1000));
  const Model model(body, in_double);
  State state(model, Dynamics{});
  state.pin(low_end(mesh, 1));
  const Settled found = settle(model, state);
  EXPECT_TRUE(found.converged) << found.residual;
  double top = -1e300;
  for (const Vec3d& x : state.positions()) top = std::max(top, x.y);
  EXPECT_LT(top, bounding_box(mesh.vertices()).high.y - 0.1);
}

// What stands on a floor presses it with its weight.
TEST(Settle, StandsOnAFloor) {
  const TetMesh mesh(bar(0.2, 0.2, 0.2, 3, 3));
  for (const ModelOptions& options : {in_single, in_double}) {
    const Body body =
        continuum_solid(mesh, ContinuumModel::neo_hookean, make_material(1e4, 0.4, 1000));
    const Model model(body, options);
    Dynamics d;
    const double low = bounding_box(mesh.vertices()).low.y;
    d.obstacles.push_back({.shape = Floor{{0, low - 0.01, 0}, {0, 1, 0}}});
    State state(model, d);
    const Settled found = settle(model, state, {.tolerance = 1e-6});
    EXPECT_TRUE(found.converged) << found.residual;
    double weight = 0, held = 0;
    const std::vector<Vec3d> f = state.forces(), x = state.positions();
    for (std::size_t v = 0; v < f.size(); ++v) {
      weight += body.masses[v] * 9.81;
      if (x[v].y < low - 0.01 + 1e-5) held += body.masses[v] * 9.81 - f[v].y;
    }
    EXPECT_NEAR(held / weight, 1, 1e-3);
    EXPECT_GT(lowest(state, floor_of(d)), -1e-5);
  }
}

// Any place on a smooth floor is as good as another: it stays where it is, but for falling over,
// which a bar on its edge does.
TEST(Settle, DoesNotDriftOnASmoothFloor) {
  const TetMesh mesh(bar(0.1, 0.2, 0.1, 2, 4));
  Body body = continuum_solid(mesh, ContinuumModel::neo_hookean, make_material(1e5, 0.4, 1000));
  constexpr double tilt = 0.8;
  for (Vec3d& x : body.vertices)
    x = {std::cos(tilt) * x.x - std::sin(tilt) * x.y, std::sin(tilt) * x.x + std::cos(tilt) * x.y,
         x.z};
  const Model model(body, in_double);
  Dynamics d;
  d.obstacles.push_back({.shape = Floor{{0, model.box().low.y, 0}, {0, 1, 0}}});
  State state(model, d);
  const Settled found = settle(model, state, {.tolerance = 1e-6});
  EXPECT_TRUE(found.converged) << found.residual;
  const std::vector<Vec3d> now = state.positions();
  EXPECT_LT(largest_difference(now, {body.vertices.begin(), body.vertices.end()}), 0.5);
  double top = -1e300;
  for (const Vec3d& x : now) top = std::max(top, x.y);
  EXPECT_NEAR(top - model.box().low.y, 0.1, 0.01);  // it lies on its side
}

TEST(Settle, SaysWhatNothingHolds) {
  const Model model(soft_cube(1), in_double);
  State state(model, Dynamics{});
  EXPECT_THROW(settle(model, state), InputError);
  EXPECT_THROW(settle(model, state, {.tolerance = 0}), InputError);
  state.pin(std::vector<Index>{0, 1, 2});
  EXPECT_TRUE(settle(model, state).converged);
}

}  // namespace
}  // namespace pliant
