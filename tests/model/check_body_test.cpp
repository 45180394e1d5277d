#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include <functional>
#include <limits>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

struct BadBody {
  std::function<void(Body&)> spoil;
  std::string message;
};

// A square of two triangles and a spring each way, which is all right.
Body good_body() {
  Body body{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0.5}}, {1, 1, 1, 1}, {0}, {}, {}};
  body.relations.push_back({"DistanceSpring", {0, 1, 1, 2}, {{1}, {0, 0}}, {}});
  body.relations.push_back({"GasPressure", {0, 1, 2}, {{5}}, {}});
  body.gases.push_back({1, 10, 0});
  return body;
}

void expect_refused(const std::function<void()>& act, const std::string& message) {
  try {
    act();
    ADD_FAILURE() << "accepted, but: " << message;
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(message));
    EXPECT_NE(error.cure(), "");
  }
}

TEST(CheckBody, AcceptsAGoodOne) {
  EXPECT_NO_THROW(Model{good_body()});
}

TEST(CheckBody, NamesWhatIsWrong) {
  const BadBody bad[] = {
      {[](Body& b) { b = {}; }, "has no vertices"},
      {[](Body& b) { b.masses.pop_back(); }, "4 vertices and 3 masses"},
      {[](Body& b) { b.vertices[2].y = nan; }, "vertex 2 is not finite"},
      {[](Body& b) { b.masses[1] = 0; }, "vertex 1 has the mass 0"},
      {[](Body& b) { b.masses[1] = -1; }, "vertex 1 has the mass -1"},
      {[](Body& b) { b.masses[3] = nan; }, "vertex 3 has the mass"},
      {[](Body& b) { b.masses[3] = infinite; }, "vertex 3 has the mass"},
      {[](Body& b) { b.pinned = {4}; }, "vertex 4 is pinned, but there are 4"},
      {[](Body& b) { b.relations[0].law = "DistanceSprin"; }, "DistanceSprin"},
      {[](Body& b) { b.relations[0].vertices.pop_back(); },
       "DistanceSpring joins 2 vertices, but 3 are given"},
      {[](Body& b) { b.relations[0].vertices[3] = 9; }, "DistanceSpring 1 names vertex 9"},
      {[](Body& b) { b.relations[0].parameters.pop_back(); }, "has 2 parameters, 1 are given"},
      {[](Body& b) {
         b.relations[0].parameters[0] = {1, 2, 3};
       },
       "3 values of stiffness for 2 relations"},
      {[](Body& b) { b.relations[0].parameters[0] = {}; }, "0 values of stiffness"},
      {[](Body& b) { b.relations[0].parameters[1][1] = infinite; },
       "DistanceSpring 1: damping is not finite"},
      {[](Body& b) {
         b.relations[0].rest = {{1, 1}, {1, 1}};
       },
       "has 1 rest values, 2 are given"},
      {[](Body& b) { b.relations[0].rest = {{1}}; }, "1 values of inverse_length"},
      {[](Body& b) {
         b.relations[0].rest = {{1, nan}};
       },
       "inverse_length is not finite"},
      {[](Body& b) { b.vertices[1] = b.vertices[0]; }, "DistanceSpring 0 has no extent at rest"},
      {[](Body& b) {
         b.relations[0].vertices = {2, 2, 1, 2};
       },
       "no extent at rest"},
      {[](Body& b) { b.gases[0].set = 0; }, "a gas needs a set of GasPressure"},
      {[](Body& b) { b.gases[0].set = 7; }, "a gas needs a set of GasPressure"},
      {[](Body& b) { b.gases[0].amount = -1; }, "a gas has an amount"},
      {[](Body& b) { b.gases[0].outside = nan; }, "a gas has an amount"},
  };
  for (const BadBody& one : bad) {
    Body body = good_body();
    one.spoil(body);
    SCOPED_TRACE(one.message);
    expect_refused([&] { Model{body}; }, one.message);
  }
}

// As the laws see them: tetrahedra and triangles without extent.
TEST(CheckBody, NamesFlatCells) {
  Body body{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}}, {1, 1, 1, 1}, {}, {}, {}};
  for (const LawInfo& law : laws()) {
    if (law.arity < 3 || law.name == "GasPressure") continue;
    body.relations = {{std::string(law.name), {0, 1, 2, 3}, {}, {}}};
    body.relations[0].vertices.resize(static_cast<std::size_t>(law.arity));
    body.relations[0].parameters.assign(law.given().size(), {1});
    try {
      const Model model(body);
      const std::vector<Vec3d> forces = State(model, weightless(Integrator::verlet, 1e-3)).forces();
      EXPECT_TRUE(std::isfinite(largest_length(forces))) << law.name;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("no extent")) << law.name;
    }
  }
}

TEST(Options, UnknownNamesAreRefused) {
  expect_refused([] { Model(good_body(), {Precision::single_precision, "mmx"}); }, "'mmx'");
  expect_refused([] { integrator("rk4"); }, "no integrator 'rk4'");
  for (Integrator i : integrators()) EXPECT_EQ(integrator(name(i)), i);
}

TEST(Options, BadDynamicsAreRefused) {
  const Model model(good_body());
  State state(model);
  const auto refuse = [&](const std::function<void(Dynamics&)>& spoil, const std::string& message) {
    Dynamics d = state.dynamics();
    spoil(d);
    expect_refused([&] { state.set_dynamics(d); }, message);
    expect_refused([&] { State(model, d); }, message);
  };
  refuse([](Dynamics& d) { d.time_step = -1; }, "the time step is -1");
  refuse([](Dynamics& d) { d.time_step = nan; }, "the time step is");
  refuse([](Dynamics& d) { d.gravity.x = infinite; }, "gravity is not finite");
  refuse([](Dynamics& d) { d.damping = -1; }, "the damping is -1");
  refuse([](Dynamics& d) { d.strain_limit = 0.9; }, "the strain limit is 0.9");
  refuse(
      [](Dynamics& d) {
        d.obstacles = {{Floor{{}, {0, 0, 0}}}};
      },
      "the floor's point or normal");
}

TEST(Options, BadValuesAndNumbersAreRefused) {
  const Model model(good_body()), other(good_body());
  State state(model);
  expect_refused([&] { state.set_positions(std::vector<Vec3d>(3)); }, "3 positions for 4");
  expect_refused(
      [&] {
        state.set_velocities(std::vector<Vec3d>(4, Vec3d{nan, 0, 0}));
      },
      "number 0 of the velocities is not finite");
  const Index missing[] = {4};
  expect_refused([&] { state.pin(missing); }, "no vertex 4");
  expect_refused([&] { state.release(missing); }, "no vertex 4");
  expect_refused([&] { state.remove(0, missing); }, "no relation 4 in set 0");
  expect_refused([&] { state.remove(2, {}); }, "no set 2");
  expect_refused([&] { (void)state.removed(0, 2); }, "no relation 2");
  expect_refused([&] { (void)state.parameter(0, "stifness", 0); }, "no parameter 'stifness'");
  expect_refused([&] { (void)state.parameter(5, "stiffness", 0); }, "no set 5");
  expect_refused([&] { state.set_parameter(5, "stiffness", 1); }, "no set 5");
  expect_refused([&] { state.set_parameter(0, "stiffness", 2, 1); }, "no relation 2");
  expect_refused([&] { state.set_parameter(0, "stiffness", 0, nan); }, "not finite");
  expect_refused([&] { step(other, state); }, "of another model");
}

}  // namespace
}  // namespace pliant
