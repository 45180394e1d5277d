#include <pliant/diverged.h>

#include "support/batch_checks.h"

namespace pliant {
namespace {

using namespace test;

class BatchOf : public testing::TestWithParam<Precision> {
 protected:
  ModelOptions options{GetParam(), ""};
};

TEST_P(BatchOf, EqualsSingleStates) {
  for (Integrator i : integrators()) check_batch_equals_states(options, i);
}

TEST_P(BatchOf, ChangesOnTheWay) {
  for (Integrator i : {Integrator::euler_cromer, Integrator::leap_frog, Integrator::verlet})
    check_batch_changes_on_the_way(options, i);
}

TEST_P(BatchOf, SharesVectors) {
  if (GetParam() == Precision::single_precision)
    check_shared_vectors<float>(options);
  else
    check_shared_vectors<double>(options);
}

TEST_P(BatchOf, ScalesParameters) {
  check_batch_scales(batch_body(), options);
}

TEST_P(BatchOf, ScalesUniformParameters) {
  check_batch_scales(published_solid(cube_mesh(4), {}), options);
}

TEST_P(BatchOf, GoesOnBesideARunaway) {
  check_batch_with_a_runaway(options);
}

TEST_P(BatchOf, RefusesBadInput) {
  check_batch_refuses(options);
}

// The last good copy of a runaway is that of a state stepped alone.
TEST_P(BatchOf, StopsARunawayWhereAStateGoesBackTo) {
  const Model model(batch_body(), options);
  const Dynamics shared = shared_dynamics(model, Integrator::euler_cromer);
  Batch batch = with_a_runaway(model, shared);
  State state = alone(model, shared, 1);
  multiply_parameters(state, 0, "stiffness", 1000);
  step(batch, 300);
  EXPECT_THROW(step(model, state, 300), Diverged);
  EXPECT_TRUE(batch.positions(1) == state.positions());
  EXPECT_TRUE(batch.velocities(1) == state.velocities());
}

TEST_P(BatchOf, HasTheSameBitsOnAnyNumberOfThreads) {
  const Model model(batch_body(), options);
  const Dynamics shared = shared_dynamics(model, Integrator::euler_cromer);
  std::vector<std::vector<Vec3d>> first;
  for (int threads : {1, 2, 8}) {
    const WithThreads with(threads);
    Batch batch = with_a_runaway(model, shared);
    step(batch, 100);
    std::vector<std::vector<Vec3d>> positions;
    for (std::size_t i = 0; i < batch.size(); ++i) positions.push_back(batch.positions(i));
    if (first.empty()) first = positions;
    EXPECT_TRUE(positions == first) << threads << " threads";
  }
}

// Gas changes the parameters of its set in every step, on all threads at once.
TEST_P(BatchOf, BalloonsEqualSingleStates) {
  const Model model(balloon(make_shape("icosphere", {{"levels", 2}}), {}), options);
  Dynamics shared;
  shared.time_step = 1e-4;
  Batch batch = batch_of(model, shared, 4);
  step(batch, 50);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    State state = alone(model, shared, i);
    step(model, state, 50);
    expect_as(batch, i, state);
  }
}

INSTANTIATE_TEST_SUITE_P(Precisions, BatchOf,
                         testing::Values(Precision::single_precision, Precision::double_precision),
                         [](const auto& test) {
                           return test.param == Precision::single_precision ? "single" : "double";
                         });

}  // namespace
}  // namespace pliant
