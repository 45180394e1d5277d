#include <gtest/gtest.h>
#include <pliant/actions.h>
#include <pliant/bodies.h>
#include <pliant/cage.h>
#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/run.h>
#include <pliant/stability.h>

#include <numeric>

#include "support/folder_test.h"
#include "support/surfaces.h"

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
