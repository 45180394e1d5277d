#include <gmock/gmock.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "run_program.h"

// Scenes and folders of runs that someone else made.

namespace pliant {
namespace {

using nlohmann::json;
using test::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* small = R"(
sim = Simulation{steps = define("steps", 20), time_step = 1e-4}
sim:addBody{name = "cube", mesh = "cube", settings = {cells = 2}, material = "rubber"}
sim:addAction(MassSpringForces())
sim:addAction(Probe{quantity = "volume"})
)";
// Lua looks for the match within one call, for longer than anyone waits.
constexpr const char* endless_pattern = "string.find(('a'):rep(1e5), ('.-'):rep(30) .. 'b')\n";

class Trust : public test::ProgramTest {
 protected:
  /// A run as if it had been stopped.
  void make_unfinished(const std::string& options) const {
    ASSERT_EQ(pliant("run scene.lua -o out " + options).code, 0);
    json run = json::parse(text_of("out/run.json"));
    run["finished"] = false;
    write("out/run.json", run.dump());
  }
  /// Stops `pliant ARGUMENTS` once its script has printed "begun".
  Outcome stopped(const std::string& arguments, int signal) const {
    std::filesystem::remove(path(".err"));  // of the one before
    const pid_t child = start(arguments);
    for (int i = 0; i < 20000 && text_of(".err").find("begun") == std::string::npos; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(child, signal);
    return finish(child);
  }
};

TEST_F(Trust, WhatAFolderSaysDoesNotLetItsScriptOut) {
  write("scene.lua", std::string("os.execute('touch gotcha')\n") + small);
  make_unfinished("--allow-io");
  ASSERT_TRUE(std::filesystem::remove(path("gotcha")));
  const Outcome told = pliant("resume out");
  EXPECT_EQ(told.code, 1);
  EXPECT_THAT(told.err, AllOf(HasSubstr("started with --allow-io"), HasSubstr("scene.lua")));
  EXPECT_FALSE(std::filesystem::exists(path("gotcha")));

  json run = json::parse(text_of("out/run.json"));
  run["allow_io"] = false;
  write("out/run.json", run.dump());
  const Outcome hidden = pliant("resume out");
  EXPECT_EQ(hidden.code, 1);
  EXPECT_THAT(hidden.err, HasSubstr("--allow-io lifts it"));
  EXPECT_FALSE(std::filesystem::exists(path("gotcha")));

  pliant("resume out --allow-io");
  EXPECT_TRUE(std::filesystem::exists(path("gotcha")));
}

TEST_F(Trust, AFolderDoesNotGiveItsScriptMoreMemory) {
  write("scene.lua", std::string("x = ('x'):rep(1.5e8)\n") + small);
  make_unfinished("--script-memory 500");
  json run = json::parse(text_of("out/run.json"));
  run["script_memory"] = 500;
  write("out/run.json", run.dump());
  const Outcome outcome = pliant("resume out");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("256 MB"), HasSubstr("--script-memory")));
}

TEST_F(Trust, LinksInAFolderAreNotFollowed) {
  write("scene.lua", small);
  make_unfinished("");
  write("precious", "mine");
  std::filesystem::remove(path("out/probes.csv"));
  std::filesystem::create_symlink(path("precious"), path("out/probes.csv"));
  for (const char* command : {"resume out", "run scene.lua -o out --overwrite"}) {
    const Outcome outcome = pliant(command);
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_THAT(outcome.err, HasSubstr("probes.csv: is a link")) << command;
  }
  std::filesystem::create_directory(path("new"));
  std::filesystem::create_symlink(path("precious"), path("new/probes.csv"));
  EXPECT_EQ(pliant("run scene.lua -o new").code, 1);
  EXPECT_EQ(text_of("precious"), "mine");
}

TEST_F(Trust, ALinkInPlaceOfTheLockIsNotFollowed) {
  write("scene.lua", small);
  write("precious", "mine");
  std::filesystem::create_directory(path("out"));
  std::filesystem::create_symlink(path("precious"), path("out/pliant.lock"));
  for (const char* command : {"run scene.lua -o out", "sweep scene.lua --vary steps=1,2 -o out"})
    EXPECT_THAT(pliant(command).err, HasSubstr("pliant.lock: is a link")) << command;
  EXPECT_EQ(text_of("precious"), "mine");
}

TEST_F(Trust, LinksOfOthersInAFolderAreNoMatter) {
  write("scene.lua", small);
  write("precious", "mine");
  std::filesystem::create_symlink(path("precious"), path("notes.txt"));
  std::filesystem::create_symlink(path("precious"), path("recordings"));
  const Outcome outcome = pliant("run scene.lua -o .");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::is_symlink(path("notes.txt")));
  EXPECT_EQ(text_of("precious"), "mine");
}

TEST_F(Trust, ADeepRunFileIsRefused) {
  std::filesystem::create_directory(path("out"));
  write("out/run.json", std::string(1'000'000, '['));
  EXPECT_THAT(pliant("resume out").err, HasSubstr("does not describe a run"));
  write("out/run.json", std::string(1'000'000, '[') + std::string(1'000'000, ']'));
  EXPECT_THAT(pliant("resume out").err, HasSubstr("too deep"));
}

TEST_F(Trust, TheFirstSignalEndsAScript) {
  write("pattern.lua", std::string("print('begun')\n") + endless_pattern);
  write("loop.lua", "print('begun') while true do end");
  write("late.lua", std::string(small) +
                        "sim:addAction(Load{group = 'all', force = function(t)\n"
                        "  if t > 1e-3 then print('begun') " +
                        endless_pattern + " end return 0, 0, 0 end})");
  for (const char* scene : {"pattern.lua", "loop.lua"})
    for (const char* command : {"check ", "run -o out "}) {
      EXPECT_EQ(stopped(std::string(command) + scene, SIGINT).code, 130) << command << scene;
      EXPECT_EQ(stopped(std::string(command) + scene, SIGTERM).code, 143) << command << scene;
    }
  EXPECT_EQ(stopped("check loop.lua", SIGHUP).code, 129);
  for (const char* scene : {"pattern.lua", "loop.lua"})
    EXPECT_EQ(stopped(std::string("sweep --vary k=1,2 -o swept ") + scene, SIGTERM).code, 143);
  EXPECT_EQ(stopped("run late.lua -D steps=1000 -o late", SIGINT).code, 130);
}

TEST_F(Trust, ACheckEndsInTime) {
  write("pattern.lua", endless_pattern);
  const Outcome outcome = pliant("check pattern.lua --timeout 200ms --json");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("more than 0.2 s"));
  EXPECT_EQ(json::parse(outcome.out)["exit_code"], 1);
  write("scene.lua", small);
  EXPECT_EQ(pliant("check scene.lua --timeout 10min").code, 0);
  EXPECT_EQ(pliant("check scene.lua --timeout soon").code, 2);
}

TEST_F(Trust, NamesMayHaveAnyBytes) {
  const std::string folder =
      "d\xff\xee\xbe\x80";  // no UTF-8, and a character that stands for a byte
  std::filesystem::create_directory(path(folder));
  write(folder + "/scene.lua", std::string("-- \xfe\n") + small +
                                   "sim:addGroup{name = 'g\xe9', select = 'all'}\n"
                                   "sim:addAction(Probe{name = 'p\xe9', quantity = 'position',\n"
                                   "  group = 'g\xe9'})\n"
                                   "define('a\xe9', 'b\xe9')\n");
  const std::string out = folder + "/out";
  for (const std::string& command : {"check '" + folder + "/scene.lua' --json",
                                     "run '" + folder + "/scene.lua' -o '" + out + "' --json",
                                     "info '" + out + "' --json", "resume '" + out + "' --json"}) {
    const Outcome outcome = pliant(command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(json::accept(outcome.out)) << outcome.out;
  }
  EXPECT_TRUE(json::accept(text_of(out + "/run.json")));
  EXPECT_THAT(pliant("info '" + out + "'").out, HasSubstr(folder + "/scene.lua (finished)"));
  const std::string sweep = "sweep '" + folder + "/scene.lua' --vary 'a\xe9=x\xff,y' -o swept";
  EXPECT_EQ(pliant(sweep).code, 0);
  EXPECT_EQ(pliant(sweep).code, 0) << "it goes on with its own folder";
  EXPECT_THAT(text_of("swept/sweep.csv"), AllOf(HasSubstr("p\xe9.x"), HasSubstr("x\xff")));
}

TEST_F(Trust, JsonIsPrintedWhateverHappens) {
  write("scene.lua", small);
  ASSERT_EQ(pliant("run scene.lua -o out").code, 0);
  const json finished = json::parse(pliant("resume out --json").out);
  EXPECT_EQ(finished["completed"], true);
  EXPECT_EQ(finished["output"], "out");
  write("wrong.lua", "\n\nx = y");
  const json error = json::parse(pliant("check wrong.lua --json").out);
  EXPECT_EQ(error["error"]["file"], "wrong.lua");
  EXPECT_EQ(error["error"]["line"], 3);
  EXPECT_EQ(error["exit_code"], 1);
  EXPECT_EQ(json::parse(pliant("info nothing.vtu --json").out)["exit_code"], 1);
  EXPECT_EQ(json::parse(pliant("info --json --nonsense").out)["exit_code"], 2);
  EXPECT_EQ(pliant("check wrong.lua").out, "");
}

TEST_F(Trust, NumbersTooSmallForADoubleAreRefusedInWords) {
  const Outcome outcome = pliant("drop cube --strain-limit 1e-310");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("not a number above 1"), Not(HasSubstr("unexpected"))));
}

}  // namespace
}  // namespace pliant
