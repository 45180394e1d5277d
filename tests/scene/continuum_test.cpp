#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/recording.h>
#include <pliant/run.h>
#include <pliant/script.h>

#include <cmath>
#include <filesystem>

namespace pliant {
namespace {

using testing::HasSubstr;

std::string cube(const std::string& forces) {
  return "sim = Simulation{seconds = 0.02, time_step = 0.0001}\n"
         "sim:addBody{mesh = 'cube', settings = {cells = 2}, density = 1200}\n"
         "sim:addAction(" +
         forces +
         ")\n"
         "sim:addAction(Gravity(10))\n"
         "sim:addAction(LeapFrog())\n"
         "sim:addGroup{name = 'foot', point = {0, 0, 0}, normal = {0, 1, 0}}\n"
         "sim:addAction(Pin{group = 'foot'})\n"
         "sim:addAction(Record{every = 100, fields = {'stress', 'von_mises'}})\n";
}

TEST(ContinuumScenes, TheirLawsAreOnTheBodies) {
  for (const auto& [forces, law] :
       {std::pair("MaterialForces2(3e6, 1e6)", "SubFaces"),
        std::pair("MaterialForces2:new(3e6, 1e6)", "SubFaces"),
        std::pair("MaterialForces3(3e6, 1e6)", "Corotated"),
        std::pair("MaterialForces3{young = 1e6, poisson = 0.3}", "Corotated"),
        std::pair("MaterialForces3{material = 'rubber', regions = {'0:fat'}}", "Corotated"),
        std::pair("MaterialForces3{young = 1e6, poisson = 0.3, fibre = {0, 1, 0}, "
                  "fibre_young = 1e7, fibre_poisson = 0.2}",
                  "CorotatedFibre")}) {
    SCOPED_TRACE(forces);
    const Scene scene("solid.lua", cube(forces), {});
    const SceneRun run(scene.simulation());
    EXPECT_EQ(run.bodies()[0].state.model().law(0).name, law);
  }
}

TEST(ContinuumScenes, WhatIsMissingIsNamed) {
  const auto problem = [](const std::string& forces) {
    try {
      const Scene scene("solid.lua", cube(forces), {});
      SceneRun run(scene.simulation());
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(problem("MaterialForces2()"), HasSubstr("has no material"));
  EXPECT_THAT(problem("MaterialForces3(3e6)"), HasSubstr("'young' alone is no material"));
  EXPECT_THAT(problem("MaterialForces3{material = 'rubber', regions = {'fat'}}"),
              HasSubstr("no region with its material"));
  EXPECT_THAT(problem("MaterialForces3{regions = {'1:fat'}}"),
              HasSubstr("region 0 has no material"));
  EXPECT_THAT(problem("MaterialForces3{material = 'rubber', fibre = {1, 0, 0}}"),
              HasSubstr("along the fibres"));
}

// What stands on its foot is pressed: the stress of its weight, under which it sags.
TEST(ContinuumScenes, StressesAreRecorded) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "pliant_continuum_stress";
  std::filesystem::remove_all(folder);
  const Scene scene("solid.lua", cube("MaterialForces3{young = 1e5, poisson = 0.3}"), {});
  {
    RunOptions options;
    options.output = folder;
    SceneRun run(scene.simulation(), options);
    run.advance(run.last_step());
    run.finish();
  }
  const Recording recording(folder);
  const RecordedFrame frame = recording.read(recording.frames() - 1);
  const auto& fields = frame.bodies[0].fields;
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].name, "stress");
  EXPECT_EQ(fields[0].components, 6);
  EXPECT_EQ(fields[0].place, FieldPlace::tetrahedra);
  EXPECT_EQ(fields[1].name, "von_mises");
  const std::size_t count = fields[1].values.size();
  ASSERT_EQ(fields[0].values.size(), 6 * count);
  double vertical = 0;
  for (std::size_t t = 0; t < count; ++t) {
    const float* s = fields[0].values.data() + 6 * t;  // xx xy xz yy yz zz
    vertical += s[3];
    const double a = s[0] - s[3], b = s[3] - s[5], c = s[5] - s[0];
    const double mises =
        std::sqrt(0.5 * (a * a + b * b + c * c) + 3 * (s[1] * s[1] + s[4] * s[4] + s[2] * s[2]));
    EXPECT_NEAR(fields[1].values[t], mises, 1e-4 * (1 + mises));
  }
  EXPECT_LT(vertical, 0);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace pliant
