#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/cut.h>
#include <pliant/error.h>
#include <pliant/probes.h>
#include <pliant/quality.h>
#include <pliant/recording.h>
#include <pliant/run.h>

#include <cmath>
#include <filesystem>

namespace pliant {
namespace {

using namespace action;
using testing::HasSubstr;

Simulation cube(double young = 3e6) {
  Simulation sim;
  sim.add_body({.mesh = "cube",
                .density = 1200,
                .name = "cube",
                .settings = {{"cells", 3}, {"tets_per_cell", 5}}});
  sim.add(MassSpringForces{.young = young, .poisson = 0.3});
  sim.settings.value.time_step = 2e-4;
  sim.settings.value.steps = 1000;
  return sim;
}

std::uint64_t hash(const SceneRun& run) {
  return run.bodies()[0].state.hash();
}

class ContinuedRun : public testing::Test {
 protected:
  ContinuedRun()
      : folder_(std::filesystem::temp_directory_path() /
                (std::string("pliant_") +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::remove_all(folder_);
  }
  ~ContinuedRun() override { std::filesystem::remove_all(folder_); }
  RunOptions output() const {
    RunOptions options;
    options.output = folder_;
    return options;
  }
  std::filesystem::path folder_;
};

template <class I>
void goes_on_with_the_same_bits(I integrator) {
  Simulation sim = cube();
  sim.add(integrator);
  sim.add(Gravity{});
  sim.add(MoveSteady{.plane = 1, .position = 1, .direction = 0, .speed = 0.3, .steps = 150});
  sim.add(Load{.group = "plane:0,0,0,0,1,0",
               .force = std::function<Vec3d(double)>([](double t) {
                 return Vec3d{100 * std::sin(50 * t), 0, 0};
               }),
               .every = 7});
  sim.add(Cut{.point = {0, 0.5, 0}, .time = 0.01});
  SceneRun whole(sim), first(sim);
  whole.advance(300);
  first.advance(111);
  SceneRun second(sim, {}, first);
  EXPECT_EQ(second.step(), 111);
  EXPECT_EQ(second.time(), first.time());
  second.advance(20);
  SceneRun third(sim, {}, second);
  third.advance(169);
  EXPECT_EQ(hash(third), hash(whole));
  EXPECT_EQ(third.last_step(), whole.last_step());
}

TEST(ContinuedRuns, UnchangedGoOnWithTheSameBits) {
  goes_on_with_the_same_bits(EulerCromer{});
  goes_on_with_the_same_bits(LeapFrog{});
  goes_on_with_the_same_bits(Verlet{});
}

TEST(ContinuedRuns, ChangedGravityIsAsIfTheStateHadBeenTold) {
  const auto cache = std::make_shared<SceneCache>();
  Simulation sim = cube(), heavy = cube();
  sim.add(Gravity{2});
  heavy.add(Gravity{7});
  SceneRun told(sim), first(sim, {.cache = cache});
  told.advance(100);
  Dynamics dynamics = told.bodies()[0].state.dynamics();
  dynamics.gravity = {0, -7, 0};
  told.bodies()[0].state.set_dynamics(dynamics);
  told.advance(100);
  first.advance(100);
  SceneRun second(heavy, {.cache = cache}, first);
  EXPECT_EQ(&second.bodies()[0].model.compiled(), &first.bodies()[0].model.compiled());
  second.advance(100);
  EXPECT_EQ(hash(second), hash(told));
}

TEST(ContinuedRuns, PinsMadeByHandStayBehind) {
  Simulation sim = cube();
  sim.add(Gravity{});
  SceneRun first(sim);
  first.bodies()[0].state.pin(std::vector<Index>{3});
  first.advance(50);
  SceneRun second(sim, {}, first);
  const Vec3d before = second.bodies()[0].state.positions()[3];
  EXPECT_EQ(before, first.bodies()[0].state.positions()[3]);
  second.advance(50);
  EXPECT_LT(second.bodies()[0].state.positions()[3].y, before.y - 1e-5);
}

TEST(ContinuedRuns, AnotherMaterialKeepsPlaceTimeAndCuts) {
  Simulation sim = cube(), stiff = cube(3e8);
  for (Simulation* s : {&sim, &stiff}) {
    s->settings.value = {.seconds = 0.5};
    s->add(Gravity{});
  }
  SceneRun first(sim);
  State& cut_one = first.bodies()[0].state;
  EXPECT_GT(cut(cut_one, CuttingPlane{{0, 0.5, 0}, {0, 1, 0}}), 0u);
  first.advance(first.step_at(0.03));
  SceneRun second(stiff, {}, first);
  EXPECT_LT(second.time_step(), 0.2 * first.time_step());
  EXPECT_NEAR(second.time(), first.time(), 1e-15);
  EXPECT_GE(second.step(), first.step());
  EXPECT_NEAR(static_cast<double>(second.last_step()) * second.time_step(), 0.5, 1e-4);
  const State& state = second.bodies()[0].state;
  EXPECT_EQ(state.time(), cut_one.time());
  for (std::size_t v = 0; v < state.model().vertex_count(); ++v) {
    EXPECT_LT(length(state.positions()[v] - cut_one.positions()[v]), 1e-6);
    EXPECT_LT(length(state.velocities()[v] - cut_one.velocities()[v]), 1e-6);
  }
  std::size_t gone = 0;
  for (std::size_t set = 0; set < state.model().set_count(); ++set)
    for (std::size_t r = 0; r < state.model().relation_count(set); ++r) {
      EXPECT_EQ(state.removed(set, r), cut_one.removed(set, r));
      gone += state.removed(set, r);
    }
  EXPECT_GT(gone, 0u);
  // The step does not grow again.
  second.advance(5);
  SceneRun third(sim, {}, second);
  EXPECT_EQ(third.time_step(), second.time_step());
  EXPECT_EQ(third.step(), second.step());
}

TEST(ContinuedRuns, ChangedLoadsActAtOnceAndChangedDrivesBeginWhereTheyAre) {
  const auto made = [](double force, double speed) {
    Simulation sim = cube();
    sim.add(Load{.group = "all", .force = Vec3d{force, 0, 0}});
    sim.add(MoveSteady{.plane = 1, .position = 1, .direction = 2, .speed = speed});
    sim.add(action::Probe{.quantity = "position", .group = "plane:0,1,0,0,1,0", .name = "top"});
    return sim;
  };
  SceneRun first(made(0, 0.5));
  first.advance(100);
  const double top = first.measure("top")[2];
  EXPECT_NEAR(top, 0.5 * 0.02, 1e-6);
  SceneRun second(made(240, -1), {}, first);
  EXPECT_NEAR(second.measure("top")[2], top, 1e-6);
  second.advance(100);
  EXPECT_NEAR(second.measure("top")[2], top - 0.02, 1e-5);
  const auto momentum = [](const SceneRun& run) { return run.bodies()[0].state.momentum().x; };
  EXPECT_NEAR(momentum(second) - momentum(first), 240 * 0.02, 1e-2);
  // Begun there, it goes on from there.
  SceneRun third(made(240, -1), {}, second);
  third.advance(100);
  EXPECT_NEAR(third.measure("top")[2], top - 0.04, 1e-5);
}

TEST_F(ContinuedRun, TakesRecordingAndProbesOver) {
  const auto made = [](double gravity, bool more) {
    Simulation sim = cube();
    sim.add(Gravity{gravity});
    sim.add(Record{.every = 10});
    sim.add(action::Probe{.quantity = "momentum", .every = 10});
    if (more) sim.add(action::Probe{.quantity = "volume", .every = 10});
    return sim;
  };
  SceneRun first(made(1, false), output());
  first.advance(55);
  SceneRun second(made(2, false), {}, first);
  EXPECT_EQ(first.output(), nullptr);
  second.advance(45);
  SceneRun third(made(2, true), {}, second);
  ASSERT_FALSE(third.notes().empty());
  EXPECT_THAT(third.notes().back(), HasSubstr("probes.csv"));
  third.advance(20);
  third.finish();
  const Recording recording(folder_);
  EXPECT_EQ(recording.frames(), 13);
  EXPECT_EQ(recording.steps().back(), 120);
  const ProbeData probes = read_probes(folder_ / "probes.csv");
  EXPECT_EQ(probes.steps.back(), 100);
  EXPECT_NEAR(probes.values[1].back(), -1200 * (1 * 55 + 2 * 45) * 2e-4, 1e-2);
}

TEST_F(ContinuedRun, WhereItCannotNothingHasHappened) {
  Simulation sim = cube(), bad = cube(), other;
  sim.add(Gravity{});
  bad.add(Pin{.group = "nowhere"});
  other.add_body({.mesh = "cube", .density = 1200, .settings = {{"cells", 2}}});
  other.add(MassSpringForces{.young = 3e6, .poisson = 0.3});
  other.settings.value = sim.settings.value;
  SceneRun whole(sim), first(sim, output());
  whole.advance(100);
  first.advance(40);
  EXPECT_THROW(SceneRun(bad, {}, first), InputError);
  EXPECT_THROW(SceneRun(other, {}, first), InputError);
  EXPECT_EQ(first.step(), 40);
  EXPECT_NE(first.output(), nullptr);
  first.advance(60);
  EXPECT_EQ(hash(first), hash(whole));
}

TEST(ContinuedRuns, GoOnAfterTheirEnd) {
  Simulation sim = cube();
  sim.add(Gravity{});
  sim.settings.value.steps = 100;
  SceneRun run(sim), whole(cube());
  run.advance(500);
  EXPECT_TRUE(run.finished());
  run.extend(0.01);
  EXPECT_FALSE(run.finished());
  EXPECT_EQ(run.last_step(), 150);
  run.advance(500);
  EXPECT_EQ(run.step(), 150);
  run.extend(1);
  run.stop("enough");
  run.extend(1);
  EXPECT_TRUE(run.finished());
  EXPECT_THROW(run.extend(-1), InputError);
  EXPECT_THROW(run.extend(std::numeric_limits<double>::infinity()), InputError);
  SceneRun second(sim, {}, run);
  EXPECT_EQ(second.last_step(), run.last_step());
  EXPECT_FALSE(second.finished());
}

TEST(RunBodies, KnowTheSurfaceTheyWereFilledFrom) {
  Simulation sim;
  sim.add_body(
      {.mesh = "icosphere", .density = 1000, .position = {5, 0, 0}, .scale = 2, .tetrahedra = 300});
  sim.add_body({.mesh = "cube", .density = 1000, .name = "solid", .settings = {{"cells", 2}}});
  sim.add(MassSpringForces{.young = 1e5, .poisson = 0.3});
  sim.settings.value.steps = 1;
  const auto cache = std::make_shared<SceneCache>();
  const SceneRun run(sim, {.cache = cache}), again(sim, {.cache = cache});
  const auto& surface = run.bodies()[0].surface;
  ASSERT_NE(surface, nullptr);
  EXPECT_EQ(again.bodies()[0].surface, surface);
  EXPECT_TRUE(surface->surface.tetrahedra.empty());
  const pliant::Box fine = bounding_box(surface->surface.vertices),
                    coarse = bounding_box(run.bodies()[0].mesh->vertices());
  EXPECT_LT(length(fine.low - coarse.low) + length(fine.high - coarse.high),
            0.3 * length(fine.size()));
  EXPECT_NEAR(0.5 * (fine.low.x + fine.high.x), 5, 0.1);
  EXPECT_EQ(run.bodies()[1].surface, nullptr);
}

}  // namespace
}  // namespace pliant
