#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using testing::HasSubstr;

class ModesCommand : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    ::setenv("PLIANT_CACHE", path("cache").c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("PLIANT_CACHE");
    ProgramTest::TearDown();
  }
  void expect_refused(const std::string& arguments, const std::string& message, int code) {
    const auto outcome = pliant("modes " + arguments);
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
};

TEST_F(ModesCommand, TellsFrequencies) {
  const auto table = pliant("modes cube cells=4 --modes 8");
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("125 vertices, 384 tetrahedra"));
  EXPECT_THAT(table.out, HasSubstr("6       0 (rigid)"));
  EXPECT_TRUE(std::filesystem::exists(path("cache")));
  const auto report = nlohmann::json::parse(pliant("modes cube cells=4 --modes 8 --json").out);
  ASSERT_EQ(report["modes"].size(), 8u);
  EXPECT_EQ(report["modes"][5]["rigid"], true);
  EXPECT_EQ(report["modes"][6]["rigid"], false);
  EXPECT_GT(report["modes"][6]["frequency"], 1);
  const auto held = nlohmann::json::parse(
      pliant("modes cube cells=4 --modes 3 --fix plane:0,0,0,0,1,0 --mass lumped --json").out);
  EXPECT_EQ(held["fixed_vertices"], 25);
  EXPECT_EQ(held["modes"][0]["rigid"], false);
}

TEST_F(ModesCommand, NothingIsKeptWhenAsked) {
  EXPECT_EQ(pliant("modes cube cells=2 --modes 8 --no-cache").code, 0);
  EXPECT_FALSE(std::filesystem::exists(path("cache")));
}

TEST_F(ModesCommand, WritesShapes) {
  const auto outcome = pliant("modes cube cells=3 --modes 8 --shapes swing");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("24 frames"));
  EXPECT_EQ(pliant("export swing film.glb").code, 0);
  EXPECT_EQ(pliant("modes cube cells=3 --modes 8 --shapes modes.glb").code, 0);
  EXPECT_TRUE(std::filesystem::exists(path("modes.glb")));
  EXPECT_FALSE(std::filesystem::exists(path("modes.glb.recording")));
  expect_refused("cube cells=3 --shapes swing", "swing: has a recording already", 1);
}

TEST_F(ModesCommand, RefusesWhatItCannotDo) {
  expect_refused("none.vtu", "none.vtu: cannot be read", 1);
  expect_refused("cube cells=1 --modes 25", "25 modes are asked for", 1);
  expect_refused("cube --modes 0", "--modes", 2);
  expect_refused("cube --mass heavy", "--mass", 2);
  expect_refused("cube --material rubbr", "did you mean 'rubber'", 2);
  expect_refused("cube --density 0", "--density", 2);
  expect_refused("cube --fix feet", "there is no group 'feet'", 1);
  expect_refused("cube --fix box:8,8,8,9,9,9", "no vertex is in", 1);
  expect_refused("cube --fix all", "every vertex is fixed", 1);
  expect_refused("cube --shapes no/x.glb", "its folder is not there", 1);
}

}  // namespace
}  // namespace pliant
