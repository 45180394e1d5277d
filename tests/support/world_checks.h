#pragma once

#include <gtest/gtest.h>
#include <pliant/continuum.h>
#include <pliant/cut.h>
#include <pliant/diverged.h>

#include "support/drive_checks.h"
#include "support/gpu.h"

// Bodies of a world that share launches on a card. A body alone is the measure, to the last bit.

namespace pliant::test {

/// Small bodies of several laws, which stay in shared memory, and one that is cut into several
/// patches.
inline std::vector<Body> bodies_of_a_world() {
  const Material stuff = make_material(5e4, 0.4, 1000, 1e-3);
  std::vector<Body> bodies{soft_cube(3),
                           soft_cube(4, 1e-4),
                           continuum_solid(cube_mesh(3), ContinuumModel::corotated, stuff),
                           soft_cube(2),
                           soft_cube(5),
                           continuum_solid(cube_mesh(2), ContinuumModel::sub_faces, stuff),
                           soft_cube(8),
                           soft_cube(3)};
  for (std::size_t b = 0; b < bodies.size(); ++b)
    for (Vec3d& x : bodies[b].vertices) x += Vec3d{3.0 * double(b), 0.02 * double(b), 0};
  return bodies;
}

/// Bodies of such a world with dynamics of their own, some of which need more than a shared launch.
class WorldOfMany {
 public:
  explicit WorldOfMany(const ModelOptions& options) : model(bodies_of_a_world(), options) {
    step_ = 1;
    for (std::size_t b = 0; b < model.body_count(); ++b)
      step_ = std::min(step_, 0.2 * stable_step(model.body(b), {.integrator = Integrator::verlet}));
  }
  Dynamics dynamics(std::size_t b) const {
    constexpr Integrator some[] = {Integrator::euler_cromer, Integrator::verlet,
                                   Integrator::leap_frog, Integrator::runge_kutta_4};
    Dynamics d;
    d.integrator = some[b % 4];
    d.time_step = step_;
    d.gravity = {0.1 * double(b), -9.81, 0};
    d.damping = 0.1 * double(b % 3);
    if (b != 1) d.obstacles = {{Floor{{0, -0.6, 0}, {0.02, 1, 0}}}};
    if (b == 4) d.strain_limit = 1.02;  // which its shaking meets
    if (b == 7) d.strain_limit = 1.5;   // which it stays below
    if (b == 5) d.obstacles.push_back({Ball{{3.0 * double(b), -0.7, 0}, 0.3}});
    if (b == 0) d.pulls = {{1, {0, 2, 0}, 50, 1}};
    return d;
  }
  State alone(std::size_t b) const {
    State state(model.body(b), dynamics(b));
    prepare(state, b);
    return state;
  }
  State world() const {
    State state(model, dynamics(0));
    for (std::size_t b = 0; b < model.body_count(); ++b) {
      state.body(b).set_dynamics(dynamics(b));
      prepare(state.body(b), b);
    }
    return state;
  }
  /// Something else for each body.
  static void change(State& state, std::size_t b) {
    if (b == 0) state.set_parameter(0, "stiffness", 2, 3 * state.parameter(0, "stiffness", 2));
    if (b == 1) cut(state, CuttingPlane{{3, 0, 0}, {1, 0.2, 0}});
    if (b == 2) state.pin(std::vector<Index>{0, 3});
    if (b == 3) shake(state, 1e-3, 0.1, 9);
    if (b == 7) {
      Dynamics d = state.dynamics();
      d.integrator = Integrator::midpoint;
      state.set_dynamics(d);
    }
  }
  void expect_bits(const State& world, std::span<const State> alone) const {
    for (std::size_t b = 0; b < model.body_count(); ++b) {
      EXPECT_EQ(world.body(b).hash(), alone[b].hash()) << b;
      EXPECT_EQ(world.body(b).steps(), alone[b].steps()) << b;
    }
  }

  Model model;

 private:
  static void prepare(State& state, std::size_t b) {
    shake(state, 1e-3, b == 4 ? 1.5 : 0.3, static_cast<unsigned>(b + 1));
    if (b == 1) {  // so that its origin moves along
      std::vector<Vec3d> v = state.velocities();
      for (Vec3d& fast : v) fast.x += 500;
      state.set_velocities(v);
    }
    if (b == 3) state.pin(std::vector<Index>{1});
  }
  double step_ = 0;
};

inline void check_shared_world(const ModelOptions& options) {
  const WorldOfMany many(options);
  State world = many.world();
  std::vector<State> alone;
  for (std::size_t b = 0; b < many.model.body_count(); ++b) alone.push_back(many.alone(b));
  const auto go_on = [&](std::initializer_list<int> parts) {
    for (const int steps : parts) step(many.model, world, steps);
    for (State& body : alone)
      for (const int steps : parts) step(body.model(), body, steps);
    many.expect_bits(world, alone);
  };
  go_on({1, 30, 600, 2});
  for (std::size_t b = 0; b < alone.size(); ++b) {
    WorldOfMany::change(world.body(b), b);
    WorldOfMany::change(alone[b], b);
  }
  go_on({20, 280});
  State copy = world, restored(many.model, many.dynamics(0));
  restored.restore(world.save());
  for (State* other : {&world, &copy, &restored}) step(many.model, *other, 40);
  EXPECT_EQ(copy.hash(), world.hash());
  EXPECT_EQ(restored.hash(), world.hash());
}

/// One that runs away has all go back to the same step, from which they go on with the same bits.
inline void check_shared_runaway(const ModelOptions& options) {
  const WorldOfMany many(options);
  State world = many.world();
  step(many.model, world, 300);
  const double stiffness = world.body(3).parameter(0, "stiffness", 0);
  world.body(3).set_parameter(0, "stiffness", 0, 1e30);
  try {
    step(many.model, world, 100);
    FAIL() << "nothing ran away";
  } catch (const Diverged& e) {
    EXPECT_EQ(e.body(), 3u);
  }
  EXPECT_EQ(world.steps(), 256);
  world.body(3).set_parameter(0, "stiffness", 0, stiffness);
  step(many.model, world, 200);
  std::vector<State> alone;
  for (std::size_t b = 0; b < many.model.body_count(); ++b) {
    alone.push_back(many.alone(b));
    step(alone[b].model(), alone[b], 456);
  }
  many.expect_bits(world, alone);
}

/// A body whose relations are dealt out to 40 sets is the body that it was.
inline void check_many_sets(const ModelOptions& options) {
  constexpr std::size_t parts = 20;
  const Body few = soft_cube(5, 1e-3);
  Body many = few;
  many.relations.clear();
  for (const Relations& set : few.relations) {
    const auto arity = static_cast<std::size_t>(law(set.law).arity);
    for (std::size_t part = 0; part < parts; ++part) {
      Relations& out = many.relations.emplace_back(Relations{set.law, {}, {}, {}});
      out.parameters.resize(set.parameters.size());
      for (std::size_t r = part; r < set.vertices.size() / arity; r += parts) {
        out.vertices.insert(out.vertices.end(), set.vertices.begin() + std::ptrdiff_t(r * arity),
                            set.vertices.begin() + std::ptrdiff_t((r + 1) * arity));
        for (std::size_t f = 0; f < out.parameters.size(); ++f)
          out.parameters[f].push_back(set.parameters[f][set.parameters[f].size() == 1 ? 0 : r]);
      }
    }
  }
  ASSERT_EQ(many.relations.size(), 40u);
  const Model of_few(few, in_double), reference(many, in_double), model(many, options);
  Dynamics d;
  d.time_step = 0.2 * stable_step(of_few, d);
  d.strain_limit = 1.01;
  State as_few(of_few, d), expected(reference, d), state(model, d);
  for (State* s : {&as_few, &expected, &state}) shake(*s, 0.002, 0.3);
  const bool single = options.precision == Precision::single_precision;
  const auto compare = [&](const State& other) {
    const std::vector<Vec3d> forces = other.forces();
    EXPECT_LT(largest_difference(state.forces(), forces),
              (single ? 2e-3 : 1e-9) * largest_length(forces));
    const double elastic = other.energy().elastic;
    EXPECT_NEAR(state.energy().elastic, elastic, (single ? 1e-3 : 1e-9) * elastic);
  };
  compare(as_few);
  const auto go_on = [&](int steps) {
    step(reference, expected, steps);
    step(model, state, steps);
  };
  go_on(40);
  compare(expected);  // a limit goes through springs in the order of their sets
  const CuttingPlane plane{{0.1, 0.05, 0}, {1, 0.3, 0.2}};
  EXPECT_EQ(cut(state, plane), cut(expected, plane));
  for (State* s : {&expected, &state}) s->set_parameter(39, "stiffness", 1.0);
  go_on(40);
  compare(expected);
}

}  // namespace pliant::test
