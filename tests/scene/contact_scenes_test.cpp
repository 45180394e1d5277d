#include <gmock/gmock.h>
#include <pliant/probes.h>
#include <pliant/script.h>

#include <cmath>
#include <ctime>
#include <iostream>

#include "support/intersections.h"
#include "support/recordings.h"
#include "support/touching.h"
#include "support/touching_world.h"

// The scenes of scenes/contact, smaller and shorter than they are: no frame has an intersection.

namespace pliant {
namespace {

using Defines = std::map<std::string, std::string>;

struct ShortScene {
  const char* name;
  Defines defines;
  bool touches = true;  // in that time; false: it may not
};

void PrintTo(const ShortScene& scene, std::ostream* out) {
  *out << scene.name;
}

class ContactScenes : public test::FolderTest, public testing::WithParamInterface<ShortScene> {};

TEST_P(ContactScenes, HaveNoIntersectionInAnyFrame) {
  const auto& [name, defines, touches] = GetParam();
  const Scene scene(
      std::filesystem::path(PLIANT_SOURCE "/scenes/contact") / (std::string(name) + ".lua"),
      {.defines = defines});
  RunOptions options;
  options.output = folder() / "out";
  // The blocks of the arch begin within their skins. As these grow they do work that no account
  // has, little beside what bodies do later, but not in so short a time.
  options.watch_energy = name != std::string("arch");
  SceneRun run(scene.simulation(), options);
  ASSERT_TRUE(run.world().contact());
  const test::Intersections surfaces(run);
  EXPECT_EQ(surfaces.left_out(), 0u) << "of " << surfaces.faces();
  std::size_t most = 0;
  while (!run.finished()) {
    run.advance(std::max<std::int64_t>(1, run.last_step() / 100));
    most = std::max(most, run.world().contact_counts().touching);
    EXPECT_EQ(test::crossings(run.world()), surfaces.left_out()) << "at " << run.time();
  }
  run.finish();
  EXPECT_TRUE(most > 0 || !touches);
  EXPECT_THAT(run.warnings(), testing::IsEmpty());
  const Recording recording(options.output);
  ASSERT_GT(recording.steps().size(), 5u);
  for (std::size_t f = 0; f < recording.steps().size(); ++f)
    EXPECT_EQ(surfaces.count(recording.read(static_cast<std::int64_t>(f))), 0u) << "frame " << f;
}

INSTANTIATE_TEST_SUITE_P(
    All, ContactScenes,
    testing::Values(
        ShortScene{"critters", {{"seconds", "0.4"}, {"tets", "600"}}},
        ShortScene{"stack", {{"seconds", "0.4"}, {"count", "4"}}},
        ShortScene{"pour", {{"seconds", "0.5"}, {"count", "12"}}},
        ShortScene{"mat_twist", {{"seconds", "1"}, {"cells", "12"}, {"turns", "1"}}},
        ShortScene{"sphere_on_mat", {{"seconds", "0.25"}, {"cells", "10"}, {"ball", "2"}}},
        ShortScene{"squeeze", {{"seconds", "0.8"}, {"tets", "700"}, {"speed", "0.5"}}, false},
        ShortScene{"squeeze_out", {{"seconds", "0.5"}, {"cells", "8"}}},
        ShortScene{"knot", {{"seconds", "0.8"}, {"edge", "0.05"}}},
        ShortScene{"cloth_on_ball", {{"seconds", "0.6"}, {"cells", "12"}, {"ball", "2"}}},
        ShortScene{"compactor", {{"seconds", "1.2"}}},
        ShortScene{"rollers", {{"seconds", "0.5"}, {"tets", "700"}}},
        ShortScene{"arch", {{"seconds", "0.008"}, {"frames", "0.001"}, {"above", "0.0005"}}}),
    [](const auto& scene) { return std::string(scene.param.name); });

// As they are in their files, to the end or as long as is sensible: minutes each.
class WholeContactScenes : public test::FolderTest,
                           public testing::WithParamInterface<ShortScene> {};

TEST_P(WholeContactScenes, HaveNoIntersectionInAnyFrame) {
  if (!test::long_tests()) GTEST_SKIP() << "set PLIANT_LARGE";
  const auto& [name, defines, touches] = GetParam();
  const Scene scene(
      std::filesystem::path(PLIANT_SOURCE "/scenes/contact") / (std::string(name) + ".lua"),
      {.defines = defines});
  RunOptions options;
  options.output = folder() / "out";
  SceneRun run(scene.simulation(), options);
  const test::Intersections surfaces(run);
  EXPECT_EQ(surfaces.left_out(), 0u) << "of " << surfaces.faces();
  const std::clock_t begin = std::clock();
  while (!run.finished()) run.advance(run.last_step());
  const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
  run.finish();
  const ContactCounts counts = run.world().contact_counts();
  std::cout << name << ": " << run.time() << " s in " << run.last_step() << " steps, " << seconds
            << " s of processor time; " << counts.divided_steps << " steps divided, the shortest "
            << counts.shortest_step << " s, " << counts.held_vertices << " times a vertex held\n";
  EXPECT_EQ(test::crossings(run.world()), 0u);
  const Recording recording(options.output);
  for (std::size_t f = 0; f < recording.steps().size(); ++f)
    EXPECT_EQ(surfaces.count(recording.read(static_cast<std::int64_t>(f))), 0u) << "frame " << f;
}

INSTANTIATE_TEST_SUITE_P(All, WholeContactScenes,
                         testing::Values(ShortScene{"critters", {}}, ShortScene{"stack", {}},
                                         ShortScene{"pour", {}}, ShortScene{"mat_twist", {}},
                                         ShortScene{"sphere_on_mat", {}}, ShortScene{"squeeze", {}},
                                         ShortScene{"squeeze_out", {}}, ShortScene{"knot", {}},
                                         ShortScene{"cloth_on_ball", {}},
                                         ShortScene{"compactor", {}}, ShortScene{"rollers", {}},
                                         ShortScene{"arch", {}}),
                         [](const auto& scene) { return std::string(scene.param.name); });

// What comes down is there to be seen: forces that the lowest block carries are all weights above.
TEST(ContactStack, ABlockCarriesAllAboveIt) {
  const Scene scene(std::filesystem::path(PLIANT_SOURCE "/scenes/contact/stack.lua"),
                    {.defines = {{"seconds", "1.5"}, {"count", "3"}}});
  SceneRun run(scene.simulation());
  run.advance(run.last_step());
  const double weight = 1 * 9.81;  // of 1 kg
  EXPECT_NEAR(run.measure("under3")[1], weight, 0.03 * weight);
  EXPECT_NEAR(run.measure("under2")[1], 2 * weight, 0.03 * 2 * weight);
}

}  // namespace
}  // namespace pliant
