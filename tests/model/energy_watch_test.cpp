#include <gtest/gtest.h>
#include <pliant/advance.h>
#include <pliant/mass_spring.h>
#include <pliant/stability.h>

#include "support/dynamics.h"

// A StepControl that watches energies goes back where a body has more than it began with.

namespace pliant {
namespace {

using namespace test;

// So soft that a step is as long as the time between two looks at its energy: it is seen to gain
// some long before it runs away.
struct Jelly {
  Model model{mass_spring_solid(cube_mesh(3, 1), make_material(300, 0.3, 1000))};
  Dynamics dynamics{.obstacles = {{Floor{{0, -0.5, 0}}}}};
  double stable = stable_step(model, dynamics);

  State state(double share, bool falls = true) const {
    Dynamics d = falls ? dynamics : Dynamics{.gravity = {}};
    d.time_step = share * stable;
    State out(model, d);
    shake(out, 0.002, 0.02);
    return out;
  }
};

struct Course {
  double most = 0;  // J, over that of the start
  double shortest_step;
  bool ran_away;
};

Course course(const Jelly& jelly, State state, bool watch, int steps) {
  StepControl control(state, jelly.stable);
  if (watch) control.watch_energy();
  const double start = state.energy().total();
  EXPECT_GT(start, 0);
  Course out{};
  for (int i = 0; i < steps; ++i) {
    control.advance(jelly.model, state);
    out.most = std::max(out.most, state.energy().total() / start);
  }
  EXPECT_NEAR(state.time(), steps * control.whole_step(), 1e-9 * state.time());
  out.shortest_step = control.shortest_step();
  out.ran_away = control.ran_away().has_value();
  return out;
}

TEST(EnergyWatch, StepsThatGiveEnergyAreTakenAgainWithHalfTheirLength) {
  const Jelly jelly;
  const State state = jelly.state(1.05, false);
  const Course plain = course(jelly, state, false, 60);
  const Course watched = course(jelly, state, true, 60);
  EXPECT_GT(plain.most, 2) << "or there is nothing to watch for";
  EXPECT_LT(watched.most, 1.15);
  EXPECT_TRUE(watched.ran_away);
  EXPECT_LT(watched.shortest_step, jelly.stable);
}

TEST(EnergyWatch, GoodStepsStayAsTheyAre) {
  const Jelly jelly;
  const State state = jelly.state(0.5);
  const Course watched = course(jelly, state, true, 200);
  EXPECT_FALSE(watched.ran_away);
  EXPECT_EQ(watched.shortest_step, 0.5 * jelly.stable);
  State plain = state, controlled = state;
  StepControl control(controlled, jelly.stable);
  control.watch_energy();
  control.advance(jelly.model, controlled, 77);
  step(jelly.model, plain, 77);
  EXPECT_EQ(controlled.hash(), plain.hash());
}

TEST(EnergyWatch, WhatOthersGiveIsNoGain) {
  const Jelly jelly;
  State state = jelly.state(0.03);  // free fall, too, is to have its energy
  StepControl control(state, jelly.stable);
  control.watch_energy();
  control.advance(jelly.model, state, 30);
  // Kicked.
  state.set_velocities(std::vector<Vec3d>(jelly.model.vertex_count(), Vec3d{0, 20, 0}));
  control.advance(jelly.model, state, 60);
  EXPECT_FALSE(control.ran_away());
  // Lifted by a floor that rises.
  state.set_obstacles(std::vector<Obstacle>{{.shape = Floor{{0, -0.5, 0}}, .velocity = {0, 3, 0}}});
  control.advance(jelly.model, state, 200);
  EXPECT_FALSE(control.ran_away());
  EXPECT_EQ(control.shortest_step(), control.whole_step());
}

}  // namespace
}  // namespace pliant
