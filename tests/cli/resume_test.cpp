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
  /// Runs until a file is there, and kills.
  void kill_when(const std::string& arguments, const std::string& file) const {
    const pid_t child = start(arguments);
    ASSERT_TRUE(comes(file));
    kill(child, SIGKILL);
    finish(child);
  }
  void damage(const std::string& file) const {
    std::string bytes = text_of(file);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 8);
    write(file, bytes);
  }
  static std::string replaced(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
  }
  static std::string hash(const Outcome& outcome) {
    const auto report = nlohmann::json::parse(outcome.out, nullptr, false);
    return report.contains("bodies") ? report["bodies"][0]["hash"].get<std::string>() : "none";
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
  if (hash(last) != "none") {  // it was not finished before
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

TEST_F(Resume, WhereTheLastCheckpointIsDamagedTheOneBeforeIsTaken) {
  ASSERT_EQ(pliant("run scene.lua -o whole").code, 0);
  kill_when("run scene.lua -o out --checkpoint 1ms", "out/checkpoint-before.bin");
  damage("out/checkpoint.bin");
  const Outcome outcome = pliant("resume out");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("the checkpoint is damaged"));
  expect_equal("whole", "out");
}

TEST_F(Resume, WithoutASoundCheckpointNothingIsThrownAwayUnasked) {
  ASSERT_EQ(pliant("run scene.lua -o whole").code, 0);
  kill_when("run scene.lua -o out --checkpoint 1ms", "out/recording-000004.h5");
  damage("out/checkpoint.bin");
  if (std::filesystem::exists(path("out/checkpoint-before.bin")))
    damage("out/checkpoint-before.bin");
  const std::int64_t frames = Recording(path("out")).frames();
  const std::string rows = text_of("out/probes.csv");
  ASSERT_GT(frames, 1);
  Outcome outcome = pliant("resume out");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the checkpoint is damaged"));
  EXPECT_THAT(outcome.err, HasSubstr("--restart: it throws away " + std::to_string(frames)));
  EXPECT_EQ(Recording(path("out")).frames(), frames);
  EXPECT_EQ(text_of("out/probes.csv"), rows);
  outcome = pliant("resume out --restart");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_equal("whole", "out");
}

TEST_F(Resume, WhereTheCheckpointIsOfAnotherMeshNothingIsChanged) {
  ASSERT_EQ(pliant("mesh cube -o cube.vtu").code, 0);
  write("file.lua",
        replaced(scene, "mesh = \"cube\", settings = {cells = 6}", "mesh = \"cube.vtu\""));
  kill_when("run file.lua -o out --checkpoint 1ms", "out/recording-000003.h5");
  const std::int64_t frames = Recording(path("out")).frames();
  const std::string rows = text_of("out/probes.csv");
  ASSERT_EQ(pliant("mesh cube cells=3 -o cube.vtu").code, 0);
  EXPECT_EQ(pliant("resume out").code, 1);
  EXPECT_EQ(Recording(path("out")).frames(), frames);
  EXPECT_EQ(text_of("out/probes.csv"), rows);
}

TEST_F(Resume, AFolderHasOneOwner) {
  const pid_t child = start("run scene.lua -o out --checkpoint 1ms -D steps=100000000");
  ASSERT_TRUE(comes("out/checkpoint.bin"));
  for (const char* other :
       {"resume out", "run scene.lua -o out", "run scene.lua -o out --overwrite",
        "sweep scene.lua --vary steps=1,2 -o out"}) {
    const Outcome outcome = pliant(other);
    EXPECT_EQ(outcome.code, 1) << other;
    EXPECT_THAT(outcome.err, HasSubstr("in use by process " + std::to_string(child))) << other;
    EXPECT_THAT(outcome.err, HasSubstr("run scene.lua -o out --checkpoint 1ms")) << other;
  }
  kill(child, SIGKILL);
  finish(child);
  EXPECT_TRUE(std::filesystem::exists(path("out/pliant.lock")));
  EXPECT_EQ(pliant("run scene.lua -o out --overwrite -D steps=10").code, 0);
  EXPECT_FALSE(std::filesystem::exists(path("out/pliant.lock")));
}

TEST_F(Resume, ARunThatWasKilledWhileItBeganGoesOnWithTheSameCommand) {
  const pid_t child = start("run scene.lua -o out");
  ASSERT_TRUE(comes("out/run.json"));
  kill(child, SIGKILL);
  finish(child);
  // As if the kill had come after the first file of the recording, before the rest.
  std::string description = text_of("out/run.json");
  const std::size_t begun = description.find("\"begun\": true");
  if (begun != std::string::npos) description.replace(begun, 13, "\"begun\": false");
  ASSERT_THAT(description, HasSubstr("\"begun\": false"));
  write("out/run.json", description);
  const Outcome outcome = pliant("run scene.lua -o out");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(pliant("run scene.lua -o out").code, 1) << "an earlier run";
}

TEST_F(Resume, WhatCannotBeginLeavesNoFolder) {
  write("bad.lua", replaced(scene, "Gravity(9.81)", "Pin{group = \"none\"}"));
  EXPECT_EQ(pliant("run bad.lua -o out").code, 1);
  EXPECT_FALSE(std::filesystem::exists(path("out")));
}

TEST_F(Resume, AHangupIsAsATermination) {
  const Outcome whole = pliant("run scene.lua -o whole --json --hash");
  for (const int signal : {SIGHUP, SIGTERM}) {
    const std::string out = "stopped" + std::to_string(signal);
    const pid_t child = start("run scene.lua -o " + out);
    ASSERT_TRUE(comes(out + "/probes.csv"));
    kill(child, signal);
    const Outcome stopped = finish(child);
    if (stopped.code != 0) {
      EXPECT_EQ(stopped.code, 128 + signal);
      EXPECT_FALSE(std::filesystem::exists(path(out + "/recording.h5"))) << "it is in pieces";
      EXPECT_EQ(hash(pliant("resume " + out + " --json --hash")), hash(whole));
    }
    expect_equal("whole", out);
  }
}

}  // namespace
}  // namespace pliant
