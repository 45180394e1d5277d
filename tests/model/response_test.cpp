#include <pliant/error.h>

#include "contact/plain.h"
#include "support/response_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(Responses, PointsLieOnAllOfThem) {
  for (const ModelOptions& options : all_options()) check_points_lie(options);
}

TEST(Responses, PointsStickOrSlide) {
  for (const ModelOptions& options : all_options()) check_points_slide(options);
}

TEST(Responses, PointsBounce) {
  for (const ModelOptions& options : all_options()) check_points_bounce(options);
}

TEST(Responses, APenaltyBearsTheWeight) {
  for (const ModelOptions& options : {in_single, in_double}) check_block_on_a_penalty(options);
}

TEST(Responses, ABallIsPushedIntoABlock) {
  for (const ModelOptions& options : {in_single, in_double}) check_pushed_block(options);
}

TEST(Responses, GiveNoEnergy) {
  const Body elastic = soft_cube(2), damped = soft_cube(2, 1e-3);
  for (const Integrator integrator : integrators()) {
    const Body& body = needs_damping(integrator) ? damped : elastic;
    Dynamics d;
    d.integrator = integrator;
    d.time_step = 0.5 * stable_step(Model(body, in_double), d);
    for (const Response response : {Response::impulse, Response::penalty})
      for (const double bounce : {0.0, 0.5}) {
        SCOPED_TRACE(describe(response, integrator) + ", bounce " + std::to_string(bounce));
        const Obstacle kind{.shape = Floor{}, .bounce = bounce, .response = response};
        EXPECT_LT(most_energy_gained(body, in_double, d, kind, 5), 0.005);
      }
  }
}

// One that begins deep inside comes out without the speed that brings it out.
TEST(Responses, AnImpulseLetsGo) {
  const Model model(points({{0, -0.05, 0}, {3, 1, 0}}), in_double);
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = dynamics_with(integrator, {.shape = Floor{}, .response = Response::impulse});
    d.gravity = {};
    State state(model, d);
    step(model, state, 100);
    EXPECT_NEAR(state.positions()[0].y, 0, 1e-6);
    EXPECT_LT(length(state.velocities()[0]), 1e-3);
  }
}

TEST(Responses, APenaltyIsNoStifferThanAStepCarries) {
  const Model model(soft_cube(2, 1e-3), in_double);
  const double h = 1e-3;
  std::vector<std::vector<Vec3d>> ends;
  for (const double stiffness : {1e15, 0.25 / (h * h)}) {
    Dynamics d = dynamics_with(
        Integrator::euler_cromer,
        {.shape = Floor{{0, -0.6, 0}}, .response = Response::penalty, .stiffness = stiffness});
    State state(model, d);
    step(model, state, 1000);
    ends.push_back(state.positions());
  }
  EXPECT_LT(largest_difference(ends[0], ends[1]), 1e-6);
}

TEST(Responses, OnlyAConstraintIsInTheLoopOverAllVertices) {
  for (const Response response : all_responses) {
    const std::vector<Obstacle> floor{{.shape = Floor{}, .response = response}};
    EXPECT_EQ(contact::smooth_floor(floor) != nullptr, response == Response::constraint);
    EXPECT_EQ(contact::plain_others(floor).empty(), response == Response::constraint);
  }
}

TEST(Responses, ASavedStateHasThem) {
  const Model model(soft_cube(1, 1e-3));
  Dynamics d;
  d.obstacles = {{.shape = Ball{{0, -0.5, 0}, 0.4}, .response = Response::impulse},
                 {.shape = Capsule{}, .response = Response::penalty, .stiffness = 2e4}};
  State state(model, d), other(model);
  step(model, state, 50);
  other.restore(state.save());
  EXPECT_EQ(other.dynamics(), state.dynamics());
  step(model, state, 200);
  step(model, other, 200);
  EXPECT_EQ(other.hash(), state.hash());
}

TEST(Responses, BadStiffnessesAreRefused) {
  const Model model(points({{0, 0, 0}, {1, 0, 0}}));
  State state(model);
  for (const double bad : {-1.0, std::nan(""), HUGE_VAL}) {
    const Obstacle obstacle{.shape = Floor{}, .response = Response::penalty, .stiffness = bad};
    EXPECT_THROW(state.set_obstacles(std::span(&obstacle, 1)), InputError) << bad;
  }
}

}  // namespace
}  // namespace pliant
