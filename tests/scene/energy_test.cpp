#include <gmock/gmock.h>
#include <pliant/diverged.h>

#include "support/scenes.h"

// Energy that no work explains is told; energy that work explains is not.

namespace pliant {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const RunOptions watched{.watch_energy = true};

std::string cube(const std::string& settings, const std::string& rest) {
  return "sim = Simulation{" + settings +
         "}\n"
         "sim:addBody{name = 'cube', mesh = 'cube', settings = {cells = 4}, density = 1000}\n" +
         rest;
}

// Explicit Euler without damping gains energy with every step. It is hit once and falls freely.
std::string unstable(const std::string& rest = "") {
  return cube("seconds = 0.6, time_step = 2e-4",
              "sim:addAction(MassSpringForces{young = 1e6, poisson = 0.3, damping_time = 0})\n"
              "sim:addAction(Gravity())\n"
              "sim:addAction(Euler())\n"
              "sim:addAction(EventForces{{vertex = 3, step = 2, force = {0, 5000, 0}}})\n" +
                  rest);
}

Notes warnings_of(const std::string& script, const RunOptions& options = watched) {
  const Scene scene = test::scene(script);
  SceneRun run(scene.simulation(), options);
  run.advance(run.last_step());
  EXPECT_TRUE(run.finished());
  return run.warnings();
}

TEST(WatchedEnergy, ARiseInFreeFallIsToldWithBodyAndStep) {
  const Scene scene = test::scene(unstable());
  SceneRun run(scene.simulation(), watched);
  run.advance(3000);
  EXPECT_THAT(run.warnings(),
              ElementsAre(AllOf(HasSubstr("body 'cube' has gained"), HasSubstr(" J by step "),
                                HasSubstr("at most 0 J"))));
  EXPECT_EQ(run.step(), 3000) << "it goes on";
  EXPECT_THAT(warnings_of(unstable(), {}), IsEmpty()) << "nobody watches";
}

TEST(WatchedEnergy, ItStopsThereOnRequest) {
  const auto stopped = [](const std::string& script, bool stop) {
    const Scene scene = test::scene(script);
    SceneRun run(scene.simulation(), {.watch_energy = stop, .stop_when_energy_rises = stop});
    run.advance(3000);
    EXPECT_LT(run.step(), 3000);
    EXPECT_EQ(run.step() % 256, 0);
    EXPECT_THAT(run.warnings(), ElementsAre(run.stop_reason()));
  };
  stopped(unstable(), true);
  stopped(unstable("sim:addAction(WatchEnergy{stop = true})\n"), false);
  stopped(unstable("sim:addAction(WatchEnergy())\n"), true);
}

TEST(WatchedEnergy, WatchingChangesNoBit) {
  const auto hash = [](const RunOptions& options) {
    const Scene scene = test::scene(unstable());
    SceneRun run(scene.simulation(), options);
    run.advance(1000);
    return run.bodies()[0].state.hash();
  };
  EXPECT_EQ(hash(watched), hash({}));
}

class ExplainedEnergy : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(ExplainedEnergy, IsNotTold) {
  const std::string low = "local low, top = 'plane:0,0,0,0,1,0', 'plane:0,1,0,0,1,0'\n";
  const std::string rest = low + GetParam().second;
  for (const char* forces : {"MassSpringForces", "MaterialForces2", "MaterialForces3"})
    EXPECT_THAT(warnings_of(cube("seconds = 2", text("sim:addAction(", forces,
                                                     "{young = 1e5, poisson = 0.3})\n", rest))),
                IsEmpty())
        << forces;
}

INSTANTIATE_TEST_SUITE_P(
    Works, ExplainedEnergy,
    testing::Values(
        std::pair("rest", ""),
        std::pair("fall", "sim:addAction(Gravity())\nsim:addAction(Ground{level = -1})"),
        std::pair("penalty",
                  "sim:addAction(Gravity())\n"
                  "sim:addAction(Ground{level = -0.5, response = 'penalty'})"),
        std::pair("start_in_ground",
                  "sim:addAction(Gravity())\nsim:addAction(Ground{level = 0.2})"),
        std::pair("load",
                  "sim:addAction(Pin{group = low})\n"
                  "sim:addAction(Load{group = top, force = {1000, -2000, 0}})"),
        std::pair("ramp",
                  "sim:addAction(Pin{group = low})\n"
                  "sim:addAction(Load{group = top, force = {1000, 0, 0}, ramp = 0.5, "
                  "seconds = 1})"),
        std::pair("load_of_time",
                  "sim:addAction(Pin{group = low})\n"
                  "sim:addAction(Load{group = top, force = function(t) return "
                  "3000 * math.sin(20 * t), 0, 0 end})"),
        std::pair("pressure", "sim:addAction(Pressure{group = top, pressure = 5000})"),
        std::pair("cut",
                  "sim:addAction(Pin{group = top})\nsim:addAction(Gravity())\n"
                  "sim:addAction(Cut{point = {0, 0.5, 0}, normal = {0, 1, 0}, time = 1})"),
        std::pair("drive",
                  "sim:addAction(Pin{group = low})\n"
                  "sim:addAction(Drive{group = top, path = function(t) return "
                  "0.3 * math.sin(10 * t), 0, 0 end})"),
        std::pair("let_go",
                  "sim:addAction(Pin{group = low})\n"
                  "sim:addAction(Drive{group = top, path = function(t) return 0.5 * t, "
                  "0, 0 end, seconds = 1, hold = false})"),
        std::pair("moving_ball",
                  "sim:addAction(Ball{radius = 0.3, centre = function(t) return "
                  "-1 + 2 * t, 0.5, 0.5 end})"),
        std::pair("volume",
                  "sim:addAction(Pin{group = low})\nsim:addAction(Gravity())\n"
                  "sim:addAction(SimpleVolumeConstraint{})")),
    [](const auto& test) { return std::string(test.param.first); });

}  // namespace
}  // namespace pliant
