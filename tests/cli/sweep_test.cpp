#include <gmock/gmock.h>
#include <pliant/probes.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "run_program.h"

namespace pliant {
namespace {

using test::Outcome;
using testing::HasSubstr;

// A weight on a spring of rubber: heavier ones hang lower.
constexpr const char* scene = R"(
local g = define("g", 1)
local cells = define("cells", 3)
sim = Simulation{steps = define("steps", 50), time_step = 2e-4}
sim:addBody{mesh = "cube", settings = {cells = cells}, material = "rubber"}
sim:addAction(MassSpringForces())
sim:addAction(Gravity{strength = g})
sim:addAction(Probe{quantity = "momentum", every = 10})
)";

class SweepProgram : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("scene.lua", scene);
  }
  std::vector<std::vector<std::string>> table(const std::string& file) const {
    std::vector<std::vector<std::string>> rows;
    std::istringstream in(text_of(file));
    for (std::string line; std::getline(in, line);) {
      std::istringstream cells(line);
      rows.emplace_back();
      for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
  }
};

TEST_F(SweepProgram, EveryCombinationIsARunOfItsOwn) {
  const Outcome outcome = pliant("sweep scene.lua --vary g=1:3:1 --vary cells=2,3 -o out");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto rows = table("out/sweep.csv");
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[0][1], "g");
  EXPECT_EQ(rows[0][2], "cells");
  // Free fall: momentum is - mass g t, whatever the mesh. The cube of rubber has 1 m³.
  const double mass = 1200;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double g = std::stod(rows[i][1]);
    EXPECT_EQ(g, 1 + static_cast<double>((i - 1) / 2));
    EXPECT_EQ(rows[i][2], i % 2 == 1 ? "2" : "3");
    EXPECT_EQ(rows[i][3], "50");
    EXPECT_NEAR(std::stod(rows[i][6]), -mass * g * 0.01, 1e-3 * mass * g * 0.01);
    const ProbeData alone = read_probes(path("out/" + rows[i][0] + "/probes.csv"));
    EXPECT_EQ(alone.values[1].back(), std::stod(rows[i][6]));
  }
}

TEST_F(SweepProgram, AKilledSweepGoesOnWhereItWas) {
  const std::string command = "sweep scene.lua --vary g=1:40:1 -D steps=2000 -o out";
  const pid_t child = start(command);
  for (int i = 0; i < 10000 && !std::filesystem::exists(path("out/03/result.json")); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  kill(child, SIGKILL);
  finish(child);
  const auto first = std::filesystem::last_write_time(path("out/03/result.json"));
  const Outcome outcome = pliant(command);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::filesystem::last_write_time(path("out/03/result.json")), first);
  EXPECT_EQ(table("out/sweep.csv").size(), 41u);
  ASSERT_EQ(pliant("sweep scene.lua --vary g=1:40:1 -D steps=2000 -o whole").code, 0);
  EXPECT_EQ(text_of("out/sweep.csv"), text_of("whole/sweep.csv"));
}

TEST_F(SweepProgram, IsNotGoneOnWithWhereAMeshHasChanged) {
  ASSERT_EQ(pliant("mesh cube -o body.vtu").code, 0);
  std::string text = scene;
  const std::string shape = "mesh = \"cube\", settings = {cells = cells}";
  write("file.lua", text.replace(text.find(shape), shape.size(), "mesh = \"body.vtu\""));
  const std::string command = "sweep file.lua --vary g=1,2 -o out";
  ASSERT_EQ(pliant(command).code, 0);
  std::filesystem::remove(path("out/2/result.json"));
  ASSERT_EQ(pliant(command).code, 0) << "the same mesh";
  std::filesystem::remove(path("out/2/result.json"));
  ASSERT_EQ(pliant("mesh cube cells=3 -o body.vtu").code, 0);
  const Outcome outcome = pliant(command);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("a mesh has changed"));
}

TEST_F(SweepProgram, ThatWasKilledWhileItBeganGoesOn) {
  std::filesystem::create_directory(path("out"));
  write("out/pliant.lock", "");
  write("out/sweep.json.part", "{");
  EXPECT_EQ(pliant("sweep scene.lua --vary g=1,2 -o out").code, 0);
  EXPECT_FALSE(std::filesystem::exists(path("out/pliant.lock")));
  std::filesystem::create_directory(path("mine"));
  write("mine/letter.txt", "");
  EXPECT_THAT(pliant("sweep scene.lua --vary g=1,2 -o mine").err, HasSubstr("is not empty"));
}

TEST_F(SweepProgram, ACombinationThatDoesNotWorkIsToldInTheTable) {
  const Outcome outcome = pliant("sweep scene.lua --vary cells=2,0 -o out");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("2 runs, 1 with a problem"));
  EXPECT_THAT(text_of("out/sweep.csv"), HasSubstr("cells"));
}

TEST_F(SweepProgram, ProbesThatOnlySomeRunsHaveStandUnderTheirNames) {
  write("scene.lua",
        std::string(scene) +
            "if g ~= 2 then sim:addAction(Probe{name = 'size', quantity = 'volume'}) end\n"
            "if g >= 2 then sim:addAction(Probe{name = 'low', quantity = 'lowest'}) end\n");
  const Outcome outcome = pliant("sweep scene.lua --vary g=1,2,3 -o out");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto rows = table("out/sweep.csv");
  ASSERT_EQ(rows.size(), 4u);
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(rows[0], name) - rows[0].begin());
  };
  const std::size_t size = column("size"), low = column("low");
  ASSERT_LT(size, rows[0].size());
  ASSERT_LT(low, rows[0].size());
  for (std::size_t run = 1; run <= 3; ++run) {
    ASSERT_GT(rows[run].size(), std::min(size, low)) << run;
    const auto cell = [&](std::size_t c) { return c < rows[run].size() ? rows[run][c] : ""; };
    if (run == 2) {
      EXPECT_EQ(cell(size), "");
    } else {
      EXPECT_NEAR(std::stod(cell(size)), 1, 1e-3);  // m³
    }
    if (run == 1) {
      EXPECT_EQ(cell(low), "");
    } else {
      EXPECT_NEAR(std::stod(cell(low)), 0, 1e-3);  // m
    }
  }
}

TEST_F(SweepProgram, ALinkInItsFolderIsNotFollowed) {
  ASSERT_EQ(pliant("sweep scene.lua --vary g=1,2 -o out").code, 0);
  write("precious", "mine");
  std::filesystem::remove(path("out/sweep.csv"));
  std::filesystem::create_symlink(path("precious"), path("out/sweep.csv"));
  const Outcome outcome = pliant("sweep scene.lua --vary g=1,2 -o out");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("sweep.csv: is a link"));
  EXPECT_EQ(text_of("precious"), "mine");
}

TEST_F(SweepProgram, WrongUsageIsSaid) {
  for (const char* vary :
       {"g", "g=", "=3", "g=1:2", "g=1:2:0", "g=3:1:1", "g=a:b:c", "g=1,,2", "g=0:1:1e-9"}) {
    const Outcome outcome = pliant(std::string("sweep scene.lua -o out --vary '") + vary + "'");
    EXPECT_EQ(outcome.code, 2) << vary;
    EXPECT_FALSE(std::filesystem::exists(path("out")));
  }
  EXPECT_EQ(pliant("sweep scene.lua -o out --vary g=1 --vary g=2").code, 2);
  const Outcome unknown = pliant("sweep scene.lua -o out --vary gg=1,2");
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("gg"));
  ASSERT_EQ(pliant("sweep scene.lua -o out --vary g=1,2").code, 0);
  const Outcome other = pliant("sweep scene.lua -o out --vary g=1,3");
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err, HasSubstr("another sweep"));
}

}  // namespace
}  // namespace pliant
