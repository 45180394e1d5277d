#include <gmock/gmock.h>

#include "support/scenes.h"

namespace pliant {
namespace {

using testing::Contains;
using testing::HasSubstr;

// Two bodies that fall for a second, one of them 1000 km large.
Scene two_cubes() {
  return test::scene(
      "sim = Simulation{seconds = 1, time_step = 0.002}\n"
      "sim:addBody{name = 'large', mesh = 'cube', scale = 1e6, density = 1000, settings = {cells = "
      "2}}\n"
      "sim:addBody{name = 'small', mesh = 'cube', density = 1000, settings = {cells = 2}}\n"
      "sim:addAction(MassSpringForces{young = 1e11, poisson = 0.3, body = 'large'})\n"
      "sim:addAction(MassSpringForces{young = 1e5, poisson = 0.3, body = 'small'})\n"
      "sim:addAction(Gravity())\n");
}

double fall(SceneRun& run, std::size_t body) {
  const double before = run.bodies()[body].state.positions()[0].y;
  run.advance(500);
  return before - run.bodies()[body].state.positions()[0].y;
}

TEST(ScenePrecision, ABodyThatWouldLoseItsMotionIsComputedInDoublePrecision) {
  const Scene scene = two_cubes();
  SceneRun run(scene.simulation());
  EXPECT_EQ(run.bodies()[0].model.precision(), Precision::double_precision);
  EXPECT_EQ(run.bodies()[1].model.precision(), Precision::single_precision);
  EXPECT_THAT(run.notes(), Contains(HasSubstr("it is computed in double precision")));
  EXPECT_NEAR(fall(run, 0), 0.5 * 9.81 * 1.002, 1e-3);
}

TEST(ScenePrecision, SinglePrecisionThatWasAskedForStaysWithANote) {
  const Scene scene = two_cubes();
  const SceneRun run(scene.simulation(), {.model = {.keep_precision = true}});
  EXPECT_EQ(run.bodies()[0].model.precision(), Precision::single_precision);
  EXPECT_THAT(run.notes(), Contains(HasSubstr("take double precision")));
}

TEST(ScenePrecision, WhatIsUnlikeAnythingIsNoted) {
  const auto notes = [](const std::string& rest) {
    const Scene scene = test::scene(test::cube_scene("sim.seconds = 0.1\n" + rest, 2));
    return SceneRun(scene.simulation()).notes();
  };
  EXPECT_THAT(notes("sim:addAction(Gravity(9810))\n"), Contains(HasSubstr("gravity is 9810")));
  EXPECT_THAT(test::problem(test::cube_scene("sim.seconds = 0.1\nsim:addAction(Gravity(1e7))\n")),
              HasSubstr("gravity is 1e+07 m/s²"));
}

}  // namespace
}  // namespace pliant
