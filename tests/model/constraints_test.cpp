#include <gtest/gtest.h>

#include <numeric>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

// --- strain limit, L13 (3.12) with its signs mended ---

TEST(StrainLimit, CorrectsTwoVerticesAsPrinted) {
  Body body = chain(row_of_points(2), {1, 1e-9, 0});
  body.masses = {1, 3};
  const Model model(body, in_double);
  Dynamics d = weightless(Integrator::euler_cromer, 1e-3);
  d.strain_limit = 1.2;
  State state(model, d);
  state.set_positions(std::vector<Vec3d>{{0, 0, 0}, {0, 2, 0}});
  const Vec3d centre = centre_of_mass(body, state);
  step(model, state);
  // 0.8 too long; the lighter one takes m_j / (m_i + m_j) = 3/4 of it.
  EXPECT_NEAR(state.positions()[0].y, 0.6, 1e-8);
  EXPECT_NEAR(state.positions()[1].y, 1.8, 1e-8);
  EXPECT_LT(length(centre_of_mass(body, state) - centre), 1e-12);
}

TEST(StrainLimit, LeavesShorterSpringsAlone) {
  const Model model(chain(row_of_points(2), {1, 1e-9, 0}), in_double);
  Dynamics d = weightless(Integrator::euler_cromer, 1e-3);
  d.strain_limit = 1.2;
  State state(model, d);
  state.set_positions(std::vector<Vec3d>{{0, 0, 0}, {0, 1.19, 0}});
  step(model, state);
  EXPECT_NEAR(state.positions()[1].y, 1.19, 1e-9);
}

TEST(StrainLimit, KeepsTheCentreOfMassOfASolid) {
  const Body body = soft_cube(10);  // several blocks
  for (int threads : {1, 3}) {
    const WithThreads with(threads);
    const Model model(body, in_double);
    Dynamics d = weightless(Integrator::euler_cromer);
    d.strain_limit = 1.05;
    State state(model, d);
    std::vector<Vec3d> x = state.positions();
    for (Vec3d& p : x) p.x *= 1.3;
    state.set_positions(x);
    const Vec3d centre = centre_of_mass(body, state);
    step(model, state, 1);
    EXPECT_LT(length(centre_of_mass(body, state) - centre), 1e-12);
    double longest = 0;
    for (const Vec3d& p : state.positions()) longest = std::max(longest, std::abs(p.x));
    EXPECT_LT(longest, 0.65 - 1e-3) << "it is drawn together";
  }
}

TEST(StrainLimit, HoldsAHangingChain) {
  for (Integrator i : {Integrator::verlet, Integrator::euler_cromer, Integrator::leap_frog}) {
    Body body = chain(row_of_points(10, 0.1), {0.1, 40, 0.05});
    body.pinned = {0};
    const Model model(body, in_double);
    Dynamics d;
    d.integrator = i;
    d.time_step = 1e-3;
    d.damping = 1;
    d.strain_limit = 1.1;
    State state(model, d);
    double longest = 0;
    for (int k = 0; k < 300; ++k) {
      step(model, state, 10);
      const std::vector<Vec3d> x = state.positions();
      for (std::size_t j = 1; j < x.size(); ++j)
        longest = std::max(longest, length(x[j] - x[j - 1]) / 0.1);
    }
    EXPECT_LT(longest, 1.13) << name(i);
    d.strain_limit = 0;
    State free(model, d);
    step(model, free, 3000);
    EXPECT_GT(length(free.positions()[1] - free.positions()[0]) / 0.1, 1.2) << "without a limit";
  }
}

// --- floor: no bounce, no friction (L13 chapter 6) ---

TEST(FloorContact, StopsAPointWithoutBounceAndKeepsItsSlide) {
  const Body body{{{0, 1, 0}, {0.5, 1, 0}}, {1, 1}, {}, {}, {}};
  for (const ModelOptions& options : {in_single, in_double})
    for (Integrator i : integrators()) {
      SCOPED_TRACE(name(i));
      const Model model(body, options);
      Dynamics d;
      d.integrator = i;
      d.time_step = 1e-3;
      d.obstacles = {{Floor{}}};
      State state(model, d);
      state.set_velocities(std::vector<Vec3d>(2, Vec3d{2, -3, 1}));
      double highest_after = 0;
      bool touched = false;
      for (int k = 0; k < 1000; ++k) {
        step(model, state);
        const Vec3d x = state.positions()[0];
        EXPECT_GE(x.y, -1e-6);
        touched = touched || x.y < 1e-6;
        if (touched) highest_after = std::max(highest_after, x.y);
      }
      EXPECT_TRUE(touched);
      EXPECT_LT(highest_after, 1e-5);
      EXPECT_NEAR(state.velocities()[0].x, 2, 1e-4);
      EXPECT_NEAR(state.velocities()[0].z, 1, 1e-4);
      EXPECT_NEAR(state.positions()[0].x, 2, 1e-3);
    }
}

TEST(FloorContact, HoldsABodyOnATiltedFloorOfAnyNormalLength) {
  const Floor floor{{0.3, -0.4, 0.1}, {0.5, 2, -0.3}};
  for (const ModelOptions& options : {in_single, in_double}) {
    const Model model(soft_cube(3, 0.002), options);
    Dynamics d;
    d.obstacles = {{floor}};
    State state(model, d);
    for (int k = 0; k < 50; ++k) {
      step(model, state, 10);
      EXPECT_GT(lowest(state, floor), -1e-5);
    }
    EXPECT_LT(lowest(state, floor), 1e-3) << "it rests on it";
    // Without friction it slides down the slope.
    EXPECT_LT(state.momentum().y, 0);
  }
}

TEST(FloorContact, HoldsABodyThatFliesFastAlongIt) {
  const Body body = soft_cube(3, 0.002);
  for (const ModelOptions& options : {in_single, in_double}) {
    const Model model(body, options);
    Dynamics d;
    d.obstacles = {{Floor{{0, -0.3, 0}, {0, 1, 0}}}};
    State still(model, d), fast(model, d);
    const Vec3d slide{3000, 0, -500};
    fast.set_velocities(std::vector<Vec3d>(body.vertices.size(), slide));
    step(model, still, 300);
    step(model, fast, 300);
    EXPECT_GE(lowest(fast, floor_of(d)), -1e-6);
    std::vector<Vec3d> back = fast.positions();
    for (Vec3d& x : back) x -= slide * fast.time();
    const double tolerance = options.precision == Precision::double_precision ? 1e-6 : 5e-3;
    EXPECT_LT(largest_difference(back, still.positions()), tolerance);
  }
}

TEST(FloorContact, CatchesABodyThatFallsFast) {
  const Model model(soft_cube(3, 0.002), in_single);
  Dynamics d;
  d.obstacles = {{Floor{{0, -20, 0}, {0, 1, 0}}}};
  d.time_step = 0.2 * stable_step(model, d);
  State state(model, d);
  state.set_velocities(std::vector<Vec3d>(model.vertex_count(), Vec3d{0, -5, 0}));
  step(model, state, static_cast<std::int64_t>(6 / d.time_step));
  EXPECT_GE(lowest(state, floor_of(d)), -1e-6);
  EXPECT_LT(lowest(state, floor_of(d)), 1) << "it may spring back a little, being elastic";
}

// --- pins ---

TEST(Pins, HoldUntilTheyAreReleased) {
  const Body body = soft_cube(2, 0.002);
  for (Integrator i : integrators()) {
    const Model model(body, in_double);
    Dynamics d;
    d.integrator = i;
    State state(model, d);
    const Index held[] = {0, 5};
    state.pin(held);
    state.set_velocities(std::vector<Vec3d>(body.vertices.size(), Vec3d{1, 0, 0}));
    step(model, state, 50);
    for (Index v : held) EXPECT_EQ(state.positions()[v], body.vertices[v]) << name(i);
    EXPECT_GT(largest_difference(state.positions(), body.vertices), 1e-3);
    state.release(held);
    const Vec3d before = state.momentum();
    const double time = state.time(),
                 mass = std::accumulate(body.masses.begin(), body.masses.end(), 0.0);
    step(model, state, 50);
    EXPECT_NE(state.positions()[0], body.vertices[0]);
    // From then on only gravity acts.
    const Vec3d expected = before + Vec3d{0, -9.81, 0} * (mass * (state.time() - time));
    EXPECT_LT(length(state.momentum() - expected), 1e-9 * mass) << name(i);
  }
}

TEST(Pins, OfTheBodyHold) {
  Body body = soft_cube(2);
  body.pinned = {3};
  const Model model(body);
  State state(model);
  step(model, state, 100);
  EXPECT_LT(length(state.positions()[3] - body.vertices[3]), 1e-7);
}

TEST(Rest, ABodyWithoutGravityStaysAtRest) {
  for (const Body& body : {soft_cube(3), published_solid(cube_mesh(3), {})}) {
    const Model model(body, in_double);
    State state(model, weightless(Integrator::verlet, 1e-3));
    step(model, state, 200);
    EXPECT_LT(largest_difference(state.positions(), body.vertices), 1e-12);
  }
}

}  // namespace
}  // namespace pliant
