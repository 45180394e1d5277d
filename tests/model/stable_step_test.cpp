#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/shapes.h>
#include <pliant/stability.h>

namespace pliant {
namespace {

// Groups of relations with empty places hold springs whose ends coincide. Their derivatives must
// not spoil the estimate in single precision.
TEST(StableStep, SinglePrecisionAgreesWithDouble) {
  for (int cells : {2, 13, 14, 15}) {
    const TetMesh cube(make_shape("cube", {{"cells", cells}, {"tets_per_cell", 6}}));
    for (bool normal_damping : {false, true}) {
      const Body body = published_solid(cube, {.mass = 50, .normal_damping = normal_damping});
      Dynamics dynamics;
      dynamics.integrator = Integrator::verlet;
      const double single = stable_step(Model(body), dynamics);
      const double precise = stable_step(
          Model(body, {.precision = Precision::double_precision, .instruction_set = {}}), dynamics);
      EXPECT_NEAR(single / precise, 1, 1e-3) << cells << (normal_damping ? " (3.11)" : " (3.9)");
    }
  }
}

}  // namespace
}  // namespace pliant
