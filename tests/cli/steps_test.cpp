#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

// Explicit or large steps, as the scene says, the command line, or the program itself.

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using StepsOf = test::ProgramTest;

constexpr const char* stiff =
    "drop cube cells=6 size=0.1 --young 1e10 --poisson 0.3 --density 1000 ";

TEST_F(StepsOf, AStiffDropAreLargeUnlessOthersAreAskedFor) {
  const auto chosen = pliant(std::string(stiff) + "--seconds 0.1 --json");
  ASSERT_EQ(chosen.code, 0) << chosen.err;
  EXPECT_THAT(chosen.err, HasSubstr("LargeSteps: large steps: "));
  EXPECT_EQ(json::parse(chosen.out)["steps"], 6);
  const auto asked = pliant(std::string(stiff) + "--seconds 0.1 --steps descent --json");
  ASSERT_EQ(asked.code, 0) << asked.err;
  EXPECT_EQ(json::parse(asked.out)["steps"], 6);
  const auto given = pliant(std::string(stiff) + "--step 2e-7 --seconds 2e-4 --json");
  ASSERT_EQ(given.code, 0) << given.err;
  EXPECT_EQ(json::parse(given.out)["steps"], 1000);
  EXPECT_EQ(pliant(std::string(stiff) + "--steps some").code, 2);
}

TEST_F(StepsOf, ARunAreKeptInItsFolder) {
  write("scene.lua", R"(
sim = Simulation{seconds = 0.05}
sim:addBody{name = "cube", mesh = "cube", density = 1000, settings = {cells = 6, size = 0.1}}
sim:addAction(ElasticForces{young = 1e10, poisson = 0.3})
sim:addAction(Gravity())
sim:addAction(LargeSteps{method = "auto"})
)");
  ASSERT_EQ(pliant("run scene.lua -o chosen").code, 0);
  EXPECT_EQ(json::parse(text_of("chosen/run.json"))["chosen_steps"], "newton");
  ASSERT_EQ(pliant("run scene.lua -o asked --steps descent").code, 0);
  const json asked = json::parse(text_of("asked/run.json"));
  EXPECT_EQ(asked["steps"], "descent");
  EXPECT_EQ(asked["chosen_steps"], "");
}

}  // namespace
}  // namespace pliant
