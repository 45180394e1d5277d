#include <gtest/gtest.h>
#include <pliant/error.h>

#include "support/gpu.h"

// Attributes of vertices that laws read: springs that swell, against closed forms.

namespace pliant {
namespace {

using namespace test;

// The CPU, and the host in a card's place.
class Attributes : public testing::TestWithParam<ModelOptions> {
 protected:
  gpu::StandIn stand_in_{gpu::host_device()};
  bool precise() const { return GetParam().precision == Precision::double_precision; }
};
INSTANTIATE_TEST_SUITE_P(All, Attributes,
                         testing::Values(in_single, in_double, on_card(Precision::single_precision),
                                         on_card(Precision::double_precision)),
                         [](const auto& test) {
                           return std::string(name(test.param.backend)) +
                                  (test.param.precision == Precision::single_precision ? "_single"
                                                                                       : "_double");
                         });

constexpr double stiffness = 8;  // J

Body swelling_chain(std::size_t points, double spacing) {
  Body body = chain(row_of_points(points, spacing));
  Relations& springs = body.relations[0];
  springs.law = "SwellingSpring";
  springs.parameters = {{stiffness}, {0.0}};
  body.attributes = {{"swelling", {0.0}}};
  return body;
}

Body swelling_cube() {
  const TetMesh mesh = cube_mesh(4);
  Body body = soft_cube(4);
  body.relations.resize(1);
  body.relations[0].law = "SwellingSpring";
  body.attributes = {{"swelling", {}}};
  for (const Vec3d& x : mesh.vertices()) body.attributes[0].values.push_back(0.1 + 0.05 * x.y);
  return body;
}

// A clamped spring of length L that would grow by s pushes with k s / L.
TEST_P(Attributes, WhatIsClampedPushes) {
  const Model model(swelling_chain(3, 0.5), GetParam());
  State state(model, weightless(Integrator::euler_cromer, 1e-3));
  EXPECT_EQ(largest_length(state.forces()), 0);
  const std::vector<Index> ends{0, 2};
  state.set_attribute("swelling", ends, std::vector<double>{0.25, 0.5});
  const std::vector<Vec3d> f = state.forces();
  const double left = stiffness * 0.5 * 0.25 / 0.5, right = stiffness * 0.5 * 0.5 / 0.5;
  EXPECT_NEAR(f[0].x, -left, 1e-5);
  EXPECT_NEAR(f[1].x, left - right, 1e-5);
  EXPECT_NEAR(f[2].x, right, 1e-5);
  EXPECT_NEAR(state.energy().elastic, 0.5 * stiffness * (0.125 * 0.125 + 0.25 * 0.25), 1e-5);
  EXPECT_EQ(state.attribute("swelling", 0), 0.25);
  EXPECT_EQ(state.attribute("swelling", 1), 0);
  EXPECT_EQ(state.attribute("swelling", 2), 0.5);
}

// Where a body grows alike everywhere it only becomes larger.
TEST_P(Attributes, ABodyGrowsWithoutForce) {
  Body body = swelling_cube();
  body.attributes[0].values = {0.2};
  const Model model(body, GetParam());
  State state(model, weightless(Integrator::euler_cromer));
  const double before = largest_length(state.forces());
  std::vector<Vec3d> x = state.positions();
  for (Vec3d& p : x) p *= 1.2;
  state.set_positions(x);
  EXPECT_LT(largest_length(state.forces()), (precise() ? 1e-10 : 1e-4) * before);
}

// A body that is given attributes later is as one that has them from the start.
TEST_P(Attributes, MayChangeWhileItRuns) {
  const Body body = swelling_cube();
  Body without = body;
  without.attributes[0].values = {0.0};
  const Model model(body, GetParam()), other(without, GetParam());
  const Dynamics d = weightless(Integrator::euler_cromer, 0.2 * stable_step(model));
  State expected(model, d), state(other, d);
  std::vector<Index> all;
  for (Index v = 0; v < model.vertex_count(); ++v) all.push_back(v);
  state.set_attribute("swelling", all, body.attributes[0].values);
  EXPECT_EQ(largest_difference(state.forces(), expected.forces()), 0);
  step(model, expected, 40);
  step(other, state, 40);
  EXPECT_EQ(state.hash(), expected.hash());
  EXPECT_GT(largest_difference(state.positions(), body.vertices), 1e-4);
  State restored(other, d);
  restored.restore(state.save());
  EXPECT_EQ(restored.attribute("swelling", 7), state.attribute("swelling", 7));
  step(other, restored, 10);
  step(other, state, 10);
  EXPECT_EQ(restored.hash(), state.hash());
}

TEST(AttributesOfVertices, WrongOnesAreRefused) {
  Body body = swelling_chain(3, 1);
  const Model model(body, in_double);
  State state(model, weightless(Integrator::euler_cromer, 1e-3));
  const std::vector<Index> two{0, 1}, twice{1, 1}, far{9};
  const std::vector<double> one{1}, three{1, 2, 3};
  EXPECT_THROW(state.set_attribute("temperature", two, one), InputError);
  EXPECT_THROW(state.set_attribute("swelling", two, three), InputError);
  EXPECT_THROW(state.set_attribute("swelling", twice, one), InputError);
  EXPECT_THROW(state.set_attribute("swelling", far, one), InputError);
  EXPECT_THROW(state.attribute("temperature", 0), InputError);
  body.attributes[0].values = {1, 2};
  EXPECT_THROW(Model{body}, InputError);
  body.attributes.clear();
  EXPECT_THROW(Model{body}, InputError);
  EXPECT_THROW(State(Model(chain(row_of_points(2)))).attribute("swelling", 0), InputError);
}

}  // namespace
}  // namespace pliant
