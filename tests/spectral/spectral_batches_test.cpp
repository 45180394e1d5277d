#include <gtest/gtest.h>
#include <pliant/batch.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include <functional>

#include "spectral_solids.h"
#include "support/gpu.h"

// The three kinds of batch: of relations on the processor, of relations on a card (the host in its
// place) and of spectral solids. Whoever has one need not know which.

namespace pliant {
namespace {

using namespace test;

constexpr double h = 1e-3;  // s
constexpr std::size_t copies = 3;

Model relations(const ModelOptions& options) {
  return Model(soft_cube(3, 0.001), options);
}
Model modes() {
  const TetMesh mesh = bar(1, 0.2, 6, 2);
  return Model(body_of(mesh, make_material(2e5, 0.3, 1000, 0.01), {.modes = 12}));
}

struct Kind {
  const char* name;
  std::function<Model()> model;
};
const Kind kinds[] = {
    {"Processor", [] { return relations({}); }},
    {"Card", [] { return relations(on_card(Precision::single_precision)); }},
    {"Spectral", modes},
};

class EveryBatch : public testing::TestWithParam<Kind> {
 protected:
  gpu::StandIn host_{gpu::host_device()};
  Model model_ = GetParam().model();
  Dynamics dynamics_{.time_step = h};

  std::vector<Vec3d> all(const Vec3d& v) const {
    return std::vector<Vec3d>(model_.vertex_count(), v);
  }
  // Vertices that go opposite ways are far from each other after a step; a spectral solid goes as a
  // whole.
  std::vector<Vec3d> torn() const {
    std::vector<Vec3d> out = all({1e12, 0, 0});
    for (std::size_t v = 0; v < out.size() && !model_.is_spectral(); v += 2) out[v] = {-1e12, 0, 0};
    return out;
  }
  State alone(const Dynamics& dynamics, const Vec3d& velocity, std::int64_t steps) const {
    State state(model_, dynamics);
    state.set_velocities(all(velocity));
    step(model_, state, steps);
    return state;
  }
};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryBatch, testing::ValuesIn(kinds),
                         [](const auto& kind) { return kind.param.name; });

TEST_P(EveryBatch, HasCopiesThatAreStates) {
  Batch batch(model_, copies, dynamics_);
  Dynamics other = dynamics_;
  other.gravity = {1, -2, 0};
  other.damping = 0.3;
  batch.set_dynamics(2, other);
  batch.set_velocities(1, all({0.5, 0.2, 0}));
  for (const std::int64_t count : {1, 40, 9}) step(batch, count);
  EXPECT_EQ(batch.steps(), 50);
  EXPECT_DOUBLE_EQ(batch.time(), 50 * h);
  const auto expect_as = [&](std::size_t copy, const State& state) {
    EXPECT_EQ(batch.positions(copy), state.positions()) << copy;
    EXPECT_EQ(batch.velocities(copy), state.velocities()) << copy;
    EXPECT_FALSE(batch.diverged(copy)) << copy;
  };
  expect_as(0, alone(dynamics_, {}, 50));
  expect_as(1, alone(dynamics_, {0.5, 0.2, 0}, 50));
  expect_as(2, alone(other, {}, 50));
}

// However many steps are asked for at a time, what ran away is not taken back by more than a copy's
// age.
TEST_P(EveryBatch, StopsACopyThatRunsAwayForGood) {
  Batch batch(model_, copies, dynamics_);
  step(batch, 300);
  batch.set_velocities(1, torn());
  step(batch, 1000);
  ASSERT_TRUE(batch.diverged(1));
  const std::vector<Vec3d> stopped = batch.positions(1);
  for (const Vec3d& x : stopped) EXPECT_TRUE(is_finite(x));
  // It fell for 300 steps before.
  EXPECT_EQ(stopped, alone(dynamics_, {}, 300).positions());
  step(batch, 10);
  EXPECT_TRUE(batch.diverged(1));
  EXPECT_EQ(batch.positions(1), stopped);
  EXPECT_EQ(batch.steps(), 1310);
  for (const std::size_t copy : {0, 2}) {
    EXPECT_FALSE(batch.diverged(copy));
    EXPECT_EQ(batch.positions(copy), alone(dynamics_, {}, 1310).positions()) << copy;
  }
}

// The last good copy is that of a state stepped alone, however many steps are asked for at a time.
TEST(SpectralBatch, StopsARunawayWhereAStateGoesBackTo) {
  const Model model = modes();
  const Dynamics falls{.time_step = h, .gravity = {0, -1e6, 0}};
  // So fast that it counts as run away after some hundred steps.
  const double fast = 1e9 * length(model.box().size()) - 6e5;
  const std::vector<Vec3d> velocities(model.vertex_count(), Vec3d{0, -fast, 0});
  Batch batch(model, 2, {.time_step = h});
  batch.set_dynamics(1, falls);
  batch.set_velocities(1, velocities);
  State state(model, falls);
  state.set_velocities(velocities);
  EXPECT_THROW(step(model, state, 1000), Diverged);
  EXPECT_GT(state.steps(), 0) << "or going back to the beginning would do";
  step(batch, 1000);
  EXPECT_TRUE(batch.diverged(1));
  EXPECT_EQ(batch.positions(1), state.positions());
}

// In the same words.
TEST_P(EveryBatch, RefusesWhatTheOthersRefuse) {
  const auto words = [](const auto& work) -> std::string {
    try {
      work();
    } catch (const InputError& e) {
      return e.problem();
    }
    return {};
  };
  Batch batch(model_, copies, dynamics_);
  const std::vector<Vec3d> x = batch.positions(0);
  Dynamics other = dynamics_;
  other.time_step = 2 * h;
  EXPECT_EQ(words([&] { Batch(model_, 0, dynamics_); }), "a batch of no copies");
  EXPECT_EQ(words([&] { (void)batch.positions(3); }), "no copy 3");
  EXPECT_EQ(words([&] { (void)batch.diverged(3); }), "no copy 3");
  EXPECT_EQ(words([&] { batch.set_dynamics(3, dynamics_); }), "no copy 3");
  EXPECT_EQ(words([&] { batch.set_dynamics(0, other); }),
            "copy 0 shall have a time step of 0.002 s");
  EXPECT_NE(words([&] { batch.set_positions(0, std::span(x).first(3)); }), "");
  EXPECT_NE(words([&] { batch.set_velocities(0, all({0, std::nan(""), 0})); }), "");
  EXPECT_NE(words([&] { batch.scale_parameter(0, 99, "stiffness", 1); }), "");
  EXPECT_NE(words([&] { step(batch, -1); }), "");
  EXPECT_EQ(batch.positions(0), x);
  EXPECT_EQ(batch.steps(), 0);
}

}  // namespace
}  // namespace pliant
