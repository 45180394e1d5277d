#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/recording.h>
#include <pliant/run.h>

#include "backend/gpu/compile.h"
#include "record/export/surface.h"
#include "support/folder_test.h"
#include "support/scenes.h"

// Scenes with bodies of every kind: solids of tetrahedra and hexahedra, cloth, chains, spectral
// solids, in one world.

namespace pliant {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr const char* kinds = R"lua(
sim = Simulation{seconds = 0.3}
sim:addBody{name = "springs", mesh = "cube", settings = {cells = 3, size = 0.2}, material = "jelly",
            position = {0, 0.05, 0}}
sim:addBody{name = "particles", mesh = "cube", settings = {cells = 3, size = 0.2},
            material = "jelly", position = {0.5, 0.05, 0}}
sim:addBody{name = "modes", mesh = "cube", settings = {cells = 3, size = 0.2}, material = "rubber",
            position = {1, 0.05, 0}}
sim:addBody{name = "sheet", mesh = "cloth", position = {1.5, 0.1, 0},
            settings = {length = 0.3, width = 0.3, cells_x = 8, cells_z = 8}}
sim:addBody{name = "rope", mesh = "chain", settings = {length = 0.4, links = 12},
            position = {2, 0.2, 0}}
sim:addBody{name = "voxels", mesh = "voxels", material = "jelly", position = {2.5, 0.05, 0},
            settings = {edge = 0.05, cells_x = 3, cells_y = 3, cells_z = 3}}
sim:addAction(MassSpringForces{body = "springs"})
sim:addAction(MaterialForces3{body = "particles"})
sim:addAction(SpectralSolid{body = "modes", modes = 12})
sim:addAction(ClothForces())
sim:addAction(ChainForces())
sim:addAction(ElasticForces{body = "voxels"})
sim:addAction(Gravity())
sim:addAction(Ball{centre = function(t) return -0.3 + 10 * t, 0.15, 0 end, radius = 0.1,
                   friction = 0.3})
sim:addAction(Ground{friction = 0.4})
sim:addAction(Contact{touch = false})  -- the ball drives them into each other
)lua";

std::string with(const std::string& more) {
  return kinds + more;
}

class Kinds : public test::FolderTest {};

TEST_F(Kinds, RunInOneWorldAndMeetABall) {
  const Scene scene = test::scene(kinds);
  SceneRun run(scene.simulation());
  ASSERT_EQ(run.bodies().size(), 6u);
  EXPECT_EQ(run.world().body_count(), 6u);
  for (std::size_t b = 0; b < 6; ++b) EXPECT_EQ(&run.bodies()[b].state, &run.world().body(b));
  run.advance(run.last_step());
  for (const RunBody& body : run.bodies()) {
    SCOPED_TRACE(body.name);
    EXPECT_NEAR(body.state.time(), 0.3, 1e-9);
    double lowest = 1e9;
    for (const Vec3d& x : body.positions()) {
      ASSERT_TRUE(is_finite(x));
      lowest = std::min(lowest, x.y);
    }
    EXPECT_GT(lowest, -0.01);
    EXPECT_LT(lowest, 0.3);  // the ball is fast
  }
}

// That of scenes/: balls go 0.3 m in a second, and take everything along.
TEST_F(Kinds, AreTakenAlongByBallsThatRub) {
  const Scene scene(std::filesystem::path(PLIANT_SOURCE "/scenes/kinds.lua"));
  SceneRun run(scene.simulation());
  const auto along = [](const RunBody& body) {
    double sum = 0;
    for (const Vec3d& x : body.positions()) sum += x.x;
    return sum / static_cast<double>(body.positions().size());
  };
  std::vector<double> before;
  for (const RunBody& body : run.bodies()) before.push_back(along(body));
  run.advance(run.step_at(1));
  ASSERT_EQ(run.bodies().size(), 6u);
  for (std::size_t b = 0; b < before.size(); ++b) {
    const RunBody& body = run.bodies()[b];
    EXPECT_GT(along(body) - before[b], 0.15) << body.name;
    EXPECT_LT(along(body) - before[b], 0.4) << body.name;
  }
}

TEST_F(Kinds, BodiesMoveAsTheyDoAlone) {
  const std::string alone = R"lua(
sim = Simulation{seconds = 0.1, time_step = 0.0002}
sim:addBody{name = "sheet", mesh = "cloth", position = {1.5, 0.1, 0},
            settings = {length = 0.3, width = 0.3, cells_x = 8, cells_z = 8}}
sim:addAction(ClothForces())
sim:addAction(Gravity())
sim:addAction(Ball{centre = function(t) return 1.4 + 0.5 * t, -0.05 + 0.5 * t, 0 end, radius = 0.1})
)lua";
  const std::string both = alone + R"lua(
sim:addBody{name = "rope", mesh = "chain", settings = {length = 0.4, links = 12}}
sim:addAction(ChainForces())
)lua";
  const Scene first = test::scene(alone), second = test::scene(both);
  SceneRun one(first.simulation()), two(second.simulation());
  one.advance(one.last_step());
  two.advance(two.last_step());
  EXPECT_EQ(one.bodies()[0].state.hash(), two.bodies()[0].state.hash());
}

// Runs the scene at one go and in two parts, whose recording is in `folder`/parted.
void check_parted_run(const std::filesystem::path& folder, Backend backend) {
  const Scene scene = test::scene(kinds);
  RunOptions options;
  options.model.backend = backend;
  options.output = folder / "whole";
  std::uint64_t whole = 0;
  {
    SceneRun run(scene.simulation(), options);
    run.advance(run.last_step());
    whole = run.world().hash();
    run.finish();
  }
  options.output = folder / "parted";
  {
    SceneRun run(scene.simulation(), options);
    run.advance(run.last_step() / 3);
    run.halt();
  }
  options.resume = true;
  SceneRun run(scene.simulation(), options);
  EXPECT_GT(run.step(), 0);
  run.advance(run.last_step());
  run.finish();
  EXPECT_EQ(run.world().hash(), whole);
}

TEST_F(Kinds, GoOnFromACheckpointWithTheSameBits) {
  check_parted_run(folder(), Backend::cpu);
  const Recording recording(folder() / "parted");
  ASSERT_GE(recording.bodies().size(), 6u);
  EXPECT_FALSE(recording.bodies()[3].mesh.triangles.empty());
  EXPECT_FALSE(recording.bodies()[4].mesh.lines.empty());
  EXPECT_FALSE(recording.bodies()[5].mesh.hexahedra.empty());
  const auto shown = record::surface_of(recording.bodies()[5], record::SkinShown::own, {});
  EXPECT_EQ(shown.shape.triangles.size(), 2u * 6 * 9);
}

TEST_F(Kinds, GoOnWithTheSameBitsOnACard) {
  const gpu::StandIn host(gpu::host_device());
  check_parted_run(folder(), Backend::cuda);
  const Recording recording(folder() / "parted");
  EXPECT_EQ(recording.bodies().size(), 7u);  // and the ball
}

TEST_F(Kinds, WhatIsNotForAKindIsRefused) {
  const auto refused = [](const std::string& more, const std::string& words) {
    try {
      const Scene scene = test::scene(with(more));
      SceneRun run(scene.simulation());
      FAIL() << more;
    } catch (const InputError& e) {
      EXPECT_THAT(e.what(), HasSubstr(words)) << more;
    }
  };
  refused("sim:addAction(MassSpringForces{body = 'sheet'})", "'sheet' is cloth");
  refused("sim:addAction(ClothForces{body = 'rope'})", "'rope' is a chain");
  refused("sim:addAction(MaterialForces2{body = 'voxels', young = 1e4, poisson = 0.3})",
          "'voxels' is a solid of hexahedra");
  refused("sim:addAction(Probe{quantity = 'volume', body = 'sheet'})", "no volume");
  refused("sim:addAction(Corotated{shear = 1, body = 'rope'})", "has no tetrahedra");
  refused("sim:addBody{name = 'cube', mesh = 'cube', kind = 'cloth'}", "no mesh of triangles");
  refused("sim:addBody{name = 'bare', mesh = 'voxels'}", "'bare' has no");
}

TEST_F(Kinds, ASurfaceIsASolidOrCloth) {
  const std::string text = R"lua(
sim = Simulation{seconds = 0.01}
sim:addBody{name = "ball", mesh = "icosphere", settings = {levels = 2}, kind = "cloth"}
sim:addAction(ClothForces())
)lua";
  SceneRun run(test::scene(text).simulation());
  EXPECT_EQ(run.bodies()[0].mesh->kind(), BodyKind::cloth);
  EXPECT_EQ(run.bodies()[0].mesh->vertices().size(), 162u);
  const std::string solid = R"lua(
sim = Simulation{seconds = 0.01}
sim:addBody{name = "ball", mesh = "icosphere", settings = {levels = 2}, material = "jelly",
            tetrahedra = 500}
sim:addAction(ElasticForces())
)lua";
  SceneRun filled(test::scene(solid).simulation());
  EXPECT_EQ(filled.bodies()[0].mesh->kind(), BodyKind::solid);
}

}  // namespace
}  // namespace pliant
