#include <gtest/gtest.h>
#include <pliant/diverged.h>
#include <pliant/topology.h>

#include <cmath>

#include "support/volume_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(VolumeConstraint, AStepIsAsTheFormulaSays) {
  for (const ModelOptions& options : all_options()) {
    SCOPED_TRACE(describe(options));
    check_volume_step(options);
  }
}
TEST(VolumeConstraint, TakesBackItsPartOfTheDrift) {
  for (const ModelOptions& options : {in_single, in_double}) check_drift(options);
}
TEST(VolumeConstraint, ThePrintedFormIsStableBelowTwoThirds) {
  for (const ModelOptions& options : {in_single, in_double}) check_published_limit(options);
}
TEST(VolumeConstraint, KeepsTheVolumeOfACompressedCubeWithEveryIntegrator) {
  for (const ModelOptions& options : {in_single, in_double})
    check_compression(options, integrators(), 2000);
}
TEST(VolumeConstraint, StaysForAHundredThousandSteps) {
  const Integrator leap_frog[] = {Integrator::leap_frog};
  check_compression(in_single, leap_frog, 100000);
}
TEST(VolumeConstraint, KeepsTheMomentumOfAFreeBody) {
  for (const ModelOptions& options : {in_single, in_double}) check_free_body(options, 2000);
}
TEST(VolumeConstraint, RestsOnFloorsAndTables) {
  for (const ModelOptions& options : {in_single, in_double}) check_resting(options);
}
TEST(VolumeConstraint, ChangesWhileItRunsAndIsSaved) {
  for (const ModelOptions& options : {in_single, in_double}) check_goals(options);
}
TEST(VolumeConstraint, RegionsByThemselves) {
  for (const ModelOptions& options : {in_single, in_double}) check_regions(options);
}
TEST(VolumeConstraint, SameBitsHoweverStepsAreDivided) {
  for (const ModelOptions& options : {in_single, in_double}) check_volume_bits(options);
}
TEST(VolumeConstraint, BatchesAreAsSingleStates) {
  for (const ModelOptions& options : {in_single, in_double}) check_volume_batch(options);
}

TEST(VolumeConstraint, SameBitsOnAnyNumberOfThreads) {
  const TetMesh mesh = cube_mesh(11);  // many blocks
  Body bodies[] = {kept_cube(mesh, boundary_constraint(mesh)), two_regions(mesh, 0.05)};
  for (Body& body : bodies)
    for (const ModelOptions& options : {in_single, in_double}) {
      const Model model(body, options);
      std::vector<std::uint64_t> hashes;
      for (const int threads : {1, 2, 3}) {
        const WithThreads with(threads);
        Dynamics d = driven_dynamics(model, Integrator::leap_frog);
        d.obstacles = {{Floor{{0, -0.01, 0}, {0.1, 1, 0}}}};
        State state(model, d);
        shake(state, 1e-3, 1);
        step(model, state, 150);
        hashes.push_back(state.hash());
      }
      EXPECT_EQ(hashes[0], hashes[1]);
      EXPECT_EQ(hashes[0], hashes[2]);
    }
}

// On one thread a step ends with its correction; on more the next step begins with it, where
// nothing comes in between: a call that ends, an origin that follows a fall.
TEST(VolumeConstraint, SameBitsWhenCorrectionsArePutOff) {
  const TetMesh mesh = cube_mesh(11);  // many blocks
  const Body body = kept_cube(mesh, boundary_constraint(mesh));
  const auto check = [](const Model& model, const Dynamics& d) {
    State first(model, d);
    shake(first, 1e-3, 0.5);
    State at_once = first, in_parts = first;
    {
      const WithThreads with(1);
      step(model, first, 70);
    }
    const WithThreads with(2);
    step(model, at_once, 70);
    for (const int part : {1, 30, 2, 37}) step(model, in_parts, part);
    EXPECT_EQ(first.hash(), at_once.hash());
    EXPECT_EQ(first.hash(), in_parts.hash());
    EXPECT_NEAR(first.constrained_volume(0), 1, 1e-4);
  };
  for (const ModelOptions& options : all_options()) {
    SCOPED_TRACE(describe(options));
    const Model model(body, options);
    check(model, driven_dynamics(model, Integrator::leap_frog));
  }
  const Model model(body);
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = driven_dynamics(model, integrator);
    check(model, d);
    d.obstacles = {{Floor{{0, 0, 0}, {0.1, 1, 0}}}};
    d.obstacles.push_back({tabletop({0, -0.02, 0}, 0.7, 0.7, 0.1)});
    check(model, d);
  }
}

// A goal that is out of reach throws vertices far away: told of in the same step.
TEST(VolumeConstraint, WhatItThrowsAwayIsTold) {
  const TetMesh mesh = cube_mesh(11);
  for (const ModelOptions& options : {in_single, in_double}) {
    const Model model(kept_cube(mesh, boundary_constraint(mesh)), options);
    std::vector<double> times;
    for (const int threads : {1, 2}) {
      const WithThreads with(threads);
      State state(model, driven_dynamics(model, Integrator::leap_frog));
      step(model, state, 10);
      state.set_volume_goal(0, {1e5, 1, true});
      try {
        step(model, state, 50);
      } catch (const Diverged& error) {
        times.push_back(error.time());
      }
      EXPECT_TRUE(std::isfinite(state.positions()[0].x));
    }
    ASSERT_EQ(times.size(), 2u);
    EXPECT_EQ(times[0], times[1]);
  }
}

// Driven, so that its coordinates grow: as exact as these are.
TEST(VolumeConstraint, ABodyThatIsCarriedFarInSinglePrecision) {
  const Body body = kept_cube(4);
  const Model model(body);
  State state(model, driven_dynamics(model, Integrator::leap_frog));
  const double h = state.dynamics().time_step;
  state.add_drive({face(body, 0, false), {true, true, true}, [=](double t) {
                     return Pose{.shift = {50 * t / (5000 * h), 0, 0}};
                   }});
  step(model, state, 5000);
  EXPECT_NEAR(state.constrained_volume(0), 1, 1e-4);
}

// Triangles that no relation joins: their vertices lie in any blocks.
TEST(VolumeConstraint, NeedsNoRelationsAlongItsSurface) {
  const TetMesh mesh = cube_mesh(11);
  Body body = kept_cube(mesh, boundary_constraint(mesh));
  body.relations.clear();
  for (const ModelOptions& options : {in_single, in_double}) {
    const Model model(body, options);
    std::uint64_t one = 0;
    for (const int threads : {1, 3}) {
      const WithThreads with(threads);
      State state(model, weightless(Integrator::euler_cromer, 1e-3));
      shake(state, 0, 0.01);
      step(model, state, 100);
      EXPECT_NEAR(state.constrained_volume(0), 1, 1e-4);
      if (threads == 1) one = state.hash();
      EXPECT_EQ(state.hash(), one);
    }
  }
}

TEST(VolumeConstraint, AFarBodyInSinglePrecision) {
  const Body body = kept_cube(4);
  const Model model(body);
  State state(model, {.integrator = Integrator::leap_frog, .time_step = 2e-4});
  std::vector<Vec3d> x = body.vertices;
  for (Vec3d& p : x) p += Vec3d{1e4, -2e4, 5e3};
  state.set_positions(x);
  shake(state, 0.01, 1);
  step(model, state, 5000);
  EXPECT_NEAR(state.constrained_volume(0), 1, 1e-5);
}

TEST(VolumeConstraint, WhatMakesNoSenseIsRefused) {
  const TetMesh mesh = cube_mesh(2);
  const auto problem = [&](const std::function<void(Body&)>& spoil) -> std::string {
    Body body = kept_cube(mesh, boundary_constraint(mesh));
    spoil(body);
    try {
      const Model model(body);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  using C = VolumeConstraint;
  const auto of = [](Body& b) -> C& { return b.volume_constraints[0]; };
  EXPECT_EQ(problem([](Body&) {}), "");
  const std::pair<std::function<void(Body&)>, const char*> cases[] = {
      {[&](Body& b) { of(b).surface.clear(); }, "has no surface"},
      {[&](Body& b) { of(b).surface[3][1] = 1000; }, "names vertex 1000"},
      {[&](Body& b) { of(b).surface[3][1] = of(b).surface[3][0]; }, "twice"},
      {[&](Body& b) { of(b).surface.pop_back(); }, "is open at the edge"},
      {[&](Body& b) { std::swap(of(b).surface[0][0], of(b).surface[0][1]); }, "is open"},
      {[&](Body& b) {
         for (Triangle& t : of(b).surface) std::swap(t[0], t[1]);
       },
       "encloses no volume"},
      {[&](Body& b) { of(b).strength = 1.1; }, "has the strength"},
      {[&](Body& b) { of(b).strength = -0.1; }, "has the strength"},
      {[&](Body& b) { of(b).rest_volume = -1; }, "shall keep"},
      {[&](Body& b) { of(b).rest_volume = std::nan(""); }, "shall keep"},
      {[&](Body& b) { b.volume_constraints.push_back(of(b)); }, "share vertex"},
  };
  for (const auto& [spoil, part] : cases)
    EXPECT_NE(problem(spoil).find(part), std::string::npos) << part << ": " << problem(spoil);
}

TEST(VolumeConstraint, ABodyThatCannotGiveWayStays) {
  Body body = kept_cube(2);
  const Model model(body);
  State state(model, weightless(Integrator::verlet, 1e-4));
  std::vector<Index> all(body.vertices.size());
  for (std::size_t v = 0; v < all.size(); ++v) all[v] = static_cast<Index>(v);
  state.pin(all);
  state.set_volume_goal(0, {2, 1, true});
  step(model, state, 10);
  EXPECT_NEAR(state.constrained_volume(0), 1, 1e-6);
}

}  // namespace
}  // namespace pliant
