#include <gtest/gtest.h>
#include <pliant/io.h>

#include <numeric>

#include "support/dynamics.h"
#include "support/models.h"

namespace pliant {
namespace {

using namespace test;

// A body just above the floor that has fallen 5 cm already, so that few steps see the impact.
void expect_stable_drop(const TetMesh& mesh, const Body& body, double seconds, Dynamics d,
                        double volume_change, std::int64_t most_steps = 3000) {
  const Model model(body);
  d.obstacles = {{Floor{{0, -0.002, 0}, {0, 1, 0}}}};
  State state(model, d);
  state.set_velocities(std::vector<Vec3d>(model.vertex_count(), Vec3d{0, -1, 0}));
  const double before = volume_of(mesh, state.positions());
  const auto steps = static_cast<std::int64_t>(seconds / state.dynamics().time_step) + 1;
  step(model, state, std::min(steps, most_steps));
  EXPECT_GE(lowest(state, floor_of(d)), -1e-6);
  const double mass = std::accumulate(body.masses.begin(), body.masses.end(), 0.0);
  EXPECT_GT(state.momentum().y / mass, -(1 + 9.81 * state.time()) + 1e-3)
      << "the floor has pushed it";
  EXPECT_NEAR(volume_of(mesh, state.positions()) / before, 1, volume_change);
  EXPECT_TRUE(std::isfinite(state.energy().total()));
}

class Drop : public testing::TestWithParam<const char*> {};

TEST_P(Drop, WithDefaultsIsStable) {
  PLIANT_NEEDS_MODELS();
  const TetMesh mesh(read_mesh(model(std::string(GetParam()) + ".node")));
  const std::int64_t most_steps = mesh.vertices().size() > 20000 ? 400 : 1500;
  expect_stable_drop(mesh, mass_spring_solid(mesh, material("rubber")), 0.3, {}, 0.03, most_steps);
}

INSTANTIATE_TEST_SUITE_P(Models, Drop,
                         testing::Values("cube_coarse", "cube150", "cube_fine", "cube", "beam_hole",
                                         "bunny", "bunny_raw", "bunny2", "dragon", "armadillo",
                                         "grid30"),
                         [](const auto& test) { return std::string(test.param); });

// L13 Figure 6.3: the stiff bunny and the one that melts.
TEST(PublishedDrop, OfTheStiffAndTheMeltingBunny) {
  PLIANT_NEEDS_MODELS();
  const TetMesh mesh(read_mesh(model("bunny.node")));
  double heights[2] = {};
  int i = 0;
  for (const auto& [distance, volume] : {std::pair(100.0, 10.0), std::pair(10.0, 30.0)}) {
    PublishedSolid constants;
    constants.distance = distance;
    constants.volume = volume;
    const Body body = published_solid(mesh, constants);
    const Model model(body);
    Dynamics d;
    d.obstacles = {{Floor{{0, -0.002, 0}, {0, 1, 0}}}};
    d.strain_limit = 1.5;
    State state(model, d);
    step(model, state,
         std::min<std::int64_t>(2000, std::int64_t(0.5 / state.dynamics().time_step)));
    EXPECT_GE(lowest(state, floor_of(d)), -1e-6);
    EXPECT_TRUE(std::isfinite(state.energy().total()));
    heights[i++] = centre_of_mass(body, state).y;
  }
  EXPECT_GT(heights[0], heights[1]) << "the melting one sinks deeper";
}

}  // namespace
}  // namespace pliant
