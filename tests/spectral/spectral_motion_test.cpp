#include <gtest/gtest.h>
#include <pliant/batch.h>
#include <pliant/threads.h>

#include "spectral/spectral_solids.h"

// How spectral solids fly, fall and swing, with the same bits whoever computes them.

namespace pliant {
namespace {

using namespace test;

std::vector<Vec3d> spinning(const TetMesh& mesh, const Vec3d& velocity, const Vec3d& spin) {
  std::vector<Vec3d> out;
  for (const Vec3d& x : mesh.vertices()) out.push_back(velocity + cross(spin, x));
  return out;
}

TEST(SpectralMotion, RigidBodyInFreeFlightKeepsItsMomentum) {
  const TetMesh mesh = bar(1, 0.4, 5, 2);
  const Body body = body_of(mesh, soft, {.rigid = {all_cells(mesh)}});
  const Model model(body, in_double);
  State state(model, without_weight());
  state.set_velocities(spinning(mesh, {1, 2, -1}, {3, 0.1, 0.2}));  // about an unstable axis nearly
  const Vec3d p = state.momentum(), l = state.angular_momentum();
  const double energy = state.energy().kinetic;
  double turned = 0;
  for (int i = 0; i < 10; ++i) {
    step(model, state, 1000);
    EXPECT_LT(length(state.momentum() - p), 1e-6 * length(p));
    EXPECT_LT(length(state.angular_momentum() - l), 1e-6 * length(l));
    turned = std::max(turned, length(orientation(state, 0)[1] - Vec3d{0, 1, 0}));
  }
  EXPECT_NEAR(state.energy().kinetic, energy, 1e-4 * energy);
  EXPECT_GT(turned, 0.5);
  const std::vector<Vec3d> x = state.positions();
  for (std::size_t i = 1; i < x.size(); ++i)
    EXPECT_NEAR(length(x[i] - x[0]), length(mesh.vertices()[i] - mesh.vertices()[0]), 1e-11);
}

// Euler's equations by a method of fourth order, in the frame of the body.
TEST(SpectralMotion, RigidBodyTumblesAsEulerSays) {
  const TetMesh mesh = bar(1, 0.4, 5, 2);
  const Body body = body_of(mesh, soft, {.rigid = {all_cells(mesh)}});
  const Model model(body, in_double);
  State state(model, without_weight());
  const Vec3d start{2, 0.5, 1};
  state.set_velocities(spinning(mesh, {}, start));
  step(model, state, 2000);

  const Vec3d centre = centre_of(body.vertices, body.masses);
  double inertia[3][3]{};
  for (std::size_t v = 0; v < body.vertices.size(); ++v) {
    const Vec3d r = body.vertices[v] - centre;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        inertia[i][j] += body.masses[v] * ((i == j ? dot(r, r) : 0) - r[i] * r[j]);
  }
  // The bar is symmetric but for how its cells are split: solve by elimination all the same.
  const auto times = [&](const Vec3d& w) {
    Vec3d out;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out[i] += inertia[i][j] * w[j];
    return out;
  };
  const Vec3d a = times({1, 0, 0}), b = times({0, 1, 0}), c = times({0, 0, 1});
  const double determinant = dot(a, cross(b, c));
  const auto rate = [&](const Vec3d& w) {
    const Vec3d torque = -cross(w, times(w));
    return (cross(b, c) * torque.x + cross(c, a) * torque.y + cross(a, b) * torque.z) / determinant;
  };
  Vec3d w = start, rows[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // columns of the rotation, fixed
  const double h = 0.0005;
  for (int i = 0; i < 4000; ++i) {
    const Vec3d k1 = rate(w), k2 = rate(w + k1 * (h / 2)), k3 = rate(w + k2 * (h / 2)),
                k4 = rate(w + k3 * h);
    const Vec3d middle = w + k2 * (h / 2);
    Vec3d next[3];
    // The axes of the world, seen from the body, turn the other way; a step by Rodrigues' formula.
    const double angle = length(middle) * h;
    const Vec3d axis = normalised(middle);
    for (int r = 0; r < 3; ++r)
      next[r] = rows[r] * std::cos(angle) - cross(axis, rows[r]) * std::sin(angle) +
                axis * (dot(axis, rows[r]) * (1 - std::cos(angle)));
    for (int r = 0; r < 3; ++r) rows[r] = next[r];
    w += (k1 + k2 * 2 + k3 * 2 + k4) * (h / 6);
  }
  const auto is = orientation(state, 0);
  for (std::size_t r = 0; r < 3; ++r) EXPECT_LT(length(is[r] - rows[r]), 2e-4) << r;
}

TEST(SpectralMotion, HybridSolidInFreeFallDoesNotSpinUp) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  SpectralOptions options{.modes = 40, .rigid = {between(mesh, 0, 1)}};
  const Body body = body_of(mesh, soft, options);
  const Model model(body, in_double);
  Dynamics dynamics = without_weight();
  dynamics.gravity = {0, -9.81, 0};
  State state(model, dynamics);
  // It swings, but has no momentum about its centre.
  std::vector<Vec3d> velocities;
  for (const Vec3d& x : mesh.vertices()) velocities.push_back({0, 3 * (x.x * x.x - 0.08), x.x});
  state.set_velocities(velocities);
  const double energy = state.energy().total();
  const auto about_centre = [&] {
    const Vec3d centre = centre_of(state.positions(), body.masses);
    return state.angular_momentum() - cross(centre, state.momentum());
  };
  const Vec3d spin = about_centre(), p = state.momentum();
  for (int i = 0; i < 10; ++i) {
    step(model, state, 1000);
    EXPECT_LT(length(about_centre() - spin), 0.05 * (length(spin) + 0.1));
    EXPECT_LT(length(state.momentum() - p - Vec3d{0, -9.81 * 40 * state.time(), 0}),
              1e-2 * 9.81 * 40 * state.time());
    EXPECT_NEAR(state.energy().total(), energy, 0.02 * std::abs(state.energy().gravitational));
  }
}

// Undamped, one end fixed, let go from rest: what it loses in height swings and bends.
TEST(SpectralMotion, SwingingHybridBarKeepsItsEnergy) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  const Body body =
      body_of(mesh, soft, {.modes = 40, .rigid = {between(mesh, 0, 1)}, .fixed = at_x(mesh, -0.5)});
  const Model model(body, in_double);
  Dynamics dynamics;
  dynamics.time_step = 0.001;
  State state(model, dynamics);
  const double start = state.energy().total();
  double most_kinetic = 0, most_error = 0;
  for (int i = 0; i < 200; ++i) {
    step(model, state, 50);
    most_kinetic = std::max(most_kinetic, state.energy().kinetic);
    most_error = std::max(most_error, std::abs(state.energy().total() - start));
  }
  EXPECT_GT(most_kinetic, 5);
  EXPECT_LT(most_error, 0.08 * most_kinetic);
}

// The free half is rigid and falls by more than a tenth of the bar's length.
TEST(SpectralMotion, BoundariesHoldTogetherAsInFigure3) {
  const TetMesh mesh = bar_of_figures();
  const Material rubber = make_material(4e6, 0.3, 1000);
  const auto most = [&](std::size_t nodes, std::size_t modes) {
    SpectralOptions options{
        .modes = modes, .rigid = {between(mesh, 0, 1)}, .fixed = at_x(mesh, -0.5)};
    options.boundary_nodes = nodes;
    const Body body = body_of(mesh, rubber, options);
    const Model model(body, in_double);
    Dynamics dynamics;
    dynamics.time_step = 0.002;
    State state(model, dynamics);
    double deviation = 0, drop = 0;
    for (int i = 0; i < 200; ++i) {
      step(model, state, 5);
      deviation = std::max(deviation, boundary_deviation(state));
      drop = std::max(drop, -state.positions()[at_x(mesh, 0.5)[0]].y);
    }
    EXPECT_GT(drop, 0.1);
    return deviation;  // the bar is one metre long
  };
  const double few_modes = most(2, 50);
  EXPECT_LT(few_modes, 0.002);
  EXPECT_GT(most(2, 150), 1.5 * few_modes);
  EXPECT_LT(most(8, 150), 1e-9);
}

// (10) at all nodes: the far end is turned by one and a half radians and held. What is damped comes
// to rest with (11), and shakes at the boundary with (10), Figure 2(b).
TEST(SpectralMotion, BoundaryInTheFormOf10ShakesWhereThatOf11Rests) {
  const TetMesh mesh = bar_of_figures();
  const Material damped = make_material(1e6, 0.3, 1000, 0.002);
  const auto at_rest = [&](BoundaryForm form) {
    SpectralOptions options{.modes = 50, .rigid = {between(mesh, 0, 1)}, .fixed = at_x(mesh, -0.5)};
    options.boundary_nodes = 8;
    options.boundary = form;
    const Body body = body_of(mesh, damped, options);
    const Model model(body, in_double);
    State state(model, without_weight(0.002));
    Drive twist{.vertices = at_x(mesh, 0.5), .path = [](double time) {
                  const double a = 1.5 * std::min(time, 1.0);
                  Pose pose;
                  pose.rotation = {Vec3d{1, 0, 0}, Vec3d{0, std::cos(a), -std::sin(a)},
                                   Vec3d{0, std::sin(a), std::cos(a)}};
                  pose.shift = Vec3d{0, 0.1, 0} - pose(Vec3d{0, 0.1, 0});
                  return pose;
                }};
    state.add_drive(twist);
    step(model, state, 2000);
    EXPECT_NEAR(volume_of(mesh, state.positions()) / mesh.volume(), 1, 0.01);
    return state.energy().kinetic;
  };
  EXPECT_LT(at_rest(BoundaryForm::linear), 1e-12);
  EXPECT_GT(at_rest(BoundaryForm::warped), 1e-6);
}

TEST(SpectralMotion, SameBitsAfterRestoringAndOnAnyNumberOfThreads) {
  const TetMesh mesh = bar(1, 0.2, 12, 3);
  SpectralOptions options{.modes = 60, .rigid = {between(mesh, 0, 1)}};
  Body body = body_of(mesh, soft, options);
  body.relations.push_back({"point_load", {3, 5}, {{1.0}, {2.0, 3.0}, {0.0}}, {}});
  const Model model(body);
  Dynamics dynamics;
  dynamics.time_step = 0.002;
  dynamics.obstacles = {{Floor{.point = {0, -0.1, 0}}}};
  dynamics.obstacles[0].friction = 0.3;
  State state(model, dynamics);
  state.pin(std::vector<Index>{0});
  step(model, state, 50);
  const auto saved = state.save();
  step(model, state, 50);
  const std::uint64_t shall = state.hash();
  State other(model, dynamics);
  other.restore(saved);
  set_thread_count(3);
  step(model, other, 50);
  set_thread_count(0);
  EXPECT_EQ(other.hash(), shall);
  std::vector<float> places(3 * model.vertex_count());
  write_positions(state, Places::all, places);
  const std::vector<Vec3d> x = state.positions();
  for (std::size_t v = 0; v < x.size(); ++v)
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(places[3 * v + static_cast<std::size_t>(i)], x[v][i], 1e-6);
}

TEST(SpectralMotion, CopiesOfABatchMoveAsAStateDoes) {
  const TetMesh mesh = bar(1, 0.2, 6, 2);
  const Body body = body_of(mesh, soft, {.modes = 30, .fixed = at_x(mesh, -0.5)});
  const Model model(body);
  Dynamics dynamics;
  dynamics.time_step = 0.002;
  Batch batch(model, 3, dynamics);
  Dynamics lighter = dynamics;
  lighter.gravity = {0, -2, 0};
  batch.set_dynamics(1, lighter);
  step(batch, 100);
  State state(model, dynamics), light(model, lighter);
  step(model, state, 100);
  step(model, light, 100);
  EXPECT_EQ(batch.positions(0), state.positions());
  EXPECT_EQ(batch.positions(1), light.positions());
  EXPECT_EQ(batch.positions(2), state.positions());
}

TEST(SpectralMotion, InstructionSetsAgree) {
  const TetMesh mesh = bar(1, 0.2, 6, 2);
  const Body body = body_of(mesh, soft, {.modes = 31, .fixed = at_x(mesh, -0.5)});
  std::vector<Vec3d> first;
  for (const std::string& set : instruction_sets()) {
    const Model model(body, {.precision = Precision::single_precision,
                             .instruction_set = set,
                             .backend = Backend::cpu});
    EXPECT_EQ(model.instruction_set(), set);
    Dynamics dynamics;
    dynamics.time_step = 0.002;
    State state(model, dynamics);
    step(model, state, 100);
    if (first.empty()) first = state.positions();
    EXPECT_LT(largest_difference(first, state.positions()), 1e-6) << set;
  }
}

}  // namespace
}  // namespace pliant
