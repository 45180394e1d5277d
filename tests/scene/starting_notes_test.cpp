#include <gmock/gmock.h>

#include "support/scenes.h"

// What `check` and the start of a run tell of a body that will not do what its user expects.

namespace pliant {
namespace {

using test::cube_scene;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

Notes notes_of(const std::string& script) {
  const Scene scene = test::scene(script);
  return SceneRun(scene.simulation()).notes();
}

const std::string second = "sim.seconds = 0.1\n";
const std::string gravity = "sim:addAction(Gravity())\n";

std::string cube_of(const std::string& forces) {
  return "sim = Simulation{seconds = 0.1}\n"
         "sim:addBody{name = 'cube', mesh = 'cube', density = 1200, settings = {cells = 2}}\n" +
         forces;
}

TEST(StartingNotes, ForcesThatAddUpAreNoted) {
  EXPECT_THAT(notes_of(cube_scene(second, 2)), IsEmpty());
  EXPECT_THAT(notes_of(cube_scene(
                  second + "sim:addAction(MaterialForces3{young = 1e6, poisson = 0.3})\n", 2)),
              Contains(AllOf(HasSubstr("body 'cube'"),
                             HasSubstr("MassSpringForces and MaterialForces3: they add up"))));
  EXPECT_THAT(notes_of(cube_scene(second + "sim:addAction(DistanceSpring{stiffness = 10})\n", 2)),
              Contains(HasSubstr("MassSpringForces and DistanceSpring: they add up")));
  EXPECT_THAT(
      notes_of(cube_scene(second + "sim:addAction(Pressure{group = 'all', pressure = 10})\n", 2)),
      IsEmpty())
      << "a load is no force of the body";
  const std::string spring = "sim:addAction(DistanceSpring{stiffness = 1e4})\n";
  EXPECT_THAT(notes_of(cube_of(spring + spring)),
              Contains(HasSubstr("DistanceSpring and DistanceSpring: they add up")));
  EXPECT_THAT(notes_of(cube_of(spring + "sim:addAction(VolumePreserve{stiffness = 1e4})\n")),
              IsEmpty());
}

TEST(StartingNotes, GroundThroughABodyIsNoted) {
  EXPECT_THAT(notes_of(cube_scene(second + gravity + "sim:addAction(Ground(0))\n", 2)), IsEmpty());
  EXPECT_THAT(notes_of(cube_scene(second + gravity + "sim:addAction(Ground(0.3))\n", 2)),
              Contains(AllOf(HasSubstr("begins with 9 of its 27 vertices in the ground"),
                             HasSubstr("up to 0.3 m deep"))));
  EXPECT_THAT(notes_of(cube_scene(second + gravity +
                                      "sim:addAction(Ground(0.3))\n"
                                      "sim:addAction(Pin{group = 'plane:0,0,0,0,1,0'})\n",
                                  2)),
              IsEmpty())
      << "what is held stays where it is";
}

TEST(StartingNotes, AMaterialThatCannotCarryItselfIsNoted) {
  const auto cube = [](const char* young) {
    return cube_of(text("sim:addAction(MassSpringForces{young = ", young, ", poisson = 0.3})\n"));
  };
  EXPECT_THAT(notes_of(cube("3") + gravity),
              Contains(AllOf(HasSubstr("1.177e+04 Pa"), HasSubstr("3924 times"),
                             HasSubstr("Young's modulus of 3 Pa"), HasSubstr("pressed flat"))));
  EXPECT_THAT(notes_of(cube("3")), IsEmpty()) << "without gravity";
  // Its weight presses with 1200 * 9.81 * 1 Pa.
  EXPECT_THAT(notes_of(cube("11760") + gravity), Contains(HasSubstr("pressed flat")));
  EXPECT_THAT(notes_of(cube("11780") + gravity), IsEmpty());
  for (const char* forces : {"MaterialForces(3, 1)", "MaterialForces2(3, 1)",
                             "MaterialForces3(3, 1.2)", "SpectralSolid{young = 3, poisson = 0.3}"})
    EXPECT_THAT(notes_of(cube_of(text("sim:addAction(", forces, ")\n", gravity))),
                Contains(HasSubstr("pressed flat")))
        << forces;
}

}  // namespace
}  // namespace pliant
