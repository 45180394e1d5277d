#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/shapes.h>
#include <pliant/stability.h>

#include <cmath>

#include "textbook/textbook.h"

// Laws of continuum particles against the plain loops of benchmarks/textbook, which store normals
// and turn matrices where the laws do without.

namespace pliant {
namespace {

template <class R>
double farthest_apart(ContinuumModel which, int steps) {
  const TetMesh mesh(make_shape("beam-with-hole", {{"cells", 3}}));
  Body body = continuum_solid(mesh, which, make_material(1e5, 0.4, 1000, 2e-3));
  for (std::size_t v = 0; v < body.vertices.size(); ++v)
    if (body.vertices[v].x < -1.999) body.pinned.push_back(static_cast<Index>(v));
  const bool single = sizeof(R) == sizeof(float);
  const Model model(body, {single ? Precision::single_precision : Precision::double_precision, ""});
  Dynamics dynamics;
  dynamics.time_step = 0.4 * stable_step(model);
  State state(model, dynamics);
  bench::Textbook<R> textbook(body, dynamics);
  step(model, state, steps);
  textbook.step(steps);
  const auto expected = textbook.positions(), found = state.positions();
  double apart = 0, moved = 0;
  for (std::size_t v = 0; v < expected.size(); ++v) {
    apart = std::max(apart, length(found[v] - expected[v]));
    moved = std::max(moved, length(found[v] - body.vertices[v]));
  }
  EXPECT_GT(moved, 0.02);
  return apart / moved;
}

TEST(TextbookContinuum, IsTheSameMotion) {
  for (const ContinuumModel which : {ContinuumModel::sub_faces, ContinuumModel::corotated}) {
    EXPECT_LT(farthest_apart<double>(which, 200), 1e-8) << static_cast<int>(which);
    EXPECT_LT(farthest_apart<float>(which, 200), 1e-2) << static_cast<int>(which);
  }
}

}  // namespace
}  // namespace pliant
