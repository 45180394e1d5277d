#include <gtest/gtest.h>
#include <pliant/advance.h>
#include <pliant/cut.h>

#include <algorithm>

#include "contact/contacts.h"
#include "support/touching.h"

// Bodies at rest on each other fall asleep, cost nothing then, and wake where something touches
// them or what bore them goes away.

namespace pliant {
namespace {

using namespace test;

constexpr std::int64_t settling = 12000;  // steps
const Material soft = make_material(2e5, 0.3, 1000, 2e-3);

/// Cubes on each other on the ground, and one that is thrown from afar.
struct Pile {
  Model model;
  State state;
  explicit Pile(bool selects, const ModelOptions& options = in_double)
      : model(bodies(), options), state(model, dynamics()) {
    Dynamics without = state.body(3).dynamics();
    without.gravity = {};
    without.obstacles.clear();
    state.body(3).set_dynamics(without);
    if (selects)
      for (std::size_t b = 0; b < 4; ++b) state.body(b).set_selection(DynamicSelection{});
    state.set_contact(Contact{});
  }
  static std::vector<Body> bodies() {
    const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
    const double gap = 0.002;
    return {moved(cube, {0, gap, 0}), moved(cube, {0.01, 0.1 + 2 * gap, 0.01}),
            moved(cube, {0, 0.2 + 3 * gap, 0.005}), moved(cube, {-3, 0.23, 0})};
  }
  static Dynamics dynamics() {
    Dynamics d;
    d.obstacles = {{Floor{{0, 0, 0}, {0, 1, 0}}, 0.5}};
    d.time_step = 5e-4;
    d.damping = 6;  // a stack sways for long
    return d;
  }
  void throw_the_last(const Vec3d& velocity) {
    State& last = state.body(3);
    std::vector<Vec3d> x = last.positions();
    for (Vec3d& p : x) p.x += 2.85;
    last.set_positions(x);
    throw_body(last, velocity);
  }
  std::size_t active() const {
    std::size_t all = 0;
    for (std::size_t b = 0; b < 3; ++b) all += state.body(b).active_count();
    return all;
  }
};

double farthest_apart(const State& a, const State& b) {
  const std::vector<Vec3d> x = a.positions(), y = b.positions();
  double most = 0;
  for (std::size_t v = 0; v < x.size(); ++v) most = std::max(most, length(x[v] - y[v]));
  return most;
}

TEST(SleepingBodies, APileFallsAsleepAndStaysAsItIs) {
  for (const ModelOptions& options : {in_single, in_double}) {
    Pile pile(true, options), whole(false, options);
    step(pile.model, pile.state, settling);
    step(whole.model, whole.state, settling);
    EXPECT_EQ(pile.active(), 0u);
    EXPECT_EQ(intersections(pile.state), 0u);
    const std::vector<Vec3d> places = pile.state.positions();
    const std::int64_t searches = pile.state.contact_counts().searches;
    const Vec3d force = pile.state.contact_force(1, 0);
    const double energy = pile.state.energy().contact;
    EXPECT_NEAR(force.y, 2 * 9.81, 0.02 * 2 * 9.81);  // 1 kg each
    step(pile.model, pile.state, 2000);
    EXPECT_TRUE(pile.state.positions() == places);
    EXPECT_EQ(pile.state.contact_counts().searches, searches);
    EXPECT_EQ(pile.state.contact_force(1, 0), force);
    EXPECT_EQ(pile.state.energy().contact, energy);
    // It lies as it would if all of it were simulated.
    const double tolerance = pile.state.body(0).selection().tolerance;
    EXPECT_LT(farthest_apart(pile.state.body(0), whole.state.body(0)), 10 * tolerance);
    EXPECT_LT(farthest_apart(pile.state.body(2), whole.state.body(2)), 10 * tolerance);
  }
}

TEST(SleepingBodies, WhatIsThrownAtAPileWakesWhatItTouches) {
  Pile pile(true);
  step(pile.model, pile.state, settling);
  ASSERT_EQ(pile.active(), 0u);
  const std::vector<Vec3d> before = pile.state.body(2).positions();
  pile.throw_the_last({1.5, 0.3, 0});
  bool woke = false;
  for (int i = 0; i < 60; ++i) {
    step(pile.model, pile.state, 20);
    ASSERT_EQ(intersections(pile.state), 0u) << "at " << pile.state.time();
    woke = woke || pile.state.body(2).active_count() > 0;
  }
  EXPECT_TRUE(woke);
  const std::vector<Vec3d> after = pile.state.body(2).positions();
  EXPECT_GT(length(after[0] - before[0]), 0.003);
}

TEST(SleepingBodies, WhatLosesItsSupportFalls) {
  Pile pile(true);
  step(pile.model, pile.state, settling);
  ASSERT_EQ(pile.active(), 0u);
  // The lowest one is taken away.
  State& lowest = pile.state.body(0);
  std::vector<Vec3d> x = lowest.positions();
  for (Vec3d& p : x) p.z += 5;
  lowest.set_positions(x);
  const double height = pile.state.body(1).positions()[0].y;
  step(pile.model, pile.state, 600);
  EXPECT_LT(pile.state.body(1).positions()[0].y, height - 0.08);
}

TEST(SleepingBodies, BitsDoNotDependOnThreadsCallsOrSaving) {
  const auto run = [&](int threads, std::int64_t at_a_time, bool saves) {
    const WithThreads with(threads);
    Pile pile(true);
    const auto steps = [&](std::int64_t count) {
      for (std::int64_t done = 0; done < count; done += at_a_time) {
        step(pile.model, pile.state, at_a_time);
        if (!saves) continue;
        const std::vector<std::byte> bytes = pile.state.save();
        Pile fresh(true);
        fresh.state.restore(bytes);
        pile.state = fresh.state;
        pile.model = fresh.model;
      }
    };
    steps(settling);
    EXPECT_EQ(pile.active(), 0u);
    pile.throw_the_last({1.5, 0.3, 0});
    steps(1000);
    EXPECT_GT(pile.active(), 0u);
    return pile.state.hash();
  };
  const std::uint64_t one = run(1, 1000, false);
  EXPECT_EQ(run(2, 500, false), one);
  EXPECT_EQ(run(5, 1000, false), one);
  EXPECT_EQ(run(1, 250, true), one);
}

// The same with places given by hand: what rests is not looked at, and all is told none the less.
TEST(SleepingBodies, WhatRestsIsNotLookedAt) {
  const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
  const std::vector<Body> bodies{cube, moved(cube, {0, 0.1005, 0}), moved(cube, {0.3, 0, 0})};
  const Model model(bodies);
  std::vector<contact::SurfaceSource> sources;
  for (std::size_t b = 0; b < 3; ++b) {
    contact::SurfaceSource source;
    source.faces = surface(State(model.body(b)));
    source.rest = bodies[b].vertices;
    source.masses = model.body(b).masses();
    source.stiffness = 1e6;
    sources.push_back(std::move(source));
  }
  contact::Contacts contacts(contact::Surfaces(sources), Contact{});
  const contact::Surfaces& s = contacts.surfaces();
  for (std::size_t v = 0; v < s.vertex_count(); ++v)
    contacts.places()[v] = bodies[s.body[v]].vertices[s.vertex[v]];
  contacts.restart(std::vector<Vec3d>(s.vertex_count()), 1e-3);
  double distance = 0;  // of the third, which moves
  const auto go = [&](bool moves) {
    contacts.prepare(1e-3);
    distance += moves ? 1e-3 : 0;
    for (std::size_t v = 0; v < s.vertex_count(); ++v)
      contacts.next_places()[v] =
          bodies[s.body[v]].vertices[s.vertex[v]] + Vec3d{s.body[v] == 2 ? distance : 0, 0, 0};
    contacts.moved(1e-3, std::vector<char>{1, 1, char(!moves)});
  };
  go(true);
  const std::size_t touching = contacts.counts.touching;
  const std::vector<contact::Touch> touches(contacts.touches().begin(), contacts.touches().end());
  const double energy = contacts.energy();
  ASSERT_GT(touching, 0u);
  for (int i = 0; i < 5; ++i) go(true);
  const std::int64_t with_one = contacts.looks();
  go(true);
  const std::int64_t of_one = contacts.looks() - with_one;
  EXPECT_EQ(of_one, std::ranges::count(s.patches, Index{2}, &contact::Patch::body));
  EXPECT_TRUE(contacts.is_asleep(0) && contacts.is_asleep(1) && !contacts.is_asleep(2));
  EXPECT_EQ(contacts.counts.touching, touching);
  for (int i = 0; i < 5; ++i) go(false);
  const std::int64_t before = contacts.looks();
  for (int i = 0; i < 100; ++i) go(false);
  EXPECT_EQ(contacts.looks(), before);
  contacts.prepare(1e-3);
  contacts.complete();
  ASSERT_EQ(contacts.touches().size(), touches.size());
  for (std::size_t i = 0; i < touches.size(); ++i)
    EXPECT_EQ(contacts.touches()[i].force, touches[i].force);
  EXPECT_EQ(contacts.energy(), energy);
}

}  // namespace
}  // namespace pliant
