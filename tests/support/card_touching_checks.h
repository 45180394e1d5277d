#pragma once

#include <array>
#include <random>

#include "support/touching_checks.h"

// Bodies that touch on a card, which goes on without the host for many steps.

namespace pliant::test {

/// Whose damping needs no passes of its own.
inline Material of_light_blocks() {
  return make_material(2e4, 0.4, 1000, 2e-4);
}

/// Cubes above each other and beside, of random sizes of cells, thrown about, and a thin sheet.
inline std::vector<Body> random_bodies(std::mt19937& random, std::size_t count) {
  std::uniform_real_distribution<double> aside(-0.02, 0.02);
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < count; ++i) {
    const bool sheet = i % 4 == 3;
    const Vec3d size = sheet ? Vec3d{0.12, 0.008, 0.12} : Vec3d{0.1, 0.08, 0.09};
    const double cells = sheet ? 6 : 2 + double(random() % 2);
    bodies.push_back(moved(block(size, cells, of_light_blocks()),
                           {aside(random), 0.002 + 0.092 * double(i), aside(random)}));
  }
  return bodies;
}

inline void throw_bodies(State& world, std::mt19937& random, double fastest) {
  std::uniform_real_distribution<double> speed(-fastest, fastest);
  for (std::size_t b = 0; b < world.body_count(); ++b)
    throw_body(world.body(b), {speed(random), speed(random) - 0.5 * fastest, speed(random)});
}

/// The momentum that a step of the card gives a body is that of the forces which the host tells of
/// the same places.
inline void check_forces_of_contact(const ModelOptions& options) {
  const Body cube = block({0.1, 0.1, 0.1}, 3, of_light_blocks());
  Dynamics d;
  d.gravity = {};
  d.time_step = 1e-4;
  const Model model(std::vector<Body>{cube, moved(cube, {0.012, 0.106, 0.007})}, options);
  State world(model, d);
  world.set_contact(Contact{.self = true});
  throw_body(world.body(0), {0.1, 0.3, 0});
  throw_body(world.body(1), {0, -0.3, 0.1});
  const bool single = options.precision == Precision::single_precision;
  double mass = 0;
  for (const double m : cube.masses) mass += m;
  int pressed = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3d force = world.contact_force(0, 1), before = world.body(0).momentum();
    const auto divided = world.contact_counts().divided_steps;
    step(model, world, 1);
    if (world.contact_counts().divided_steps != divided || !(length(force) > 0)) continue;
    ++pressed;
    const Vec3d gained = world.body(0).momentum() - before;
    // Velocities of single precision are rounded, all of them.
    const double rounding = (single ? 1e-7 : 1e-15) * mass * 0.5;
    EXPECT_LT(length(gained - force * d.time_step), 1e-5 * length(force) * d.time_step + rounding)
        << "step " << i;
  }
  EXPECT_GT(pressed, 20);
}

/// A short run is that of the processor, with what it tells: forces, gaps and energy.
inline void check_touching_as_on_the_cpu(const ModelOptions& options) {
  std::mt19937 random(5);
  const std::vector<Body> bodies = random_bodies(random, 3);
  const bool single = options.precision == Precision::single_precision;
  for (const double friction : {0.0, 0.5}) {
    Dynamics d = on_the_floor(Integrator::euler_cromer);
    d.obstacles[0].friction = 0;  // bodies of one patch share launches
    const Model model(bodies, options), expected_model(bodies, {options.precision, ""});
    State world(model, d), expected(expected_model, d);
    for (State* state : {&world, &expected}) {
      state->set_contact(Contact{.friction = friction});
      std::mt19937 same(9);
      throw_bodies(*state, same, 0.2);
    }
    step(model, world, 500);
    step(expected_model, expected, 500);
    const auto apart = largest_difference(world.positions(), expected.positions());
    EXPECT_LT(apart, single ? 3e-5 : 1e-9) << friction;
    ASSERT_FALSE(expected.contact_points().empty());
    EXPECT_NEAR(double(world.contact_points().size()), double(expected.contact_points().size()),
                single ? 3 : 0);
    if (!single) {
      EXPECT_LT(largest_difference(world.contact_forces(), expected.contact_forces()),
                1e-4 * largest_length(expected.contact_forces()));
      EXPECT_NEAR(world.energy().contact, expected.energy().contact,
                  1e-4 * expected.energy().contact);
    }
  }
}

/// Whatever is thrown at whatever, nothing crosses, in any precision.
inline void check_random_worlds(const ModelOptions& options) {
  for (int seed = 0; seed < 4; ++seed) {
    std::mt19937 random(unsigned(seed) + 1);
    const std::vector<Body> bodies = random_bodies(random, 4 + random() % 3);
    Dynamics d = on_the_floor(seed % 2 == 0 ? Integrator::euler_cromer : Integrator::verlet);
    if (seed % 3 != 0) d.obstacles[0].friction = 0;
    const Model model(bodies, options);
    State world(model, d);
    world.set_contact(Contact{.friction = 0.2 * seed});
    throw_bodies(world, random, std::array{0.1, 4.0, 1.0}[std::size_t(seed) % 3]);
    bool torn = false;  // by such a blow; nothing must have passed through before
    for (int i = 0; i < 8 && !torn; ++i) {
      try {
        step(model, world, 40);
      } catch (const Diverged&) {
        torn = true;
      }
      ASSERT_EQ(intersections(world), 0u) << "world " << seed << " at " << world.time();
    }
  }
}

/// The same bits in every run, however the steps are asked for, and after saving; where steps are
/// divided, and where they go too far, too.
inline void check_bits_of_contact(const ModelOptions& options) {
  for (const double fastest : {0.1, 0.6}) {
    std::mt19937 random(3);
    const std::vector<Body> bodies = random_bodies(random, 4);
    const auto run = [&](std::int64_t at_a_time, bool saves) {
      Dynamics d = on_the_floor(Integrator::verlet);
      d.obstacles[0].friction = 0;
      const Model model(bodies, options);
      State world(model, d);
      world.set_contact(Contact{});
      std::mt19937 same(7);
      throw_bodies(world, same, fastest);
      for (std::int64_t done = 0; done < 400; done += at_a_time) {
        step(model, world, at_a_time);
        if (!saves) continue;
        State fresh(model, d);
        fresh.set_contact(Contact{});
        fresh.restore(world.save());
        world = fresh;
      }
      EXPECT_FALSE(world.contact_points().empty());
      return world.hash();
    };
    const std::uint64_t once = run(400, false);
    EXPECT_EQ(run(400, false), once) << fastest;
    EXPECT_EQ(run(50, false), once) << fastest;
    EXPECT_EQ(run(100, true), once) << fastest;
  }
}

}  // namespace pliant::test
