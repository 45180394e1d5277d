#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/quality.h>
#include <pliant/recording.h>
#include <pliant/run.h>
#include <pliant/script.h>
#include <pliant/voronoi.h>

#include <cmath>
#include <filesystem>

#include "support/solids.h"

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
        std::pair("ElasticForces{young = 1e6, poisson = 0.3}", "Elastic"),
        std::pair("ElasticForces{young = 1e6, poisson = 0.3, law = 'neo_hookean'}", "NeoHookean"),
        std::pair("ElasticForces{material = 'rubber', law = 'st_venant_kirchhoff'}",
                  "StVenantKirchhoff"),
        std::pair("ElasticForces{material = 'rubber', law = 'fixed_corotated'}", "FixedCorotated"),
        std::pair("ElasticForces{material = 'rubber', law = 'mooney_rivlin'}", "MooneyRivlin"),
        std::pair("ElasticForces{material = 'rubber', law = 'ogden'}", "Ogden"),
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

TEST(ContinuumScenes, NumbersOfTheirLawsAreTheirActions) {
  const auto parameters = [](const std::string& forces, std::vector<std::string_view> names) {
    const Scene scene("solid.lua", cube(forces), {});
    const SceneRun run(scene.simulation());
    std::vector<double> values;
    for (const std::string_view name : names)
      values.push_back(run.bodies()[0].state.parameter(0, name, 3));
    return values;
  };
  EXPECT_EQ(parameters("ElasticForces{young = 1e6, poisson = 0.25, law = 'mooney_rivlin', "
                       "mooney_ratio = 0.5}",
                       {"shear", "lame", "ratio"}),
            (std::vector<double>{4e5, 4e5, 0.5}));
  EXPECT_EQ(parameters("ElasticForces{young = 1e6, poisson = 0.25, law = 'ogden', "
                       "ogden_exponents = {2, -4, 0}, ogden_shares = {3, 1, 0}}",
                       {"shear", "exponent_1", "exponent_2", "share_1", "share_2", "share_3"}),
            (std::vector<double>{4e5, 2, -4, 0.75, 0.25, 0}));
}

TEST(ContinuumScenes, PatchesKeepTheVolumeWherePoissonsRatioIsHigh) {
  const auto has_patches = [](const std::string& forces) {
    const Scene scene("solid.lua", cube(forces), {});
    const SceneRun run(scene.simulation());
    const Model model = run.bodies()[0].state.model();
    return model.set_count() == 2 && model.law(1).name == "VolumePatch";
  };
  EXPECT_TRUE(has_patches("ElasticForces{young = 1e4, poisson = 0.4999}"));
  EXPECT_TRUE(has_patches("ElasticForces{young = 1e4, poisson = 0.46, law = 'ogden'}"));
  EXPECT_TRUE(has_patches("MaterialForces3{young = 1e4, poisson = 0.48}"));
  EXPECT_TRUE(has_patches("ElasticForces{young = 1e4, poisson = 0.4, volume = 'patches'}"));
  EXPECT_FALSE(has_patches("ElasticForces{material = 'rubber'}"));
  EXPECT_FALSE(has_patches("ElasticForces{young = 1e4, poisson = 0.49, volume = 'tetrahedra'}"));
}

TEST(ContinuumScenes, WhatHasNoPatchesIsSaidToLock) {
  const auto notes = [](const std::string& mesh, const std::string& forces) {
    const Scene scene("solid.lua",
                      "sim = Simulation{seconds = 0.01}\nsim:addBody{mesh = '" + mesh +
                          "', density = 1000}\nsim:addAction(" + forces + ")\n",
                      {});
    return SceneRun(scene.simulation()).notes();
  };
  const auto locks = testing::Contains(HasSubstr("too stiff where they bend"));
  EXPECT_THAT(notes("voxels", "ElasticForces{young = 1e4, poisson = 0.48}"), locks);
  EXPECT_THAT(notes("voxels", "ElasticForces{young = 1e4, poisson = 0.4}"), testing::Not(locks));
  EXPECT_THAT(notes("cube",
                    "MaterialForces3{young = 1e4, poisson = 0.46, fibre = {1, 0, 0}, "
                    "fibre_young = 1e5, fibre_poisson = 0.3}"),
              locks);
  EXPECT_THAT(notes("cube", "ElasticForces{young = 1e4, poisson = 0.48}"), testing::Not(locks));
}

TEST(ContinuumScenes, BothPartsOfTheResistanceToAChangeOfVolumeChange) {
  const Scene scene("solid.lua",
                    cube("ElasticForces{young = 1e4, poisson = 0.49}") +
                        "sim:addAction(ChangeStiffness{factor = 3, start = 0.001, ramp = 0})\n",
                    {});
  SceneRun run(scene.simulation());
  const State& state = run.bodies()[0].state;
  const double own = state.parameter(0, "lame", 1), of_patch = state.parameter(1, "lame", 1);
  EXPECT_GT(of_patch, 10 * own);
  run.advance(run.last_step());
  EXPECT_NEAR(state.parameter(0, "lame", 1), 3 * own, 1e-5 * own);
  EXPECT_NEAR(state.parameter(1, "lame", 1), 3 * of_patch, 1e-5 * of_patch);
}

// What a muscle is asked to do it does, while it is active: a beam gets shorter, and long again.
void expect_contraction(const std::string& more) {
  SCOPED_TRACE(more);
  const Scene scene(
      "muscle.lua",
      "sim = Simulation{seconds = 2}\n"
      "sim:addBody{mesh = 'beam', settings = {cells = 4, length = 0.2, height = 0.1, width = 0.1}, "
      "material = 'jelly'}\n"
      "sim:addAction(ElasticForces{damping_time = 0.05" +
          more +
          "})\n"
          "sim:addAction(Muscle{direction = {1, 0, 0}, tension = 5000})\n"
          "sim:addAction(SetAttribute{attribute = 'activation', value = 1, start = 0.1, ramp = "
          "0.2, "
          "seconds = 0.9})\n"
          "sim:addAction(GlobalDamping{rate = 5})\n",
      {});
  SceneRun run(scene.simulation());
  const auto length_then = [&](double seconds) {
    run.advance(run.step_at(seconds) - run.step());
    return bounding_box(run.bodies()[0].positions()).size().x;
  };
  const double before = length_then(0.09);
  EXPECT_NEAR(before, 0.2, 1e-6);
  const double active = length_then(0.95);
  EXPECT_LT(active, 0.85 * before);
  EXPECT_GT(active, 0.5 * before);
  EXPECT_NEAR(length_then(2), before, 0.01 * before);
}
TEST(ContinuumScenes, AMuscleContractsWhileItIsActive) {
  expect_contraction("");
  expect_contraction(", poisson = 0.49");  // patches keep its volume
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
  EXPECT_THAT(problem("ElasticForces{material = 'rubber', law = 'hooke'}"),
              HasSubstr("st_venant_kirchhoff"));
  EXPECT_THAT(
      problem("ElasticForces{material = 'rubber', law = 'ogden', ogden_shares = {0, 0, 0}}"),
      HasSubstr("no term of Ogden's law has a share"));
  EXPECT_THAT(problem("ElasticForces{material = 'rubber', law = 'ogden', "
                      "ogden_exponents = {2, 0, 3}}"),
              HasSubstr("is zero, and has a share"));
  EXPECT_THAT(problem("ElasticForces{young = 1e6, poisson = 0.5}"), HasSubstr("0.4999"));
  EXPECT_THAT(problem("MaterialForces3{young = 1e6, poisson = 0.3, volume = 'patches', "
                      "fibre = {0, 1, 0}, fibre_young = 1e7}"),
              HasSubstr("with fibres keep their volume themselves"));
  EXPECT_THAT(problem("Muscle{direction = {0, 0, 0}, tension = 1}"), HasSubstr("has no length"));
}

// Listing 8.1 of E06 as printed, but for its mesh and its length.
std::string listing() {
  return "sim = Simulation:new()\n"
         "sim:setSaveSkip(4);\n"
         "sim:setNumTimesteps(20);\n"
         "sim:setStepSize(0.0001)\n"
         "sim:setStructure(Structure:new(\"balkmetgat.str\",1200))\n"
         "sim:addAction(ClearForces:new())\n"
         "sim:addAction(Gravity:new(10.0))\n"
         "sim:addAction(MaterialForces:new(3000000.0,1000000.0))\n"
         "sim:addAction(LeapFrog:new())\n"
         "sim:addAction(GlobalDamping:new(0.99))\n"
         "setupSimulation(sim)\n";
}

class Listing : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::path(::testing::TempDir()) /
             (std::string("pliant_listing_") +
              testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  void write(std::optional<VoronoiKind> kind) const {
    Mesh mesh = test::lattice(3);
    if (kind) mesh.voronoi = voronoi_diagram(TetMesh(mesh), *kind);
    write_mesh(folder / "balkmetgat.str", mesh);
  }
  Scene scene() const { return {"listing.lua", listing(), folder, {}}; }

  std::filesystem::path folder;
};

TEST_F(Listing, RunsAsPublishedWithTheDiagramOfItsFile) {
  write(VoronoiKind::circumcentre);
  const Scene s = scene();
  SceneRun run(s.simulation());
  const RunBody& body = run.bodies().at(0);
  EXPECT_EQ(body.voronoi, std::nullopt) << "the mesh's own is simulated, and drawn";
  const std::vector<double> cells =
      pyramid_volumes(body.mesh->vertices(), *body.mesh->mesh().voronoi);
  for (std::size_t v = 0; v < cells.size(); ++v) EXPECT_NEAR(body.masses[v], 1200 * cells[v], 1e-9);
  for (std::size_t set = 0; set < body.model.set_count(); ++set)
    for (std::size_t r = 0; r < body.model.relation_count(set); ++r)
      ASSERT_EQ(body.state.parameter(set, "damping", r), 0);
  EXPECT_THAT(run.notes(), testing::Contains(HasSubstr("CPM1 as E06 publishes it")));
  run.advance(20);
  EXPECT_EQ(run.step(), 20);
}

TEST_F(Listing, SaysWhereItIsNotAsPublished) {
  for (const std::optional<VoronoiKind> kind :
       {std::optional<VoronoiKind>(), std::optional(VoronoiKind::clipped)}) {
    write(kind);
    const Scene s = scene();
    const SceneRun run(s.simulation());
    EXPECT_THAT(run.notes(), testing::Contains(HasSubstr("CPM1 in Pliant's form")));
    EXPECT_EQ(run.bodies()[0].voronoi, kind ? std::nullopt : std::optional(VoronoiKind::clipped));
  }
}

// The diagram goes where the body goes: its cells grow with the cube of the body's size.
TEST_F(Listing, ItsDiagramIsPlacedWithTheBody) {
  write(VoronoiKind::circumcentre);
  const auto masses_at = [&](const std::string& placed) {
    const Scene s("placed.lua",
                  "sim = Simulation{seconds = 0.01}\n"
                  "sim:addBody{mesh = 'balkmetgat.str', density = 1200" +
                      placed + "}\nsim:addAction(MaterialForces(3e6, 1e6))",
                  folder, {});
    return SceneRun(s.simulation()).bodies()[0].masses;
  };
  const std::vector<double> before = masses_at(""), after = masses_at(
                                                        ", scale = 2, rotation = {10, 20, 30}, "
                                                        "position = {5, 6, 7}");
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t v = 0; v < before.size(); ++v)
    EXPECT_NEAR(after[v], 8 * before[v], 1e-8 * after[v]);
}

TEST_F(Listing, ADiagramThatDoesNotFitIsRefusedWithTheActionsLine) {
  write(VoronoiKind::circumcentre);
  Mesh mesh = read_mesh(folder / "balkmetgat.str");
  mesh.voronoi->vertices[5] = {1e200, 0, 0};
  write_mesh(folder / "balkmetgat.str", mesh);
  const Scene s = scene();
  try {
    SceneRun run(s.simulation());
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("listing.lua:8: MaterialForces: "));
    EXPECT_THAT(e.what(), HasSubstr("Voronoi vertex 5 moves with particles"));
    EXPECT_THAT(e.what(), HasSubstr("pliant voronoi"));
  }
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
