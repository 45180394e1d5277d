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

// Positions that hang on chance and on the order of a table.
constexpr const char* by_chance = R"(
sim = Simulation()
local names = {}
for i = 1, 50 do names["b" .. i * 7 % 101] = math.random() end
for name, x in pairs(names) do
  sim:addBody{name = name, mesh = "cube", position = {x, math.random(), 0}}
end
)";

TEST(Sandbox, AScriptIsTheSameEachTime) {
  const auto once = scene(by_chance), again = scene(by_chance);
  const auto &a = once.simulation().bodies(), &b = again.simulation().bodies();
  ASSERT_EQ(a.size(), 50u);
  ASSERT_EQ(b.size(), 50u);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i]->value.name, b[i]->value.name);
    EXPECT_TRUE(a[i]->value.position == b[i]->value.position);
    if (i > 0) {
      EXPECT_LT(a[i - 1]->value.name, a[i]->value.name);
    }
  }
  EXPECT_NO_THROW(
      scene("math.randomseed() local a = math.random() math.randomseed(0)\n"
            "assert(a == math.random())\n"
            "local t = {3, [2.5] = 1, x = 2, [true] = 0}\n"
            "local s = '' for k in pairs(t) do s = s .. tostring(k) .. ' ' end\n"
            "assert(s == 'true 1 2.5 x ', s) sim = Simulation()"));
  EXPECT_THAT(problem("\nfor k in pairs(nil) do end"),
              testing::AllOf(HasSubstr("scene.lua:2: "), HasSubstr("pairs needs a table")));
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

// Texts that C++ keeps are no longer Lua's.
TEST(Sandbox, WhatTheSceneKeepsCountsAsMemory) {
  for (const char* bomb :
       {"for i = 1, 100 do define('d' .. i, ('x'):rep(1e6)) end",
        "for i = 1, 100 do Pin{group = ('x'):rep(1e6)} end",
        "for i = 1, 100 do sim:addGroup{name = 'g' .. i, select = ('x'):rep(1e6)} end",
        "p = Pin{group = ('x'):rep(1e6)} for i = 1, 100 do sim:addAction(p) end",
        "t = {} for i = 1, 1e5 do t['n' .. i] = i end "
        "for i = 1, 100 do sim:addBody{name = 'b' .. i, mesh = 'cube', settings = t} end"})
    EXPECT_THAT(
        problem(std::string("sim = Simulation()\n") + bomb, {.memory = std::size_t{20} << 20}),
        HasSubstr("needs more than its 20 MB of memory"))
        << bomb;
}

TEST(Sandbox, SmallValuesMayBeSetAgainAndAgain) {
  EXPECT_NO_THROW(
      scene("sim = Simulation() g = Pin{group = 'all'}\n"
            "for i = 1, 2e5 do g.group = 'bottom' define('a', 'a text') end",
            {.memory = std::size_t{2} << 20}));
}

TEST(Sandbox, NamesAndErrorsHaveALongestLength) {
  for (const char* name :
       {"define(('x'):rep(201), 1)", "Body{mesh = 'cube', name = ('x'):rep(201)}",
        "Group{name = ('x'):rep(201)}", "Probe{name = ('x'):rep(201)}",
        "CalculateFlux{name = ('x'):rep(201)}", "Gravity{body = ('x'):rep(201)}"})
    EXPECT_THAT(problem(std::string("\n") + name),
                testing::AllOf(HasSubstr("scene.lua:2: "), HasSubstr("200 are the most")))
        << name;
  EXPECT_THAT(problem("\nBody{mesh = ('x'):rep(5000)}"),
              testing::AllOf(HasSubstr("scene.lua:2: "), HasSubstr("4096 are the most")));
  EXPECT_NO_THROW(scene("sim = Simulation() sim:addGroup{name = ('x'):rep(200), select = 'all'}"));
  EXPECT_LT(problem("error(('(scene)'):rep(1e6))").size(), 10'000u);
}

TEST(Sandbox, TellsOthersWhetherItRuns) {
  ScriptActivity activity;
  std::int64_t running = 0;
  const auto look = [&] {
    running = activity.begun - activity.ended;
    return true;
  };
  EXPECT_THROW(scene("while true do end", {.interrupted = look, .activity = &activity}),
               ScriptInterrupted);
  EXPECT_EQ(running, 1);
  EXPECT_EQ(activity.begun, 1);
  EXPECT_EQ(activity.ended, 1);
}

TEST(Sandbox, TheFirstLineMayBeForTheShell) {
  EXPECT_NO_THROW(scene("#!/usr/bin/env pliant\nsim = Simulation()"));
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
  const Scene s =
      scene(test::cube_scene("sim.seconds = 0.01\n"
                             "sim:addAction(Load{group = 'all', force = function(t)\n"
                             "  while t > 0.006 do end return 0, 0, 0 end, start = 0.005})"),
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
