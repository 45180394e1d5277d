#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/box.h>

#include <cmath>

#include "backend/backend.h"
#include "support/dynamics.h"
#include "support/scenes.h"

// Relations that change while a scene runs.

namespace pliant {
namespace {

using namespace action;
using namespace test;
using testing::AllOf;
using testing::HasSubstr;

Simulation hanging(double young) {
  Simulation sim;
  sim.add_body({.mesh = "cube",
                .density = 1000,
                .name = "cube",
                .settings = {{"cells", 3}, {"tets_per_cell", 5}}});
  sim.add(MassSpringForces{.young = young, .poisson = 0.3});
  sim.add(Gravity{});
  GroupName top;
  top += "plane:0,1,0,0,1,0";
  sim.add(Pin{.group = top});
  sim.settings.value.time_step = 2e-4;
  sim.settings.value.steps = 400;
  return sim;
}

const RunOptions precisely{.model = {.precision = Precision::double_precision}};

std::vector<Vec3d> after(const Simulation& sim, std::int64_t steps) {
  SceneRun run(sim, precisely);
  run.advance(steps);
  return run.bodies()[0].state.positions();
}

TEST(ChangeStiffness, IsAsAnotherModulus) {
  Simulation changed = hanging(2e5);
  changed.add(ChangeStiffness{.factor = 4.0});
  const std::vector<Vec3d> expected = after(hanging(8e5), 400);
  EXPECT_LT(largest_difference(after(changed, 400), expected), 1e-9);
  EXPECT_GT(largest_difference(after(hanging(2e5), 400), expected), 1e-3);
}

TEST(ChangeStiffness, ActsFromItsTimeToItsEnd) {
  Simulation changed = hanging(2e5);
  changed.add(ChangeStiffness{.factor = 3.0, .start = 0.02, .seconds = 0.02});
  SceneRun run(changed, precisely);
  const State& state = run.bodies()[0].state;
  const double before = state.parameter(0, "stiffness", 5);
  run.advance(99);
  EXPECT_EQ(state.parameter(0, "stiffness", 5), before);
  run.advance(2);
  EXPECT_NEAR(state.parameter(0, "stiffness", 5), 3 * before, 1e-9 * before);
  EXPECT_NEAR(state.parameter(1, "stiffness", 5),
              3 * State(state.model()).parameter(1, "stiffness", 5), 1e-9 * before);
  run.advance(100);
  EXPECT_NEAR(state.parameter(0, "stiffness", 5), before, 1e-9 * before);
}

TEST(ChangeStiffness, LeavesOtherRelationsAlone) {
  Simulation changed = hanging(2e5);
  GroupName lower;
  lower += "box:-2,-2,-2,2,0.5,2";
  changed.add(ChangeStiffness{.factor = 0.1, .group = lower});
  SceneRun run(changed, precisely);
  run.advance(1);
  const State& state = run.bodies()[0].state;
  const State fresh(state.model());
  const std::vector<Index> edges = state.model().relation_vertices(0);
  const auto x = run.bodies()[0].mesh->vertices();
  int inside = 0;
  for (std::size_t r = 0; r < state.model().relation_count(0); ++r) {
    const bool is_inside = x[edges[2 * r]].y < 0.5 && x[edges[2 * r + 1]].y < 0.5;
    inside += is_inside;
    EXPECT_NEAR(state.parameter(0, "stiffness", r),
                (is_inside ? 0.1 : 1) * fresh.parameter(0, "stiffness", r), 1e-9);
  }
  EXPECT_GT(inside, 10);
}

// A stiffer body needs shorter steps, and those that Pliant chooses see to it.
TEST(ChangeStiffness, CountsInTheStableStep) {
  Simulation plain = hanging(2e5), changed = hanging(2e5), grows = hanging(2e5);
  changed.add(ChangeStiffness{.factor = 16.0, .start = 0.01});
  grows.add(
      ChangeStiffness{.factor = OfTime<double>([](double t) { return 1 + 150 * t; }), .every = 10});
  grows.settings.value.steps = 0;
  grows.settings.value.seconds = 0.1;
  const double whole = SceneRun(plain, precisely).bodies()[0].stable_step;
  EXPECT_NEAR(SceneRun(changed, precisely).bodies()[0].stable_step / whole, 0.25, 1e-3);
  EXPECT_NEAR(SceneRun(grows, precisely).bodies()[0].stable_step / whole, 0.25, 1e-2);
  Simulation softer = hanging(2e5);
  softer.add(ChangeStiffness{.factor = 0.1});
  EXPECT_EQ(SceneRun(softer, precisely).bodies()[0].stable_step, whole);
}

// Damping that fits into the steps of the soft body does not into those of the stiff one.
TEST(ChangeStiffness, CountsInTheDamping) {
  Simulation stiffened = hanging(2e5);
  stiffened.settings.value.time_step = 0;
  stiffened.add(ChangeStiffness{.factor = 400.0, .start = 0.005});
  const double h = SceneRun(stiffened, precisely).time_step();
  const auto every = [&](bool is_stiffened) {
    Simulation sim;
    sim.add_body({.mesh = "cube",
                  .density = 1000,
                  .name = "cube",
                  .settings = {{"cells", 3}, {"tets_per_cell", 5}}});
    sim.add(MassSpringForces{.young = 2e5, .poisson = 0.3, .damping_time = 4 * h});
    if (is_stiffened) sim.add(ChangeStiffness{.factor = 400.0, .start = 0.005});
    sim.settings.value.time_step = h;
    sim.settings.value.steps = 10;
    const SceneRun run(sim, precisely);
    const State& state = run.bodies()[0].state;
    EXPECT_EQ(state.parameter(0, "stiffness", 3),
              State(state.model()).parameter(0, "stiffness", 3));
    return state.compiled().damping.every;
  };
  EXPECT_EQ(every(false), 0) << "it is part of the steps";
  EXPECT_GT(every(true), 0) << "it has passes of its own";
}

TEST(ChangeStiffness, FromLua) {
  const Scene s = scene(cube_scene(
      "sim.time_step = 1e-4 sim.steps = 50\n"
      "sim:addAction(ChangeStiffness{factor = function(t) return 1 + 100 * t end, every = 5})"));
  SceneRun run(s.simulation(), precisely);
  const State& state = run.bodies()[0].state;
  const double before = State(state.model()).parameter(0, "stiffness", 3);
  run.advance(50);
  EXPECT_NEAR(state.parameter(0, "stiffness", 3), before * (1 + 100 * 50e-4), 1e-6 * before);
}

TEST(ChangeStiffness, WrongValuesAreTold) {
  const auto told = [](const std::string& action) {
    return problem(
        cube_scene("sim.time_step = 1e-4 sim.steps = 50\nsim:addAction(" + action + ")"));
  };
  EXPECT_THAT(told("ChangeStiffness{factor = -1}"), HasSubstr("'factor' is -1"));
  EXPECT_THAT(told("ChangeStiffness{factor = -1}"), HasSubstr("scene.lua:6"));
  EXPECT_THAT(told("ChangeStiffness{}"), HasSubstr("factor"));
  EXPECT_THAT(told("ChangeStiffness{factor = 2, group = 'nearest:0,0,0'}"),
              HasSubstr("has all its ends in the group"));
  EXPECT_THAT(told("SetAttribute{attribute = 'swelling', value = 1}"),
              HasSubstr("no force of body 'cube' reads 'swelling'"));
}

TEST(SetAttribute, ABodySwells) {
  const Scene s = scene(
      "sim = Simulation{seconds = 3, time_step = 1e-3}\n"
      "sim:addBody{mesh = 'cube', density = 1000, settings = {cells = 3}}\n"
      "sim:addAction(SwellingSpring{stiffness = 100, damping = 1})\n"
      "sim:addAction(GlobalDamping{factor = 0.99})\n"
      "sim:addAction(SetAttribute{attribute = 'swelling', value = 0.1, ramp = 0.5})\n");
  SceneRun run(s.simulation(), precisely);
  run.advance(run.last_step());
  pliant::Box box;
  for (const Vec3d& x : run.bodies()[0].state.positions()) box.add(x);
  EXPECT_NEAR(box.size().x, 1.1, 1e-3);
  EXPECT_NEAR(box.size().y, 1.1, 1e-3);
}

TEST(SetAttribute, ALawThatReadsNeedsIt) {
  EXPECT_THAT(problem("sim = Simulation{seconds = 1}\n"
                      "sim:addBody{mesh = 'cube', density = 1000, settings = {cells = 3}}\n"
                      "sim:addAction(SwellingSpring{stiffness = 100})\n"),
              AllOf(HasSubstr("scene.lua:3: SwellingSpring: it reads the attribute 'swelling'"),
                    HasSubstr("SetAttribute")));
  // The action of the body that lacks it is named.
  EXPECT_THAT(problem("sim = Simulation{seconds = 1}\n"
                      "sim:addBody{name = 'a', mesh = 'cube', density = 1000}\n"
                      "sim:addBody{name = 'b', mesh = 'cube', density = 1000}\n"
                      "sim:addAction(SwellingSpring{stiffness = 100, body = 'a'})\n"
                      "sim:addAction(SwellingSpring{stiffness = 100, body = 'b'})\n"
                      "sim:addAction(SetAttribute{attribute = 'swelling', value = 0, body = 'a'})"),
              HasSubstr("scene.lua:5: SwellingSpring: it reads"));
}

}  // namespace
}  // namespace pliant
