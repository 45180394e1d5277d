#include <gtest/gtest.h>
#include <pliant/interrupt.h>

#include "backend/backend.h"
#include "large_steps/newton.h"
#include "large_steps/preconditioner.h"
#include "large_steps/vectors.h"
#include "support/dynamics.h"
#include "support/solids.h"

// The Hessian block by block, its factors, and what large steps do with them.

namespace pliant {
namespace {

using namespace test;
using large_steps::Objective;

Body stiff_cube(double cells) {
  return continuum_solid(cube_mesh(cells), ContinuumModel::neo_hookean,
                         make_material(1e6, 0.45, 1000, 1e-3));
}

Dynamics in_frames(LargeSteps settings = {}) {
  Dynamics d;
  d.time_step = large_step;
  d.large_steps = settings;
  return d;
}

/// Held at some vertices, shaken.
struct Shaken {
  explicit Shaken(double cells) : model(stiff_cube(cells), in_double), state(model, in_frames()) {
    state.pin(std::vector<Index>{0, 3, 5});
    shake(state, 0.02, 0);
    x = state.positions();
    std::vector<large_steps::Part> parts;
    parts.push_back({&state.compiled(), x, 3600, x, large_step, {}});
    objective = std::make_unique<Objective>(std::move(parts));
    EXPECT_TRUE(objective->move_to(x));
  }
  Model model;
  State state;
  std::vector<Vec3d> x;
  std::unique_ptr<Objective> objective;
};

// It multiplies as products do, whether relations tell it or products.
TEST(BlockMatrix, IsTheHessian) {
  const Shaken cube(3);
  for (const bool by_products : {false, true}) {
    const large_steps::HessianFinder finder(*cube.objective, by_products);
    const large_steps::BlockMatrix matrix = finder.find();
    EXPECT_EQ(finder.products() > 0, by_products);
    EXPECT_LT(finder.products(), 3 * cube.x.size() + 1);
    std::vector<Vec3d> direction(cube.x.size());
    Samples samples(5);
    for (std::size_t v = 0; v < direction.size(); ++v) {
      direction[v] = samples.vector(1);
      for (int k = 0; k < 3; ++k)
        if (!cube.objective->is_free(v, k)) direction[v][k] = 0;
    }
    const std::vector<Vec3d> product = cube.objective->product(direction);
    const double size = largest_length(product);
    for (std::size_t v = 0; v < direction.size(); ++v) {
      Vec3d sum;
      for (std::size_t k = matrix.rows[v]; k < matrix.rows[v + 1]; ++k)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            sum[i] += matrix.blocks[k][static_cast<std::size_t>(3 * i + j)] *
                      direction[matrix.columns[k]][j];
      EXPECT_NEAR(length(sum - product[v]), 0, 1e-9 * size) << v;
    }
  }
}

#ifndef PLIANT_MINIMAL
TEST(Factors, SolveWithTheHessian) {
  const Shaken cube(3);
  const auto factors = large_steps::Factors::of(*cube.objective);
  ASSERT_TRUE(factors);
  EXPECT_GT(factors->cost(), 0);
  ASSERT_TRUE(factors->renew());
  std::vector<Vec3d> way(cube.x.size());
  Samples samples(7);
  for (std::size_t v = 0; v < way.size(); ++v) {
    way[v] = samples.vector(1);
    for (int k = 0; k < 3; ++k)
      if (!cube.objective->is_free(v, k)) way[v][k] = 0;
  }
  const std::vector<Vec3d> back = factors->preconditioner().solve(cube.objective->product(way));
  EXPECT_LT(largest_difference(back, way), 1e-7);
}

// A cube that the diagonal alone would take thousands of products for.
TEST(Factors, SpareProducts) {
  const Model model(stiff_cube(8), in_double);
  State state(model, in_frames({.tolerance = 1e-8}));
  state.pin(std::vector<Index>{0, 1, 2, 3});
  step(model, state, 4);
  const LargeStepCounts counts = state.large_step_counts();
  EXPECT_EQ(counts.unfinished, 0);
  EXPECT_LT(counts.products, 4 * 800);
}
#endif

TEST(LargeSteps, CanBeInterrupted) {
  const Body body = stiff_cube(4);
  const Model model(body, in_double);
  for (const Minimiser method : {Minimiser::newton, Minimiser::descent}) {
    Dynamics d = in_frames({.method = method, .tolerance = 1e-9});
    d.obstacles.push_back({.shape = Floor{{0, model.box().low.y - 0.001, 0}, {0, 1, 0}}});
    State state(model, d), other(model, d);
    step(model, state, 3);
    step(model, other, 3);
    int asked = 0;
    {
      const Interruptible interruptible([&] { return ++asked > 7; });
      EXPECT_THROW(step(model, state, 5), Interrupted);
    }
    EXPECT_GE(state.steps(), 3);
    EXPECT_LT(state.steps(), 8);
    // As if nothing had been.
    step(model, state, 8 - state.steps());
    step(model, other, 5);
    EXPECT_EQ(state.hash(), other.hash()) << name(method);
  }
}

// Both methods leave a stiff body as near to the floor as explicit steps do: nobody sees how deep
// it is.
TEST(LargeSteps, RestOnAFloor) {
  const Model model(stiff_cube(4), in_double);
  for (const Minimiser method : {Minimiser::newton, Minimiser::descent}) {
    Dynamics d = in_frames({.method = method, .tolerance = 1e-5});
    d.obstacles.push_back(
        {.shape = Floor{{0, model.box().low.y - 0.05, 0}, {0, 1, 0}}, .friction = 0.5});
    State state(model, d);
    step(model, state, 60);
    EXPECT_GT(lowest(state, floor_of(d)), -5e-6) << name(method);
    EXPECT_LT(lowest(state, floor_of(d)), 1e-6) << name(method);
    EXPECT_LT(state.kinetic_energy(), 1e-3) << name(method);  // of half a ton
    if (method == Minimiser::newton) {
      EXPECT_EQ(state.large_step_counts().unfinished, 0);
    }
  }
}

}  // namespace
}  // namespace pliant
