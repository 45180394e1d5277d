#include <gmock/gmock.h>
#include <pliant/recording.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "run_program.h"

namespace pliant {
namespace {

using test::Outcome;
using testing::HasSubstr;

// Everything that must go on: drives with and without an end, ramps, probes, frames, half kicks.
constexpr const char* scene = R"(
sim = Simulation{steps = define("steps", 6000), time_step = 2e-4}
sim:addBody{name = "cube", mesh = "cube", settings = {cells = 6}, material = "rubber"}
sim:addGroup{name = "bottom", point = {0, 0, 0}, normal = {0, 1, 0}}
sim:addGroup{name = "top", point = {0, 1, 0}, normal = {0, 1, 0}}
sim:addAction(MassSpringForces())
sim:addAction(LeapFrog())
sim:addAction(Gravity(9.81))
sim:addAction(Pin{group = "bottom"})
sim:addAction(Drive{group = "top", path = function(t) return 0.05 * math.sin(30 * t), 0, 0 end,
                    start = 0.01})
sim:addAction(Probe{quantity = "energy", every = 7})
sim:addAction(Record{every = 40})
)";

class Resume : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("scene.lua", scene);
  }
  /// Waits for a file, but not for ever.
  bool comes(const std::string& file) const {
    for (int i = 0; i < 20000 && !std::filesystem::exists(path(file)); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return std::filesystem::exists(path(file));
  }
  static std::string hash(const Outcome& outcome) {
    const auto report = nlohmann::json::parse(outcome.out, nullptr, false);
    return report.is_object() ? report["bodies"][0]["hash"].get<std::string>() : "none";
  }
  void expect_equal(const std::string& a, const std::string& b) const {
    EXPECT_EQ(text_of(a + "/probes.csv"), text_of(b + "/probes.csv"));
    const Recording first(path(a)), second(path(b));
    ASSERT_EQ(first.frames(), second.frames());
    for (std::int64_t i = 0; i < first.frames(); ++i) {
      EXPECT_EQ(first.steps()[static_cast<std::size_t>(i)],
                second.steps()[static_cast<std::size_t>(i)]);
      EXPECT_TRUE(first.read(i).bodies[0].positions == second.read(i).bodies[0].positions);
    }
  }
};

TEST_F(Resume, AfterAnyKillTheRunIsAsOneThatWasNotKilled) {
  const Outcome whole = pliant("run scene.lua -o whole --json --hash");
  ASSERT_EQ(whole.code, 0) << whole.err;
  std::mt19937 random(4);
  std::uniform_real_distribution<double> seconds(0.01, 0.2);
  int resumed = 0;
  for (int kills = 0; kills < 50; ++kills) {
    const bool begun = std::filesystem::exists(path("killed/run.json"));
    const pid_t child = start(begun ? "resume killed --json --hash"
                                    : "run scene.lua -o killed --checkpoint 30ms --overwrite "
                                      "--json --hash");
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds(random)));
    kill(child, SIGKILL);
    finish(child);
    resumed += begun;
    if (has_recording(path("killed"))) {
      const Recording left(path("killed"));
      for (std::int64_t i = 0; i < left.frames(); ++i)
        EXPECT_EQ(left.read(i).step, 40 * i) << "after kill " << kills;
    }
    // A run that has come to its end goes on from the beginning.
    if (text_of("killed/run.json").find("\"finished\": true") != std::string::npos) {
      expect_equal("whole", "killed");
      std::filesystem::remove_all(path("killed"));
    }
  }
  EXPECT_GT(resumed, 20);
  if (!std::filesystem::exists(path("killed/run.json"))) {
    ASSERT_EQ(pliant("run scene.lua -o killed --checkpoint 30ms --overwrite").code, 0);
  }
  const Outcome last = pliant("resume killed --json --hash");
  ASSERT_EQ(last.code, 0) << last.err;
  expect_equal("whole", "killed");
  if (last.out.starts_with("{")) {
    EXPECT_EQ(hash(last), hash(whole));
  }
}

TEST_F(Resume, CtrlCLeavesACheckpoint) {
  const Outcome whole = pliant("run scene.lua -o whole -D steps=3000 --json --hash");
  const pid_t child = start("run scene.lua -o stopped -D steps=3000");
  ASSERT_TRUE(comes("stopped/run.json"));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kill(child, SIGINT);
  const Outcome stopped = finish(child);
  if (stopped.code != 0) {
    EXPECT_EQ(stopped.code, 130);
    EXPECT_THAT(stopped.err, HasSubstr("pliant resume stopped"));
    const Outcome rest = pliant("resume stopped --json --hash");
    ASSERT_EQ(rest.code, 0) << rest.err;
    EXPECT_EQ(hash(rest), hash(whole));
  }
  expect_equal("whole", "stopped");
  EXPECT_THAT(pliant("resume stopped").out, HasSubstr("is finished"));
}

TEST_F(Resume, WhatCannotBeResumedIsSaid) {
  Outcome outcome = pliant("resume nowhere");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("there is no run to resume here"));
  std::filesystem::create_directory(path("broken"));
  write("broken/run.json", "{\"scene\": 3}");
  outcome = pliant("resume broken");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("does not describe a run"));
  outcome = pliant("run scene.lua --checkpoint soon");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no duration"));
}

TEST_F(Resume, ADamagedCheckpointIsRefused) {
  const pid_t child = start("run scene.lua -o out --checkpoint 1ms -D steps=100000");
  ASSERT_TRUE(comes("out/checkpoint.bin"));
  kill(child, SIGKILL);
  finish(child);
  std::string bytes = text_of("out/checkpoint.bin");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 8);
  write("out/checkpoint.bin", bytes);
  const Outcome outcome = pliant("resume out");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("damaged"));
  EXPECT_GE(Recording(path("out")).frames(), 1) << "what was recorded is still there";
}

}  // namespace
}  // namespace pliant
