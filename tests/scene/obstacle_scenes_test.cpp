#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/run.h>

#include "support/scenes.h"

// Obstacles as scenes have them.

namespace pliant {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string cube_with(const std::string& lines) {
  return test::cube_scene("sim:addAction(Gravity())\n" + lines + "\nsim.seconds = 1");
}

double lowest(const SceneRun& run) {
  double low = 1e300;
  for (const Vec3d& x : run.bodies()[0].state.positions()) low = std::min(low, x.y);
  return low;
}

TEST(ObstacleScenes, EveryObstacleKeepsABodyOut) {
  // All of them end a little below the cube, which stands on y = 0.
  for (const char* action :
       {"Ball{centre = {0, -1.5, 0}, radius = 1.4}",
        "Box{centre = {0, -0.5, 0}, size = {4, 0.8, 4}}",
        "Capsule{from = {-3, -1.1, 0}, to = {3, -1.1, 0}, radius = 1}",
        "SolidObstacle{mesh = \"cube\", scale = 3, position = {0, -3.1, 0}}",
        "Tabletop{height = -0.1, length_x = 4, length_z = 4}", "Ground(-0.1)"}) {
    SCOPED_TRACE(action);
    const Scene scene = test::scene(cube_with("sim:addAction(" + std::string(action) + ")"));
    SceneRun run(scene.simulation());
    run.advance(run.last_step());
    EXPECT_GT(lowest(run), -0.5);
    EXPECT_LT(lowest(run), -0.01);
  }
}

TEST(ObstacleScenes, PlacesAreFunctionsOfTime) {
  for (const char* action :
       {"Ground{level = function(t) return -0.05 + 0.2 * t end}",
        "Tabletop{height = function(t) return -0.05 + 0.2 * t end, length_x = 9, length_z = 9}",
        "Box{centre = function(t) return 0, -0.55 + 0.2 * t, 0 end, size = {9, 1, 9}}",
        "SolidObstacle{mesh = \"cube\", scale = 9, position = function(t) return 0, -9.05 + 0.2 * "
        "t, "
        "0 end}"}) {
    SCOPED_TRACE(action);
    const Scene scene = test::scene(cube_with("sim:addAction(" + std::string(action) +
                                              ")\nsim:addAction(GlobalDamping(0.99))"));
    SceneRun run(scene.simulation());
    run.advance(run.last_step());
    EXPECT_NEAR(lowest(run), 0.15, 2e-3);
    EXPECT_NEAR(run.bodies()[0].state.momentum().y, 0.2 * 1200, 60) << "it rises with it";
  }
}

TEST(ObstacleScenes, FrictionIsForThoseThatHaveNone) {
  const Scene scene =
      test::scene(cube_with("sim:addAction(Ground{friction = 0.1})\n"
                            "sim:addAction(Ball{centre = {0, -9, 0}})\n"
                            "sim:addAction(Friction(0.7))"));
  const SceneRun run(scene.simulation());
  const auto& obstacles = run.bodies()[0].state.dynamics().obstacles;
  ASSERT_EQ(obstacles.size(), 2u);
  EXPECT_EQ(obstacles[0].friction, 0.1);
  EXPECT_EQ(obstacles[1].friction, 0.7);
}

TEST(ObstacleScenes, NobodyGivesAFrictionBelowZero) {
  for (const char* obstacle :
       {"Ground{friction = -1}", "Tabletop{friction = -1}", "Ball{friction = -1}",
        "Capsule{from = {0, -2, 0}, to = {1, -2, 0}, friction = -1}", "Box{friction = -1}",
        "SolidObstacle{mesh = 'cube', friction = -1}"})
    EXPECT_THAT(test::problem(cube_with("sim:addAction(" + std::string(obstacle) + ")")),
                AllOf(HasSubstr("scene.lua:"), HasSubstr("'friction' is the number -1"),
                      HasSubstr("0 or more")))
        << obstacle;
  const Scene scene = test::scene(cube_with(""));
  Simulation simulation = scene.simulation();
  simulation.add(action::Ground{.friction = -1});
  try {
    const SceneRun run(simulation);
    ADD_FAILURE() << "C++ gave a friction below zero";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("Ground: 'friction' is -1"), HasSubstr("zero or more")));
  }
}

TEST(ObstacleScenes, ResponsesAreGivenByName) {
  for (const char* obstacle :
       {"Ground{level = -3, ", "Tabletop{height = -3, ", "Ball{centre = {0, -9, 0}, ",
        "Capsule{from = {0, -9, 0}, to = {1, -9, 0}, ", "Box{centre = {0, -9, 0}, ",
        "SolidObstacle{mesh = 'cube', position = {0, -9, 0}, "}) {
    SCOPED_TRACE(obstacle);
    const std::string start = "sim:addAction(" + std::string(obstacle);
    const Scene scene =
        test::scene(cube_with(start + "response = 'penalty', stiffness = 900})\n" + start +
                              "response = "
                              "'impulse'})\n" +
                              start + "})"));
    const SceneRun run(scene.simulation());
    const auto& obstacles = run.bodies()[0].state.dynamics().obstacles;
    ASSERT_EQ(obstacles.size(), 3u);
    EXPECT_EQ(obstacles[0].response, Response::penalty);
    EXPECT_EQ(obstacles[0].stiffness, 900);
    EXPECT_EQ(obstacles[1].response, Response::impulse);
    EXPECT_EQ(obstacles[2].response, Response::constraint);
    EXPECT_THAT(test::problem(cube_with(start + "response = 'impuls'})")),
                AllOf(HasSubstr("scene.lua:"), HasSubstr("response"), HasSubstr("impulse")));
  }
}

TEST(ObstacleScenes, APenaltyThatAStepDoesNotCarryIsNoted) {
  const auto notes = [](const char* stiffness) {
    const Scene scene = test::scene(
        cube_with("sim:addAction(Ground{level = -1, response = 'penalty', stiffness = " +
                  std::string(stiffness) + "})"));
    return SceneRun(scene.simulation()).notes();
  };
  EXPECT_THAT(notes("1e15"), testing::Contains(HasSubstr("has a penalty of 1e+15 1/s²")));
  EXPECT_THAT(notes("900"), testing::Each(testing::Not(HasSubstr("penalty"))));
}

// "makes particles bounce off the ground. The level of the ground can be specified." (E06 8.4)
TEST(ObstacleScenes, TheGroundOfE06ThrowsBack) {
  const auto bounce = [](const std::string& ground) {
    const Scene scene = test::scene(cube_with("sim:addAction(" + ground + ")"));
    const SceneRun run(scene.simulation());
    return run.bodies()[0].state.dynamics().obstacles[0].bounce;
  };
  EXPECT_EQ(bounce("Ground:new(-1.0)"), 1);
  EXPECT_EQ(bounce("Ground:new(-1.0, 0.3)"), 0.3);
  EXPECT_EQ(bounce("Ground(-1.0)"), 0);
}

TEST(ObstacleScenes, AreDrawnOnce) {
  const Scene scene =
      test::scene(cube_with("sim:addAction(Ground(-3))\n"
                            "sim:addAction(Ball{centre = {0, -2, 0}})\n"
                            "sim:addAction(Ball{centre = {4, -2, 0}})\n"
                            "sim:addAction(Ground{level = -4, normal = {1, 2, 0}})"));
  const SceneRun run(scene.simulation());
  const std::vector<DrawnObstacle> drawn = drawn_obstacles(run.bodies());
  ASSERT_EQ(drawn.size(), 3u) << "a level floor is drawn otherwise";
  EXPECT_EQ(drawn[0].name, "ball");
  EXPECT_EQ(drawn[1].name, "ball 2");
  EXPECT_EQ(drawn[2].name, "slope");
  for (const Vec3d& x : drawn[0].surface.vertices)
    EXPECT_NEAR(length(x - Vec3d{0, -2, 0}), 1, 1e-12);
}

TEST(ObstacleScenes, AFloorAboveTheLowestIsDrawn) {
  const Scene scene =
      test::scene(cube_with("sim:addAction(Ground(-3))\n"
                            "sim:addAction(Ground(-2))"));
  const SceneRun run(scene.simulation());
  const std::vector<DrawnObstacle> drawn = drawn_obstacles(run.bodies());
  ASSERT_EQ(drawn.size(), 1u);
  for (const Vec3d& x : drawn[0].surface.vertices) EXPECT_NEAR(x.y, -2, 1e-12);
}

TEST(ObstacleScenes, BodiesHaveTheColourThatTheSceneGives) {
  EXPECT_THAT(test::problem("sim = Simulation{seconds = 1}\n"
                            "sim:addBody{mesh = \"cube\", material = \"jelly\", colour = \"red\"}\n"
                            "sim:addAction(MassSpringForces{})"),
              AllOf(HasSubstr("scene.lua:2"), HasSubstr("'red' is no colour")));
  const Scene scene = test::scene(
      "sim = Simulation{seconds = 1}\n"
      "sim:addBody{mesh = \"cube\", material = \"jelly\", colour = \"#aa3322\"}\n"
      "sim:addAction(MassSpringForces{})");
  const SceneRun run(scene.simulation());
  EXPECT_EQ(run.bodies()[0].look, (BodyLook{.material = "jelly", .colour = 0xaa3322}));
}

TEST(ObstacleScenes, BadOnesAreToldWithTheirLine) {
  EXPECT_THAT(test::problem(cube_with("sim:addAction(Ball{radius = 0})")),
              AllOf(HasSubstr("scene.lua:"), HasSubstr("radius")));
  EXPECT_THAT(test::problem(cube_with("sim:addAction(Box{size = {1, 0, 1}})")),
              AllOf(HasSubstr("scene.lua:"), HasSubstr("above zero")));
  EXPECT_THAT(test::problem(cube_with("sim:addAction(SolidObstacle{mesh = \"nowhere.stl\"})")),
              HasSubstr("scene.lua:"));
  EXPECT_THAT(test::problem(cube_with("sim:addAction(Ground{normal = {0, 0, 0}})")),
              AllOf(HasSubstr("scene.lua:"), HasSubstr("no length")));
}

}  // namespace
}  // namespace pliant
