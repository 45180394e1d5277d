#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/run.h>
#include <pliant/script.h>

// An action that only this file knows.

namespace pliant {
namespace {

using testing::HasSubstr;

/// Blows all vertices away.
struct Wind {
  double speed = 2;
  BodyName body;

  static Declaration declare() {
    return Declare<Wind>("Wind", "weather", "Blows everything along x.", "sim:addAction(Wind(3))")
        .parameter("speed", &Wind::speed, "m/s", "how fast it blows", limits::not_negative)
        .parameter("body", &Wind::body, "", "which body");
  }

  std::unique_ptr<Work> prepare(Stage& stage) const {
    struct Blow final : Work {
      double speed;
      std::vector<std::size_t> bodies;
      void start(SceneRun& run) override {
        for (const std::size_t b : bodies) {
          State& state = run.bodies()[b].state;
          state.set_velocities(
              std::vector<Vec3d>(state.model().vertex_count(), Vec3d{speed, 0, 0}));
        }
      }
    };
    auto blow = std::make_unique<Blow>();
    blow->speed = speed;
    blow->bodies = stage.chosen(body);
    return blow;
  }
};

const RegisterAction<Wind> wind;

TEST(Registry, AnActionOfAnotherFileIsInLuaInTheHelpAndInTheDocs) {
  EXPECT_THAT(actions_text(), HasSubstr("weather\n  Wind"));
  EXPECT_THAT(action_text(find_action("Wind").declaration), HasSubstr("how fast it blows"));
  EXPECT_THAT(actions_markdown(), HasSubstr("### Wind\n\nBlows everything along x."));
  for (const char* form : {"Wind:new(3)", "Wind(3)", "Wind{speed = 3}", "Wind{3}"}) {
    SCOPED_TRACE(form);
    const Scene scene(
        "wind.lua",
        std::string("sim = Simulation{seconds = 0.1, time_step = 0.001}\n"
                    "sim:addBody{mesh = 'cube', settings = {cells = 2}, density = 1}\n"
                    "sim:addAction(DistanceSpring{stiffness = 1e-3})\n"
                    "sim:addAction(") +
            form + ")",
        {});
    SceneRun run(scene.simulation());
    run.advance(100);
    EXPECT_NEAR(run.bodies()[0].state.positions()[0].x, run.bodies()[0].mesh->vertices()[0].x + 0.3,
                1e-5);
  }
}

TEST(Registry, RangesHoldForItToo) {
  try {
    Scene("wind.lua", "w = Wind(-1)", {});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("wind.lua:1: Wind: 'speed' is the number -1"));
  }
}

TEST(Registry, ANameIsTakenOnce) {
  EXPECT_THROW(register_action(action_type<Wind>()), InputError);
}

}  // namespace
}  // namespace pliant
