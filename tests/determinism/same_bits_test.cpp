#include <gtest/gtest.h>

#include <numeric>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

// A cube that is pushed about, stretched beyond its limit and dropped on a floor, and cut on the
// way: everything that takes part in a step.
Body busy_body(double cells) {
  return mass_spring_solid(cube_mesh(cells), make_material(5e3, 0.4, 1000, 0.001));
}

Dynamics busy_dynamics(const Model& model, Integrator integrator = Integrator::euler_cromer) {
  Dynamics d;
  d.integrator = integrator;
  d.time_step = 0.3 * stable_step(model, d);
  d.strain_limit = 1.05;
  d.damping = 0.1;
  d.obstacles = {{Floor{{0, -0.05, 0}, {0.1, 1, 0}}}};
  return d;
}

State started(const Model& model, const Dynamics& dynamics) {
  State state(model, dynamics);
  shake(state, 0.02 / std::cbrt(double(model.vertex_count())), 1);
  return state;
}

void cut(const Model& model, State& state) {
  std::vector<Index> every_third;
  for (Index i = 0; i < model.relation_count(1); i += 3) every_third.push_back(i);
  state.remove(1, every_third);
  state.set_parameter(0, "stiffness", 5, 2 * state.parameter(0, "stiffness", 5));
}

std::uint64_t hash_of_run(const Model& model, int threads, std::int64_t steps,
                          std::int64_t at_a_time,
                          Integrator integrator = Integrator::euler_cromer) {
  const WithThreads with(threads);
  State state = started(model, busy_dynamics(model, integrator));
  for (int half = 0; half < 2; ++half) {
    for (std::int64_t left = steps / 2; left > 0; left -= at_a_time)
      step(model, state, std::min(left, at_a_time));
    if (half == 0) cut(model, state);
  }
  return state.hash();
}

TEST(SameBits, OnAnyNumberOfThreadsWithManyBlocks) {
  const Body body = busy_body(8);  // 729 vertices in several blocks
  for (const ModelOptions& options : all_options()) {
    SCOPED_TRACE(describe(options));
    const Model model(body, options);
    const bool best = options.instruction_set == instruction_sets().front();
    const std::int64_t steps = best ? 1000 : 100;
    const std::uint64_t one = hash_of_run(model, 1, steps, steps);
    for (int threads : {2, 3, 8}) EXPECT_EQ(hash_of_run(model, threads, steps, steps), one);
    EXPECT_EQ(hash_of_run(model, 1, steps, steps), one) << "from run to run";
  }
}

TEST(SameBits, WithOneBlock) {
  const Body body = busy_body(3);
  for (const ModelOptions& options : all_options()) {
    SCOPED_TRACE(describe(options));
    const Model model(body, options);
    const std::uint64_t one = hash_of_run(model, 1, 1000, 1000);
    EXPECT_EQ(hash_of_run(model, 8, 1000, 1000), one);
    EXPECT_EQ(hash_of_run(Model(body, options), 2, 1000, 1000), one) << "another model";
  }
}

TEST(SameBits, OfEveryIntegrator) {
  const Model model(busy_body(8));
  for (Integrator i : integrators()) {
    SCOPED_TRACE(name(i));
    const std::uint64_t one = hash_of_run(model, 1, 300, 300, i);
    EXPECT_EQ(hash_of_run(model, 3, 300, 300, i), one);
    EXPECT_EQ(hash_of_run(model, 2, 300, 7, i), one) << "seven steps at a time";
  }
}

TEST(SameBits, HoweverTheStepsAreSplit) {
  for (double cells : {3.0, 10.0})
    for (const ModelOptions& options : {in_single, in_double}) {
      SCOPED_TRACE(testing::Message() << cells << " cells");
      const Model model(busy_body(cells), options);
      const std::uint64_t whole = hash_of_run(model, 2, 600, 600);
      for (std::int64_t at_a_time : {1, 32, 257})
        EXPECT_EQ(hash_of_run(model, 2, 600, at_a_time), whole) << at_a_time;
    }
}

TEST(SameBits, HoweverTheStepsOfAFallAreSplit) {
  // Fast enough that the origin moves along.
  const Model model(soft_cube(3));
  for (std::int64_t at_a_time : {1, 5, 33}) {
    State whole(model), split(model);
    step(model, whole, 990);
    for (int i = 0; i < 990; i += static_cast<int>(at_a_time)) step(model, split, at_a_time);
    EXPECT_EQ(whole.steps(), split.steps());
    EXPECT_EQ(whole.hash(), split.hash()) << at_a_time;
  }
}

TEST(SameBits, ACopyGoesOnAsTheOriginal) {
  const Model model(busy_body(8));
  for (Integrator i : integrators()) {
    State a = started(model, busy_dynamics(model, i));
    step(model, a, 45);
    cut(model, a);
    State b = a;
    step(model, a, 45);
    step(model, b, 45);
    EXPECT_EQ(a.hash(), b.hash()) << name(i);
  }
}

TEST(SameBits, TheHashSeesWhatChanges) {
  const Model model(soft_cube(2));
  const State rest(model);
  State moved(model), pushed(model);
  std::vector<Vec3d> x = rest.positions(), v = rest.velocities();
  x[3].z += 1e-6;
  v[3].z += 1e-6;
  moved.set_positions(x);
  pushed.set_velocities(v);
  EXPECT_NE(moved.hash(), rest.hash());
  EXPECT_NE(pushed.hash(), rest.hash());
  EXPECT_EQ(State(model).hash(), rest.hash());
}

// Sets of instructions sum in another order and fuse other operations; one step differs by
// rounding, and on a stable body so do a hundred.
TEST(SameBits, InstructionSetsAgreeToRounding) {
  const Body body = busy_body(8);
  for (const auto& [precision, tolerance] : {std::pair(Precision::single_precision, 2e-4),
                                             std::pair(Precision::double_precision, 1e-12)}) {
    std::vector<Vec3d> first;
    Dynamics d = busy_dynamics(Model(body, in_double));
    d.strain_limit = 0;  // whether a spring is over it may depend on the last bit
    for (const std::string& set : instruction_sets()) {
      const Model model(body, {precision, set});
      EXPECT_EQ(model.instruction_set(), set);
      State state = started(model, d);
      step(model, state, 100);
      if (first.empty())
        first = state.positions();
      else
        EXPECT_LT(largest_difference(state.positions(), first), tolerance) << set;
    }
  }
}

}  // namespace
}  // namespace pliant
