#include <gmock/gmock.h>
#include <pliant/actions.h>

#include <cmath>

#include "support/scenes.h"

// Parameters that are not given, and zero, which is a value as any other.

namespace pliant {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

TEST(OptionalNumbers, AreNothingUntilTheyAreGiven) {
  const ActionType& type = find_action("MaterialForces3");
  const auto forces = type.make(type);
  EXPECT_TRUE(forces->get("poisson").empty());
  forces->set("poisson", 0.0);
  EXPECT_EQ(text_of(forces->get("poisson")), "0");
  forces->set("poisson", Value());
  EXPECT_TRUE(forces->get("poisson").empty());
  for (const double wrong : {0.5, -1.0, std::nan("")})
    EXPECT_THROW(forces->set("poisson", wrong), InputError) << wrong;
  EXPECT_THROW(forces->set("poisson", "much"), InputError);
  EXPECT_THROW(forces->set("young", Value()), InputError) << "others must have a value";
  EXPECT_THAT(action_text(type.declaration), HasSubstr("above -1 to 0.4999; not given"));
}

// A bar pulled by 2 % gets narrower by Poisson's ratio times that.
double narrowing(const std::string& forces, Notes* notes = nullptr) {
  const Scene scene = test::scene(
      "sim = Simulation{seconds = 0.5}\n"
      "sim:addBody{name = 'bar', mesh = 'cube', settings = {cells = 3}, material = 'rubber'}\n"
      "sim:addAction(" +
      forces +
      ")\n"
      "sim:addAction(GlobalDamping(0.97))\n"
      "sim:addAction(Pin{group = 'plane:0,0,0,0,1,0', axes = 'y'})\n"
      "sim:addAction(MoveSteady{plane = 1, position = 1, direction = 1, speed = 0.1, "
      "seconds = 0.2, hold = true})\n"
      "sim:addAction(Probe{quantity = 'displacement', name = 'left', group = "
      "'plane:-0.5,0,0,1,0,0'})\n"
      "sim:addAction(Probe{quantity = 'displacement', name = 'right', group = "
      "'plane:0.5,0,0,1,0,0'})\n");
  SceneRun run(scene.simulation());
  if (notes) *notes = run.notes();
  run.advance(run.last_step());
  return (run.measure("left")[0] - run.measure("right")[0]) / 0.02;
}

TEST(PoissonsRatio, OfZeroIsTaken) {
  EXPECT_NEAR(narrowing("MaterialForces3{poisson = 0}"), 0, 2e-3);
  EXPECT_NEAR(narrowing("MaterialForces3{poisson = 0.3}"), 0.3, 0.01);
  EXPECT_NEAR(narrowing("MaterialForces3{poisson = -0.2}"), -0.2, 0.01);
  EXPECT_NEAR(narrowing("MaterialForces3{young = 1e6, poisson = 0}"), 0, 2e-3);
  Notes notes;
  EXPECT_NEAR(narrowing("MassSpringForces{poisson = 0}", &notes), 0.25, 0.03);
  EXPECT_THAT(notes, Contains(HasSubstr("0.25"))) << "what springs cannot do is told";
}

TEST(PoissonsRatio, OfZeroIsEnoughBesideYoungsModulus) {
  const auto problem = [](const char* forces) {
    return test::problem(
        text("sim = Simulation{steps = 5}\n"
             "sim:addBody{mesh = 'cube', settings = {cells = 2}, density = 1000}\n"
             "sim:addAction(",
             forces, ")\n"));
  };
  for (const char* forces :
       {"MaterialForces{young = 1e5, poisson = 0}", "MaterialForces2{young = 1e5, poisson = 0}",
        "MaterialForces3{young = 1e5, poisson = 0}", "MassSpringForces{young = 1e5, poisson = 0}",
        "SpectralSolid{modes = 10, young = 1e5, poisson = 0}"})
    EXPECT_EQ(problem(forces), "") << forces;
  EXPECT_THAT(problem("SpectralSolid{modes = 10, young = 1e5}"),
              HasSubstr("'young' alone is no material"));
  EXPECT_THAT(problem("MaterialForces3{young = 1e5, shear = 4e4, poisson = 0.25}"),
              AllOf(HasSubstr("scene.lua:3: MaterialForces3: both 'shear' and 'poisson'"),
                    HasSubstr("give one of them")));
}

// A cube that is pressed while its volume is kept.
std::string kept(const std::string& constraint) {
  return test::cube_scene(
      "sim.time_step = 2e-4 sim.steps = 400\n"
      "sim:addAction(Gravity())\n"
      "sim:addAction(" +
          constraint +
          ")\n"
          "sim:addAction(Probe{quantity = 'volume'})\n"
          "sim:addAction(Pin{group = 'plane:0,0,0,0,1,0'})\n",
      3);
}

TEST(VolumeConstraintAsPublished, HoldsWithoutAGamma) {
  const Scene scene = test::scene(kept("SimpleVolumeConstraint{form = 'as_published'}"));
  SceneRun run(scene.simulation());
  EXPECT_THAT(run.notes(), Each(Not(HasSubstr("gamma"))));
  run.advance(400);
  EXPECT_NEAR(run.measure("volume")[0], 1, 1e-4);
}

TEST(VolumeConstraintAsPublished, IsNotedBeyondTwoThirds) {
  const auto notes = [](const char* constraint) {
    const Scene scene = test::scene(kept(constraint));
    return SceneRun(scene.simulation()).notes();
  };
  EXPECT_THAT(notes("SimpleVolumeConstraint{form = 'as_published', gamma = 1}"),
              Contains(AllOf(HasSubstr("gamma = 1"), HasSubstr("by -2 every step"),
                             HasSubstr("stable below 2/3"))));
  EXPECT_THAT(notes("SimpleVolumeConstraint{form = 'as_published', gamma = 0.66}"),
              Each(Not(HasSubstr("gamma"))));
  EXPECT_THAT(notes("SimpleVolumeConstraint(1)"), Each(Not(HasSubstr("gamma"))));
}

}  // namespace
}  // namespace pliant
