#include <limits>

#include "support/pull_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(Pull, AWeightHangsAndSwingsAsItShould) {
  for (const ModelOptions& options : {in_single, in_double}) check_pulled_weight(options);
}
TEST(Pull, SeveralAddUpAndPinsHold) {
  for (const ModelOptions& options : {in_single, in_double}) check_pulls_add_up(options);
}
TEST(Pull, BitsAreTheSameHoweverTheStepsAreSplit) {
  for (const ModelOptions& options : {in_single, in_double}) check_pulled_bits(options);
}
TEST(Pull, HoldsOnToAFallingBody) {
  check_pulls_on_a_falling_body(in_single);
}

TEST(Pull, BitsAreTheSameOnAnyNumberOfThreads) {
  const Body body = soft_cube(8, 1e-3);
  const Model model(body);
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 5}) {
    const WithThreads with(threads);
    State state(model, pulled_dynamics(model, body, Integrator::verlet));
    step(model, state, 100);
    hashes.push_back(state.hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(Pull, EnergyIsCountedAndKept) {
  const Body body = soft_cube(3);
  const Model model(body, in_double);
  Dynamics d = pulled_dynamics(model, body, Integrator::leap_frog);
  d.damping = 0;
  d.pulls[0].damping = 0;
  State state(model, d);
  const double begin = state.energy().total();
  EXPECT_GT(begin, 1);
  double least = begin, most = begin;
  for (int i = 0; i < 100; ++i) {
    step(model, state, 20);
    least = std::min(least, state.energy().total());
    most = std::max(most, state.energy().total());
  }
  EXPECT_GT(state.energy().kinetic, 0.01 * begin);
  EXPECT_LT(most - least, 0.01 * begin);
}

TEST(Pull, TheLargestStableStepCountsThem) {
  const Model model(weight_at({}), in_double);
  Dynamics d = weightless(Integrator::euler_cromer);
  d.pulls = {{0, {}, 800, 0}};
  EXPECT_NEAR(stable_step(model, d), 2 / std::sqrt(800 / 2.0), 1e-3);
  const Body body = soft_cube(2);
  const Model solid(body);
  const double without = stable_step(solid, {});
  EXPECT_LT(stable_step(solid, {.pulls = {{3, {}, 100 * body.masses[3] / (without * without), 0}}}),
            0.3 * without);
}

TEST(Pull, RefusesWhatCannotBe) {
  const Model model(weight_at({}));
  State state(model, weightless(Integrator::euler_cromer, 1e-3));
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  for (const Pull& bad : {Pull{2, {}, 1, 0}, Pull{0, {0, nothing, 0}, 1, 0}, Pull{0, {}, -1, 0},
                          Pull{0, {}, 1, nothing}})
    EXPECT_THROW(state.set_pulls(std::span(&bad, 1)), InputError);
  EXPECT_TRUE(state.dynamics().pulls.empty());
}

TEST(PutBack, RelationsStepAsIfTheyHadNeverGone) {
  for (const ModelOptions& options : all_options()) check_relations_come_back(options);
}

class Stroke : public testing::Test {
 protected:
  TetMesh mesh_{make_shape("beam", {{"cells", 12}})};  // along x; y from 0 up, z about 0
  Model model_{mass_spring_solid(mesh_, make_material(1e5, 0.3, 1000, 0.001))};
  State state_{model_};
  std::size_t count(const CuttingWedge& wedge) const {
    std::size_t sum = 0;
    for (const auto& relations : relations_in(state_, wedge)) sum += relations.size();
    return sum;
  }
};

TEST_F(Stroke, AcrossTheWholeBodyCutsAsAPlaneDoes) {
  const CuttingWedge wedge{{0.05, 0.5, 9}, {0.05, -30, 0}, {0.05, 30, 0}};
  const auto going = relations_in(state_, wedge);
  EXPECT_FALSE(state_.removed(1, going[1][0])) << "so far nothing is cut";
  State plane = state_;
  EXPECT_EQ(cut(state_, wedge), cut(plane, CuttingPlane{{0.05, 0, 0}, {1, 0, 0}}));
  for (std::size_t set = 0; set < model_.set_count(); ++set)
    for (Index r = 0; r < model_.relation_count(set); ++r) {
      EXPECT_EQ(state_.removed(set, r), plane.removed(set, r));
      EXPECT_EQ(state_.removed(set, r), std::ranges::binary_search(going[set], r));
    }
  EXPECT_EQ(cut(state_, wedge), 0u);
}

TEST_F(Stroke, LeavesWhatIsBesideItAndBehindTheEye) {
  const Vec3d eye{0.05, 0.5, 9};
  EXPECT_GT(count({eye, {0.05, -30, 0}, {0.05, 30, 0}}), 0u);
  EXPECT_EQ(count({eye, {0.05, 3, 0}, {0.05, 30, 0}}), 0u) << "above it";
  EXPECT_EQ(count({eye, {0.05, -30, 18}, {0.05, 30, 18}}), 0u) << "behind the eye";
  EXPECT_EQ(count({eye, {0.05, 0.3, 0}, {0.05, 0.3, 0}}), 0u) << "no stroke";
  EXPECT_EQ(count({eye, {9, -30, 0}, {9, 30, 0}}), 0u) << "past its end";
  EXPECT_THROW(count({eye, {std::nan(""), 0, 0}, {}}), InputError);
}

TEST_F(Stroke, CutsToWhereItEndsAndNoFarther) {
  const CuttingWedge lower{{0.05, 0.5, 9}, {0.05, -30, 0}, {0.05, 0.5, 0}},
      upper{{0.05, 0.5, 9}, {0.05, 0.5, 0}, {0.05, 30, 0}};
  const auto below = relations_in(state_, lower), above = relations_in(state_, upper);
  const auto highest = [&](std::size_t set, Index r) {
    const auto vertices = model_.relation_vertices(set);
    double y = -1e9;
    for (std::size_t i = 0; i < 4; ++i) y = std::max(y, mesh_.vertices()[vertices[4 * r + i]].y);
    return y;
  };
  ASSERT_FALSE(below[1].empty());
  ASSERT_FALSE(above[1].empty());
  for (const Index r : above[1]) EXPECT_GT(highest(1, r), 0.5);
  std::size_t whole = 0;
  for (const std::size_t one : {below[1].size(), above[1].size()}) whole += one;
  EXPECT_EQ(whole, relations_in(state_, {{0.05, 0.5, 9}, {0.05, -30, 0}, {0.05, 30, 0}})[1].size());
}

}  // namespace
}  // namespace pliant
