#include <gtest/gtest.h>
#include <pliant/advance.h>
#include <pliant/threads.h>

#include "spectral/spectral_solids.h"
#include "support/touching_world.h"

// Spectral solids touch bodies of relations and each other: what they carry, momentum, energy,
// nothing passes through, bits.

namespace pliant {
namespace {

using namespace test;

const Material flesh = make_material(1e5, 0.3, 1000, 2e-3),
               undamped = make_material(1e5, 0.3, 1000);

/// A block of 10 cm, of modes; rigid altogether where it has none.
Body spectral_block(int modes, const Vec3d& at, const Material& material = flesh) {
  Mesh shape = make_shape("grid", {{"length", 0.1},
                                   {"height", 0.1},
                                   {"width", 0.1},
                                   {"cells_x", 3},
                                   {"cells_y", 3},
                                   {"cells_z", 3}});
  for (Vec3d& x : shape.vertices) x += at;
  const TetMesh mesh(std::move(shape));
  SpectralOptions options{.modes = static_cast<std::size_t>(modes)};
  if (modes == 0) options.rigid = {all_cells(mesh)};
  return body_of(mesh, material, options);
}
Body relation_block(const Vec3d& at, const Material& material = flesh) {
  return moved(block({0.1, 0.1, 0.1}, 3, material), at);
}

TEST(SpectralTouching, OneLiesOnABodyOfRelationsWhichCarriesIt) {
  for (const int modes : {0, 20})
    for (const ModelOptions& options : {in_single, in_double}) {
      SCOPED_TRACE(modes);
      TouchingWorld world({pinned(relation_block({})), spectral_block(modes, {0.013, 0.11, 0.007})},
                          {}, {}, options);
      const double weight = 9.81 * mass_of(world.state.body(1));
      for (int i = 0; i < 40; ++i) {
        world.run(0.05);
        ASSERT_EQ(intersections(world.state), 0u) << "at " << world.state.time();
      }
      EXPECT_NEAR(middle(world.state.body(1)).y - middle(world.state.body(0)).y, 0.1, 0.006);
      EXPECT_NEAR(world.state.contact_force(1, 0).y, weight, 0.01 * weight);
      EXPECT_LT(world.state.body(1).energy().kinetic, 1e-9);
      // What is held takes it on.
      Vec3d support;
      for (const Vec3d& f : world.state.body(0).support_forces()) support += f;
      EXPECT_NEAR(support.y, weight + 9.81 * mass_of(world.state.body(0)), 0.01 * weight);
    }
}

TEST(SpectralTouching, OneThatIsFixedCarriesABodyOfRelations) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  SpectralOptions options{.modes = 20, .fixed = at_x(mesh, -0.5)};
  const Body beam = body_of(mesh, make_material(2e7, 0.3, 1000, 0.02), options);
  TouchingWorld world({beam, relation_block({0.3, 0.205, 0})}, {}, {});
  const auto carried = [&] {
    Vec3d sum;
    for (const Vec3d& f : world.state.body(0).support_forces()) sum += f;
    return sum.y;
  };
  world.run(4);
  const double weight = 9.81 * (mass_of(world.state.body(0)) + mass_of(world.state.body(1)));
  EXPECT_EQ(intersections(world.state), 0u);
  EXPECT_NEAR(carried(), weight, 0.01 * weight);
}

TEST(SpectralTouching, MomentumIsHandedOverAndEnergyIsNotGained) {
  for (const int modes : {0, 20}) {
    SCOPED_TRACE(modes);
    TouchingWorld world({spectral_block(modes, {-0.06, 0, 0}, undamped),
                         relation_block({0.06, 0.02, 0.01}, undamped),
                         spectral_block(modes, {0.19, 0.01, 0}, undamped)},
                        without_gravity(), frictionless());
    world.state.set_time_step(0.125 * world.state.time_step());
    throw_body(world.state.body(0), {0.5, 0, 0});
    const Vec3d momentum = world.state.momentum();
    const double energy = world.state.energy().total();
    double most = energy;
    for (int i = 0; i < 120; ++i) {
      world.run(0.01);
      ASSERT_EQ(intersections(world.state), 0u);
      most = std::max(most, world.state.energy().total());
    }
    EXPECT_LT(most, 1.02 * energy) << "while they touch, as between bodies of relations";
    EXPECT_NEAR(world.state.energy().total(), energy, 0.01 * energy);
    EXPECT_GT(mean_velocity(world.state.body(2)).x, 0.2) << "the last one was struck";
    // Velocities of bodies of relations are those half a step before: told together once all is
    // over. Where modes deform, momentum of vertices swings about that of the frames.
    EXPECT_TRUE(world.state.contact_points().empty());
    const double swing = modes == 0 ? 1e-10 : 1e-2;
    EXPECT_LT(length(world.state.momentum() - momentum), swing * length(momentum));
  }
}

// Whole bodies are put back where a step takes them too far.
TEST(SpectralTouching, NothingPassesThroughAtTenSizesAStep) {
  for (const int modes : {0, 12}) {
    SCOPED_TRACE(modes);
    Dynamics d = without_gravity();
    d.time_step = 1e-3;
    TouchingWorld world({spectral_block(modes, {}), pinned(relation_block({0.5, 0.01, 0.02}))}, d);
    throw_body(world.state.body(0), {1000, 0, 0});
    for (int i = 0; i < 20; ++i) {
      step(world.model, world.state, 1);
      ASSERT_EQ(intersections(world.state), 0u) << "step " << i;
    }
    EXPECT_LT(middle(world.state.body(0)).x, 0.45);
  }
}

TEST(SpectralTouching, BitsDoNotDependOnThreadsCallsOrSaving) {
  const auto bodies = [] {
    return std::vector{pinned(relation_block({})), spectral_block(12, {0.013, 0.104, 0.007}),
                       spectral_block(0, {0.02, 0.21, 0.01})};
  };
  TouchingWorld one(bodies(), {});
  step(one.model, one.state, 300);
  const std::vector<Vec3d> there = one.state.positions();
  TouchingWorld calls(bodies(), {});
  set_thread_count(1);
  for (int i = 0; i < 150; ++i) step(calls.model, calls.state, 1);
  TouchingWorld other(bodies(), {});
  other.state.restore(calls.state.save());
  step(calls.model, calls.state, 150);
  step(other.model, other.state, 150);
  EXPECT_EQ(calls.state.positions(), there);
  set_thread_count(0);
  EXPECT_EQ(other.state.positions(), there);
}

}  // namespace
}  // namespace pliant
