#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/io.h>
#include <pliant/model.h>
#include <pliant/stability.h>

#include "support/models.h"

// Continuum particles on a real mesh. The published CPM1 does not work on a bunny (E06 9.8).

namespace pliant {
namespace {

class BunnyOnTheFloor : public testing::TestWithParam<ContinuumModel> {};

TEST_P(BunnyOnTheFloor, StandsAndSways) {
  PLIANT_NEEDS_MODELS();
  const TetMesh mesh(read_mesh(test::model("bunny.node")));
  Material rubber = make_material(3e6, 0.45, 1200);
  rubber.shear = 1e6;
  const Model model(continuum_solid(mesh, GetParam(), rubber));
  Dynamics d{.integrator = Integrator::leap_frog, .obstacles = {{Floor{}}}};
  d.time_step = 0.5 * stable_step(model, d);
  State state(model, d);
  step(model, state, static_cast<std::int64_t>(0.2 / d.time_step));
  double highest = 0, lowest = 1;
  for (const Vec3d& p : state.positions()) {
    highest = std::max(highest, p.y);
    lowest = std::min(lowest, p.y);
  }
  double top = 0;
  for (const Vec3d& p : mesh.vertices()) top = std::max(top, p.y);
  EXPECT_GT(highest, 0.95 * top);
  EXPECT_LT(highest, 1.02 * top);
  EXPECT_GT(lowest, -1e-6);
  EXPECT_LT(state.energy().kinetic, 30);  // J of 240 kg
}

INSTANTIATE_TEST_SUITE_P(Models, BunnyOnTheFloor,
                         testing::Values(ContinuumModel::voronoi_faces, ContinuumModel::sub_faces,
                                         ContinuumModel::corotated));

}  // namespace
}  // namespace pliant
