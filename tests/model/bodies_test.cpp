#include <gtest/gtest.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include <set>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

double enclosed(const Mesh& mesh, const std::vector<Vec3d>& x) {
  double sum = 0;
  for (const Triangle& t : mesh.triangles.cells) sum += dot(x[t[0]], cross(x[t[1]], x[t[2]])) / 6;
  return sum;
}

// --- gas ---

TEST(Balloon, ExpandsUntilItsPressureIsBalanced) {
  const Mesh mesh = make_shape("icosphere", {{"radius", 0.2}, {"levels", 2}});
  BalloonOptions options;
  options.pressure = 200;
  options.skin.damping_time = 0.01;
  const Body body = balloon(mesh, options);
  const std::size_t gas_set = body.relations.size() - 1;
  const Model model(body, in_double);
  Dynamics d = weightless(Integrator::euler_cromer);
  d.damping = 2;
  State state(model, d);
  state.set_dynamics([&] {
    Dynamics slower = state.dynamics();
    slower.time_step *= 0.25;
    return slower;
  }());
  const double rest = enclosed(mesh, state.positions());
  step(model, state, 8000);
  const double volume = enclosed(mesh, state.positions());
  EXPECT_GT(volume, rest);
  // Pressure times volume is what it was at the start.
  const double pressure = state.parameter(gas_set, "pressure", 0);
  EXPECT_NEAR((pressure + options.outside) * volume / ((options.outside + 200) * rest), 1, 1e-4);
  EXPECT_LT(length(state.momentum()), 1e-9);
  EXPECT_LT(largest_length(state.velocities()), 1e-3);
}

TEST(Balloon, KeepsItsMomentum) {
  const Mesh mesh = make_shape("icosphere", {{"radius", 0.2}, {"levels", 2}});
  const Body body = balloon(mesh);
  const Model model(body, in_double);
  State state(model, weightless(Integrator::euler_cromer, 1e-4));
  shake(state, 0.005, 0.1);
  const Vec3d linear = state.momentum(), angular = state.angular_momentum();
  step(model, state, 100);
  EXPECT_LT(length(state.momentum() - linear), 1e-12);
  EXPECT_LT(length(state.angular_momentum() - angular), 1e-12);
}

// The gas' energy is -nRT ln V: with it, and only with it, an undamped balloon keeps its total.
TEST(Balloon, KeepsItsEnergy) {
  const Mesh sphere = make_shape("icosphere", {{"levels", 2}});
  BalloonOptions options;
  options.skin.damping_time = 0;
  options.pressure = 20;
  options.outside = 1000;
  const Model model(balloon(sphere, options), {.precision = Precision::double_precision});
  State state(model, {.integrator = Integrator::verlet, .time_step = 1e-5, .gravity = {0, 0, 0}});
  const double start = state.energy().total();
  step(model, state, 3000);
  EXPECT_GT(state.energy().kinetic, 0.01);
  EXPECT_NEAR(state.energy().total(), start, 0.01 * state.energy().kinetic);
}

TEST(Balloon, NeedsAClosedSurfaceThatFacesOutwards) {
  Mesh mesh = make_shape("icosphere", {{"levels", 1}});
  for (Triangle& t : mesh.triangles.cells) std::swap(t[0], t[1]);
  EXPECT_THROW(balloon(mesh), InputError);
}

// --- Chen's lattice ---

TEST(VoxelLattice, HasTheSpringsOfTheFormulas) {
  const std::size_t l = 3, m = 4, n = 2;
  const Mesh mesh = make_shape("voxels", {{"cells_x", l}, {"cells_y", m}, {"cells_z", n}});
  const Model model(voxel_lattice(mesh));
  const auto rows = [&](std::size_t a, std::size_t b, std::size_t c) {
    return a * (b + 1) * (c + 1);
  };
  EXPECT_EQ(model.relation_count(0), rows(l, m, n) + rows(m, l, n) + rows(n, l, m));
  EXPECT_EQ(model.relation_count(1),
            2 * (l * m * (n + 1) + l * n * (m + 1) + m * n * (l + 1)) + 4 * l * m * n);
  EXPECT_EQ(model.relation_count(2), rows(l - 1, m, n) + rows(m - 1, l, n) + rows(n - 1, l, m));
}

TEST(VoxelLattice, ASymmetricCubeStaysSymmetric) {
  const Mesh mesh = make_shape("voxels", {{"cells_x", 3}, {"cells_y", 3}, {"cells_z", 3}});
  const Model model(voxel_lattice(mesh), in_double);
  Dynamics d;
  d.obstacles = {{Floor{{0, -0.01, 0}, {0, 1, 0}}}};
  State state(model, d);
  step(model, state, 400);
  const std::vector<Vec3d> x = state.positions();
  const auto& rest = mesh.vertices;
  for (std::size_t a = 0; a < x.size(); ++a)
    for (std::size_t b = 0; b < x.size(); ++b)
      if (length(Vec3d{-rest[a].x, rest[a].y, rest[a].z} - rest[b]) < 1e-9) {
        EXPECT_LT(length(Vec3d{-x[a].x, x[a].y, x[a].z} - x[b]), 1e-7);
      }
  EXPECT_GE(lowest(state, floor_of(d)), -1e-9);
}

// --- cloth ---

TEST(Cloth, HasItsSetsAndHangs) {
  const Mesh mesh = make_shape("cloth", {{"cells_x", 5}, {"cells_z", 4}});
  Body body = cloth(mesh);
  std::set<std::pair<Index, Index>> edges;
  for (const Triangle& t : mesh.triangles.cells)
    for (std::size_t i = 0; i < 3; ++i) edges.insert(std::minmax(t[i], t[(i + 1) % 3]));
  double mass = 0;
  for (double m : body.masses) mass += m;
  EXPECT_NEAR(mass, 0.2, 1e-12);
  body.pinned = {0};
  const Model model(body, in_double);
  EXPECT_EQ(model.relation_count(0), edges.size());
  EXPECT_EQ(model.relation_count(1), mesh.triangles.cells.size());
  // Inner edges are those that two triangles share.
  EXPECT_EQ(model.relation_count(2), 3 * mesh.triangles.cells.size() - edges.size());
  Dynamics d;
  d.damping = 1;
  State state(model, d);
  state.set_dynamics([&] {
    Dynamics slower = state.dynamics();
    slower.time_step *= 0.5;
    return slower;
  }());
  step(model, state, static_cast<std::int64_t>(6 / state.dynamics().time_step));
  EXPECT_LT(centre_of_mass(body, state).y, body.vertices[0].y - 0.3);
  EXPECT_EQ(state.positions()[0], body.vertices[0]);
}

// --- divergence ---

TEST(Divergence, IsReportedAndTheStateCanGoOn) {
  for (const ModelOptions& options : {in_single, in_double})
    for (Integrator i : integrators()) {
      SCOPED_TRACE(name(i));
      const Body body = soft_cube(3, 0.001);
      const Model model(body, options);
      Dynamics d = weightless(i);
      const double good = safe_share * stable_step(model, d);
      d.time_step = 5 * good;
      State state(model, d);
      shake(state, 0.001, 0.01);
      try {
        step(model, state, 100000);
        ADD_FAILURE() << "did not diverge";
      } catch (const Diverged& diverged) {
        ASSERT_LT(diverged.vertex(), model.vertex_count());
        ASSERT_NE(diverged.relation(), no_index);
        const std::size_t set = diverged.law() == "DistanceSpring" ? 0 : 1;
        EXPECT_EQ(diverged.law(), model.law(set).name);
        const auto arity = static_cast<std::size_t>(model.law(set).arity);
        const auto begin = body.relations[set].vertices.begin() +
                           static_cast<std::ptrdiff_t>(diverged.relation() * arity);
        EXPECT_NE(std::find(begin, begin + static_cast<std::ptrdiff_t>(arity), diverged.vertex()),
                  begin + static_cast<std::ptrdiff_t>(arity))
            << "the relation holds the vertex";
        EXPECT_GE(diverged.time(), state.time());
      }
      EXPECT_TRUE(std::isfinite(largest_length(state.positions())));
      EXPECT_TRUE(std::isfinite(largest_length(state.velocities())));
      d.time_step = 0.1 * good;
      state.set_dynamics(d);
      EXPECT_NO_THROW(step(model, state, 100));
      EXPECT_TRUE(std::isfinite(state.energy().total()));
    }
}

}  // namespace
}  // namespace pliant
