#include <gmock/gmock.h>

#include <cmath>

#include "backend/gpu/compile.h"
#include "backend/gpu/device.h"
#include "cases/cases.h"
#include "cases/measure_selection.h"
#include "cases/report.h"
#include "cases/selection_states.h"

namespace pliant::bench {
namespace {

using testing::HasSubstr;

// 16 vertices along an edge.
Case sleeping_cube() {
  Case cube = make_case("cube15", {});
  lay_to_rest(cube, {0.1, 0.01});
  return cube;
}

MeasureOptions quick() {
  MeasureOptions options;
  options.precisions = {Precision::single_precision};
  options.seconds_each = 1e-4;
  options.rounds = 1;
  return options;
}

TEST(SelectionCases, AreHeldByTheirUndersideAndAtRest) {
  const Case cube = sleeping_cube();
  EXPECT_EQ(cube.body.pinned.size(), 256u);
  for (const Index v : cube.body.pinned) EXPECT_EQ(cube.body.vertices[v].y, 0);
  EXPECT_EQ(cube.dynamics.gravity, Vec3d{});
  EXPECT_TRUE(cube.dynamics.obstacles.empty());
  for (const char* name : {"selection", "selection_cube63", "selection_forty_million"})
    EXPECT_NO_THROW(check_case_name(name));
}

TEST(SelectionCases, AFullStepAllAwakeSharesAndRestAreMeasured) {
  const Measured measured = measure(sleeping_cube(), quick());
  const std::pair<const char*, std::size_t> expected[] = {{"full step", 0},
                                                          {"all awake", 4096 - 256},
                                                          {"10 % active", 409},
                                                          {"1 % active", 40},
                                                          {"at rest", 0}};
  ASSERT_EQ(measured.timings.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    const Timing& t = measured.timings[i];
    EXPECT_EQ(t.part, expected[i].first);
    EXPECT_GT(t.best, 0);
    EXPECT_GE(t.median, t.best);
    EXPECT_TRUE(std::isfinite(t.ratio) && t.ratio > 0) << t.ratio;
    ASSERT_TRUE(t.selection);
    if (i > 0) {
      EXPECT_EQ(t.selection->active, expected[i].second);
    }
    EXPECT_EQ(t.selection->selecting > 0, i > 0 && i < 4) << t.selection->selecting;
  }
  EXPECT_EQ(measured.timings[0].ratio, 1);
}

// As long as turns last, in both precisions; and they wake nobody.
TEST(SelectionCases, DisturbedNodesStayAwakeAlone) {
  const Case cube = sleeping_cube();
  for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
    const SelectionStates states(cube, {.precision = precision}, 0);
    EXPECT_EQ(states.asleep().active_count(), 0u);
    const std::vector<Index> ball = states.ball(0.01);
    ASSERT_EQ(ball.size(), 40u);
    for (const Index v : ball) EXPECT_GT(cube.body.vertices[v].y, 0.5);
    State state = states.asleep();
    states.disturb(state, ball);
    for (int turn = 0; turn < 4; ++turn) {
      for (const Index v : ball) EXPECT_EQ(state.node_states()[v], NodeState::active);
      EXPECT_EQ(state.active_count(), 40u);
      step(states.model(), state, SelectionStates::steps_disturbed / 4);
    }
    EXPECT_EQ(state.active_count(), 40u);
  }
}

// Which selects by patches, here with the host in its place; two sizes of them.
TEST(SelectionCases, ACardWakesNoMoreThanWanted) {
  for (const auto& [multiprocessors, kilobytes] : {std::pair(4u, 16u), {16u, 64u}}) {
    const gpu::StandIn stand_in(gpu::host_device(multiprocessors, std::size_t(kilobytes) << 10));
    const SelectionStates states(sleeping_cube(), {.backend = Backend::cuda}, 0);
    EXPECT_EQ(states.asleep().active_count(), 0u);
    State state = states.asleep();
    states.disturb(state, states.ball(0.1));
    const std::size_t active = state.active_count();
    EXPECT_GT(active, 200u);
    EXPECT_LE(active, 409u);
    step(states.model(), state, 1024);
    EXPECT_EQ(state.active_count(), active);
  }
}

TEST(SelectionCases, ReportsTellWhatTheyComeTo) {
  CaseResult cube{"selection", "cube", false, 1, 103'823, 486'680, 600'000, {}};
  cube.measured.timings = {{.engine = "pliant",
                            .part = "full step",
                            .best = 1e-3,
                            .median = 1e-3,
                            .ratio = 1,
                            .selection = SelectionTiming{103'823, 0}},
                           {.engine = "pliant",
                            .part = "1 % active",
                            .best = 16e-6,
                            .median = 17e-6,
                            .ratio = 62,
                            .selection = SelectionTiming{1038, 0.029}}};
  for (const Backend backend : {Backend::cpu, Backend::cuda}) {
    const Report report{backend, 1, 7, 0.1, "", 4e10, {cube}};
    const std::string lines = table(report, cube);
    EXPECT_THAT(lines, HasSubstr("1 % active: 62 times faster than the full step; selecting costs "
                                 "2.9 % of the physics\n"));
    EXPECT_THAT(lines, HasSubstr(" 1038 "));
    const std::string written = json(report);
    EXPECT_THAT(written, HasSubstr("\"active_nodes\": 1038"));
    EXPECT_THAT(written, HasSubstr("\"selecting_over_stepping\": 0.029"));
  }
}

}  // namespace
}  // namespace pliant::bench
