#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/bodies.h>
#include <pliant/cage.h>
#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/recording.h>
#include <pliant/run.h>
#include <pliant/stability.h>

#include <algorithm>
#include <numeric>

#include "support/folder_test.h"
#include "support/surfaces.h"
#include "support/touching.h"

namespace pliant {
namespace {

class EmbeddedBody : public test::FolderTest {
 protected:
  Simulation simulation(const std::string& mesher) const {
    write_mesh(folder() / "ball.obj", test::octasphere(0.1, 3));
    Simulation sim;
    sim.folder = folder();
    sim.settings.value.seconds = 0.01;
    sim.add_body({.mesh = "ball.obj",
                  .name = "ball",
                  .material = "rubber",
                  .position = {0, 1, 0},
                  .tetrahedra = 800,
                  .mesher = mesher});
    return sim;
  }
};

TEST_F(EmbeddedBody, WeighsWhatIsInsideItsSurfaceAndCarriesIt) {
  const Mesh ball = test::octasphere(0.1, 3);
  const double volume = enclosed_volume(ball.vertices, ball.triangles.cells);
  for (const bool springs : {true, false}) {
    Simulation sim = simulation("embedding");
    if (springs)
      sim.add(action::MassSpringForces{});
    else
      sim.add(action::MaterialForces3{});
    const SceneRun run(sim);
    const RunBody& body = run.bodies()[0];
    ASSERT_NE(body.surface, nullptr);
    EXPECT_EQ(body.surface->embedding.outside(), 0u);
    const double mass = std::accumulate(body.masses.begin(), body.masses.end(), 0.0);
    EXPECT_NEAR(mass, material("rubber").density * volume, 0.02 * mass);
    EXPECT_GT(body.mesh->volume(), 1.2 * volume);
    const std::vector<Vec3d> places = body.surface->positions(body.positions());
    for (std::size_t v = 0; v < places.size(); ++v)
      EXPECT_LT(length(places[v] - body.surface->surface.vertices[v]), 1e-6);
  }
}

// Their cages reach into each other from the start.
TEST_F(EmbeddedBody, TwoTouchWithTheirSurfaces) {
  Simulation sim = simulation("embedding");
  sim.settings.value.seconds = 0.03;
  sim.add_body({.mesh = "ball.obj",
                .name = "other",
                .material = "rubber",
                .position = {0, 1.203, 0},
                .tetrahedra = 800,
                .mesher = "embedding",
                .velocity = {0, -0.5, 0}});
  sim.add(action::ElasticForces{.young = 1e5, .poisson = 0.3});
  SceneRun run(sim);
  EXPECT_THAT(run.notes(), testing::Not(testing::Contains(testing::HasSubstr("intersect"))));
  run.advance(run.last_step());
  EXPECT_GT(run.world().contact_counts().touching, 0u);
  test::Faces drawn;
  for (const RunBody& body : run.bodies())
    drawn.add(body.surface->positions(body.positions()), body.surface->surface.triangles.cells);
  EXPECT_EQ(drawn.intersections(), 0u);
}

// A force on the middle of a face would act on its corners, cells away.
TEST_F(EmbeddedBody, WithLargeFacesTouchesWithItsCage) {
  write_mesh(folder() / "box.obj", test::cube_surface({0, 0, 0}, 0.2));
  Simulation sim = simulation("embedding");
  sim.add_body({.mesh = "box.obj",
                .name = "box",
                .material = "rubber",
                .position = {0.5, 1, 0},
                .tetrahedra = 800,
                .mesher = "embedding"});
  sim.add(action::ElasticForces{.young = 1e5, .poisson = 0.3});
  const SceneRun run(sim);
  EXPECT_THAT(run.notes(), testing::Contains(testing::HasSubstr("'box' touches with its cage")));
}

// Though vertices of the cage reach below it.
TEST_F(EmbeddedBody, ItsSurfaceLiesOnTheFloor) {
  for (const double friction : {0.0, 0.5}) {
    Simulation sim = simulation("embedding");
    sim.settings.value.seconds = 1.5;
    sim.add(action::ElasticForces{});
    sim.add(action::Gravity{});
    sim.add(action::Ground{.level = 0.85, .friction = friction});
    SceneRun run(sim);
    ASSERT_EQ(run.bodies()[0].fill.size(), run.bodies()[0].mesh->tetrahedra().size());
    run.advance(run.last_step());
    const RunBody& body = run.bodies()[0];
    double cage = 1, surface = 1;
    for (const Vec3d& p : body.positions()) cage = std::min(cage, p.y);
    for (const Vec3d& p : body.surface->positions(body.positions()))
      surface = std::min(surface, p.y);
    EXPECT_LT(cage, 0.85 - 0.003);
    EXPECT_NEAR(surface, 0.85, 0.004) << friction;
  }
}

TEST_F(EmbeddedBody, IsACageWhereFittedTetrahedraLoseParts) {
  // A ball with a thin tail.
  Mesh tailed = test::octasphere(0.1, 3);
  test::append(tailed, test::box_surface({0, -0.004, -0.004}, {0.4, 0.004, 0.004}), {});
  write_mesh(folder() / "tailed.obj", tailed);
  for (const bool has_tail : {false, true}) {
    Simulation sim = simulation("auto");
    BodySource source = sim.bodies()[0]->value;
    if (has_tail) source.mesh = "tailed.obj";
    sim.set_body(std::make_shared<const DeclaredOf<BodySource>>(source));
    sim.add(action::ElasticForces{});
    const SceneRun run(sim);
    const RunBody& body = run.bodies()[0];
    ASSERT_NE(body.surface, nullptr);
    EXPECT_EQ(body.surface->embedding.outside() == 0, has_tail);
    const bool told = std::ranges::any_of(run.notes(), [](const std::string& note) {
      return note.find("hangs in a cage") != std::string::npos;
    });
    EXPECT_EQ(told, has_tail);
  }
}

// Frames tell which tetrahedra are gone, from the cut on.
TEST_F(EmbeddedBody, IsRecordedCut) {
  for (const bool springs : {true, false}) {
    Simulation sim = simulation("embedding");
    if (springs)
      sim.add(action::MassSpringForces{});
    else
      sim.add(action::ElasticForces{});
    sim.add(action::Cut{.point = {0, 1, 0}, .normal = {1, 0, 0}, .time = 0.005});
    sim.add(action::Record{.seconds = 0.002});
    RunOptions options;
    options.output = folder() / (springs ? "springs" : "elastic");
    {
      SceneRun run(sim, options);
      run.advance(run.last_step());
      run.finish();
    }
    const Recording recording(options.output);
    for (std::int64_t i = 0; i < recording.frames(); ++i) {
      const auto removed = removed_tetrahedra(recording.read(i).bodies[0]);
      const auto& mesh = recording.bodies()[0].mesh;
      if (recording.times()[static_cast<std::size_t>(i)] < 0.0049) {
        EXPECT_TRUE(removed.empty());
        continue;
      }
      ASSERT_EQ(removed.size(), mesh.tetrahedra.size());
      for (std::size_t t = 0; t < removed.size(); ++t) {
        int beyond = 0;
        for (const Index v : mesh.tetrahedra[t]) beyond += mesh.vertices[v].x > 0;
        EXPECT_EQ(removed[t], beyond > 0 && beyond < 4);
      }
    }
  }
}

TEST_F(EmbeddedBody, FittedOnesEndAtTheSurface) {
  Simulation sim = simulation("fitted");
  sim.add(action::MaterialForces3{});
  const Mesh ball = test::octasphere(0.1, 3);
  const double volume = enclosed_volume(ball.vertices, ball.triangles.cells);
  EXPECT_NEAR(SceneRun(sim).bodies()[0].mesh->volume(), volume, 0.1 * volume);
}

TEST(FilledSolid, NearlyEmptyTetrahedraDoNotShortenTheStep) {
  const Cage cage = make_cage(test::octasphere(0.1, 3), {0, 800});
  const TetMesh mesh(cage.mesh);
  const Material rubber = material("rubber");
  SolidOptions options;
  const double full =
      stable_step(Model(continuum_solid(mesh, ContinuumModel::corotated, rubber, options)));
  options.fill = cage.fill;
  const double filled =
      stable_step(Model(continuum_solid(mesh, ContinuumModel::corotated, rubber, options)));
  EXPECT_GT(filled, 0.7 * full);
}

TEST(FilledSolid, RefusesShareThatAreNone) {
  const Cage cage = make_cage(test::octasphere(0.1, 2), {0, 300});
  const TetMesh mesh(cage.mesh);
  const Material rubber = material("rubber");
  SolidOptions options;
  options.fill = {1};
  EXPECT_THROW(mass_spring_solid(mesh, rubber, options), InputError);
  options.fill.assign(cage.fill.size(), 1.5);
  EXPECT_THROW(continuum_solid(mesh, ContinuumModel::corotated, rubber, options), InputError);
  options.fill = cage.fill;
  EXPECT_THROW(continuum_solid(mesh, ContinuumModel::voronoi_faces, rubber, options), InputError);
  options.masses = MassDistribution::average_volume;
  EXPECT_THROW(mass_spring_solid(mesh, rubber, options), InputError);
}

TEST(FilledSolid, FullTetrahedraChangeNothing) {
  const Cage cage = make_cage(test::octasphere(0.1, 2), {0, 300});
  const TetMesh mesh(cage.mesh);
  const Material rubber = material("rubber");
  SolidOptions full;
  full.fill.assign(cage.fill.size(), 1);
  const Body given = continuum_solid(mesh, ContinuumModel::corotated, rubber, full),
             plain = continuum_solid(mesh, ContinuumModel::corotated, rubber);
  ASSERT_EQ(given.masses.size(), plain.masses.size());
  for (std::size_t v = 0; v < plain.masses.size(); ++v)
    EXPECT_DOUBLE_EQ(given.masses[v], plain.masses[v]);
  const Body springs = mass_spring_solid(mesh, rubber, full),
             unfilled = mass_spring_solid(mesh, rubber);
  for (std::size_t e = 0; e < unfilled.relations[0].parameters[0].size(); ++e)
    EXPECT_NEAR(springs.relations[0].parameters[0][e] / unfilled.relations[0].parameters[0][e], 1,
                1e-12);
}

}  // namespace
}  // namespace pliant
