#include <gmock/gmock.h>
#include <pliant/probes.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "run_program.h"

namespace pliant {
namespace {

using test::Outcome;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* scene = R"(
sim = Simulation{steps = define("steps", 300), time_step = 2e-4}
sim:addBody{name = "cube", mesh = "cube", settings = {cells = 4}, material = "rubber"}
sim:addGroup{name = "bottom", point = {0, 0, 0}, normal = {0, 1, 0}}
sim:addAction(MassSpringForces())
sim:addAction(Pin{group = "bottom"})
sim:addAction(Ball{radius = 0.2, centre = function(t) return 0, 1.25 - t, 0 end})
if define("select", true) then sim:addAction(DynamicSelection()) end
sim:addAction(Probe{quantity = "active", every = 50})
)";

class CompareFullProgram : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("scene.lua", scene);
  }
};

TEST_F(CompareFullProgram, WritesProbesAPlotAndALine) {
  const Outcome told = pliant("run scene.lua --compare-full");
  ASSERT_EQ(told.code, 0) << told.err;
  EXPECT_THAT(told.out, AllOf(HasSubstr("without selection off by "), HasSubstr("nodes active")));
  const ProbeData table = read_probes(path("scene.run/probes.csv"));
  ASSERT_EQ(table.columns.size(), 5u);
  EXPECT_EQ(table.columns[1].name, "compare_full.largest");
  EXPECT_THAT(text_of("scene.run/compare-full.svg"),
              AllOf(HasSubstr("<svg"), HasSubstr("difference of displacement [m]"),
                    HasSubstr("difference of energy [J]"), HasSubstr("active nodes")));

  const Outcome json = pliant("run scene.lua --compare-full --overwrite --json");
  ASSERT_EQ(json.code, 0) << json.err;
  const auto report = nlohmann::json::parse(json.out)["compare_full"];
  for (const char* column : {"largest", "mean", "energy", "active"})
    EXPECT_GE(report[column]["most"].get<double>(), std::abs(report[column]["end"].get<double>()));
  EXPECT_LT(report["largest"]["most"].get<double>(), 1e-3);

  ASSERT_EQ(pliant("run scene.lua --overwrite").code, 0);
  EXPECT_FALSE(std::filesystem::exists(path("scene.run/compare-full.svg"))) << "of the run before";
}

TEST_F(CompareFullProgram, NeedsABodyThatSelects) {
  const Outcome outcome = pliant("run scene.lua --compare-full -D select=false");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("--compare-full: no body of the scene has a dynamic"),
                                 HasSubstr("add DynamicSelection to the scene")));
}

TEST_F(CompareFullProgram, ResumedItHasTheRowsOfOneThatWasNotStopped) {
  const std::string run = "run scene.lua --compare-full -D steps=3000 -o ";
  ASSERT_EQ(pliant(run + "whole").code, 0);
  const pid_t child = start(run + "stopped");
  for (int i = 0; i < 20000 && !std::filesystem::exists(path("stopped/run.json")); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kill(child, SIGINT);
  if (finish(child).code != 0) {
    const Outcome rest = pliant("resume stopped");
    ASSERT_EQ(rest.code, 0) << rest.err;
    EXPECT_THAT(rest.out, HasSubstr("without selection off by "));
  }
  EXPECT_EQ(text_of("whole/probes.csv"), text_of("stopped/probes.csv"));
}

}  // namespace
}  // namespace pliant
