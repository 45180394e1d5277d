#include "cases/cases.h"

#include <gtest/gtest.h>
#include <pliant/error.h>

#include <algorithm>

#include "bullet/bullet_body.h"
#include "cases/machine.h"
#include "cases/measure.h"
#include "cases/report.h"
#include "support/models.h"
#include "textbook/textbook.h"

namespace pliant::bench {
namespace {

TEST(Cases, WithoutTheFileABuiltInShapeOfItsSizeStandsIn) {
  const Case grid = make_case("grid30", {});
  EXPECT_TRUE(grid.stands_in);
  EXPECT_EQ(grid.body.vertices.size(), 29791u);
  EXPECT_EQ(grid.tetrahedra, 162000u);
  EXPECT_EQ(grid.boundary.size(), 6u * 30 * 30 * 2);
  EXPECT_GT(grid.dynamics.strain_limit, 1);
  EXPECT_TRUE(!grid.dynamics.obstacles.empty());
}

TEST(Cases, TheFileIsTakenWhereItIsThere) {
  PLIANT_NEEDS_MODELS();
  const Case bunny = make_case("bunny", models_folder(PLIANT_MODELS));
  EXPECT_FALSE(bunny.stands_in);
  EXPECT_EQ(bunny.tetrahedra, 19467u);
  EXPECT_EQ(bunny.edges, 27521u);
}

TEST(Cases, RegularGridsHaveFiveTetrahedraACell) {
  const Case cube = make_case("cube15", {});
  EXPECT_EQ(cube.body.vertices.size(), 4096u);
  EXPECT_EQ(cube.tetrahedra, 16875u);
  EXPECT_FALSE(cube.stands_in);
  EXPECT_EQ(cube.copies, 1u);
}

TEST(Cases, ABatchIsManyCopiesOfAboutAThousandTetrahedra) {
  const Case batch = make_case("batch", {});
  EXPECT_EQ(batch.copies, 4096u);
  EXPECT_NEAR(static_cast<double>(batch.tetrahedra), 1000, 100);
}

// Everything hangs on the last vertex, the centre of a ball that stands on the floor.
TEST(Cases, TheFanSharesOneVertexAndHolds) {
  const Case fan = make_case("fan", {});
  ASSERT_EQ(fan.body.vertices.size(), 10243u);
  ASSERT_EQ(fan.tetrahedra, 20480u);
  for (const Relations& set : fan.body.relations) {
    const auto at_centre = std::ranges::count(set.vertices, Index(10242));
    EXPECT_EQ(at_centre, set.law == "VolumePreserve" ? 20480 : 10242);
  }
  const Model model(fan.body);
  State state(model, fan.dynamics);
  step(model, state, 1000);  // in which what falls freely comes 0.12 m down
  EXPECT_NEAR(state.positions().back().y, 0.5, 0.01);
}

TEST(Cases, ABeamIsAlsoMeasuredWithItsVolumeKept) {
  const Case beam = make_case("beam_cpm2", {});
  ASSERT_EQ(beam.body.volume_constraints.size(), 0u);
  MeasureOptions options;
  options.precisions = {Precision::single_precision};
  options.seconds_each = 1e-4;
  options.rounds = 1;
  const Measured measured = measure(beam, options);
  ASSERT_EQ(measured.timings.size(), 3u);
  EXPECT_EQ(named(measured.timings[1]), "pliant single, 1 thread");
  EXPECT_EQ(named(measured.timings[2]), "pliant single, 1 thread, volume kept");
  EXPECT_EQ(measured.timings[1].added, 0);
  EXPECT_GT(measured.timings[2].added, -1);
  EXPECT_NE(measured.timings[2].added, 0);
}

TEST(Cases, UnknownOnesAreRefused) {
  EXPECT_THROW(check_case_name("nobody"), InputError);
  EXPECT_THROW(make_case("nobody", {}), InputError);
  EXPECT_THROW(models_folder("/no/such/folder"), InputError);
}

TEST(Cases, TheTextbookLoopRefusesWhatItDoesNotKnow) {
  Body body;
  body.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  body.masses = {1, 1, 1};
  EXPECT_THROW(Textbook<float>(body, {}), InputError);  // no time step
  body.relations.push_back({"AreaPreserve", {0, 1, 2}, {{1}, {0}}, {}});
  EXPECT_THROW(Textbook<float>(body, {.time_step = 0.01}), InputError);
}

// A tetrahedron held by links falls as all things do and stays on the floor.
TEST(Cases, BulletDropsTheSameBody) {
  Body body;
  body.vertices = {{0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {0, 2, 0}};
  body.masses = {1, 1, 1, 1};
  body.relations.push_back(
      {"DistanceSpring", {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3}, {{1}, {0}}, {}});
  const std::vector<Triangle> boundary{{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
  const auto bullet =
      make_bullet_body(body, boundary, {.time_step = 0.001, .obstacles = {{Floor{}}}});
  if (!bullet) GTEST_SKIP() << "built without Bullet";
  bullet->step(200);
  EXPECT_NEAR(bullet->positions()[0].y, 1 - 0.5 * 9.81 * 0.2 * 0.2, 0.02);
  bullet->step(800);
  for (const Vec3d& p : bullet->positions()) EXPECT_GT(p.y, -0.1);
  EXPECT_LT(bullet->positions()[0].y, 0.6);
}

TEST(Machine, TellsBandwidthAndMemory) {
  EXPECT_GT(triad_bandwidth(2, 0), 0);
  const std::size_t before = resident_bytes();
  if (before == 0) GTEST_SKIP() << "this system does not tell";
  const std::vector<char> block(std::size_t(1) << 26, 1);
  EXPECT_GE(resident_bytes(), before + (block.size() >> 1))
      << "with a block at " << static_cast<const void*>(block.data());
}

}  // namespace
}  // namespace pliant::bench
