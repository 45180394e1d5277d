#include <gmock/gmock.h>
#include <pliant/actions.h>
#include <pliant/recording.h>

#include <filesystem>

#include "support/scenes.h"

namespace pliant {
namespace {

using test::cube_scene;
using test::problem;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

const std::string times = "sim.steps = 600 sim.time_step = 2e-4\n";
const std::string held = "sim:addAction(Pin{group = 'plane:0,0,0,0,1,0'})\n";

// A cube with sides of 1 m that stays where it is.
std::string resting(const std::string& selection, const std::string& rest = "") {
  return cube_scene(times + held + "sim:addAction(" + selection + ")\n" + rest);
}

DynamicSelection selection_of(const std::string& action) {
  const Scene scene = test::scene(resting(action));
  const SceneRun run(scene.simulation());
  return run.bodies()[0].state.dynamics().selection.value();
}

TEST(DynamicSelectionAction, TakesWhatIsGiven) {
  EXPECT_EQ(selection_of("DynamicSelection()"), DynamicSelection{});
  EXPECT_EQ(selection_of("DynamicSelection{active_time = 0.5, tolerance = 1e-4, pixel = 1e-3}"),
            (DynamicSelection{.active_time = 0.5, .tolerance = 1e-4, .pixel = 1e-3}));
  EXPECT_EQ(selection_of("DynamicSelection{setting = 'own', criterion = 'moved_distance', "
                         "threshold = 1e-6, active_time = 0.1, neighbour_time = 0.2}"),
            (DynamicSelection{.criterion = Equilibrium::moved_distance,
                              .threshold = 1e-6,
                              .active_time = 0.1,
                              .neighbour_time = 0.2}));
}

TEST(DynamicSelectionAction, HasThePublishedSettingsAndUnits) {
  for (const PublishedSetting& setting : published_settings())
    EXPECT_EQ(selection_of(text("DynamicSelection('", setting.name, "')")),
              published_selection(setting.name, 1));
  const auto own = [](const char* criterion) {
    return selection_of(text("DynamicSelection{setting = 'own', criterion = '", criterion,
                             "', threshold = 10, active_time = 2000, neighbour_time = 1, "
                             "units = 'published'}"));
  };
  EXPECT_DOUBLE_EQ(own("speed").threshold, 10.0 / 640'000);
  EXPECT_DOUBLE_EQ(own("moved_distance").threshold, 10.0 / 800);
  EXPECT_DOUBLE_EQ(own("neighbour_distance").threshold, 10) << "a part has no unit";
  EXPECT_DOUBLE_EQ(own("speed").active_time, 2);
  EXPECT_DOUBLE_EQ(own("speed").neighbour_time, 0.001);
}

TEST(DynamicSelectionAction, MayBeForOneBody) {
  const Scene scene =
      test::scene(cube_scene(times + "sim:addBody{name = 'second', mesh = 'cube', density = 1200,\n"
                                     "  settings = {cells = 2}, position = {0, 3, 0}}\n"
                                     "sim:addAction(DynamicSelection{body = 'second'})\n"));
  const SceneRun run(scene.simulation());
  EXPECT_FALSE(run.bodies()[0].state.dynamics().selection);
  EXPECT_TRUE(run.bodies()[1].state.dynamics().selection);
}

TEST(DynamicSelectionAction, RefusesWhatDoesNotGoTogether) {
  const auto refused = [](const std::string& parameters, const char* parameter, const char* cure) {
    EXPECT_THAT(
        problem(resting("DynamicSelection{" + parameters + "}")),
        AllOf(HasSubstr("scene.lua:7: DynamicSelection: "), HasSubstr(parameter), HasSubstr(cure)))
        << parameters;
  };
  refused("threshold = 1", "'threshold' is not for the setting 'auto'", "\"own\"");
  refused("neighbour_time = 1", "'neighbour_time' is not for", "\"own\"");
  refused("criterion = 'speed'", "'criterion' is not for", "\"own\"");
  refused("units = 'published'", "'units' is not for", "\"own\"");
  refused("setting = 'all_low', active_time = 1", "'active_time' is not for the setting 'all_low'",
          "\"auto\" or \"own\"");
  refused("setting = 'setting1', tolerance = 1e-4", "'tolerance' is not for", "\"auto\"");
  refused("setting = 'own', pixel = 1e-4", "'pixel' is not for", "\"auto\"");
  refused("setting = 'own'", "not complete", "'criterion'");
  refused("setting = 'own', criterion = 'speed', threshold = 1, active_time = 1", "not complete",
          "'neighbour_time'");
  EXPECT_THAT(problem(resting("DynamicSelection('setting4')")),
              AllOf(HasSubstr("'setting' has no 'setting4'"), HasSubstr("did you mean 'setting")));
  EXPECT_THAT(problem(resting("DynamicSelection{tolerance = -1}")), HasSubstr("'tolerance'"));
}

TEST(DynamicSelectionAction, IsNotForSpectralSolids) {
  EXPECT_THAT(problem("sim = Simulation{seconds = 0.01, time_step = 1e-3}\n"
                      "sim:addBody{mesh = 'cube', density = 1000, settings = {cells = 2}}\n"
                      "sim:addAction(SpectralSolid{modes = 20, young = 1e6, poisson = 0.3})\n"
                      "sim:addAction(DynamicSelection())\n"),
              AllOf(HasSubstr("scene.lua:4: DynamicSelection"), HasSubstr("is a spectral solid"),
                    HasSubstr("leave this action")));
}

TEST(DynamicSelectionAction, WhatRestsSleepsAndProbesTell) {
  const Scene scene =
      test::scene(resting("DynamicSelection{active_time = 0.02}",
                          "sim:addAction(Probe{quantity = 'active'})\n"
                          "sim:addAction(Probe{quantity = 'active_percent', name = 'percent'})\n"
                          "sim:addAction(Probe{quantity = 'active', group = 'plane:0,1,0,0,1,0', "
                          "name = 'top'})\n"));
  SceneRun run(scene.simulation());
  EXPECT_LE(run.measure("top")[0], 25);
  EXPECT_LE(run.measure("percent")[0], 100);
  run.advance(600);
  EXPECT_EQ(run.measure("active")[0], 0);
  EXPECT_EQ(run.measure("percent")[0], 0);
  EXPECT_EQ(run.measure("top")[0], 0);
}

TEST(DynamicSelectionAction, WithoutItAllIsActive) {
  const Scene scene = test::scene(
      cube_scene(times + held +
                 "sim:addAction(Probe{quantity = 'active'})\n"
                 "sim:addAction(Probe{quantity = 'active_percent', name = 'percent'})\n"));
  SceneRun run(scene.simulation());
  run.advance(600);
  EXPECT_EQ(run.measure("active")[0], 125);
  EXPECT_EQ(run.measure("percent")[0], 100);
}

TEST(DynamicSelectionAction, StatesOfVerticesAreRecorded) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "pliant_selection_states";
  std::filesystem::remove_all(folder);
  const Scene scene =
      test::scene(resting("DynamicSelection{active_time = 0.02}",
                          "sim:addAction(Record{every = 600, fields = {'active'}})\n"));
  RunOptions options;
  options.output = folder;
  SceneRun run(scene.simulation(), options);
  run.advance(600);
  run.finish();
  const RecordedField last = Recording(folder).read(1).bodies[0].fields.at(0);
  EXPECT_EQ(last.name, "active");
  EXPECT_EQ(last.place, FieldPlace::vertices);
  EXPECT_EQ(last.components, 1);
  EXPECT_EQ(last.values.size(), 125u);
  EXPECT_THAT(last.values, Each(0.0f));
}

TEST(DynamicSelectionAction, NotesTellItsNumbersAndWhatStaysActive) {
  const auto notes = [](const std::string& script) {
    const Scene scene = test::scene(script);
    return SceneRun(scene.simulation()).notes();
  };
  const Notes given = notes(resting("DynamicSelection{tolerance = 1e-4, active_time = 0.25}"));
  EXPECT_THAT(given, Contains(AllOf(HasSubstr("body 'cube'"), HasSubstr("tolerance of 0.0001 m"),
                                    HasSubstr("active time of 0.25 s"))));
  EXPECT_THAT(given, Not(Contains(HasSubstr("stay active"))));
  EXPECT_THAT(notes(resting("DynamicSelection('default')")),
              Not(Contains(HasSubstr("DynamicSelection"))))
      << "its numbers are the published ones";
  EXPECT_THAT(
      notes(resting("DynamicSelection()", "sim:addAction(SimpleVolumeConstraint())\n")),
      Contains(AllOf(HasSubstr("the 98 nodes of the surface of body 'cube' stay active, since"),
                     HasSubstr("the rest sleeps"))));
  EXPECT_THAT(
      notes(resting("DynamicSelection()", "sim:addAction(ElementVolumeConstraint())\n")),
      Contains(AllOf(HasSubstr("ElementVolumeConstraint"), HasSubstr("none of them sleep"))));
}

}  // namespace
}  // namespace pliant
