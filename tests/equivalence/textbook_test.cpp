#include "textbook/textbook.h"

#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/box.h>
#include <pliant/io.h>
#include <pliant/shapes.h>
#include <pliant/stability.h>

#include <cmath>
#include <limits>

#include "support/models.h"

// The engine against the plain loop of benchmarks/textbook: the same body, the same steps, the same
// precision; what differs is the order of the sums alone.

namespace pliant {
namespace {

struct Drop {
  Body body;
  double size;  // m
  Dynamics dynamics;
};

// A body a little above the floor that hits it at once, soft enough to be stretched.
Drop drop(Mesh mesh) {
  Box box;
  for (const Vec3d& p : mesh.vertices) box.add(p);
  const double size = length(box.size());
  for (Vec3d& p : mesh.vertices) p.y += 0.01 * size - box.low.y;
  Drop out{mass_spring_solid(TetMesh(std::move(mesh)), material("jelly")), size, {}};
  out.dynamics.time_step =
      safe_share * stable_step(Model(out.body, {Precision::double_precision, ""}));
  out.dynamics.damping = 0.1;
  out.dynamics.strain_limit = 1.02;
  out.dynamics.floor = Floor{{0, 0, 0}, {0.1, 1, 0.05}};
  return out;
}

// Largest distance between two sets of points.
double apart(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, length(a[i] - b[i]));
  return most;
}

template <class R>
void expect_the_same(const Drop& d, Precision precision, double speed, int steps) {
  bench::Textbook<R> plain(d.body, d.dynamics);
  std::vector<Vec3d> velocities(d.body.vertices.size(), {0.3 * speed, -speed, 0});
  plain.set_velocities(velocities);
  plain.step(steps);
  EXPECT_GT(plain.limited(), steps) << "the strain limit must have something to do";
  EXPECT_GT(plain.floor_hits(), steps) << "and so must the floor";

  for (const std::string& set : instruction_sets()) {
    const Model model(d.body, {precision, set});
    State state(model, d.dynamics);
    state.set_velocities(velocities);
    step(model, state, steps);
    // Each step rounds positions once; errors of random sign would grow with the root of the steps,
    // and stiff springs answer to each, so they are let grow in proportion.
    const double tolerance = steps * double(std::numeric_limits<R>::epsilon());
    EXPECT_LT(apart(state.positions(), plain.positions()), tolerance * d.size) << set;
    EXPECT_LT(apart(state.velocities(), plain.velocities()),
              tolerance * d.size / d.dynamics.time_step)
        << set;
  }
}

void expect_the_same_in_both(Mesh mesh, int steps) {
  const Drop d = drop(std::move(mesh));
  const double speed = 0.01 * d.size / (0.1 * steps * d.dynamics.time_step);
  expect_the_same<float>(d, Precision::single_precision, speed, steps);
  expect_the_same<double>(d, Precision::double_precision, speed, steps);
}

TEST(Textbook, StepsABlockAsTheEngineDoes) {
  expect_the_same_in_both(make_shape("cube", {{"cells", 4}, {"tets_per_cell", 6}}), 500);
}

TEST(Textbook, StepsACritterAsTheEngineDoes) {
  expect_the_same_in_both(make_shape("critter", {{"tets", 2000}}), 400);
}

TEST(Textbook, StepsAScanAsTheEngineDoes) {
  PLIANT_NEEDS_MODELS();
  expect_the_same_in_both(read_mesh(test::model("bunny.node")), 300);
}

}  // namespace
}  // namespace pliant
