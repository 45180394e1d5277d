#include "session/live_selection.h"
#include "session_support.h"

namespace pliant::viewer {

namespace {

// Nothing pulls at it: it is at rest from the beginning.
const std::string resting_cube = R"(
sim = Simulation{seconds = 100}
sim:addBody{mesh = "cube", settings = {cells = 3}, material = "jelly"}
sim:addAction(MassSpringForces{})
)";

class SessionSelection : public SessionTest {
 protected:
  std::unique_ptr<Show> resting() const {
    auto show = open(write("rest.lua", resting_cube).string());
    wait_for_model(*show);
    return show;
  }
  static bool falls_asleep(Show& show) {
    for (int i = 0; i < 200; ++i) {
      take_steps(show, 20);
      if (show.now()->selected > 0 && show.now()->active == 0) return true;
    }
    return false;
  }
};

TEST_F(SessionSelection, IsSwitchedOnAndOff) {
  const auto show = resting();
  Live& live = *show->live();
  const std::size_t vertices = show->now()->frame.bodies[0].positions.size();
  EXPECT_FALSE(live.selects());
  EXPECT_EQ(show->now()->selected, 0u);
  live.set_pixel(1e-3);
  live.select(true);
  EXPECT_TRUE(live.selects());
  EXPECT_TRUE(wait_until([&] { return show->now()->selected == vertices; }));
  EXPECT_LE(show->now()->active, vertices);
  show->reset();
  take_steps(*show, 3);
  EXPECT_EQ(show->now()->selected, vertices) << "also in a new run";
  live.select(false);
  EXPECT_TRUE(wait_until([&] { return show->now()->selected == 0; }));
  EXPECT_EQ(show->progress().trouble, "");
}

TEST_F(SessionSelection, IsAsExactAsCanBeSeenUnlessTheSceneSaysOtherwise) {
  const Scene scene(write("rest.lua", resting_cube));
  SceneRun run(scene.simulation());
  State& state = run.bodies()[0].state;
  LiveSelection selection;
  selection.begin(run);
  selection.set_pixel(1e-3);
  selection.apply(run);
  EXPECT_FALSE(state.dynamics().selection) << "the scene has none";
  selection.wish(LiveSelection::Wish::all);
  for (const double pixel : {1e-3, 2e-3}) {
    selection.set_pixel(pixel);
    selection.apply(run);
    EXPECT_EQ(state.dynamics().selection, DynamicSelection{.pixel = pixel});
  }
  const DynamicSelection given{.criterion = Equilibrium::speed, .threshold = 1e-6};
  state.set_selection(given);
  selection.begin(run);
  EXPECT_EQ(state.dynamics().selection, given);
  selection.wish(LiveSelection::Wish::none);
  selection.apply(run);
  EXPECT_FALSE(state.dynamics().selection);
}

TEST_F(SessionSelection, StatesOfNodesComeWhenTheyAreWanted) {
  const auto show = resting();
  EXPECT_TRUE(show->now()->states.empty());
  show->live()->want_states(true);
  ASSERT_TRUE(wait_until([&] { return show->now()->states.size() == 1; }));
  EXPECT_EQ(show->now()->states[0].size(), show->now()->frame.bodies[0].positions.size());
  const MomentPointer moment = show->now();
  for (const NodeState state : moment->states[0]) EXPECT_EQ(state, NodeState::active);
  take_steps(*show, 2);
  EXPECT_EQ(show->now()->states.size(), 1u);
  show->live()->want_states(false);
  EXPECT_TRUE(wait_until([&] { return show->now()->states.empty(); }));
}

TEST_F(SessionSelection, WhatSleepsIsNotReadAgain) {
  const auto show = resting();
  take_steps(*show, 2);
  const auto awake = show->now()->revision;
  take_steps(*show, 2);
  EXPECT_NE(show->now()->revision, awake);
  show->live()->select(true);
  show->live()->want_states(true);
  ASSERT_TRUE(falls_asleep(*show));
  take_steps(*show, 2);
  const MomentPointer before = show->now();
  take_steps(*show, 5);
  const MomentPointer after = show->now();
  EXPECT_EQ(after->revision, before->revision);
  EXPECT_GT(after->frame.time, before->frame.time);
  EXPECT_EQ(after->frame.bodies[0].positions, before->frame.bodies[0].positions);
  for (const NodeState state : after->states.at(0)) EXPECT_EQ(state, NodeState::inactive);
}

TEST_F(SessionSelection, AHandWakesTheBody) {
  const auto show = resting();
  show->live()->select(true);
  ASSERT_TRUE(falls_asleep(*show));
  const MomentPointer before = show->now();
  const Vec3d corner = before->frame.bodies[0].positions[0];
  show->live()->grab(0, 0, corner + Vec3d{0.3, 0.3, 0});
  take_steps(*show, 50);
  const MomentPointer after = show->now();
  EXPECT_NE(after->revision, before->revision);
  EXPECT_GT(after->active, 0u);
  EXPECT_GT(length(after->frame.bodies[0].positions[0] - corner), 0);
}

}  // namespace

}  // namespace pliant::viewer
