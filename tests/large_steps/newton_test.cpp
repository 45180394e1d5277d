#include "large_steps/newton.h"

#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include "backend/backend.h"
#include "support/dynamics.h"
#include "support/solids.h"

namespace pliant {
namespace {

using namespace test;
using large_steps::Objective;

Dynamics large(double step, LargeSteps settings = {.tolerance = 1e-10}) {
  Dynamics d = weightless(Integrator::euler_cromer, step);
  d.large_steps = settings;
  return d;
}

Body neo_hookean_cube(double cells, double damping_time = 0, double young = 1e5) {
  return continuum_solid(cube_mesh(cells), ContinuumModel::neo_hookean,
                         make_material(young, 0.4, 1000, damping_time));
}

double left_at_end(const Model& model, State& state, double tolerance,
                   std::vector<double>* norms = nullptr) {
  std::vector<large_steps::Part> parts;
  const std::vector<Vec3d> x = state.positions();
  parts.push_back({&state.compiled(), x, 60.0 * 60.0, x, 1.0 / 60, {0, -9.81, 0}});
  Objective objective(std::move(parts));
  EXPECT_TRUE(objective.move_to(x));
  const auto found = large_steps::minimise_by_newton(objective, {100, tolerance});
  EXPECT_TRUE(found.converged);
  if (norms) *norms = found.norms;
  (void)model;
  return found.residual;
}

// From a shape far from rest: at the end each iteration squares what is left of the forces, until
// rounding.
TEST(Newton, ConvergesQuadratically) {
  const Model model(neo_hookean_cube(3), in_double);
  State state(model, large(0.01));
  shake(state, 0.03, 0);
  std::vector<double> norms;
  EXPECT_LE(left_at_end(model, state, 1e-12, &norms), 1e-12);
  ASSERT_GE(norms.size(), 4u);
  // The last but one iteration, as the last meets rounding.
  const std::size_t n = norms.size() - 2;
  const double order = std::log(norms[n] / norms[n - 1]) / std::log(norms[n - 1] / norms[n - 2]);
  EXPECT_GT(order, 1.6);
  EXPECT_LT(norms[n + 1], 1e-9 * norms[0]);
}

// The block diagonal and products are those of differences of forces.
TEST(Newton, KnowsItsHessian) {
  const Model model(neo_hookean_cube(1, 0.01), in_double);
  State state(model, large(0.01));
  shake(state, 0.03, 0);
  const std::vector<Vec3d> x = state.positions();
  std::vector<large_steps::Part> parts;
  parts.push_back({&state.compiled(), x, 100, x, 0.1, {}});
  Objective objective(std::move(parts));
  ASSERT_TRUE(objective.move_to(x));
  const auto blocks = objective.blocks();
  constexpr double small = 1e-6;
  for (std::size_t v = 0; v < x.size(); v += 3)
    for (int k = 0; k < 3; ++k) {
      std::vector<Vec3d> direction(x.size()), ahead = x, behind = x;
      direction[v][k] = 1;
      ahead[v][k] += small;
      behind[v][k] -= small;
      ASSERT_TRUE(objective.move_to(ahead));
      const std::vector<Vec3d> after = objective.forces();
      ASSERT_TRUE(objective.move_to(behind));
      const std::vector<Vec3d> before = objective.forces();
      ASSERT_TRUE(objective.move_to(x));
      const std::vector<Vec3d> product = objective.product(direction);
      const double size = largest_length(product);
      for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_NEAR(length((before[i] - after[i]) * (0.5 / small) - product[i]), 0, 1e-5 * size);
      EXPECT_NEAR(length(blocks[v] * direction[v] - product[v]), 0, 1e-9 * size);
    }
}

// A cube that is twisted, pressed and moving: nothing acts on it from outside.
TEST(LargeSteps, KeepMomentum) {
  for (const ImplicitIntegrator integrator : implicit_integrators()) {
    const Model model(neo_hookean_cube(2), in_double);
    State state(model, large(1.0 / 60, {.integrator = integrator, .tolerance = 1e-13}));
    shake(state, 0.05, 1);
    const Vec3d before = state.momentum();
    step(model, state, 5);
    EXPECT_LT(length(state.momentum() - before), 1e-10 * (length(before) + 1000))
        << name(integrator);
  }
}

TEST(LargeSteps, HaveTheSameBitsOnAnyNumberOfThreadsAndAfterRestoring) {
  for (const ImplicitIntegrator integrator : implicit_integrators())
    for (const ModelOptions& options : {in_single, in_double}) {
      const Model model(neo_hookean_cube(6, 0.001), options);
      std::vector<std::uint64_t> hashes;
      for (const int threads : {1, 2, 5}) {
        const WithThreads with(threads);
        Dynamics d = large(1.0 / 60, {.integrator = integrator, .tolerance = 1e-5});
        d.gravity = {0, -9.81, 0};
        d.obstacles.push_back({.shape = Floor{{0, -0.6, 0}, {0, 1, 0}}, .friction = 0.3});
        State state(model, d);
        shake(state, 0.01, 1);
        step(model, state, 3);
        const std::vector<std::byte> saved = state.save();
        step(model, state, 3);
        hashes.push_back(state.hash());
        State again(model);
        again.restore(saved);
        step(model, again, 3);
        hashes.push_back(again.hash());
      }
      for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
    }
}

// Free fall by each integrator has a closed form.
TEST(LargeSteps, FallAsTheirIntegratorSays) {
  const double h = 1.0 / 60, g = 9.81;
  const int n = 30;
  for (const ImplicitIntegrator integrator : implicit_integrators()) {
    const Body body = neo_hookean_cube(1);
    const Model model(body, in_double);
    Dynamics d = large(0, {.integrator = integrator});
    d.gravity = {0, -g, 0};
    State state(model, d);
    EXPECT_EQ(state.time_step(), h);
    const double from = centre_of_mass(body, state).y;
    step(model, state, n);
    const double t = n * h, way = centre_of_mass(body, state).y - from;
    EXPECT_NEAR(length(state.momentum()), 1000 * g * t, 1e-6);
    if (integrator == ImplicitIntegrator::backward_euler)
      EXPECT_NEAR(way, -0.5 * g * t * (t + h), 1e-9);
    else if (integrator == ImplicitIntegrator::newmark)
      EXPECT_NEAR(way, -0.5 * g * t * t, 1e-9);
    else
      EXPECT_NEAR(way, -0.5 * g * t * t, g * h * h);
  }
}

struct Order {
  ImplicitIntegrator integrator;
  double order;
};
class LargeStepOrder : public testing::TestWithParam<Order> {};

TEST_P(LargeStepOrder, IsTheTheoreticalOne) {
  const Model model(neo_hookean_cube(1), in_double);
  constexpr double seconds = 0.05;
  const auto start = [&](const Dynamics& dynamics) {
    State state(model, dynamics);
    std::vector<Vec3d> x = state.positions();
    for (Vec3d& p : x) p.x += 0.1 * p.y * p.y + 0.05 * p.z;
    state.set_positions(x);
    return state;
  };
  State reference = start(weightless(Integrator::runge_kutta_4, seconds / 4000));
  step(model, reference, 4000);
  std::vector<double> errors;
  for (const int steps : {100, 200, 400}) {
    State state =
        start(large(seconds / steps, {.integrator = GetParam().integrator, .tolerance = 1e-12}));
    step(model, state, steps);
    EXPECT_NEAR(state.time(), seconds, 1e-12);
    errors.push_back(largest_difference(state.positions(), reference.positions()) +
                     0.1 * largest_difference(state.velocities(), reference.velocities()));
  }
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), GetParam().order, 0.15)
      << errors[0] << ' ' << errors[1] << ' ' << errors[2];
}
INSTANTIATE_TEST_SUITE_P(All, LargeStepOrder,
                         testing::Values(Order{ImplicitIntegrator::backward_euler, 1},
                                         Order{ImplicitIntegrator::bdf2, 2},
                                         Order{ImplicitIntegrator::newmark, 2}),
                         [](const auto& test) { return std::string(name(test.param.integrator)); });

// A weight on an oscillator of one vertex, which has a closed form under backward Euler with
// damping: m (x - 2x₋ + x₋₋) / h² = -k x - c (x - x₋) / h.
TEST(LargeSteps, FollowAPullAsBackwardEulerDoes) {
  const std::vector<Vec3d> points = row_of_points(2);
  const Model model(chain(points), in_double);
  const double h = 0.05, k = 300, c = 2, m = model.masses()[1];
  Dynamics d = large(h);
  d.damping = 0.3;
  d.pulls.push_back({.vertex = 1, .target = {1, 2, 0}, .stiffness = k, .damping = c});
  State state(model, d);
  state.remove(0, std::vector<Index>{0});
  double y = 0, v = 0;
  for (int i = 0; i < 20; ++i) {
    v = (v + h / m * k * (2 - y)) / (1 + h * 0.3 + h / m * (h * k + c));
    y += h * v;
    step(model, state);
    EXPECT_NEAR(state.positions()[1].y, y, 1e-8);
    EXPECT_NEAR(state.velocities()[1].y, v, 1e-6);
  }
}

// What is driven is where its path says, with the velocity that brought it there; what is pinned
// stays.
TEST(LargeSteps, FollowDrivesAndPins) {
  for (const ImplicitIntegrator integrator : implicit_integrators()) {
    const Body body = neo_hookean_cube(2);
    const Model model(body, in_double);
    State state(model, large(1.0 / 60, {.integrator = integrator}));
    std::vector<Index> low, high;
    for (Index v = 0; v < body.vertices.size(); ++v) {
      if (body.vertices[v].y < model.box().low.y + 1e-9) low.push_back(v);
      if (body.vertices[v].y > model.box().high.y - 1e-9) high.push_back(v);
    }
    state.pin(low);
    state.add_drive({.vertices = high, .path = [](double t) {
                       return Pose{.shift = {0, 0.5 * t * t, 0}};
                     }});
    const int steps = 30;
    step(model, state, steps);
    const double t = steps / 60.0, before = (steps - 1) / 60.0;
    const std::vector<Vec3d> x = state.positions(), v = state.velocities();
    for (const Index i : low) EXPECT_EQ(x[i], body.vertices[i]);
    for (const Index i : high) {
      EXPECT_NEAR(length(x[i] - body.vertices[i] - Vec3d{0, 0.5 * t * t, 0}), 0, 1e-12);
      EXPECT_NEAR(v[i].y, 0.5 * (t * t - before * before) * 60, 1e-9);
    }
  }
}

// It comes to rest on a floor, no deeper than can be seen, and does not slide down a slope where
// friction holds it; where it does not, it slides as fast as a block does.
TEST(LargeSteps, RestAndSlideOnObstacles) {
  const Body body = neo_hookean_cube(2, 0, 1e6);
  for (const double friction : {0.0, 0.2, 0.8}) {
    const Model model(body, in_double);
    const double slope = 0.5, g = 9.81;  // radians
    Dynamics d = large(1.0 / 60, {.tolerance = 1e-8});
    d.gravity = Vec3d{std::sin(slope), -std::cos(slope), 0} * g;
    d.obstacles.push_back(
        {.shape = Floor{{0, model.box().low.y, 0}, {0, 1, 0}}, .friction = friction});
    State state(model, d);
    const Vec3d from = centre_of_mass(body, state);
    const int steps = 60;
    step(model, state, steps);
    const double t = steps / 60.0;
    EXPECT_GT(lowest(state, floor_of(d)), -1e-4);
    const double along = centre_of_mass(body, state).x - from.x;
    const double pull = g * (std::sin(slope) - friction * std::cos(slope));
    if (pull > 0)
      EXPECT_NEAR(along, 0.5 * pull * t * t, 0.05 * 0.5 * pull * t * t) << friction;
    else
      EXPECT_NEAR(along, 0, 0.01);
  }
}

// All vertices in a plane, or anywhere: it finds back to its shape.
TEST(LargeSteps, RecoverFromInversion) {
  const Body body = neo_hookean_cube(3, 0.01);
  const Model model(body, in_double);
  for (const bool at_random : {false, true}) {
    State state(model, large(1.0 / 60, {.tolerance = 1e-6}));
    std::vector<Vec3d> x = state.positions();
    Samples samples(3);
    for (Vec3d& p : x) {
      if (at_random)
        p = samples.vector(0.5);
      else
        p.y = 0;
    }
    state.set_positions(x);
    step(model, state, 600);
    // Its shape: all edges have their length again.
    const std::vector<Vec3d> now = state.positions();
    double worst = 0;
    for (const Tetrahedron& t : body.tetrahedra) {
      const double v = signed_volume(now[t[0]], now[t[1]], now[t[2]], now[t[3]]);
      const double rest = signed_volume(body.vertices[t[0]], body.vertices[t[1]],
                                        body.vertices[t[2]], body.vertices[t[3]]);
      worst = std::max(worst, std::abs(v / rest - 1));
    }
    EXPECT_LT(worst, 0.05) << at_random;
  }
}

TEST(LargeSteps, SayWhatTheyCannotDo) {
  const Model model(neo_hookean_cube(1), in_double);
  State state(model, large(1.0 / 60));
  const auto refused = [&](auto change) {
    Dynamics d = large(1.0 / 60);
    change(d);
    EXPECT_THROW(state.set_dynamics(d), InputError);
  };
  refused([](Dynamics& d) { d.selection.emplace(); });
  refused([](Dynamics& d) { d.large_steps->tolerance = 0; });
  refused([](Dynamics& d) { d.large_steps->iterations = -1; });
  refused([](Dynamics& d) { d.obstacles.push_back({.shape = Floor{}, .bounce = 0.5}); });
  EXPECT_THROW(state.set_selection(DynamicSelection{}), InputError);
  step(model, state);
}

}  // namespace
}  // namespace pliant
