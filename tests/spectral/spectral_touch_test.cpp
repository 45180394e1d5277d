#include <gtest/gtest.h>
#include <pliant/error.h>

#include "spectral/spectral_solids.h"

// How spectral solids are dragged and held, and touch things.

namespace pliant {
namespace {

using namespace test;

TEST(SpectralTouch, DraggedHybridBarStaysStable) {
  const TetMesh mesh = bar(1, 0.2, 5, 1);
  SpectralOptions options{.modes = 20, .rigid = {between(mesh, 0.2, 1)}};
  const Body body = body_of(mesh, soft, options);
  const Model model(body);
  Dynamics dynamics;
  dynamics.time_step = 0.002;
  dynamics.damping = 0.5;
  State state(model, dynamics);
  state.add_drive(
      {.vertices = {0}, .path = [](double t) {
         Pose pose;
         pose.shift = {0.5 * std::sin(3 * t), 0.4 * std::sin(5 * t), 0.5 * std::cos(3 * t) - 0.5};
         return pose;
       }});
  double reach = 0;
  for (int i = 0; i < 100; ++i) {
    step(model, state, 1000);
    const std::vector<Vec3d> x = state.positions();
    for (const Vec3d& p : x) reach = std::max(reach, length(p));
    EXPECT_LT(state.energy().kinetic, 2000);
    const double t = state.time();
    const Vec3d shall = mesh.vertices()[0] + Vec3d{0.5 * std::sin(3 * t), 0.4 * std::sin(5 * t),
                                                   0.5 * std::cos(3 * t) - 0.5};
    EXPECT_LT(length(x[0] - shall), 0.01);
    EXPECT_NEAR(volume_of(mesh, x) / mesh.volume(), 1, 0.15);
  }
  EXPECT_LT(reach, 4);
}

TEST(SpectralTouch, PinsDrivesAndOrientationsHoldAndLetGo) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  SpectralOptions options{.modes = 40, .rigid = {between(mesh, 0.2, 1)}, .mass_damping = 2};
  const Body body = body_of(mesh, soft, options);
  const Model model(body, in_double);
  Dynamics dynamics;
  dynamics.time_step = 0.002;
  State state(model, dynamics);
  const Index corner = nearest_vertices(mesh.mesh(), {-0.5, 0, 0}, 1)[0];
  const Index end = nearest_vertices(mesh.mesh(), {0.5, 0.1, 0}, 1)[0];
  state.pin(std::vector<Index>{corner});
  step(model, state, 3000);
  EXPECT_LT(length(state.positions()[corner] - mesh.vertices()[corner]), 1e-4);
  // It hangs below the corner that is held.
  EXPECT_LT(centre_of(state.positions(), body.masses).y, -0.4);
  const double s = std::sqrt(0.5);
  const OrientationHandle upright{end, {Vec3d{s, -s, 0}, Vec3d{s, s, 0}, Vec3d{0, 0, 1}}};
  set_orientation_handles(state, std::span(&upright, 1));
  step(model, state, 3000);
  for (std::size_t r = 0; r < 3; ++r)
    EXPECT_LT(length(orientation(state, end)[r] - upright.rotation[r]), 1e-3);
  set_orientation_handles(state, {});
  state.release(std::vector<Index>{corner});
  const double height = centre_of(state.positions(), body.masses).y;
  step(model, state, 250);
  EXPECT_LT(centre_of(state.positions(), body.masses).y, height - 0.5);
}

TEST(SpectralTouch, ContradictoryHandlesAreNamed) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  const Body body = body_of(mesh, soft, {.modes = 40, .rigid = {between(mesh, 0, 1)}});
  const Model model(body);
  State state(model, without_weight(0.01));
  const Index near = nearest_vertices(mesh.mesh(), {0.1, 0, 0}, 1)[0];
  const Index far = nearest_vertices(mesh.mesh(), {0.5, 0, 0}, 1)[0];
  state.pin(std::vector<Index>{near});
  state.add_drive({.vertices = {far}, .path = [](double t) {
                     Pose pose;
                     pose.shift = {t, 0, 0};
                     return pose;
                   }});
  try {
    step(model, state, 1000);
    FAIL() << "nothing is said";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("contradict"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(std::to_string(far)), std::string::npos);
  }
}

// A block on a slope: it sticks, or slides with g (sin a - mu cos a).
TEST(SpectralTouch, BlockOnASlopeSlidesAsFrictionLetsIt) {
  const TetMesh mesh = bar(0.4, 0.2, 4, 2);
  for (const bool rigid : {true, false}) {
    SpectralOptions options{.modes = 20, .stiffness_damping = 0.002};
    if (rigid) options.rigid = {all_cells(mesh)};
    const Material hard = make_material(1e7, 0.3, 1000);
    const Body body = body_of(mesh, hard, options);
    const Model model(body, in_double);
    for (const double friction : {0.6, 0.2}) {
      const double slope = 0.4, g = 9.81;
      Dynamics dynamics = without_weight(0.002);
      dynamics.gravity = {g * std::sin(slope), -g * std::cos(slope), 0};
      dynamics.obstacles = {{Floor{}}};
      dynamics.obstacles[0].friction = friction;
      State state(model, dynamics);
      step(model, state, 500);
      const double x = centre_of(state.positions(), body.masses).x;
      const double a = std::max(0.0, g * (std::sin(slope) - friction * std::cos(slope)));
      EXPECT_NEAR(x, a / 2, 0.03 * a / 2 + 0.003) << rigid << friction;
      double lowest = 1;
      for (const Vec3d& p : state.positions()) lowest = std::min(lowest, p.y);
      EXPECT_NEAR(lowest, 0, 1e-3);
    }
  }
}

TEST(SpectralTouch, BouncesAsHighAsItShall) {
  const TetMesh mesh = bar(0.2, 0.2, 2, 2);
  const Body body = body_of(mesh, soft, {.rigid = {all_cells(mesh)}});
  const Model model(body, in_double);
  Dynamics dynamics = without_weight(0.0005);
  dynamics.gravity = {0, -10, 0};
  dynamics.obstacles = {{.shape = Floor{{0, -1, 0}}, .bounce = 0.5}};
  State state(model, dynamics);
  double highest = -1;
  bool struck = false;
  for (int i = 0; i < 1800; ++i) {
    step(model, state);
    const double bottom = state.positions()[0].y;
    struck |= bottom < -0.99;
    if (struck) highest = std::max(highest, bottom);
  }
  EXPECT_NEAR(highest, -0.75, 0.02);
}

TEST(SpectralTouch, LiesOnABallWithoutEnteringIt) {
  const TetMesh mesh = bar(1, 0.1, 16, 2);
  const Material gel = make_material(2e5, 0.3, 1000, 0.01);
  const Body body = body_of(mesh, gel, {.modes = 60});
  const Model model(body, in_double);
  Dynamics dynamics = without_weight(0.001);
  dynamics.gravity = {0, -9.81, 0};
  dynamics.damping = 2;
  dynamics.obstacles = {{.shape = Ball{{0, -0.32, 0}, 0.3}, .friction = 1}};
  State state(model, dynamics);
  step(model, state, 3000);
  const std::vector<Vec3d> x = state.positions();
  double nearest = 1;
  for (const Vec3d& p : x) nearest = std::min(nearest, length(p - Vec3d{0, -0.32, 0}) - 0.3);
  EXPECT_NEAR(nearest, 0, 3e-3);
  const Index end = nearest_vertices(mesh.mesh(), {0.5, 0, 0}, 1)[0];
  const Index middle = nearest_vertices(mesh.mesh(), {0, 0, 0}, 1)[0];
  EXPECT_LT(x[end].y, x[middle].y - 0.02);  // it hangs down on both sides
  EXPECT_LT(length(state.velocities()[end]), 0.2);
}

}  // namespace
}  // namespace pliant
