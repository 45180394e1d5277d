#include "support/drive_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(Drive, VerticesKeepToTheirPathInEveryIntegrator) {
  for (const ModelOptions& options : {in_single, in_double})
    check_driven_vertices_keep_to_their_path(options);
}
TEST(Drive, BitsAreTheSameHoweverTheStepsAreSplit) {
  for (const ModelOptions& options : {in_single, in_double}) check_driven_bits(options);
}
TEST(Drive, TheOriginFollowsALongWay) {
  check_long_way(in_single);
}
TEST(Drive, RemovedVerticesGoOn) {
  for (const ModelOptions& options : {in_single, in_double}) check_removed_drive(options);
}
TEST(Drive, APathThatIsNotFiniteStopsBeforeIt) {
  check_path_that_is_not_finite(in_single);
}
TEST(Drive, WhatRunsAwayGoesBack) {
  check_driven_runaway(in_single);
}

TEST(Drive, BitsAreTheSameOnAnyNumberOfThreads) {
  const Body body = soft_cube(8, 1e-3);
  const Model model(body);
  for (Integrator integrator : integrators()) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 5}) {
      const WithThreads with(threads);
      State state(model, driven_dynamics(model, integrator));
      state.add_drive({face(body, 0, true), {true, true, true}, swinging});
      state.add_drive({face(body, 1, true), {false, true, false}, swinging});
      step(model, state, 100);
      hashes.push_back(state.hash());
    }
    EXPECT_EQ(hashes[0], hashes[1]) << name(integrator);
    EXPECT_EQ(hashes[0], hashes[2]) << name(integrator);
  }
}

// Held along the axis only, a bar that is stretched becomes thinner, by Poisson's ratio.
TEST(Drive, FreeDirectionsStayFree) {
  const TetMesh mesh(
      make_shape("beam", {{"length", 4}, {"height", 1}, {"width", 1}, {"cells", 8}}));
  const Body body = mass_spring_solid(mesh, make_material(1e5, 0.4, 1000, 0.02));
  const Model model(body, in_double);
  Dynamics d = weightless(Integrator::euler_cromer);
  d.damping = 3;
  State state(model, d);
  const double stretch = 0.1, seconds = 3;
  const double length = 4, volume = volume_of(mesh, body.vertices);
  state.add_drive({face(body, 0, false), {true, false, false}, [](double) { return Pose{}; }});
  state.add_drive({face(body, 0, true), {true, false, false}, [&](double t) {
                     return Pose{.shift = {stretch * length * std::min(1.0, t), 0, 0}};
                   }});
  step(model, state, std::int64_t(seconds / state.dynamics().time_step));
  const std::vector<Vec3d> x = state.positions();
  EXPECT_NEAR(x[face(body, 0, true)[0]].x - x[face(body, 0, false)[0]].x, (1 + stretch) * length,
              1e-9);
  const double section = volume_of(mesh, x) / volume / (1 + stretch) - 1;
  EXPECT_LT(section, -2 * 0.2 * stretch);
  EXPECT_GT(section, -2 * 0.6 * stretch);
}

TEST(Drive, AConstantPathHoldsAsAPinDoes) {
  const Body body = driven_body();
  for (const ModelOptions& options : {in_single, in_double}) {
    const Model model(body, options);
    for (Integrator integrator : integrators()) {
      State pinned(model, driven_dynamics(model, integrator)), held = pinned;
      const std::vector<Index> top = face(body, 1, true);
      pinned.pin(top);
      held.add_drive({top, {true, true, true}, [](double) { return Pose{}; }});
      step(model, pinned, 200);
      step(model, held, 200);
      EXPECT_LT(largest_difference(pinned.positions(), held.positions()),
                100 * rounding_of(options.precision));
      for (Index v : top) EXPECT_LT(length(held.velocities()[v]), 1e-12);
    }
  }
}

TEST(Drive, TheLastOneAddedDecides) {
  const Body body = driven_body();
  const Model model(body, in_double);
  State state(model);
  const std::vector<Index> some{3, 3, 5};
  state.pin(some);
  const auto shifted = [](Vec3d by) { return [by](double) { return Pose{.shift = by}; }; };
  const std::size_t all = state.add_drive({some, {true, true, true}, shifted({0.01, 0.02, 0.03})});
  const std::size_t one =
      state.add_drive({some, {false, true, false}, shifted({0, 0.05, 0}), state.drive(all).places});
  EXPECT_NE(all, one);
  step(model, state);
  EXPECT_LT(length(state.positions()[3] - body.vertices[3] - Vec3d{0.01, 0.05, 0.03}), 1e-12);
  state.remove_drive(one);
  step(model, state);
  EXPECT_LT(length(state.positions()[5] - body.vertices[5] - Vec3d{0.01, 0.02, 0.03}), 1e-12);
  state.remove_drive(all);
  step(model, state, 5);
  EXPECT_LT(length(state.positions()[5] - body.vertices[5] - Vec3d{0.01, 0.02, 0.03}), 1e-12)
      << "still pinned";
}

TEST(Drive, BadOnesAreRefused) {
  const Model model(driven_body());
  State state(model);
  const auto path = [](double) { return Pose{}; };
  EXPECT_THROW(state.add_drive({{}, {true, true, true}, path}), InputError);
  EXPECT_THROW(state.add_drive({{Index(model.vertex_count())}, {true, true, true}, path}),
               InputError);
  EXPECT_THROW(state.add_drive({{0}, {false, false, false}, path}), InputError);
  EXPECT_THROW(state.add_drive({{0}, {true, true, true}, nullptr}), InputError);
  EXPECT_THROW(state.add_drive({{0, 1}, {true, true, true}, path, {Vec3d{}}}), InputError);
  EXPECT_THROW(state.add_drive({{0}, {true, true, true}, path, {Vec3d{std::nan(""), 0, 0}}}),
               InputError);
  EXPECT_THROW(state.remove_drive(0), InputError);
  EXPECT_THROW(state.drive(0), InputError);
}

}  // namespace
}  // namespace pliant
