#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/run.h>

#include <cmath>
#include <numbers>

namespace pliant {
namespace {

using namespace action;

// 1 m³ of 1200 kg.
Simulation cube() {
  Simulation sim;
  sim.add_body({.mesh = "cube",
                .density = 1200,
                .name = "cube",
                .settings = {{"cells", 3}, {"tets_per_cell", 5}}});
  sim.add(MassSpringForces{.young = 3e6, .poisson = 0.3});
  sim.add(action::Probe{.quantity = "displacement", .name = "moved"});
  sim.settings.value = {.seconds = 2};
  return sim;
}

TEST(Anchor, GivesWayByForceOverStiffness) {
  for (const bool each : {false, true}) {
    Simulation sim = cube();
    sim.settings.value.seconds = 4;
    sim.add(Load{.group = "all", .force = Vec3d{0, -600, 0}});
    const double share = each ? 1.0 / 64 : 1;
    sim.add(Anchor{.group = "all", .stiffness = 2e4 * share, .damping = 1e4 * share, .each = each});
    SceneRun run(sim);
    run.advance(run.last_step());
    EXPECT_NEAR(run.measure("moved")[1], -600 / 2e4, 1e-4);
  }
}

TEST(Anchor, ABodySwingsOnItWithTheFrequencyOfStiffnessAndMass) {
  // Springs in proportion to what vertices weigh leave the cube's shape alone; all vertices alike
  // do so nearly, as it is much stiffer than they are.
  Simulation sim = cube();
  sim.add(LeapFrog{});
  sim.add(Anchor{.group = "all", .stiffness = 5e4});
  SceneRun run(sim);
  State& state = run.bodies()[0].state;
  state.set_velocities(std::vector<Vec3d>(state.model().vertex_count(), Vec3d{0, 0, 0.1}));
  const double period = 2 * std::numbers::pi * std::sqrt(1200 / 5e4);
  run.advance(run.step_at(0.25 * period));
  const double amplitude = 0.1 * period / (2 * std::numbers::pi);
  EXPECT_NEAR(run.measure("moved")[2], amplitude, 0.05 * amplitude);
  run.advance(run.step_at(0.25 * period));
  EXPECT_NEAR(run.measure("moved")[2], 0, 0.08 * amplitude);
  EXPECT_LT(state.momentum().z, -0.9 * 1200 * 0.1);
}

TEST(Anchor, AStiffOneShortensTheStepAndSpectralSolidsTakeNone) {
  Simulation soft = cube(), stiff = cube();
  soft.add(Anchor{.group = "all", .stiffness = 1});
  stiff.add(Anchor{.group = "all", .stiffness = 1e11});
  EXPECT_LT(SceneRun(stiff).time_step(), 0.3 * SceneRun(soft).time_step());
  Simulation modes;
  modes.add_body({.mesh = "cube", .density = 1200, .settings = {{"cells", 1}}});
  modes.add(action::SpectralSolid{.modes = 8, .young = 1e5, .poisson = 0.3});
  modes.settings.value = {.seconds = 1};
  modes.add(Anchor{.group = "all", .stiffness = 1});
  EXPECT_THROW(SceneRun{modes}, InputError);
}

TEST(Anchor, GoesOnInARunThatIsContinued) {
  Simulation sim = cube();
  sim.add(Gravity{});
  sim.add(Anchor{.group = "plane:0,1,0,0,1,0", .stiffness = 1e5});
  SceneRun whole(sim), first(sim);
  whole.advance(200);
  first.advance(100);
  std::vector<Pull> pulls = first.bodies()[0].state.dynamics().pulls;
  EXPECT_EQ(pulls.size(), 16u);
  pulls.push_back({0, {}, 10, 0});
  first.bodies()[0].state.set_pulls(pulls);  // a hand, which is left behind
  SceneRun second(sim, {}, first);
  second.advance(100);
  EXPECT_EQ(second.bodies()[0].state.hash(), whole.bodies()[0].state.hash());
}

}  // namespace
}  // namespace pliant
