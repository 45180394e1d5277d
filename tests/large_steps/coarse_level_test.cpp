#include "large_steps/coarse_level.h"

#include <gtest/gtest.h>

#include "backend/backend.h"
#include "backend/cpu/descent_mixer.h"
#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

constexpr double inertia = 100;  // 1/s²

/// A beam of 320 cubes, held at one end or in part.
struct Coarse {
  explicit Coarse(bool held)
      : body(make(held)),
        model(body, in_double),
        state(model, weightless(Integrator::verlet, 1e-3)) {
    level.emplace(body.vertices, body.masses, 60);
    level->assemble(inertia, state.freedoms(), [&](std::span<const Vec3d> d) {
      return state.compiled().change_of_forces(d, 0);
    });
  }
  static Body make(bool held) {
    const TetMesh mesh(
        make_shape("beam", {{"length", 2}, {"width", 0.5}, {"height", 0.5}, {"cells", 20}}));
    Body out = continuum_solid(mesh, ContinuumModel::neo_hookean, make_material(1e5, 0.3, 1000));
    if (held)
      for (Index v = 0; v < 30; ++v) out.pinned.push_back(v);
    return out;
  }
  std::vector<Vec3d> random_forces() const {
    Samples samples(2);
    std::vector<Vec3d> out;
    for (std::size_t v = 0; v < body.vertices.size(); ++v) out.push_back(samples.vector(1));
    for (const Index v : body.pinned) out[v] = {};
    return out;
  }

  Body body;
  Model model;
  State state;
  std::optional<large_steps::CoarseLevel> level;
};

// What is left of the forces after the displacements has no part that they could lessen.
TEST(CoarseLevel, LeavesNothingThatItCouldDo) {
  for (const bool held : {false, true}) {
    const Coarse a(held);
    const std::vector<Vec3d> forces = a.random_forces();
    const std::vector<Vec3d> way = a.level->displacements(forces);
    std::vector<Vec3d> left = a.state.compiled().change_of_forces(way, 0);
    for (std::size_t v = 0; v < left.size(); ++v)
      left[v] += forces[v] - way[v] * (inertia * a.body.masses[v]);
    for (const Index v : a.body.pinned) left[v] = {};
    EXPECT_GT(largest_length(way), 0);
    EXPECT_LT(largest_length(a.level->displacements(left)), 1e-7 * largest_length(way));
  }
}

TEST(CoarseLevel, MovesWhatIsFreeAsAWholeAndTurnsAlong) {
  Coarse a(false);
  std::vector<Vec3d> forces;
  const Vec3d way{0.1, -0.2, 0.3};
  for (const double mass : a.body.masses) forces.push_back(way * (inertia * mass));
  for (const Vec3d& found : a.level->displacements(forces)) EXPECT_LT(length(found - way), 1e-8);

  const std::vector<Vec3d> some = a.random_forces(), before = a.level->displacements(some);
  const RigidMotion motion{normalised(Vec3d{1, 2, -1}), {3, 0, 1}, 2.0};
  std::vector<Vec3d> places, turned;
  for (const Vec3d& x : a.body.vertices) places.push_back(motion.moved(x));
  for (const Vec3d& f : some) turned.push_back(motion.turned(f));
  a.level->follow(places);
  const std::vector<Vec3d> after = a.level->displacements(turned);
  for (std::size_t v = 0; v < after.size(); ++v)
    EXPECT_LT(length(after[v] - motion.turned(before[v])), 1e-6 * largest_length(before));
}

// Of a linear iteration with few different rates the mixture finds the end in as many rounds.
TEST(Mixer, FindsTheEndOfALinearIteration) {
  cpu::Mixer<double> mixer;
  std::vector<double> x(40), end(40);
  for (std::size_t i = 0; i < end.size(); ++i) end[i] = std::sin(double(i + 1));
  const double rates[] = {0.999, 0.99, 0.9, 0.5};
  for (int round = 0; round < 6; ++round) {
    const std::vector<double> start = x;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = end[i] + rates[i % 4] * (x[i] - end[i]);
    EXPECT_EQ(mixer.mix(start, x), round > 0);
  }
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], end[i], 1e-8);
}

}  // namespace
}  // namespace pliant
