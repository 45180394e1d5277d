#include "scene/compare_full.h"

#include <gmock/gmock.h>
#include <pliant/actions.h>
#include <pliant/probes.h>

#include <cmath>
#include <filesystem>

#include "support/scenes.h"

namespace pliant {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Its weight is turned on; the lower side is held.
std::string sagging(const std::string& rest, const char* forces = "MassSpringForces") {
  return text(
      "sim = Simulation{steps = 400, time_step = 2e-4}\n"
      "sim:addBody{name = 'cube', mesh = 'cube', density = 1200, settings = {cells = 3}}\n"
      "sim:addAction(",
      forces,
      "{young = 3e6, poisson = 0.3, damping_time = 1e-3})\n"
      "sim:addAction(Gravity())\n"
      "sim:addAction(Pin{group = 'plane:0,0,0,0,1,0'})\n",
      rest);
}

std::vector<double> compared(const std::string& script, std::int64_t steps) {
  const Scene scene = test::scene(script);
  RunOptions options;
  options.cache = std::make_shared<SceneCache>();
  SceneRun run(compared_with_full(scene.simulation(), options), options);
  run.advance(steps);
  return run.measure("compare_full");
}

TEST(CompareFull, TellsHowFarSelectionIsFromTheWhole) {
  const std::vector<double> at =
      compared(sagging("sim:addAction(DynamicSelection{active_time = 0.01})\n"), 400);
  ASSERT_EQ(at.size(), comparison_columns);
  EXPECT_LT(at[largest_difference], 1e-3);
  EXPECT_LE(at[mean_difference], at[largest_difference]);
  EXPECT_TRUE(std::isfinite(at[energy_difference]));
  EXPECT_LE(at[active_nodes], 64);
}

TEST(CompareFull, WhereNothingSleepsNothingDiffers) {
  const std::vector<double> at = compared(
      sagging("sim:addAction(DynamicSelection{setting = 'own', criterion = 'speed', threshold = 0, "
              "active_time = 0, neighbour_time = 0})\n"),
      200);
  EXPECT_EQ(at[largest_difference], 0);
  EXPECT_EQ(at[energy_difference], 0);
  EXPECT_EQ(at[active_nodes], 48);  // but those that are pinned
}

TEST(CompareFull, LawsWithoutEnergyLeaveItsCellEmpty) {
  const std::vector<double> at =
      compared(sagging("sim:addAction(DynamicSelection())\n", "MaterialForces"), 20);
  EXPECT_TRUE(std::isnan(at[energy_difference]));
  EXPECT_TRUE(std::isfinite(at[largest_difference]));
}

// StopWhen is left to the run itself.
TEST(CompareFull, GoesAsFarAsTheRunDoes) {
  const Scene scene =
      test::scene(sagging("sim:addAction(DynamicSelection())\n"
                          "sim:addAction(Probe{quantity = 'lowest'})\n"
                          "sim:addAction(StopWhen{time = 0.01})\n"));
  SceneRun run(compared_with_full(scene.simulation(), {}));
  run.advance(400);
  EXPECT_EQ(run.step(), 50);
  run.stop("");
  run.advance(50);
  EXPECT_LT(run.measure("compare_full")[largest_difference], 1e-3);
}

TEST(CompareFull, IsTheLastOfTheTable) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "pliant_compare_full";
  std::filesystem::remove_all(folder);
  const Scene scene =
      test::scene(sagging("sim:addAction(Probe{quantity = 'lowest', every = 20})\n"
                          "sim:addAction(DynamicSelection())\n"));
  RunOptions options;
  options.output = folder;
  SceneRun run(compared_with_full(scene.simulation(), options), options);
  run.advance(100);
  run.finish();
  const ProbeData table = read_probes(folder / "probes.csv");
  ASSERT_EQ(table.columns.size(), 5u);
  EXPECT_EQ(table.columns[1], (ProbeColumn{"compare_full.largest", "m"}));
  EXPECT_EQ(table.columns[3], (ProbeColumn{"compare_full.energy", "J"}));
  EXPECT_EQ(table.steps.size(), 11u);
}

TEST(CompareFull, NeedsABodyThatSelects) {
  const Scene scene = test::scene(sagging(""));
  try {
    SceneRun run(compared_with_full(scene.simulation(), {}));
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("scene.lua:1: --compare-full: no body"),
                                HasSubstr("add DynamicSelection")));
  }
}

}  // namespace
}  // namespace pliant
