#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenes.h"

namespace pliant {
namespace {

using test::cube_scene;
using test::problem;
using test::scene;
using testing::HasSubstr;

const Action& only_action(const Scene& s) {
  EXPECT_EQ(s.simulation().actions().size(), 1u);
  return *s.simulation().actions().at(0);
}

TEST(Script, EveryFormOfAConstructorMakesTheSameAction) {
  for (const char* form :
       {"Gravity:new(2.5)", "Gravity(2.5)", "Gravity{2.5}", "Gravity{strength = 2.5}",
        "Gravity:new{strength = 2.5}", "Gravity(2.5, nil, '')",
        "Gravity{strength = 2.5, direction = {0, -1, 0}}"}) {
    SCOPED_TRACE(form);
    const Scene s = scene(std::string("sim = Simulation() sim:addAction(") + form + ")");
    EXPECT_EQ(text_of(only_action(s).get("strength")), "2.5");
    EXPECT_EQ(text_of(only_action(s).get("direction")), "{0, -1, 0}");
    EXPECT_EQ(only_action(s).line, 1u);
  }
}

TEST(Script, ASelectionHasItsSettingFirstOrByName) {
  for (const char* form :
       {"DynamicSelection:new('all_low')", "DynamicSelection('all_low')",
        "DynamicSelection{setting = 'all_low'}", "DynamicSelection:new{setting = 'all_low'}"}) {
    SCOPED_TRACE(form);
    const Scene s = scene(std::string("sim = Simulation() sim:addAction(") + form + ")");
    EXPECT_EQ(text_of(only_action(s).get("setting")), "\"all_low\"");
  }
  const Scene plain = scene("sim = Simulation() sim:addAction(DynamicSelection:new{})");
  EXPECT_EQ(text_of(only_action(plain).get("setting")), "\"auto\"");
  EXPECT_TRUE(only_action(plain).get("threshold").empty());
}

TEST(Script, ParametersOfALiveActionAreReadAndWritten) {
  const Scene s = scene(
      "sim = Simulation()\n"
      "g = Gravity()\n"
      "g.strength = g.strength * 2\n"
      "sim:addAction(g)\n"
      "g.direction = {g.direction[1], 1, 0}\n");
  EXPECT_EQ(text_of(only_action(s).get("strength")), "19.62");
  EXPECT_EQ(text_of(only_action(s).get("direction")), "{0, 1, 0}");
}

TEST(Script, SettingsHaveNamesAndTheMethodsOfE06) {
  const Scene named = scene("sim = Simulation{seconds = 2} sim.time_step = 1e-3");
  EXPECT_EQ(named.simulation().settings.value.seconds, 2);
  EXPECT_EQ(named.simulation().settings.value.time_step, 1e-3);
  const Scene methods = scene(
      "sim = Simulation:new()\n"
      "sim:setSaveSkip(4); sim:setNumTimesteps(80001); sim:setStepSize(0.0001)");
  EXPECT_EQ(methods.simulation().settings.value.steps, 80001);
  EXPECT_EQ(methods.simulation().settings.value.save_every, 4);
  EXPECT_EQ(methods.simulation().settings.value.time_step, 0.0001);
}

TEST(Script, DefinitionsComeFromOutsideWithTheKindOfTheirDefault) {
  const std::string text =
      "sim = Simulation() k = define('k', 10) law = define('law', 'x') on = define('on', false)\n"
      "sim.seconds = k; if on then sim:addAction(Gravity(k + 1)) end";
  const Scene plain = scene(text);
  EXPECT_EQ(plain.simulation().settings.value.seconds, 10);
  const Scene given = scene(text, {.defines = {{"k", "2.5"}, {"on", "true"}, {"law", "7"}}});
  EXPECT_EQ(given.simulation().settings.value.seconds, 2.5);
  EXPECT_EQ(text_of(only_action(given).get("strength")), "3.5");
  EXPECT_EQ(text_of(given.definitions().at("law")), "\"7\"");
  EXPECT_THAT(problem(text, {.defines = {{"lwa", "1"}}}), HasSubstr("did you mean 'law'?"));
  EXPECT_THAT(problem(text, {.defines = {{"k", "ten"}}}), HasSubstr("give a number"));
}

TEST(Script, SetupSimulationChoosesOneOfSeveral) {
  const std::string two = "a = Simulation{seconds = 1} b = Simulation{seconds = 2}\n";
  EXPECT_EQ(scene(two + "setupSimulation(b)").simulation().settings.value.seconds, 2);
  EXPECT_THAT(problem(two), HasSubstr("several simulations"));
  EXPECT_THAT(problem("x = 1"), HasSubstr("makes no simulation"));
}

TEST(Script, FunctionsOfTimeDriveBodies) {
  const Scene s = scene(cube_scene(
      "sim.seconds = 0.02 sim.time_step = 2e-4\n"
      "sim:addGroup{name = 'top', point = {0, 1, 0}, normal = {0, 1, 0}}\n"
      "sim:addAction(Drive{group = 'top', path = function(t) return 0, math.sin(t), 0 end})\n"
      "sim:addAction(Probe{quantity = 'displacement', group = 'top'})"));
  SceneRun run(s.simulation());
  run.advance(50);
  EXPECT_NEAR(run.measure("displacement")[1], std::sin(0.01), 1e-6);
}

TEST(Script, BodiesMayHaveForcesOfTheirOwn) {
  const Scene s = scene(
      "sim = Simulation{seconds = 0.01}\n"
      "sim:addBody{name = 'a', mesh = 'cube', settings = {cells = 2}, material = 'jelly',\n"
      "  forces = MassSpringForces{}}\n"
      "sim:addBody{name = 'b', mesh = 'sphere', settings = {cells = 2}, density = 100,\n"
      "  position = {0, 3, 0}, forces = VolumePreserve{stiffness = 3}}\n"
      "sim:addAction(DistanceSpring{stiffness = 2, body = 'b'})\n");
  const SceneRun run(s.simulation());
  ASSERT_EQ(run.bodies().size(), 2u);
  EXPECT_EQ(run.bodies()[0].model.set_count(), 2u);
  EXPECT_EQ(run.bodies()[1].model.law(0).name, "VolumePreserve");
  EXPECT_EQ(run.bodies()[1].model.law(1).name, "DistanceSpring");
}

TEST(ScriptErrors, NameFileLineActionAndWhatWasExpected) {
  const auto expect = [](const std::string& text, const std::vector<const char*>& parts) {
    const std::string said = problem(text);
    for (const char* part : parts) EXPECT_THAT(said, HasSubstr(part)) << text;
  };
  expect("\nsim = Simulation()\nGravity{strenght = 1}",
         {"scene.lua:3: ", "Gravity has no parameter 'strenght'", "did you mean 'strength'?"});
  expect("Gravty(1)", {"scene.lua:1: ", "there is no 'Gravty'", "did you mean 'Gravity'?"});
  expect("Gravity('much')", {"scene.lua:1: Gravity: 'strength' is the text 'much'", "m/s2"});
  expect("Gravity(1, 2, 3, 4)", {"Gravity gets 4 values", "it takes 3 at most"});
  expect("Gravity.new(1)", {"scene.lua:1: ", "colon"});
  expect("Gravity{1, direction = {1, 0, 0}}", {"names are mixed with values"});
  expect("sim = Simulation() sim:addActon(Gravity())",
         {"a simulation has no 'addActon'", "did you mean 'addAction'?"});
  expect("sim = Simulation() sim:addAction(Gravity)", {"addAction needs an action"});
  expect("sim = Simulation() sim.secnds = 3", {"did you mean 'seconds'?"});
  expect("Pin{}", {"Pin needs 'group'", "for example"});
  expect("local x = nil + 1", {"scene.lua:1: attempt to perform arithmetic on a nil value"});
  expect("sim = = 3", {"scene.lua:1: unexpected symbol near '='"});
  expect("error({})", {"an error that is not a text"});
  expect("define(3)", {"define needs a name"});
  expect("setupSimulation(7)", {"setupSimulation needs a simulation"});
  expect("Gravity{strength = {1, x = 2}}", {"mixes a list with names"});
  expect("Gravity{strength = print}", {"Gravity: 'strength' is a function"});
  expect("EventForces{{vertex = 1}}", {"EventForces: 'events'"});
}

// The bad input of the issue.
TEST(ScriptErrors, ScenesThatCannotBeBuiltAreRefused) {
  const std::string timed = "sim.seconds = 0.01\n";
  EXPECT_EQ(problem(cube_scene(timed)), "");
  EXPECT_THAT(
      problem("sim = Simulation{seconds = 1}\nsim:setStructure(Structure:new('no.str', 1))"),
      HasSubstr("scene.lua:2: Body: no.str: cannot be read"));
  EXPECT_THAT(problem("sim = Simulation{seconds = 1}\n\nsim:addBody{mesh = 'lost/no.obj'}"),
              HasSubstr("scene.lua:3: Body: lost/no.obj: cannot be read"));
  EXPECT_THAT(problem("sim = Simulation{seconds = 1}\nsim:addBody{mesh = 'cbue'}"),
              HasSubstr("scene.lua:2: Body: there is no shape 'cbue'; did you mean 'cube'?"));
  EXPECT_THAT(problem(cube_scene(timed + "sim:addGroup('top', 'all')\n"
                                         "sim:addAction(Pin{group = 'tpo'})")),
              HasSubstr("scene.lua:7: Pin: there is no group 'tpo'; did you mean 'top'?"));
  EXPECT_THAT(problem(cube_scene(timed + "sim:addAction(Gravity{body = 'cub'})")),
              HasSubstr("there is no body 'cub'; did you mean 'cube'?"));
  EXPECT_THAT(problem("sim = Simulation() sim:setStructure(Structure:new('cube', -1200))"),
              HasSubstr("'density' is the number -1200"));
  EXPECT_THAT(problem("sim = Simulation() sim:setStepSize(0)"),
              HasSubstr("'time_step' is the number 0; it is a number, above 0 (s)"));
  EXPECT_THAT(problem(cube_scene("")), HasSubstr("how long"));
  EXPECT_THAT(problem("sim = Simulation{seconds = 1}"), HasSubstr("has no body"));
  EXPECT_THAT(problem("sim = Simulation{seconds = 1} sim:addBody{mesh = 'cube'}"),
              HasSubstr("has no forces"));
  EXPECT_THAT(problem("sim = Simulation{seconds = 1} sim:addBody{mesh = 'cube'}\n"
                      "sim:addAction(DistanceSpring{stiffness = 1})"),
              HasSubstr("has no density"));
  EXPECT_THAT(problem(cube_scene(
                  timed + "sim:addAction(Drive{group = 'box:5,5,5,6,6,6', path = {0, 0, 0}})")),
              HasSubstr("scene.lua:6: Drive: no vertex is in the group 'box:5,5,5,6,6,6'"));
  EXPECT_THAT(problem(cube_scene(timed + "sim:addAction(Drive{group = 'all',\n"
                                         "  path = function(t) return 0, 0 / 0, 0 end})")),
              testing::AllOf(HasSubstr("scene.lua:7: "), HasSubstr("nan at 0")));
  EXPECT_THAT(problem(cube_scene(timed + "sim:addAction(Load{group = 'all',\n"
                                         "  force = function(t) return 1, 2 end})")),
              testing::AllOf(HasSubstr("scene.lua:7: "), HasSubstr("return three numbers")));
  EXPECT_THAT(problem(cube_scene(timed + "sim:addAction(Load{group = 'all',\n"
                                         "  force = function(t) return t.x end})")),
              HasSubstr("scene.lua:7: attempt to index a number value"));
  EXPECT_THAT(problem(cube_scene(timed + "sim:addAction(StopWhen{probe = 'tip', above = 1})")),
              HasSubstr("there is no probe 'tip'"));
  EXPECT_THAT(problem(cube_scene("sim.seconds = 1 sim.steps = 3")), HasSubstr("both"));
  EXPECT_THAT(problem(cube_scene(timed + "sim:addAction(Record{every = 2})\n"
                                         "sim:addAction(Record{seconds = 0.005})")),
              HasSubstr("scene.lua:7: Record: it is the second one (the first is in line 6), but a "
                        "scene has one recording; join them into one Record"));
}

// What `pliant check` builds; no step is taken.
TEST(ScriptErrors, FunctionsOfTimeAreTriedBeforeTheFirstStep) {
  const auto problem_of = [](const std::string& action, const std::string& function) {
    const Scene s = scene(cube_scene("sim.seconds = 0.01\nsim:addAction(" + action +
                                     " group = 'all', start = 0.005,\n  " + function + "})"));
    try {
      const SceneRun run(s.simulation());
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const std::string one = " = function(t) return 0.1 * t end",
                    three = " = function(t) return 0, t, 0 end";
  for (const auto& [action, parameter] : {std::pair("Drive{", "path"), std::pair("Load{", "force"),
                                          std::pair("Traction{", "traction")}) {
    EXPECT_THAT(problem_of(action, parameter + one),
                testing::AllOf(HasSubstr("scene.lua:7: the function of time gave a nil"),
                               HasSubstr("return three numbers")))
        << action;
    EXPECT_EQ(problem_of(action, parameter + three), "");
  }
  EXPECT_THAT(problem_of("Pressure{", "pressure" + three),
              testing::AllOf(HasSubstr("scene.lua:7: "), HasSubstr("return a number")));
  EXPECT_EQ(problem_of("Pressure{", "pressure" + one), "");
  // One that has no value when the drive begins, which nobody asks for.
  EXPECT_EQ(problem_of("Drive{", "path = function(t) return 0, math.sin(t) / t, 0 end"), "");
}

}  // namespace
}  // namespace pliant
