#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/run.h>
#include <pliant/script.h>
#include <pliant/settle.h>

#include <cmath>

#include "support/dynamics.h"

// The actions LargeSteps and Equilibrium.

namespace pliant {
namespace {

constexpr const char* cube = R"(
sim = Simulation{seconds = 0.5}
sim:addBody{name = "cube", mesh = "cube", material = "jelly", settings = {cells = 3, size = 0.1},
            position = {0, 0.2, 0}}
sim:addGroup{name = "top", point = {0, 0.3, 0}, normal = {0, 1, 0}}
sim:addAction(ElasticForces{young = 2e4, poisson = 0.4, law = "neo_hookean"})
sim:addAction(Gravity())
)";

std::unique_ptr<SceneRun> run_of(const std::string& more, const RunOptions& options = {}) {
  const Scene scene("test.lua", std::string(cube) + more, ".");
  return std::make_unique<SceneRun>(scene.simulation(), options);
}

TEST(LargeStepScenes, TakeFramesWhereNoStepIsGiven) {
  const auto run = run_of("sim:addAction(LargeSteps{})");
  EXPECT_NEAR(run->time_step(), 1.0 / 60, 1e-12);
  EXPECT_TRUE(run->bodies()[0].state.dynamics().large_steps);
  run->advance(run->last_step());
  EXPECT_NEAR(run->time(), 0.5, 1e-9);
  const LargeStepCounts counts = run->world().large_step_counts();
  EXPECT_EQ(counts.steps, 30);
  EXPECT_EQ(counts.halved, 0);
  // Free fall, by backward Euler.
  const double t = 0.5, fell = 0.5 * 9.81 * t * (t + 1.0 / 60);
  EXPECT_NEAR(run->bodies()[0].state.velocities()[0].y, -9.81 * t, 1e-3);
  EXPECT_NEAR(test::lowest(run->bodies()[0].state), 0.2 - fell, 1e-3);
}

TEST(LargeStepScenes, TakeTheStepThatIsAskedFor) {
  const auto run = run_of(
      "sim:addAction(LargeSteps{step = 0.01, method = \"newton\", integrator = \"bdf2\", "
      "tolerance = 1e-4, iterations = 7})");
  EXPECT_NEAR(run->time_step(), 0.01, 1e-12);
  const LargeSteps& large = *run->bodies()[0].state.dynamics().large_steps;
  EXPECT_EQ(large.integrator, ImplicitIntegrator::bdf2);
  EXPECT_EQ(large.iterations, 7);
  EXPECT_EQ(large.tolerance, 1e-4);
  EXPECT_THROW(run_of("sim:addAction(LargeSteps{}) sim:addAction(LargeSteps{})"), InputError);
  EXPECT_THROW(run_of("sim.time_step = 0.02 sim:addAction(LargeSteps{step = 0.01})"), InputError);
  EXPECT_THROW(run_of("sim:addAction(LargeSteps{method = \"guess\"})"), InputError);
}

// It begins where it hangs still, and stays there.
TEST(LargeStepScenes, BeginInEquilibrium) {
  const auto run = run_of(
      "sim:addAction(Pin{group = \"top\"}) sim:addAction(Equilibrium{tolerance = 1e-8}) "
      "sim:addAction(LargeSteps{tolerance = 1e-8})",
      {.model = test::in_double});
  const RunBody& body = run->bodies()[0];
  const std::vector<Vec3d> start = body.state.positions();
  EXPECT_GT(
      test::largest_difference(start, {body.mesh->vertices().begin(), body.mesh->vertices().end()}),
      1e-4);
  run->advance(run->last_step());
  EXPECT_LT(test::largest_difference(body.state.positions(), start), 1e-8);
}

}  // namespace
}  // namespace pliant
