#include "scene/automatic_steps.h"

#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/run.h>
#include <pliant/script.h>

#include "base/text.h"

// LargeSteps{method = "auto"}.

namespace pliant {
namespace {

std::unique_ptr<SceneRun> run_of(int cells, double young, const std::string& more = "") {
  const Scene scene("test.lua",
                    text(R"(
sim = Simulation{seconds = 0.1}
sim:addBody{name = "cube", mesh = "cube", material = "jelly", settings = {cells = )",
                         cells, R"(, size = 0.1}, position = {0, 0.2, 0}}
sim:addAction(ElasticForces{young = )",
                         young, R"(, poisson = 0.4, law = "neo_hookean"})
sim:addAction(Gravity())
sim:addAction(LargeSteps{method = "auto", integrator = "bdf2"})
)",
                         more),
                    ".");
  return std::make_unique<SceneRun>(scene.simulation());
}

std::string reason(const SceneRun& run) {
  for (const std::string& note : run.notes())
    if (note.starts_with("LargeSteps: ")) return note;
  return "";
}

bool takes_large_steps(const SceneRun& run) {
  return run.bodies()[0].state.dynamics().large_steps.has_value();
}

TEST(AutomaticSteps, AreExplicitWhereTheseKeepUpWithTime) {
  const auto run = run_of(3, 2e4);
  EXPECT_FALSE(takes_large_steps(*run));
  EXPECT_LT(run->time_step(), run->bodies()[0].stable_step);
  EXPECT_NE(reason(*run).find("keep up with time"), std::string::npos) << reason(*run);
}

TEST(AutomaticSteps, AreLargeWhereAStiffBodyWouldTakeMany) {
  const auto run = run_of(8, 1e10);
  EXPECT_TRUE(takes_large_steps(*run));
  EXPECT_NEAR(run->time_step(), 1.0 / 60, 1e-12);
  EXPECT_EQ(run->bodies()[0].state.dynamics().large_steps->integrator, ImplicitIntegrator::bdf2);
  EXPECT_NE(reason(*run).find("large steps: "), std::string::npos) << reason(*run);
  run->advance(run->last_step());
  EXPECT_EQ(run->world().large_step_counts().steps, 6);
  // What is chosen hangs on work, not on time.
  for (int i = 0; i < 2; ++i) EXPECT_EQ(reason(*run_of(8, 1e10)), reason(*run));
}

TEST(AutomaticSteps, AreAsTheGivenStepAsks) {
  const auto longer = run_of(3, 2e4, "sim.time_step = 0.01");
  EXPECT_TRUE(takes_large_steps(*longer));
  EXPECT_NEAR(longer->time_step(), 0.01, 1e-15);
  EXPECT_FALSE(takes_large_steps(*run_of(8, 1e10, "sim.time_step = 1e-7")));
}

TEST(AutomaticSteps, AreExplicitWhereLargeOnesCannotBe) {
  const auto run = run_of(8, 1e10, "sim:addAction(DynamicSelection{})");
  EXPECT_FALSE(takes_large_steps(*run));
  EXPECT_NE(reason(*run).find("cannot take others"), std::string::npos) << reason(*run);
}

// A choice that was made stays, and what is asked for takes the place of what the scene says.
TEST(AutomaticSteps, AreOverruled) {
  const Scene scene("test.lua", R"(
sim = Simulation{seconds = 0.1}
sim:addBody{name = "cube", mesh = "cube", material = "jelly", settings = {cells = 2}}
sim:addAction(ElasticForces{})
sim:addAction(LargeSteps{method = "auto", integrator = "bdf2", step = 0.01})
)",
                    ".");
  const Simulation given = scene.simulation();
  EXPECT_TRUE(leaves_steps_open(given));
  for (const bool where_left_open : {false, true}) {
    EXPECT_FALSE(takes_large_steps(SceneRun(with_steps(given, "explicit", where_left_open))));
    const SceneRun run(with_steps(given, "newton", where_left_open));
    ASSERT_TRUE(takes_large_steps(run));
    EXPECT_EQ(run.bodies()[0].state.dynamics().large_steps->integrator, ImplicitIntegrator::bdf2);
    EXPECT_NEAR(run.time_step(), 0.01, 1e-15);
  }
  const Simulation decided = with_steps(given, "descent");
  EXPECT_FALSE(leaves_steps_open(decided));
  const SceneRun kept(with_steps(decided, "explicit", true));
  EXPECT_EQ(kept.bodies()[0].state.dynamics().large_steps->method, Minimiser::descent);
}

}  // namespace
}  // namespace pliant
