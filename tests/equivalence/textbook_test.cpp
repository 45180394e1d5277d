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

// A body a little above the floor that hits it at once and is stretched by that; well inside the
// stable step, so that differences of rounding are not blown up.
Drop drop(Mesh mesh) {
  Box box;
  for (const Vec3d& p : mesh.vertices) box.add(p);
  const double size = length(box.size());
  for (Vec3d& p : mesh.vertices) p.y += 0.01 * size - box.low.y;
  SolidOptions options;
  options.most_damping = 0.3;  // the textbook's steps have all of it
  Drop out{mass_spring_solid(TetMesh(std::move(mesh)), material("silicone"), options), size, {}};
  out.dynamics.time_step = 0.4 * stable_step(Model(out.body, {Precision::double_precision, ""}));
  out.dynamics.damping = 0.1;
  out.dynamics.obstacles = {{Floor{{0, 0, 0}, {0.1, 1, 0.05}}}};
  return out;
}

struct Distance {
  double largest = 0, mean = 0;  // the mean is that of squares
};
Distance between(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  Distance out;
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double squared = squared_length(a[i] - b[i]);
    out.largest = std::max(out.largest, std::sqrt(squared));
    sum += squared;
  }
  out.mean = std::sqrt(sum / static_cast<double>(a.size()));
  return out;
}

// Each step rounds, and errors are let grow in proportion to the steps. A vertex that all but
// touches the floor may be found below it a step earlier or later, which moves it by a step of its
// speed: in single precision that happens, and is allowed there for a few vertices.
template <class R>
void expect_the_same(const Drop& d, Precision precision, double speed, int steps) {
  const std::vector<Vec3d> velocities(d.body.vertices.size(), {0.3 * speed, -speed, 0});
  bench::Textbook<R> plain(d.body, d.dynamics);
  plain.set_velocities(velocities);
  plain.step(steps);
  EXPECT_GT(plain.floor_hits(), steps) << "the floor must have something to do";

  const double rounding = 0.1 * steps * double(std::numeric_limits<R>::epsilon()) * d.size;
  const double h = d.dynamics.time_step;
  const double touch = precision == Precision::single_precision ? 2 * h * speed : 0;
  constexpr double few = 4;
  const Distance allowed{
      rounding + touch, rounding + touch * std::sqrt(few / static_cast<double>(velocities.size()))};
  for (const std::string& set : instruction_sets()) {
    const Model model(d.body, {precision, set});
    State state(model, d.dynamics);
    state.set_velocities(velocities);
    step(model, state, steps);
    const Distance x = between(state.positions(), plain.positions());
    const Distance v = between(state.velocities(), plain.velocities());
    EXPECT_LT(x.largest, allowed.largest) << set;
    EXPECT_LT(x.mean, allowed.mean) << set;
    EXPECT_LT(v.largest, allowed.largest / h) << set;
    EXPECT_LT(v.mean, allowed.mean / h) << set;
  }
}

std::size_t apart(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b, double distance) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += length(a[i] - b[i]) > distance;
  return count;
}

// A strain limit makes velocities of lengths over the step, so that rounding soon grows by itself:
// here both begin each step with the same state. Whether a spring is just at its limit hangs on
// rounding, and with it its velocity: in single precision that happens to a few vertices.
template <class R>
void expect_the_same_limits(const Drop& d, Precision precision, double speed, int steps) {
  const std::size_t vertices = d.body.vertices.size();
  const double few = precision == Precision::single_precision ? 3e-4 : 0;
  const double rounding = 4 * double(std::numeric_limits<R>::epsilon()) * d.size;
  const double h = d.dynamics.time_step;
  for (const std::string& set : instruction_sets()) {
    const Model model(d.body, {precision, set});
    State state(model, d.dynamics);
    state.set_velocities(std::vector<Vec3d>(d.body.vertices.size(), {0.3 * speed, -speed, 0}));
    bench::Textbook<R> plain(d.body, d.dynamics);
    double x = 0;
    std::size_t off = 0;
    for (int i = 0; i < steps; ++i) {
      plain.set_positions(state.positions());
      plain.set_velocities(state.velocities());
      plain.step();
      step(model, state, 1);
      x = std::max(x, between(state.positions(), plain.positions()).largest);
      off += apart(state.velocities(), plain.velocities(), rounding / h);
    }
    EXPECT_LT(x, rounding) << set;
    EXPECT_LE(static_cast<double>(off), few * steps * static_cast<double>(vertices)) << set;
    EXPECT_GT(plain.limited(), 10 * steps) << "the strain limit must have much to do";
    EXPECT_GT(plain.floor_hits(), steps) << "and so must the floor";
  }
}

void expect_the_same_in_both(Mesh mesh, int steps) {
  Drop d = drop(std::move(mesh));
  const double speed = 0.01 * d.size / (0.1 * steps * d.dynamics.time_step);
  expect_the_same<float>(d, Precision::single_precision, speed, steps);
  expect_the_same<double>(d, Precision::double_precision, speed, steps);
  d.dynamics.strain_limit = 1.02;
  expect_the_same_limits<float>(d, Precision::single_precision, speed, steps);
  expect_the_same_limits<double>(d, Precision::double_precision, speed, steps);
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
