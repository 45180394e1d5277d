#include <gtest/gtest.h>
#include <pliant/diverged.h>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

// A state that runs away goes back to its own past, not to that of the one it was assigned to.
TEST(AssignedState, DoesNotGoBackToItsFormerLife) {
  const Model model(soft_cube(2), in_double);
  State a(model, weightless(Integrator::euler_cromer));
  step(model, a, 10);

  State b(model, weightless(Integrator::euler_cromer));
  std::vector<Vec3d> velocities(model.vertex_count());
  velocities[3] = {1e9, 0, 0};
  b.set_velocities(velocities);

  a = b;
  EXPECT_THROW(step(model, a, 5), Diverged);
  EXPECT_EQ(a.steps(), 0);
  EXPECT_EQ(a.velocities()[3].x, 1e9);
  EXPECT_EQ(a.hash(), b.hash());
}

TEST(AssignedState, MayBeItself) {
  const Model model(soft_cube(1), in_double);
  State a(model, weightless(Integrator::euler_cromer));
  step(model, a, 3);
  const std::uint64_t before = a.hash();
  const State& same = a;
  a = same;
  EXPECT_EQ(a.hash(), before);
  step(model, a, 1);
  EXPECT_EQ(a.steps(), 4);
}

}  // namespace
}  // namespace pliant
