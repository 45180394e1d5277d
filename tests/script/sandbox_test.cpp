#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenes.h"

namespace pliant {
namespace {

using test::problem;
using test::scene;
using testing::HasSubstr;

TEST(Sandbox, HasNoWayToFilesProcessesOrOtherCode) {
  for (const char* name : {"io", "os", "require", "package", "debug", "load", "loadfile", "dofile",
                           "collectgarbage", "setmetatable", "getmetatable", "coroutine", "xpcall"})
    EXPECT_THAT(problem(std::string("x = ") + name),
                testing::AllOf(HasSubstr("scene.lua:1: "), HasSubstr("--allow-io lifts it")))
        << name;
  EXPECT_THAT(problem("string.dump(print)"), HasSubstr("attempt to call a nil value"));
  EXPECT_THAT(problem("\x1bLua"), HasSubstr("attempt to load a binary chunk"));
}

TEST(Sandbox, KeepsWhatScenesNeed) {
  EXPECT_EQ(scene("sim = Simulation() for i, v in ipairs({1, 2}) do sim.seconds = v end\n"
                  "assert(math.sin(0) == 0 and ('x'):rep(3, ',') == 'x,x,x' and "
                  "#table.move({1, 2}, 1, 2, 2) == 3)\n"
                  "assert(select('#', pcall(error, 'x')) == 2 and (''):rep(1e18) == '')")
                .simulation()
                .settings.value.seconds,
            2);
}

TEST(Sandbox, AllowIoLiftsIt) {
  EXPECT_NO_THROW(
      scene("assert(io.open and os.getenv and require and load('return 1')() == 1) "
            "sim = Simulation()",
            {.allow_io = true}));
}

TEST(Sandbox, MemoryHasALimitThatTheErrorNames) {
  for (const char* bomb : {"x = ('x'):rep(1e9)", "t = {} for i = 1, 1e9 do t[i] = {i} end",
                           "s = 'x' while true do s = s .. s end"})
    EXPECT_THAT(problem(bomb, {.memory = std::size_t{20} << 20}),
                HasSubstr("needs more than its 20 MB of memory"))
        << bomb;
}

TEST(Sandbox, TooManyActionsAreRefused) {
  EXPECT_THAT(problem("t = {} while true do t[#t + 1] = Gravity() end"),
              HasSubstr("more than 100000 actions"));
  EXPECT_THAT(problem("sim = Simulation() g = Gravity() while true do sim:addAction(g) end"),
              HasSubstr("10000 actions already"));
}

TEST(Sandbox, EndlessLoopsEnd) {
  for (const char* loop :
       {"while true do end", "repeat until false", "local function f() return f() end f()",
        "while true do pcall(function() while true do end end) end",
        "local function f() while true do pcall(f) end end f()",
        "table.sort({3, 2, 1}, function() while true do end end)"}) {
    EXPECT_THAT(problem(loop, {.instructions = 1'000'000}),
                HasSubstr("took more than 1000000 instructions"))
        << loop;
  }
}

TEST(Sandbox, AnInterruptStopsScriptsAndTheirFunctions) {
  int asked = 0;
  EXPECT_THROW(scene("while true do end", {.interrupted = [&] { return ++asked > 3; }}),
               ScriptInterrupted);
  bool stop = false;
  const Scene s = scene(test::cube_scene("sim.seconds = 0.01\n"
                                         "sim:addAction(Load{group = 'all', force = function(t)\n"
                                         "  while true do end end, start = 0.005})"),
                        {.interrupted = [&] { return stop; }});
  SceneRun run(s.simulation());
  stop = true;
  EXPECT_THROW(run.advance(1000000), ScriptInterrupted);
}

TEST(Sandbox, MovesOfEndlessLengthAreRefused) {
  EXPECT_THAT(problem("table.move({}, 1, 1e17, 2)"), HasSubstr("ten million"));
}

TEST(Sandbox, AnErrorDeepInsideLeavesTheScriptUsable) {
  EXPECT_NO_THROW(
      scene("sim = Simulation()\n"
            "for i = 1, 100 do\n"
            "  assert(not pcall(Gravity, 'x'))\n"
            "  assert(not pcall(function() Gravity{strength = {1, {2, {3, {4, {5}}}}}} end))\n"
            "end\n"
            "sim:addAction(Gravity(1))"));
}

}  // namespace
}  // namespace pliant
