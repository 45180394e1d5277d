#include <gtest/gtest.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

// Whether small motions grow: a tenth of a percent of the size at first, and more than ten times
// the energy at the end; or diverged.
bool grows(const Model& model, Dynamics d, double h, std::int64_t steps) {
  d.time_step = h;
  State state(model, d);
  shake(state, 1e-5, 0);
  const double first = state.energy().elastic;
  try {
    step(model, state, steps);
  } catch (const Diverged&) {
    return true;
  }
  return !(state.energy().elastic + state.energy().kinetic < 10 * first);
}

class StableStep : public testing::TestWithParam<Integrator> {};

TEST_P(StableStep, HoldsJustBelowAndNotWellAbove) {
  for (double cells : {1.0, 4.0})
    for (double damping_time : {0.0, 0.002, 0.02}) {
      if (damping_time == 0 && needs_damping(GetParam())) continue;
      SCOPED_TRACE(testing::Message() << cells << " cells, damping " << damping_time << " s");
      SolidOptions options;
      options.most_damping = 1e9;  // damping in proportion to stiffness, as the estimate assumes
      const auto with_damping = [&](double time) {
        return Model(
            mass_spring_solid(cube_mesh(cells), make_material(5e3, 0.4, 1000, time), options),
            in_double);
      };
      const Model model = with_damping(damping_time);
      const Dynamics d = weightless(GetParam());
      const double largest = stable_step(model, d);
      ASSERT_GT(largest, 0);
      EXPECT_FALSE(grows(model, d, 0.98 * largest, 3000));
      // Longer steps that the body without damping bears have passes of damping.
      const double beyond = std::max(largest, stable_step(with_damping(0), d));
      // With little damping Euler's step is small, and what grows, grows slowly.
      EXPECT_TRUE(grows(model, d, 1.3 * beyond, cells > 1 ? 3000 : 100000));
      EXPECT_DOUBLE_EQ(State(model, d).dynamics().time_step,
                       std::min(longest_safe_step, safe_share * largest));
    }
}

TEST_P(StableStep, HoldsForTheDefaultDampingOfSolids) {
  const Model model(soft_cube(4, 0.01), in_double);
  const Dynamics d = weightless(GetParam());
  EXPECT_FALSE(grows(model, d, safe_share * stable_step(model, d), 3000));
}

INSTANTIATE_TEST_SUITE_P(All, StableStep, testing::ValuesIn(integrators()),
                         [](const auto& test) { return std::string(name(test.param)); });

TEST(StableStepOf, UndampedEulerIsNoneAndASafeOneIsRefused) {
  const Model model(soft_cube(2), in_double);
  EXPECT_EQ(stable_step(model, weightless(Integrator::euler)), 0);
  EXPECT_THROW(State(model, weightless(Integrator::euler)), InputError);
}

TEST(StableStepOf, SingleAndDoublePrecisionAgree) {
  const Body body = soft_cube(10, 0.001);  // with a vertex exactly in the middle
  const double exact = stable_step(Model(body, in_double));
  for (const ModelOptions& options : all_options())
    EXPECT_NEAR(stable_step(Model(body, options)) / exact, 1, 1e-3) << describe(options);
}

Model solid_of_table_61(double cells, double distance_damping, double volume_damping) {
  PublishedSolid constants;
  constants.mass = 50;
  constants.distance = constants.volume = 50;
  constants.distance_damping = distance_damping;
  constants.volume_damping = volume_damping;
  return Model(published_solid(cube_mesh(cells), constants), in_double);
}

// L13 Table 6.1: k = 50, mass 50 kg; published 3.0, 3.5, 6.5 and 6.5 ms on 1602 vertices, where
// stability was judged by eye. The steps compared are estimates, which runs of a coarser cube
// confirm.
TEST(Table61, RanksTheIntegratorsByTheirLargestStableStep) {
  const auto largest = [](Integrator i, double distance_damping, double volume_damping) {
    const Dynamics d = weightless(i);
    const Model coarse = solid_of_table_61(4, distance_damping, volume_damping);
    EXPECT_FALSE(grows(coarse, d, 0.95 * stable_step(coarse, d), 4000)) << name(i);
    EXPECT_TRUE(grows(coarse, d, 1.3 * stable_step(coarse, d), 4000)) << name(i);
    const Model model = solid_of_table_61(11, distance_damping, volume_damping);  // 1728 vertices
    return stable_step(model, d);
  };
  const double euler = largest(Integrator::euler, 0.1, 0.1);
  const double midpoint = largest(Integrator::midpoint, 0.1, 0.1);
  const double verlet = largest(Integrator::verlet, 0.001, 0.01);
  const double cromer = largest(Integrator::euler_cromer, 0.001, 0.01);
  RecordProperty("milliseconds", testing::PrintToString(std::vector{1e3 * euler, 1e3 * midpoint,
                                                                    1e3 * verlet, 1e3 * cromer}));
  EXPECT_LE(euler, midpoint);
  EXPECT_GT(verlet, 1.3 * midpoint);
  EXPECT_GT(cromer, 1.3 * midpoint);
  EXPECT_NEAR(cromer / verlet, 1, 0.05);
}

// A chain of two masses m and a spring k L² = 4: ω² = 2 k / m; Euler-Cromer is stable up to 2/ω.
TEST(StableStep, OfAStateSeesChangedStiffness) {
  const Model model(chain(row_of_points(2), {.mass = 2, .stiffness = 4}), in_double);
  State state(model, weightless(Integrator::euler_cromer, 1e-3));
  EXPECT_EQ(stable_step(state), stable_step(model, state.dynamics()));
  state.set_parameter(0, "stiffness", 0, 400);
  EXPECT_NEAR(stable_step(state), 2 / std::sqrt(2 * 400 / 2.0), 1e-3);
  EXPECT_NEAR(stable_step(state, {.integrator = Integrator::runge_kutta_4}),
              std::sqrt(8.0) / std::sqrt(2 * 400 / 2.0), 1e-3);
  // Where it is now and how it moves does not count.
  shake(state, 0.3, 1);
  EXPECT_NEAR(stable_step(state), 2 / std::sqrt(2 * 400 / 2.0), 1e-3);
  // A step of 0 asks for a safe one.
  Dynamics d = state.dynamics();
  d.time_step = 0;
  state.set_parameter(0, "stiffness", 0, 4e6);
  state.set_dynamics(d);
  EXPECT_NEAR(state.dynamics().time_step, safe_share * 2 / std::sqrt(2 * 4e6 / 2.0), 1e-6);
}

TEST(StableStep, OfAStateSeesWhatIsRemovedAndPinned) {
  Body body = chain(row_of_points(3), {.mass = 1, .stiffness = 1});
  body.relations[0].parameters[0] = {1e6, 1};
  const Model model(body, in_double);
  State state(model, weightless(Integrator::euler_cromer, 1e-5));
  const std::vector<Index> stiff{0}, end{2};
  state.remove(0, stiff);
  EXPECT_NEAR(stable_step(state), 2 / std::sqrt(2.0), 1e-3);
  state.pin(end);
  EXPECT_NEAR(stable_step(state), 2.0, 1e-3);
  state.put_back(0, stiff);
  EXPECT_LT(stable_step(state), 2e-3);
}

}  // namespace
}  // namespace pliant
