// scenes/l13.lua makes the body that published_solid() makes, to the last bit, and has the numbers
// that L13 prints.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/published.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include "base/file.h"
#include "support/scenes.h"

namespace pliant {
namespace {

using testing::HasSubstr;

Scene l13(std::map<std::string, std::string> defines) {
  const std::string file = PLIANT_SOURCE "/scenes/l13.lua";
  return {file, read_file(file), {}, {.defines = std::move(defines)}};
}

TetMesh placed(const Mesh& shape, double edge, double lowest) {
  Mesh mesh = shape;
  const double factor = edge / median_edge(mesh.vertices, mesh.tetrahedra.cells);
  for (Vec3d& p : mesh.vertices) p *= factor;
  const double rise = lowest - bounding_box(mesh.vertices).low.y;
  for (Vec3d& p : mesh.vertices) p.y += rise;
  return TetMesh(std::move(mesh));
}

void expect_same_bits(const Scene& scene, const TetMesh& mesh, const PublishedSolid& solid,
                      const Dynamics& dynamics, std::int64_t steps) {
  SceneRun run(scene.simulation());
  run.advance(steps);
  const RunBody& body = run.bodies().at(0);
  const Model model(published_solid(mesh, solid));
  State state(model, dynamics);
  step(model, state, steps);
  EXPECT_EQ(run.time_step(), dynamics.time_step);
  EXPECT_EQ(body.state.positions(), state.positions());
  EXPECT_EQ(body.state.velocities(), state.velocities());
  EXPECT_EQ(body.state.hash(), state.hash());
  // It has met the floor and is bent, or the comparison would not tell much.
  EXPECT_NEAR(bounding_box(state.positions()).low.y, 0, 1e-5);
  EXPECT_GT(state.energy().elastic, 1e-3);
}

Dynamics falling(double time_step) {
  return {.integrator = Integrator::verlet,
          .time_step = time_step,
          .gravity = {0, -published_gravity, 0},
          .obstacles = {{Floor{}}}};
}

TEST(PublishedScene, HasTheBitsOfTheBodyInCpp) {
  const Mesh cube = make_shape("cube", {{"cells", 5}, {"tets_per_cell", 6}});
  const TetMesh mesh = placed(cube, published_median_edge, 0.25);
  const std::map<std::string, std::string> common{
      {"body", "cube"}, {"cells", "5"}, {"fall", "0.25"}};
  PublishedSolid solid = published_body("cube").solid;
  expect_same_bits(l13(common), mesh, solid, falling(0.008), 100);

  auto defines = common;
  defines["damping"] = "normals";
  solid.normal_damping = true;
  expect_same_bits(l13(defines), mesh, solid, falling(0.008), 100);

  defines["damping"] = "springs";
  defines["strain_limit"] = "1.1";
  defines["largest_inverse_mass"] = "6";
  defines["mass"] = "40";
  solid.normal_damping = false;
  solid.volume_damping = 0;
  solid.largest_inverse_mass = 6;
  solid.mass = 40;
  Dynamics limited = falling(0.008);
  limited.strain_limit = 1.1;
  expect_same_bits(l13(defines), mesh, solid, limited, 100);
}

TEST(PublishedScene, TruncationAndMassesAreThoseOfL13) {
  const Scene scene = l13({{"body", "cube"}, {"cells", "4"}, {"largest_inverse_mass", "2"}});
  const SceneRun run(scene.simulation());
  const RunBody& body = run.bodies().at(0);
  std::vector<double> expected = average_volume_masses(*body.mesh, 50);
  EXPECT_GT(truncate_inverse_masses(expected, 2), 10u);
  EXPECT_EQ(body.masses, expected);
}

TEST(PublishedScene, HasTheNumbersOfAllFiveBodies) {
  for (const PublishedBody& published : published_bodies()) {
    SCOPED_TRACE(published.name);
    const std::string name(published.name);
    const Scene scene = l13({{"body", name}, {"mesh", "cube"}, {"cells", "2"}});
    const Simulation& sim = scene.simulation();
    EXPECT_EQ(sim.settings.value.time_step, published.time_step);
    const BodySource& source = sim.bodies().at(0)->value;
    EXPECT_EQ(source.total_mass, published.solid.mass);
    EXPECT_EQ(source.median_edge, published_median_edge);
    const Action& forces = *sim.actions().at(0);
    ASSERT_EQ(forces.declaration().name, "MassSpringAsPublished");
    const auto number = [&](const char* parameter) {
      return std::get<double>(forces.get(parameter).is);
    };
    EXPECT_EQ(number("k_distance"), published.solid.distance);
    EXPECT_EQ(number("distance_damping"), published.solid.distance_damping);
    EXPECT_EQ(number("k_volume"), published.solid.volume);
    EXPECT_EQ(number("volume_damping"), published.solid.volume_damping);
    EXPECT_EQ(number("largest_inverse_mass"), published.solid.largest_inverse_mass);
  }
}

TEST(PublishedScene, SaysWhatBodiesAndDampingsThereAre) {
  const auto said = [](std::map<std::string, std::string> defines) {
    try {
      l13(std::move(defines));
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(said({{"body", "rabbit"}}), HasSubstr("take cube, bunny, bunny2, dragon"));
  EXPECT_THAT(said({{"damping", "some"}}), HasSubstr("take gradients, normals or springs"));
}

// L13 Tables 5.2 and 6.3.
TEST(PublishedBodies, HaveThePrintedNumbers) {
  struct Row {
    const char* name;
    double mass, truncation, distance, distance_damping, volume, volume_damping, step;
  };
  const Row rows[] = {{"cube", 50, 0, 50, 0.001, 25, 0.01, 0.008},
                      {"bunny", 75, 500, 50, 0.001, 20, 0.01, 0.005},
                      {"bunny2", 100, 500, 50, 0.001, 20, 0.01, 0.005},
                      {"dragon", 200, 250, 30, 0.001, 20, 0.002, 0.0025},
                      {"armadillo", 200, 2000, 40, 0.00001, 20, 0.001, 0.0025}};
  EXPECT_EQ(published_bodies().size(), std::size(rows));
  for (const Row& row : rows) {
    const PublishedBody& body = published_body(row.name);
    EXPECT_EQ(body.solid.mass, row.mass);
    EXPECT_EQ(body.solid.largest_inverse_mass, row.truncation);
    EXPECT_EQ(body.solid.distance, row.distance);
    EXPECT_EQ(body.solid.distance_damping, row.distance_damping);
    EXPECT_EQ(body.solid.volume, row.volume);
    EXPECT_EQ(body.solid.volume_damping, row.volume_damping);
    EXPECT_EQ(body.time_step, row.step);
    EXPECT_EQ(body.solid.masses, MassDistribution::average_volume);
  }
  EXPECT_THROW(published_body("buny"), InputError);
}

// A total mass goes with every model; the density follows.
TEST(TotalMass, IsThatOfTheBody) {
  for (const char* forces :
       {"MassSpringForces{young = 1e5, poisson = 0.3}",
        "MaterialForces3{young = 1e5, poisson = 0.3}", "DistanceSpring{stiffness = 10}",
        "MassSpringAsPublished{}", "MassSpringAsPublished{masses = 'voronoi'}"}) {
    const Scene s = test::scene(
        text("sim = Simulation{seconds = 0.01}\n"
             "sim:addBody{mesh = 'sphere', settings = {cells = 4}, total_mass = 7, scale = 3}\n",
             "sim:addAction(", forces, ")"));
    const SceneRun run(s.simulation());
    double sum = 0;
    for (const double m : run.bodies()[0].masses) sum += m;
    EXPECT_NEAR(sum, 7, 1e-9) << forces;
  }
  const auto problem = [](const char* body) {
    return test::problem(text("sim = Simulation{seconds = 0.01}\nsim:addBody{mesh = 'cube', ", body,
                              "}\nsim:addAction(MassSpringAsPublished())"));
  };
  EXPECT_THAT(problem("density = 3, total_mass = 7"), HasSubstr("a density and a total mass"));
  EXPECT_THAT(problem("scale = 2, median_edge = 1, density = 1"),
              HasSubstr("both 'scale' and 'median_edge'"));
  EXPECT_THAT(problem("scale = 2"), HasSubstr("has no mass"));
}

TEST(Placement, LowestSetsABodyDownAfterItIsTurned) {
  const Scene s = test::scene(
      "sim = Simulation{seconds = 0.01}\n"
      "sim:addBody{mesh = 'cube', settings = {cells = 3}, rotation = {30, 20, 10}, density = 1,\n"
      "            position = {1, 7, 0}, lowest = 2, median_edge = 0.5}\n"
      "sim:addAction(DistanceSpring{stiffness = 10})");
  const SceneRun run(s.simulation());
  const TetMesh& mesh = *run.bodies()[0].mesh;
  EXPECT_NEAR(bounding_box(mesh.vertices()).low.y, 2, 1e-12);
  EXPECT_NEAR(median_edge(mesh.vertices(), mesh.tetrahedra()), 0.5, 1e-12);
}

}  // namespace
}  // namespace pliant
