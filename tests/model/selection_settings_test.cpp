#include <gtest/gtest.h>
#include <pliant/error.h>

#include <limits>

#include "active/plan.h"
#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

std::string problem_of(const auto& what) {
  try {
    what();
  } catch (const InputError& e) {
    return e.problem() + "; " + e.cure();
  }
  return "";
}

TEST(SelectionSettings, AreThoseOfTable53) {
  struct Row {
    const char* name;
    double squared_speed, active_ms, neighbour_ms;
  };
  constexpr Row table[] = {{"default", 10, 2000, 2000},   {"setting1", 10, 1, 2000},
                           {"setting2", 1, 2000, 2000},   {"setting3", 10, 2000, 1},
                           {"all_low", 1, 1, 1},          {"all_high", 20, 4000, 4000},
                           {"all_medium", 10, 1000, 1000}};
  ASSERT_EQ(published_settings().size(), std::size(table));
  for (const Row& row : table) {
    const auto found = std::ranges::find(published_settings(), row.name, &PublishedSetting::name);
    ASSERT_NE(found, published_settings().end()) << row.name;
    EXPECT_EQ(found->squared_speed, row.squared_speed) << row.name;
    EXPECT_DOUBLE_EQ(1e3 * found->active_time, row.active_ms) << row.name;
    EXPECT_DOUBLE_EQ(1e3 * found->neighbour_time, row.neighbour_ms) << row.name;
  }
}

// Lengths scale with the body, times do not.
TEST(SelectionSettings, AreForABodyOfAnySize) {
  for (const PublishedSetting& setting : published_settings())
    for (const double size : {800.0, 1.0, 0.02}) {
      const DynamicSelection s = published_selection(setting.name, size);
      const double unit = size / 800;
      EXPECT_EQ(s.criterion, Equilibrium::speed);
      EXPECT_DOUBLE_EQ(s.threshold, setting.squared_speed * unit * unit);
      EXPECT_EQ(s.active_time, setting.active_time);
      EXPECT_EQ(s.neighbour_time, setting.neighbour_time);
      EXPECT_EQ(s.tolerance, 0);
    }
}

TEST(SelectionSettings, AWrongNameListsTheRightOnes) {
  const std::string told = problem_of([] { published_selection("medium", 1); });
  EXPECT_NE(told.find("'medium'"), std::string::npos);
  for (const PublishedSetting& setting : published_settings())
    EXPECT_NE(told.find(setting.name), std::string::npos) << setting.name;
}

TEST(SelectionSettings, BadNumbersAreRefusedByName) {
  const Model model(soft_cube(1));
  State state(model);
  const auto refuses = [&](const DynamicSelection& s, const std::string& name) {
    Dynamics d = state.dynamics();
    d.selection = s;
    for (const std::string& told :
         {problem_of([&] { state.set_selection(s); }), problem_of([&] { state.set_dynamics(d); }),
          problem_of([&] { State other(model, d); })})
      EXPECT_NE(told.find("the selection's " + name), std::string::npos) << told;
    EXPECT_FALSE(state.dynamics().selection);
  };
  for (const double bad :
       {-1e-9, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    refuses({.criterion = Equilibrium::speed, .threshold = bad}, "threshold");
    refuses({.active_time = bad}, "active time");
    refuses({.criterion = Equilibrium::speed, .neighbour_time = bad}, "neighbour time");
    refuses({.tolerance = bad}, "tolerance");
    refuses({.pixel = bad}, "pixel");
  }
  state.set_selection(DynamicSelection{.criterion = Equilibrium::neighbour_distance});
  EXPECT_TRUE(state.dynamics().selection) << "on the CPU all criteria are there, and 0 is a number";
}

TEST(SelectionSettings, WithoutASelectionThereIsNothingToTell) {
  const Model model(soft_cube(1));
  const State state(model);
  EXPECT_THROW(state.selection(), InputError);
  EXPECT_EQ(state.active_count(), model.vertex_count());
}

TEST(SelectionSettings, AutomaticTakesItsNumbersFromTheBody) {
  const auto resolved_of = [](double size, const DynamicSelection& given) {
    const Model model(soft_cube(4, 0, size));
    return State(model, {.selection = given}).selection();
  };
  const DynamicSelection one = resolved_of(1, {});
  EXPECT_NEAR(one.tolerance, 5e-5, 1e-9) << "of the longest side";
  EXPECT_GT(one.active_time, 0);
  const DynamicSelection small = resolved_of(0.01, {});
  EXPECT_NEAR(small.tolerance, 5e-7, 1e-11);
  EXPECT_NEAR(small.active_time, 0.01 * one.active_time, 1e-4 * one.active_time)
      << "waves take so much less";
  EXPECT_NEAR(resolved_of(1, {.pixel = 1e-3}).tolerance, 2.5e-4, 1e-9) << "a quarter of a pixel";
  EXPECT_NEAR(resolved_of(1, {.pixel = 1e-5}).tolerance, 5e-5, 1e-9) << "finer ones do not matter";
  const DynamicSelection given = resolved_of(1, {.active_time = 0.3, .tolerance = 1e-3});
  EXPECT_EQ(given.tolerance, 1e-3);
  EXPECT_EQ(given.active_time, 0.3);
  // In single precision, a thousand times less than the rounding of places.
  EXPECT_NEAR(resolved_of(1, {.tolerance = 1e-10}).tolerance,
              16 * std::numeric_limits<float>::epsilon(), 1e-9);
}

// The published criteria have nothing that the body could tell.
TEST(SelectionSettings, PublishedOnesStayAsTheyAre) {
  const Model model(soft_cube(2));
  const DynamicSelection given = published_selection("all_medium", 1);
  EXPECT_EQ(State(model, {.selection = given}).selection(), given);
}

TEST(SelectionPlan, ANodeIsQuietByHowFarItWouldGo) {
  const SelectionPlan held{.active_steps = 1000, .tolerance = 1};
  EXPECT_TRUE(held.is_quiet(0.01, 100)) << "a hundred times as far in ten times the time";
  EXPECT_FALSE(held.is_quiet(0.0101, 100));
  EXPECT_TRUE(held.is_quiet(1, 1000));
  EXPECT_TRUE(held.is_quiet(1, 5000)) << "what has stayed longer may have been as far off";
  EXPECT_FALSE(held.is_quiet(1.01, 5000));
  EXPECT_TRUE(held.is_quiet(0, 1));
  const SelectionPlan free{.active_steps = 1000, .tolerance = 1, .drift_steps = 1e6};
  EXPECT_TRUE(free.is_quiet(0.001, 1000));
  EXPECT_FALSE(free.is_quiet(0.0011, 1000)) << "it might drift";
}

}  // namespace
}  // namespace pliant
