#include <gmock/gmock.h>

#include "support/scenes.h"

// When drives and loads begin and end, in seconds and in steps.

namespace pliant {
namespace {

using test::cube_scene;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A cube that nothing holds but the motion; 400 steps of 0.5 ms. The plane is its top.
std::string moved(const std::string& motion) {
  return cube_scene("sim.time_step = 5e-4\nsim.steps = 400\nsim:addAction(" + motion +
                        ")\nsim:addAction(Pin{group = 'plane:0,0,0,0,1,0'})\n"
                        "sim:addAction(Probe{quantity = 'displacement', name = 'top', group = "
                        "'plane:0,1,0,0,1,0', every = 1})\n",
                    2);
}

double top_after(SceneRun& run, std::int64_t step, std::size_t axis) {
  run.advance(step - run.step());
  return run.measure("top")[axis];
}

TEST(MotionTimes, SecondsAndStepsSayTheSame) {
  for (const char* times : {"start = 0.05, seconds = 0.1", "start_step = 100, steps = 200",
                            "start = 0.05, steps = 200", "start_step = 100, seconds = 0.1"}) {
    const Scene scene = test::scene(
        moved(text("MoveSteady{plane = 1, position = 1, direction = 1, speed = 0.1, hold = true, ",
                   times, "}")));
    SceneRun run(scene.simulation());
    EXPECT_THAT(run.notes(), Each(Not(HasSubstr("MoveSteady")))) << times;
    EXPECT_NEAR(top_after(run, 100, 1), 0, 1e-7) << times;
    EXPECT_NEAR(top_after(run, 200, 1), 0.005, 1e-6) << times;
    EXPECT_NEAR(top_after(run, 300, 1), 0.01, 1e-6) << times;
    EXPECT_NEAR(top_after(run, 400, 1), 0.01, 1e-6) << times;
  }
}

TEST(MotionTimes, EverySteadyMotionHasThem) {
  const std::string times = "start = 0.05, seconds = 0.1, hold = true}";
  for (const std::string motion :
       {"Rotate{plane = 1, position = 1, speed = 1, ",
        "SineMovement{plane = 1, position = 1, direction = 0, amplitude = 0.02, frequency = 2.5, ",
        "MoveBlock{low = {-1, 0.9, -1}, high = {1, 1.1, 1}, direction = 0, speed = 0.2, "}) {
    const Scene scene = test::scene(moved(motion + times));
    SceneRun run(scene.simulation());
    const auto place = [&](std::int64_t step) {
      run.advance(step - run.step());
      std::vector<Vec3d> all;
      for (std::size_t v = 0; v < run.bodies()[0].mesh->vertices().size(); ++v)
        if (run.bodies()[0].mesh->vertices()[v].y == 1)
          all.push_back(run.bodies()[0].state.positions()[v]);
      return all;
    };
    const auto farthest = [](const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
      double most = 0;
      for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i].x - b[i].x));
      return most;
    };
    const auto start = place(0), before = place(100), middle = place(200), end = place(300);
    EXPECT_LT(farthest(start, before), 1e-6) << motion;
    EXPECT_GT(farthest(before, middle), 5e-3) << motion;
    EXPECT_LT(farthest(end, place(400)), 1e-6) << motion << " holds";
  }
}

TEST(MotionTimes, MotionsAreOfOneBodyWhereItIsNamed) {
  for (const std::string motion :
       {"MoveSteady{plane = 1, position = 1, direction = 1, speed = 1, ",
        "Rotate{plane = 1, position = 1, speed = 1, ",
        "SineMovement{plane = 1, position = 1, direction = 0, amplitude = 0.1, ",
        "MoveBlock{low = {-1, 0.9, -1}, high = {1, 1.1, 1}, direction = 0, speed = 1, "}) {
    const std::string two =
        "sim:addBody{name = 'other', mesh = 'cube', settings = {cells = 2}, density = 1000}\n"
        "sim:addAction(MassSpringForces{young = 1e6, poisson = 0.3, body = 'other'})\n";
    const Scene scene = test::scene(
        text("sim = Simulation{steps = 20, time_step = 5e-4}\n"
             "sim:addBody{name = 'cube', mesh = 'cube', settings = {cells = 2}, density = 1000}\n"
             "sim:addAction(MassSpringForces{young = 1e6, poisson = 0.3, body = 'cube'})\n",
             two, "sim:addAction(", motion, "body = 'other'})\n"));
    SceneRun run(scene.simulation());
    run.advance(20);
    const auto moved = [&](std::size_t body) {
      double most = 0;
      const std::vector<Vec3d> now = run.bodies()[body].state.positions();
      for (std::size_t v = 0; v < now.size(); ++v)
        most = std::max(most, length(now[v] - run.bodies()[body].mesh->vertices()[v]));
      return most;
    };
    EXPECT_LT(moved(0), 1e-6) << motion;
    EXPECT_GT(moved(1), 1e-3) << motion;
  }
}

TEST(MotionTimes, OneOfBothIsGiven) {
  const std::string motion = "MoveSteady{plane = 1, position = 1, speed = 0.1, ";
  EXPECT_THAT(test::problem(moved(motion + "steps = 5, seconds = 0.1}")),
              AllOf(HasSubstr("scene.lua:7: MoveSteady: both 'steps' and 'seconds'"),
                    HasSubstr("give one of them")));
  EXPECT_THAT(test::problem(moved(motion + "start_step = 5, start = 0.1}")),
              HasSubstr("both 'start' and 'start_step'"));
  EXPECT_THAT(test::problem(moved(motion + "start = -1}")), HasSubstr("'start'"));
}

TEST(MotionTimes, ATimeShorterThanAStepIsOneStep) {
  const Scene scene =
      test::scene(moved("MoveSteady{plane = 1, position = 1, direction = 1, speed = 1, seconds = "
                        "1e-9, hold = true}"));
  SceneRun run(scene.simulation());
  EXPECT_NEAR(top_after(run, 400, 1), 5e-4, 1e-6);
}

TEST(MotionTimes, WhatDoesNotFitIntoTheRunIsNoted) {
  const auto notes = [](const std::string& motion) {
    const Scene scene = test::scene(moved(motion));
    return SceneRun(scene.simulation()).notes();
  };
  EXPECT_THAT(notes("Rotate{plane = 1, position = 1, speed = 1, steps = 401}"),
              Contains(AllOf(HasSubstr("Rotate: it would last until 0.2005 s"),
                             HasSubstr("the run ends at 0.2 s"))));
  EXPECT_THAT(notes("SineMovement{plane = 1, position = 1, start = 0.3}"),
              Contains(HasSubstr("SineMovement: it would begin at 0.3 s")));
  EXPECT_THAT(notes("Drive{group = 'all', path = {0, 1, 0}, start = 0.15, seconds = 0.1}"),
              Contains(HasSubstr("Drive: it would last until 0.25 s")));
  EXPECT_THAT(notes("Load{group = 'all', force = {0, 1, 0}, start = 1}"),
              Contains(HasSubstr("Load: it would begin at 1 s")));
  EXPECT_THAT(notes("Cut{point = {0, 0.5, 0}, time = 1}"),
              Contains(HasSubstr("Cut: it would begin at 1 s")));
  for (const char* fits : {"Rotate{plane = 1, position = 1, speed = 1, steps = 400}",
                           "Rotate{plane = 1, position = 1, speed = 1}",
                           "SineMovement{plane = 1, position = 1, start = 0.1, seconds = 0.1}"})
    EXPECT_THAT(notes(fits), IsEmpty()) << fits;
}

}  // namespace
}  // namespace pliant
