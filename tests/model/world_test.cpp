#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/advance.h>
#include <pliant/batch.h>
#include <pliant/cut.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/solids.h>

#include "support/dynamics.h"

// Several bodies in one Model and State: each has its own numbers and the bits that it has alone.

namespace pliant {
namespace {

using namespace test;
using testing::HasSubstr;

constexpr double step_here = 1e-4;  // s

Body at(Body body, const Vec3d& place) {
  for (Vec3d& x : body.vertices) x += place;
  return body;
}

Body elastic_cube(double cells) {
  return make_solid(cube_mesh(cells), SolidLaw::elastic, make_material(2e4, 0.4, 1000, 1e-3));
}

Body rope() {
  ChainOptions options;
  return chain(row_of_points(40, 0.05), options);
}

Dynamics on_floor(double height) {
  Dynamics d;
  d.time_step = step_here;
  d.obstacles = {{Floor{{0, height, 0}, {0, 1, 0}}}};
  return d;
}

// Of several kinds, with dynamics of their own.
struct Kinds {
  std::vector<Body> bodies{soft_cube(6), elastic_cube(3), at(rope(), {0, 2, 0}),
                           at(soft_cube(2), {1e5, 0, 0})};
  std::vector<Dynamics> dynamics;
  Kinds() {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      dynamics.push_back(on_floor(-0.01 * double(i)));
      dynamics[i].damping = 0.1 * double(i);
      dynamics[i].integrator = i == 0 ? Integrator::verlet : Integrator::euler_cromer;
    }
    dynamics[1].gravity = {1, -5, 0};
  }
  State alone(std::size_t i, const Model& model) const {
    return prepared(State(model, dynamics[i]), i);
  }
  static State prepared(State state, std::size_t i) {
    shake(state, 0.001, 0.5, static_cast<unsigned>(i));
    return state;
  }
  State world(const Model& model) const {
    State state(model, dynamics[0]);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      state.body(i).set_dynamics(dynamics[i]);
      state.body(i) = prepared(state.body(i), i);
    }
    return state;
  }
};

template <class Work>
void expect_refused(const Work& work, const std::string& words) {
  try {
    work();
    FAIL() << "not refused: " << words;
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr(words));
  }
}

TEST(World, OfOneBodyIsThatBody) {
  const std::vector<Body> one{soft_cube(3)};
  const Model model{std::span<const Body>(one)};
  EXPECT_EQ(model.body_count(), 1u);
  EXPECT_EQ(&model.body(0), &model);
  State state(model), other{Model(one[0])};
  EXPECT_EQ(&state.body(0), &state);
  step(model, state, 100);
  step(other.model(), other, 100);
  EXPECT_EQ(state.hash(), other.hash());
}

TEST(World, BodiesHaveTheBitsThatTheyHaveAlone) {
  const Kinds kinds;
  for (const ModelOptions& options : {in_single, in_double}) {
    const Model model(kinds.bodies, options);
    for (const int threads : {1, 2, 5}) {
      const WithThreads with(threads);
      State world = kinds.world(model);
      for (const int steps : {1, 300, 33}) step(model, world, steps);
      for (std::size_t i = 0; i < kinds.bodies.size(); ++i) {
        const Model body(kinds.bodies[i], options);
        State alone = kinds.alone(i, body);
        step(body, alone, 334);
        EXPECT_EQ(world.body(i).hash(), alone.hash()) << i << " on " << threads;
        EXPECT_EQ(world.body(i).steps(), 334);
      }
    }
  }
}

TEST(World, ManySmallBodiesAsOne) {
  std::vector<Body> bodies;
  for (int i = 0; i < 60; ++i) bodies.push_back(at(soft_cube(2), {2.0 * i, 0.01 * i, 0}));
  const Model model{std::span<const Body>(bodies)};
  State world(model, on_floor(-0.02));
  step(model, world, 500);
  for (const std::size_t i : {0u, 31u, 59u}) {
    const Model body(bodies[i]);
    State alone(body, on_floor(-0.02));
    step(body, alone, 500);
    EXPECT_EQ(world.body(i).hash(), alone.hash()) << i;
  }
}

TEST(World, TellsOfAllBodies) {
  const Kinds kinds;
  const Model model(kinds.bodies);
  State world = kinds.world(model);
  step(model, world, 20);
  EXPECT_EQ(world.body_count(), 4u);
  std::vector<Vec3d> x, forces;
  Vec3d momentum;
  double kinetic = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const State& body = world.body(i);
    for (const Vec3d& p : body.positions()) x.push_back(p);
    for (const Vec3d& f : body.forces()) forces.push_back(f);
    momentum += body.momentum();
    kinetic += body.energy().kinetic;
  }
  EXPECT_EQ(world.positions(), x);
  EXPECT_EQ(world.forces(), forces);
  EXPECT_EQ(world.momentum(), momentum);
  EXPECT_EQ(world.energy().kinetic, kinetic);
  EXPECT_EQ(world.kinetic_energy(), world.energy().kinetic);
  EXPECT_EQ(model.vertex_count(), x.size());
  for (Vec3d& p : x) p.y += 1;
  world.set_positions(x);
  EXPECT_LT(largest_difference(world.body(2).positions(),
                               std::vector<Vec3d>(x.begin() + 343 + 64, x.begin() + 343 + 64 + 40)),
            1e-6);
}

TEST(World, HasABodysOwnNumbers) {
  const Kinds kinds;
  const Model model(kinds.bodies);
  State world = kinds.world(model);
  State& cube = world.body(0);
  cube.set_parameter(0, "stiffness", 7, 123);
  cube.pin(std::vector<Index>{5});
  cube.remove(1, std::vector<Index>{2, 3});
  const Vec3d held = cube.positions()[5];
  step(model, world, 50);
  EXPECT_NEAR(cube.parameter(0, "stiffness", 7), 123, 1e-4);
  EXPECT_TRUE(cube.removed(1, 3));
  EXPECT_LT(length(cube.positions()[5] - held), 1e-6);
  EXPECT_GT(length(cube.support_forces()[5]), 0);
  EXPECT_EQ(cube.relation_forces(0).size(), 2 * model.body(0).relation_count(0));
}

TEST(World, SaysThatABodyIsToBeAsked) {
  const Kinds kinds;
  const Model model(kinds.bodies);
  State world = kinds.world(model);
  expect_refused([&] { world.parameter(0, "stiffness", 0); }, "body(number)");
  expect_refused([&] { world.pin(std::vector<Index>{0}); }, "body(number)");
  expect_refused([&] { world.dynamics(); }, "body(number)");
  expect_refused([&] { model.law(0); }, "body(number)");
  expect_refused([&] { world.body(4); }, "no body 4");
  expect_refused([&] { Batch(model, 2); }, "body(number)");
  expect_refused([&] { step(model.body(0), world.body(0), 1); }, "steps with it");
  expect_refused([&] { Model(std::span<const Body>()); }, "no body");
  State copy = world.body(0);
  step(model.body(0), copy, 1);
  EXPECT_EQ(copy.steps(), 1);
}

TEST(World, BodiesTakeTheSameSteps) {
  const Kinds kinds;
  const Model model(kinds.bodies);
  State world = kinds.world(model);
  Dynamics other = kinds.dynamics[1];
  other.time_step = 2 * step_here;
  world.body(1).set_dynamics(other);
  expect_refused([&] { step(model, world, 1); }, "set_time_step");
  world.set_time_step(step_here / 2);
  step(model, world, 2);
  EXPECT_NEAR(world.time(), step_here, 1e-12);
  State late(model.body(0)), early(model.body(1));
  step(late.model(), late, 1);
  expect_refused([&] { State::joined({late, early}); }, "same time");
}

TEST(World, TakesTheShortestSafeStep) {
  const std::vector<Body> bodies{soft_cube(2), soft_cube(6)};
  const Model model{std::span<const Body>(bodies)};
  EXPECT_EQ(stable_step(model), stable_step(Model(bodies[1])));
  EXPECT_EQ(State(model).time_step(), State(model.body(1)).time_step());
}

TEST(World, GoesBackAsAWholeWhereOneBodyRunsAway) {
  std::vector<Body> bodies{soft_cube(3), soft_cube(3), soft_cube(3)};
  for (double& k : bodies[1].relations[0].parameters[0]) k *= 1e6;
  const Model model{std::span<const Body>(bodies)};
  Dynamics d = on_floor(-0.3);
  State world(model, d);
  shake(world, 0.001, 0.1);
  try {
    step(model, world, 1000);
    FAIL();
  } catch (const Diverged& e) {
    EXPECT_EQ(e.body(), 1u);
    EXPECT_THAT(e.what(), testing::StartsWith("the simulation ran away"));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(world.body(i).steps(), world.steps());
    EXPECT_TRUE(std::isfinite(largest_length(world.body(i).positions())));
  }
}

TEST(World, IsSavedAndGoesOnWithTheSameBits) {
  const Kinds kinds;
  const Model model(kinds.bodies);
  State world = kinds.world(model);
  step(model, world, 77);
  std::vector<std::byte> bytes = world.save();
  State other(model, kinds.dynamics[0]);
  other.restore(bytes);
  EXPECT_EQ(other.hash(), world.hash());
  step(model, world, 50);
  step(model, other, 50);
  EXPECT_EQ(other.hash(), world.hash());
  const std::uint64_t before = other.hash();
  expect_refused([&] { other.restore(std::span(bytes).first(bytes.size() / 2)); }, "damaged");
  bytes[bytes.size() / 2] ^= std::byte{1};
  expect_refused([&] { other.restore(bytes); }, "damaged");
  expect_refused([&] { other.restore(world.body(0).save()); }, "no saved state of several");
  expect_refused([&] { other.body(0).restore(world.save()); }, "no saved state");
  EXPECT_EQ(other.hash(), before);
}

TEST(World, ReferencesToBodiesSeeWhatIsAssigned) {
  const Kinds kinds;
  const Model model(kinds.bodies);
  State world = kinds.world(model);
  const State start = world;
  State& cube = world.body(0);
  step(model, world, 100);
  EXPECT_NE(cube.hash(), start.body(0).hash());
  world = start;
  EXPECT_EQ(&world.body(0), &cube);
  EXPECT_EQ(cube.hash(), start.body(0).hash());
  EXPECT_EQ(world.hash(), start.hash());
}

TEST(World, StepsAreDividedForAllWhereOneBodyNeedsIt) {
  const std::vector<Body> bodies{elastic_cube(3), at(soft_cube(3), {3, 0, 0})};
  const Model model{std::span<const Body>(bodies)};
  State world(model, on_floor(-0.001));
  std::vector<Vec3d> v(world.body(0).velocities());
  for (Vec3d& w : v) w.y = -12;
  world.body(0).set_velocities(v);
  world.set_time_step(safe_step(stable_step(model)));
  const double whole = world.time_step();
  std::vector<double> stable{stable_step(model.body(0)), stable_step(model.body(1))};
  StepControl control(world, stable);
  control.advance(model, world, 100);
  EXPECT_LT(control.shortest_step(), whole);
  EXPECT_NEAR(world.time(), 100 * whole, 1e-9);
  EXPECT_NEAR(world.body(1).time(), 100 * whole, 1e-9);
  for (const Vec3d& x : world.body(0).positions()) EXPECT_TRUE(is_finite(x));
}

}  // namespace
}  // namespace pliant
