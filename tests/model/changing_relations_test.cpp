#include <gtest/gtest.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include <limits>
#include <numeric>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

// A body of two sets whose relations lie in pairs and, some edges, by themselves.
Body two_sets() {
  return soft_cube(4, 0.001);
}

// Compares the forces on a shaken state of this model with those of the body built that way.
void expect_forces_as(const State& state, const Body& built, const ModelOptions& options) {
  const Model model(built, options);
  State other(model, state.dynamics());
  other.set_positions(state.positions());
  other.set_velocities(state.velocities());
  const std::vector<Vec3d> expected = other.forces();
  const double tolerance = options.precision == Precision::double_precision ? 1e-12 : 2e-4;
  EXPECT_LT(largest_difference(state.forces(), expected), tolerance * largest_length(expected));
}

class ChangingRelations : public testing::TestWithParam<Precision> {
 protected:
  ModelOptions options{GetParam(), ""};
};

TEST_P(ChangingRelations, OneParameterChangesOneRelation) {
  const Body body = two_sets();
  const Model model(body, options);
  for (std::size_t set : {0u, 1u})
    for (Index relation : {Index(0), Index(7), Index(model.relation_count(set) - 1)}) {
      State state(model);
      shake(state, 0.02, 0.1);
      const double old = state.parameter(set, "stiffness", relation);
      state.set_parameter(set, "stiffness", relation, 50 * old);
      EXPECT_NEAR(state.parameter(set, "stiffness", relation), 50 * old, 1e-5 * old);
      EXPECT_NEAR(state.parameter(set, "stiffness", relation == 3 ? 4 : 3),
                  body.relations[set].parameters[0][relation == 3 ? 4 : 3], 1e-5 * old * 50);
      Body built = body;
      built.relations[set].parameters[0][relation] *= 50;
      expect_forces_as(state, built, options);
    }
}

TEST_P(ChangingRelations, OneOfAUniformSet) {
  const Body body = published_solid(cube_mesh(3), {});
  const Model model(body, options);
  State state(model, weightless(Integrator::verlet, 1e-3));
  shake(state, 0.02, 0.1);
  const State before = state;
  state.set_parameter(0, "stiffness", 11, 500);
  EXPECT_EQ(before.parameter(0, "stiffness", 11), 50) << "a copy keeps its own";
  Body built = body;
  built.relations[0].parameters[0].assign(model.relation_count(0), 50);
  built.relations[0].parameters[0][11] = 500;
  expect_forces_as(state, built, options);
  expect_forces_as(before, body, options);
  state.set_parameter(0, "stiffness", 70);
  built.relations[0].parameters[0] = {70};
  expect_forces_as(state, built, options);
}

TEST_P(ChangingRelations, ManyAtOnceWithValues) {
  const Body body = two_sets();
  const Model model(body, options);
  for (std::size_t set : {0u, 1u}) {
    State state(model, weightless(Integrator::euler_cromer, 1e-4));
    shake(state, 0.02, 0.1);
    Body built = body;
    std::vector<Index> relations;
    std::vector<double> values;
    for (Index r = static_cast<Index>(model.relation_count(set)); r-- > 0;) {
      if (r % 3 == 0) continue;
      relations.push_back(r);
      values.push_back(built.relations[set].parameters[0][r] *= 1 + r % 5);
    }
    state.set_parameters(set, "stiffness", relations, values);
    expect_forces_as(state, built, options);
    for (const Index r : relations) built.relations[set].parameters[1][r] = 0.25;
    state.set_parameters(set, "damping", relations, std::vector<double>{0.25});
    expect_forces_as(state, built, options);
  }
}

TEST_P(ChangingRelations, WrongListsAreRefused) {
  const Model model(two_sets(), options);
  State state(model, weightless(Integrator::euler_cromer, 1e-4));
  const std::vector<Index> twice{4, 9, 4}, far{100000}, two{1, 2};
  const std::vector<double> three{1, 2, 3}, one{1};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(state.set_parameters(0, "stiffness", twice, three), InputError);
  EXPECT_THROW(state.set_parameters(0, "stiffness", far, one), InputError);
  EXPECT_THROW(state.set_parameters(0, "stiffness", two, three), InputError);
  EXPECT_THROW(state.set_parameters(0, "stiffness", two, std::vector{1.0, nan}), InputError);
  EXPECT_THROW(state.set_parameters(0, "stifness", two, one), InputError);
  EXPECT_THROW(state.set_parameters(7, "stiffness", two, one), InputError);
  state.set_parameters(0, "stiffness", {}, {});
}

// A change keeps the copy to go back to; it stays in force there.
TEST_P(ChangingRelations, GoingBackKeepsWhatWasChanged) {
  const Model model(two_sets(), options);
  State state(model, weightless(Integrator::euler_cromer));
  shake(state, 0.02, 0.1);
  step(model, state, 100);
  const std::vector<Index> gone{3, 4};
  state.remove(0, gone);
  state.set_parameter(1, "damping", 2, 0.125);
  step(model, state, 50);
  state.set_parameter(0, "stiffness", 11, 1e30);
  EXPECT_THROW(step(model, state, 20), Diverged);
  EXPECT_EQ(state.steps(), 0) << "not to the last change";
  EXPECT_TRUE(state.removed(0, 3));
  EXPECT_EQ(state.parameter(1, "damping", 2), 0.125);
  EXPECT_NEAR(state.parameter(0, "stiffness", 11), 1e30, 1e24);
  state.set_parameter(0, "stiffness", 11, 1);
  step(model, state, 300);
  EXPECT_EQ(state.steps(), 300);
}

// A spring that was removed does not hold its ends by a strain limit after going back either.
TEST_P(ChangingRelations, WhatIsRemovedIsNotLimitedAfterGoingBack) {
  Body body = chain(row_of_points(3), {.mass = 1, .stiffness = 1, .damping = 1});
  body.pinned = {1};
  const Model model(body, options);
  Dynamics d;
  d.gravity = {-4, 0, 0};
  d.time_step = 0.002;
  d.strain_limit = 1.1;
  State state(model, d);
  step(model, state, 600);
  EXPECT_NEAR(state.positions()[0].x, -0.1, 0.01) << "it hangs on the limit";
  state.remove(0, std::vector<Index>{0});
  state.set_parameter(0, "stiffness", 1, 1e30);
  EXPECT_THROW(step(model, state, 20), Diverged);
  EXPECT_EQ(state.steps(), 512);
  state.set_parameter(0, "stiffness", 1, 1);
  const double before = state.positions()[0].x;
  step(model, state, 250);
  EXPECT_NEAR(before - state.positions()[0].x, 0.5 * 4 * 0.25, 0.01);
}

// The same body without a relation: taken out of a set.
Body without(Body body, std::size_t set, const std::vector<Index>& removed) {
  Relations& r = body.relations[set];
  const auto arity = static_cast<std::size_t>(law(r.law).arity);
  Relations kept{r.law, {}, std::vector<std::vector<double>>(r.parameters.size()), {}};
  for (std::size_t i = 0; i < r.vertices.size() / arity; ++i) {
    if (std::ranges::find(removed, static_cast<Index>(i)) != removed.end()) continue;
    for (std::size_t k = 0; k < arity; ++k) kept.vertices.push_back(r.vertices[arity * i + k]);
    for (std::size_t p = 0; p < r.parameters.size(); ++p)
      kept.parameters[p].push_back(r.parameters[p].size() == 1 ? r.parameters[p][0]
                                                               : r.parameters[p][i]);
  }
  r = kept;
  return body;
}

TEST_P(ChangingRelations, RemovalEqualsABodyWithoutThem) {
  for (const Body& body : {two_sets(), published_solid(cube_mesh(3), {})}) {
    const Model model(body, options);
    for (std::size_t set : {0u, 1u})
      for (Index first : {0, 1, 2}) {
        std::vector<Index> removed;
        for (Index i = first; i < model.relation_count(set); i += 3) removed.push_back(i);
        State state(model, weightless(Integrator::verlet, 1e-3));
        shake(state, 0.02, 0.1);
        state.remove(set, removed);
        expect_forces_as(state, without(body, set, removed), options);
        const State copy = state;
        EXPECT_EQ(largest_difference(copy.forces(), state.forces()), 0);
        EXPECT_TRUE(copy.removed(set, first));
        EXPECT_FALSE(copy.removed(set, first == 2 ? 0 : first + 1));
        State later = copy;
        step(model, later, 3);
        EXPECT_TRUE(later.removed(set, first));
        EXPECT_FALSE(State(model, weightless(Integrator::verlet, 1e-3)).removed(set, first));
      }
  }
}

TEST_P(ChangingRelations, EverythingRemovedFallsApart) {
  const Body body = two_sets();
  const Model model(body, options);
  State state(model);
  shake(state, 0.02, 0.1);
  for (std::size_t set : {0u, 1u}) {
    std::vector<Index> all(model.relation_count(set));
    std::iota(all.begin(), all.end(), Index(0));
    state.remove(set, all);
  }
  EXPECT_EQ(largest_length(state.forces()), 0);
  EXPECT_EQ(state.energy().elastic, 0);
  // A changed parameter does not bring a relation back.
  state.set_parameter(0, "stiffness", 0, 1e9);
  state.set_parameter(1, "stiffness", 1e9);
  EXPECT_EQ(largest_length(state.forces()), 0);
}

INSTANTIATE_TEST_SUITE_P(Both, ChangingRelations,
                         testing::Values(Precision::single_precision, Precision::double_precision),
                         [](const auto& test) {
                           return test.param == Precision::single_precision ? "single" : "double";
                         });

}  // namespace
}  // namespace pliant
