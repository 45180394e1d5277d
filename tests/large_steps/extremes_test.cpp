#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/settle.h>

#include <functional>
#include <map>

#include "support/dynamics.h"

// Large steps of frames where masses, stiffnesses and shapes are as explicit steps cannot have
// them, and what they do to energy.

namespace pliant {
namespace {

using namespace test;

constexpr double frame = 1.0 / 60;

Dynamics frames(LargeSteps settings) {
  Dynamics d;
  d.time_step = frame;
  d.large_steps = settings;
  return d;
}

/// Hanging straight down from its first vertex, which is pinned; each spring a decimetre long.
Body strand(std::size_t vertices, double stiffness, double end_mass) {
  std::vector<Vec3d> points;
  for (std::size_t i = 0; i < vertices; ++i) points.push_back({0, -0.1 * double(i), 0});
  Body body = chain(points, {.mass = 0.01, .stiffness = stiffness});
  body.masses.back() = end_mass;
  body.pinned = {0};
  return body;
}

/// m, of a strand at rest: each spring carries what hangs below it.
double drawn_length(const Body& body, const std::function<double(std::size_t)>& stiffness) {
  double sum = 0, below = 0;
  for (std::size_t i = body.vertices.size() - 1; i > 0; --i) {
    below += body.masses[i];
    sum += 0.1 + below * 9.81 / stiffness(i - 1);
  }
  return sum;
}

class Strands : public testing::TestWithParam<std::size_t> {};

// A tonne at its end: it settles where Hooke says, and swings from there on without end.
TEST_P(Strands, CarryATonne) {
  const Body body = strand(GetParam(), 1e8, 1000);
  const Model model(body, in_double);
  State state(model, frames({.tolerance = 1e-8}));
  ASSERT_TRUE(settle(model, state).converged);
  const double drawn = drawn_length(body, [](std::size_t) { return 1e8; });
  EXPECT_NEAR(-state.positions().back().y, drawn, 1e-9 * drawn);
  std::vector<Vec3d> v(body.vertices.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i].x = -state.positions()[i].y;
  state.set_velocities(v);
  const double first = state.energy().total();
  for (int i = 0; i < 30; ++i) {
    step(model, state);
    const std::vector<Vec3d> x = state.positions();
    double along = 0;
    for (std::size_t k = 1; k < x.size(); ++k) along += length(x[k] - x[k - 1]);
    EXPECT_NEAR(along, drawn, 0.01 * drawn);
    EXPECT_LT(state.energy().total(), first + 1e-6 * std::abs(first));
  }
  EXPECT_EQ(state.large_step_counts().unfinished, 0);
  EXPECT_EQ(state.large_step_counts().halved, 0);
}
INSTANTIATE_TEST_SUITE_P(All, Strands, testing::Values(20, 100, 400));

// Springs of which every second is ten thousand times as stiff, and a mass two thousand times the
// others in the middle.
TEST(LargeStepExtremes, MixStiffnessesAndMasses) {
  Body body = strand(40, 1e4, 0.01);
  body.masses[20] = 20;
  const Model model(body, in_double);
  State state(model, frames({.tolerance = 1e-9}));
  const auto stiffness = [](std::size_t i) { return i % 2 == 0 ? 1e4 : 1e8; };
  for (std::size_t i = 0; i < 39; ++i)
    state.set_parameter(0, "stiffness", i, stiffness(i) * 0.1 * 0.1);  // J
  Dynamics d = state.dynamics();
  d.damping = 4;
  state.set_dynamics(d);
  step(model, state, 600);
  const double drawn = drawn_length(body, stiffness);
  EXPECT_NEAR(-state.positions().back().y, drawn, 1e-4 * drawn);
}

// A block that was bent swings without any damping. Backward Euler and BDF2 take energy away all
// the time; Newmark's average acceleration keeps it, but for what the material is not linear.
TEST(LargeStepExtremes, EnergyDoesNotRise) {
  const Body body =
      continuum_solid(cube_mesh(2), ContinuumModel::neo_hookean, make_material(1e5, 0.4, 1000, 0));
  const Model model(body, in_double);
  std::vector<Index> low;
  for (Index v = 0; v < body.vertices.size(); ++v)
    if (body.vertices[v].y < model.box().low.y + 1e-9) low.push_back(v);
  std::map<ImplicitIntegrator, double> left;
  for (const ImplicitIntegrator integrator : implicit_integrators()) {
    Dynamics d = frames({.integrator = integrator, .tolerance = 1e-10});
    d.gravity = {};
    State state(model, d);
    state.pin(low);
    std::vector<Vec3d> x = state.positions();
    for (Vec3d& p : x) p.x += 0.05 * (p.y - model.box().low.y);
    state.set_positions(x);
    const double first = state.energy().total();
    double before = first;
    for (int i = 0; i < 120; ++i) {
      step(model, state);
      const double now = state.energy().total();
      const double most = integrator == ImplicitIntegrator::newmark ? 1.05 * first : before;
      EXPECT_LE(now, most + 1e-9 * first) << name(integrator) << " at " << state.time();
      before = now;
    }
    left[integrator] = before / first;
  }
  EXPECT_LT(left[ImplicitIntegrator::backward_euler], left[ImplicitIntegrator::bdf2]);
  EXPECT_LT(left[ImplicitIntegrator::bdf2], left[ImplicitIntegrator::newmark]);
  EXPECT_NEAR(left[ImplicitIntegrator::newmark], 1, 0.05);
}

}  // namespace
}  // namespace pliant
