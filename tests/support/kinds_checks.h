#pragma once

#include <gtest/gtest.h>

#include "support/spectral_checks.h"
#include "support/touching_checks.h"

// A world with a body of each kind, which lie on a ball that moves and rubs.

namespace pliant::test {

/// The ball is so large that its top is nearly level. They stand beside each other across its way.
inline constexpr double kinds_radius = 5;        // m
inline const Vec3d kinds_velocity{0.3, 0.2, 0};  // m/s
inline constexpr double kinds_friction = 0.5;

/// Springs with volumes, continuum particles, cloth, a chain and, where there are modes, a spectral
/// solid: each a hair above the ball.
inline std::vector<Body> bodies_of_all_kinds() {
  const Material stuff = make_material(5e4, 0.35, 1000, 2e-3);
  const TetMesh cube = cube_mesh(2, 0.1);
  std::vector<Body> bodies{
      mass_spring_solid(cube, stuff), continuum_solid(cube, ContinuumModel::corotated, stuff),
      cloth(make_shape("cloth", {{"length", 0.2}, {"width", 0.1}, {"cells_x", 6}, {"cells_z", 3}})),
      rope(make_shape("chain", {{"length", 0.2}, {"links", 8}}))};
  if (const std::optional<Body> modes = cached_body(cube, {.modes = 8})) bodies.push_back(*modes);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const double z = 0.2 * (double(b) - 2);
    double gap = 1e300;
    for (const Vec3d& x : bodies[b].vertices)
      gap = std::min(gap, length(x + Vec3d{0, kinds_radius, z}) - kinds_radius);
    bodies[b] = moved(bodies[b], {0, 1e-4 - gap, z});
  }
  return bodies;
}

inline State world_of_all_kinds(const std::vector<Body>& bodies, const ModelOptions& options,
                                double friction) {
  Dynamics d;
  d.time_step = 1e-4;
  d.obstacles = {{.shape = Ball{{0, -kinds_radius, 0}, kinds_radius},
                  .friction = friction,
                  .velocity = kinds_velocity}};
  return State(Model(bodies, options), d);
}

/// What rubs takes bodies of every kind along with the ball, what does not only lifts them; none
/// gets into it. As on the processor.
inline void check_kinds_on_a_ball(const ModelOptions& options) {
  const std::vector<Body> bodies = bodies_of_all_kinds();
  State rubbed = world_of_all_kinds(bodies, options, kinds_friction);
  State smooth = world_of_all_kinds(bodies, options, 0);
  State expected = world_of_all_kinds(bodies, {options.precision, ""}, kinds_friction);
  const Model expected_model = expected.model();
  step(rubbed.model(), rubbed, 3000);
  step(smooth.model(), smooth, 3000);
  step(expected_model, expected, 3000);
  const double t = rubbed.time(), g = 9.81;
  const Vec3d centre = Vec3d{0, -kinds_radius, 0} + kinds_velocity * t;
  // The blow gives friction times its height in speed, weight the rest within (v - that) / (mu g).
  const double slip = kinds_velocity.x - kinds_friction * kinds_velocity.y;
  const double way = kinds_velocity.x * t - slip * slip / (2 * kinds_friction * g);
  // The top goes away under what does not rub, which slides down the slope v t / r behind it.
  const double slides = -g * kinds_velocity.x * t * t / (2 * kinds_radius);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    SCOPED_TRACE(b);
    for (const State* world : {&rubbed, &smooth}) {
      double gap = 1e300;
      for (const Vec3d& x : world->body(b).positions())
        gap = std::min(gap, length(x - centre) - kinds_radius);
      EXPECT_GT(gap, -1e-3);
      EXPECT_LT(gap, 5e-3);
    }
    EXPECT_NEAR(middle_of(rubbed.body(b).positions()).x - middle_of(bodies[b].vertices).x, way,
                0.02 * way);
    EXPECT_NEAR(middle_of(smooth.body(b).velocities()).x, slides, 0.1 * std::abs(slides));
    EXPECT_LT(largest_difference(rubbed.body(b).positions(), expected.body(b).positions()),
              options.precision == Precision::single_precision ? 5e-4 : 1e-7);
  }
}

/// The same bits however the steps are asked for, and after saving.
inline void check_bits_of_kinds(const ModelOptions& options) {
  const std::vector<Body> bodies = bodies_of_all_kinds();
  const auto hash = [&](std::int64_t at_a_time, bool saves) {
    State world = world_of_all_kinds(bodies, options, kinds_friction);
    for (std::int64_t done = 0; done < 900; done += at_a_time) {
      step(world.model(), world, at_a_time);
      if (!saves) continue;
      State fresh = world_of_all_kinds(bodies, options, kinds_friction);
      fresh.restore(world.save());
      world = fresh;
    }
    return world.hash();
  };
  const std::uint64_t once = hash(900, false);
  EXPECT_EQ(hash(75, false), once);
  EXPECT_EQ(hash(300, true), once);
}

}  // namespace pliant::test
