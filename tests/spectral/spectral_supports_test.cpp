#include <gtest/gtest.h>
#include <pliant/batch.h>

#include "spectral/spectral_solids.h"
#include "support/gpu.h"

// What holds a spectral solid acts with the same force whatever the step.

namespace pliant {
namespace {

using namespace test;

constexpr double steps[] = {0.008, 0.47e-3, 0.1e-3};  // s
constexpr double seconds = 1.2;                       // until it is at rest

// One cell across, so that all four vertices of an end are held, and all its modes.
TetMesh slim_bar() {
  return bar(0.4, 0.1, 8, 1);
}

Dynamics damped(double h, const Vec3d& gravity) {
  Dynamics dynamics;
  dynamics.time_step = h;
  dynamics.gravity = gravity;
  dynamics.damping = 70;  // about critical
  return dynamics;
}

std::int64_t count_of(double h) {
  return static_cast<std::int64_t>(seconds / h);
}

std::vector<Vec3d> statics(const TetMesh& mesh, const Material& material, const Body& body,
                           const Group& held, const Vec3d& gravity) {
  std::vector<Vec3d> forces;
  for (const double mass : body.masses) forces.push_back(gravity * mass);
  std::vector<Vec3d> x = static_displacements(mesh.vertices(), mesh.tetrahedra(),
                                              std::span(&material, 1), held, forces);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += mesh.vertices()[i];
  return x;
}

double deepest(const TetMesh& mesh, const std::vector<Vec3d>& x) {
  return largest_difference(x, std::vector<Vec3d>(mesh.vertices().begin(), mesh.vertices().end()));
}

TEST(SpectralSupports, PinnedBarHangsAsLinearElementsDoAtAnyStep) {
  const TetMesh mesh = slim_bar();
  const Material material = make_material(3e6, 0.3, 1000);
  const Vec3d gravity{0, -0.05, 0};
  const Body body = body_of(mesh, material, {.modes = 3 * mesh.vertices().size()});
  const Group end = at_x(mesh, -0.2);
  ASSERT_EQ(end.size(), 4u);
  const std::vector<Vec3d> shall = statics(mesh, material, body, end, gravity);
  const double tip = deepest(mesh, shall);
  const Model model(body, in_double);
  for (const double h : steps) {
    State state(model, damped(h, gravity));
    state.pin(end);
    step(model, state, count_of(h));
    EXPECT_LT(largest_difference(state.positions(), shall), 2e-3 * tip) << h;
  }
}

TEST(SpectralSupports, DrivenAndTurnedBarRestsAlikeAtAnyStep) {
  const TetMesh mesh = slim_bar();
  const Material material = make_material(3e6, 0.3, 1000, 0.002);
  const Body body = body_of(mesh, material, {.modes = 40});
  const Model model(body, in_double);
  const Index end = nearest_vertices(mesh.mesh(), {0.2, 0.05, 0.05}, 1)[0];
  const double c = std::cos(0.05), s = std::sin(0.05);
  const OrientationHandle turn{end, {Vec3d{c, -s, 0}, Vec3d{s, c, 0}, Vec3d{0, 0, 1}}};
  std::vector<Vec3d> shall;
  for (const double h : steps) {
    State state(model, damped(h, {0, -1, 0}));
    state.add_drive({.vertices = at_x(mesh, -0.2), .path = [](double t) {
                       Pose pose;
                       pose.shift = {0, 0.1 * std::min(t, 0.1), 0};
                       return pose;
                     }});
    set_orientation_handles(state, std::span(&turn, 1));
    step(model, state, count_of(h));
    if (shall.empty()) shall = state.positions();
    EXPECT_LT(largest_difference(state.positions(), shall), 1e-7) << h;
  }
  EXPECT_GT(deepest(mesh, shall), 5e-3);
}

// A column on the floor is pressed as its weight above says, whatever the step.
TEST(SpectralSupports, ColumnOnTheFloorIsPressedAlikeAtAnyStep) {
  const TetMesh mesh = slim_bar();
  const Material material = make_material(3e5, 0, 1000, 0.002);
  const Vec3d gravity{-9.81, 0, 0};
  const Body body = body_of(mesh, material, {.modes = 3 * mesh.vertices().size()});
  const Model model(body, in_double);
  std::vector<Vec3d> first;
  for (const double h : steps) {
    Dynamics dynamics = damped(h, gravity);
    dynamics.obstacles = {{Floor{.point = {-0.2, 0, 0}, .normal = {1, 0, 0}}}};
    State state(model, dynamics);
    step(model, state, count_of(h));
    const std::vector<Vec3d> x = state.positions();
    double top = 0;
    for (const Index v : at_x(mesh, 0.2)) top += (0.2 - x[v].x) / 4;
    EXPECT_NEAR(top, 1000 * 9.81 * 0.4 * 0.4 / 2 / 3e5, 2e-4) << h;  // ρ g L² / 2E
    if (first.empty()) first = x;
    EXPECT_LT(largest_difference(x, first), 2e-4 * top) << h;
  }
}

TEST(SpectralSupports, CopiesAndCardsHoldAsAStateDoes) {
  const TetMesh mesh = slim_bar();
  const Material material = make_material(3e6, 0.3, 1000);
  Body body = body_of(mesh, material, {.modes = 3 * mesh.vertices().size()});
  const Group end = at_x(mesh, -0.2);
  body.pinned = end;
  const Vec3d gravity{0, -0.05, 0};
  const std::vector<Vec3d> shall = statics(mesh, material, body, end, gravity);
  const double tip = deepest(mesh, shall);
  const Model model(body, in_double);
  Batch batch(model, 2, damped(0.008, gravity));
  step(batch, count_of(0.008));
  EXPECT_LT(largest_difference(batch.positions(1), shall), 2e-3 * tip);
  const gpu::StandIn host(gpu::host_device());
  const Model card(body, on_card(Precision::double_precision));
  State state(card, damped(0.008, gravity));
  step(card, state, count_of(0.008));
  EXPECT_LT(largest_difference(state.positions(), shall), 2e-3 * tip);
}

// Lengths a thousand times as long, the same times: everything is.
TEST(SpectralSupports, SizeInMetresOrMillimetresDoesNotMatter) {
  const TetMesh mesh = slim_bar();
  std::vector<Vec3d> first;
  for (const double scale : {1.0, 1e3, 1e-3}) {
    Mesh scaled = mesh.mesh();
    for (Vec3d& x : scaled.vertices) x = x * scale;
    const TetMesh own(scaled);
    SpectralOptions options{.modes = 30};
    options.rigid = {between(mesh, 0.05, 1)};
    const Body body = body_of(own, make_material(1e6 * scale * scale, 0.3, 1000), options);
    const Model model(body, in_double);
    Dynamics dynamics = damped(0.002, {0, -9.81 * scale, 0});
    dynamics.damping = 2;
    State state(model, dynamics);
    state.pin(at_x(own, -0.2 * scale));
    // Both ends of what is rigid are turned: the same is said twice.
    std::vector<OrientationHandle> turns;
    for (const double x : {0.1, 0.2})
      turns.push_back({nearest_vertices(own.mesh(), Vec3d{x, 0.05, 0.05} * scale, 1)[0],
                       {Vec3d{0.8, -0.6, 0}, Vec3d{0.6, 0.8, 0}, Vec3d{0, 0, 1}}});
    set_orientation_handles(state, turns);
    step(model, state, 300);
    std::vector<Vec3d> x = state.positions();
    for (Vec3d& p : x) p = p / scale;
    if (first.empty()) first = x;
    EXPECT_LT(largest_difference(x, first), 1e-7) << scale;
  }
}

}  // namespace
}  // namespace pliant
