#include "constraints/element_volumes.h"

#include <gtest/gtest.h>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

struct Solid {
  TetMesh mesh;
  std::vector<Vec3d> rest, inverse;
  std::vector<double> masses;

  explicit Solid(TetMesh m) : mesh(std::move(m)) {
    rest.assign(mesh.vertices().begin(), mesh.vertices().end());
    for (std::size_t v = 0; v < rest.size(); ++v) {
      masses.push_back(1 + 0.1 * static_cast<double>(v % 7));
      inverse.push_back(Vec3d{1, 1, 1} / masses.back());
    }
  }
  ElementVolumes constraints(const ElementVolumeOptions& options) const {
    return {{mesh.tetrahedra().begin(), mesh.tetrahedra().end()}, rest, options};
  }
  std::vector<Vec3d> shaken(double by, unsigned seed) const {
    Samples samples(seed);
    std::vector<Vec3d> x = rest;
    for (Vec3d& p : x) p += samples.vector(by);
    return x;
  }
  double largest_error(const std::vector<Vec3d>& x) const {
    double most = 0;
    for (const Tetrahedron& t : mesh.tetrahedra()) {
      const auto volume = [&](const std::vector<Vec3d>& y) {
        return signed_volume(y[t[0]], y[t[1]], y[t[2]], y[t[3]]);
      };
      most = std::max(most, std::abs(volume(x) / volume(rest) - 1));
    }
    return most;
  }
};

// B by central differences, which are exact for a volume: it is linear in each coordinate.
std::vector<std::vector<double>> dense_gradients(const Solid& solid, const std::vector<Vec3d>& x) {
  std::vector<std::vector<double>> b;
  for (const Tetrahedron& t : solid.mesh.tetrahedra()) {
    auto& row = b.emplace_back(3 * x.size());
    for (const Index v : t)
      for (int k = 0; k < 3; ++k) {
        std::vector<Vec3d> up = x, down = x;
        up[v][k] += 0.5;
        down[v][k] -= 0.5;
        row[3 * v + static_cast<std::size_t>(k)] =
            signed_volume(up[t[0]], up[t[1]], up[t[2]], up[t[3]]) -
            signed_volume(down[t[0]], down[t[1]], down[t[2]], down[t[3]]);
      }
  }
  return b;
}

std::vector<double> solved(std::vector<std::vector<double>> a, std::vector<double> y) {
  const std::size_t n = y.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i; r < n; ++r)
      if (std::abs(a[r][i]) > std::abs(a[pivot][i])) pivot = r;
    std::swap(a[i], a[pivot]);
    std::swap(y[i], y[pivot]);
    for (std::size_t r = i + 1; r < n; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c < n; ++c) a[r][c] -= factor * a[i][c];
      y[r] -= factor * y[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t c = i + 1; c < n; ++c) y[i] -= a[i][c] * y[c];
    y[i] /= a[i][i];
  }
  return y;
}

TEST(ElementVolumes, AreAsADenseSolveSays) {
  Solid solid(cube_mesh(1));
  solid.inverse[2] = {};
  solid.inverse[5].y = 0;
  const double gamma = 0.7, h = 0.01;
  auto constraints = solid.constraints({gamma, 1e-14, 1000, 0});
  const std::vector<Vec3d> before = solid.shaken(0.05, 1);
  std::vector<Vec3d> x = solid.shaken(0.05, 2), v(x.size(), Vec3d{1, 2, 3});
  const std::vector<Vec3d> free = x;
  const ElementSolve solve = constraints.correct(before, solid.inverse, h, x, v);
  EXPECT_TRUE(solve.converged);
  EXPECT_LE(solve.iterations, 10 * std::int64_t(constraints.size()));

  const auto b = dense_gradients(solid, before);
  const auto weight = [&](std::size_t i) { return solid.inverse[i / 3][static_cast<int>(i % 3)]; };
  std::vector<std::vector<double>> a(b.size(), std::vector<double>(b.size()));
  std::vector<double> y(b.size());
  for (std::size_t e = 0; e < b.size(); ++e) {
    const Tetrahedron& t = solid.mesh.tetrahedra()[e];
    const auto volume = [&](const std::vector<Vec3d>& at) {
      return signed_volume(at[t[0]], at[t[1]], at[t[2]], at[t[3]]);
    };
    y[e] = gamma * (volume(before) - volume(solid.rest));
    for (std::size_t i = 0; i < b[e].size(); ++i) {
      y[e] += b[e][i] * (free[i / 3] - before[i / 3])[static_cast<int>(i % 3)];
      for (std::size_t f = 0; f < b.size(); ++f) a[e][f] += b[e][i] * weight(i) * b[f][i];
    }
  }
  const std::vector<double> multipliers = solved(a, y);
  std::vector<Vec3d> expected = free;
  for (std::size_t i = 0; i < 3 * x.size(); ++i)
    for (std::size_t e = 0; e < b.size(); ++e)
      expected[i / 3][static_cast<int>(i % 3)] -= weight(i) * b[e][i] * multipliers[e];
  EXPECT_GT(largest_difference(free, expected), 1e-3);
  EXPECT_LT(largest_difference(x, expected), 1e-11);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_LT(length(v[i] - Vec3d{1, 2, 3} - (x[i] - free[i]) / h), 1e-10);
}

TEST(ElementVolumes, KeepEveryTetrahedronAndTheMomentum) {
  const Solid solid(cube_mesh(1));
  auto constraints = solid.constraints({1, 1e-9, 500, 1e-9});
  std::vector<Vec3d> x = solid.rest, v(x.size());
  Samples samples(3);
  for (Vec3d& speed : v) speed = samples.vector(1);
  Vec3d before;
  for (std::size_t i = 0; i < x.size(); ++i) before += v[i] * solid.masses[i];
  const double h = 1e-3;
  for (int step = 0; step < 300; ++step) {
    const std::vector<Vec3d> last = x;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += v[i] * h;
    constraints.correct(last, solid.inverse, h, x, v);
    EXPECT_LT(solid.largest_error(x), 1e-4) << step;
  }
  Vec3d after;
  for (std::size_t i = 0; i < x.size(); ++i) after += v[i] * solid.masses[i];
  EXPECT_LT(length(after - before), 1e-12);
  EXPECT_GT(largest_difference(x, solid.rest), 0.05) << "it moves";
}

TEST(ElementVolumes, WhatContradictsItselfStaysFinite) {
  Solid solid(cube_mesh(4));  // more tetrahedra than vertices have directions
  ASSERT_GT(solid.mesh.tetrahedra().size(), 3 * solid.rest.size() / 2);
  for (std::size_t i = 0; i < solid.inverse.size(); i += 2) solid.inverse[i] = {};
  for (const double softness : {0.0, 1e-3, 1e-2}) {
    auto constraints = solid.constraints({1, 1e-10, 50, softness});
    std::vector<Vec3d> before = solid.shaken(0.02, 1);
    for (int step = 0; step < 5; ++step) {
      std::vector<Vec3d> x = before, v(before.size());
      const ElementSolve solve = constraints.correct(before, solid.inverse, 0.01, x, v);
      EXPECT_FALSE(solve.converged && softness == 0 && step == 0);
      EXPECT_LE(solve.iterations, 50);
      for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_TRUE(is_finite(x[i]));
        if (i % 2 == 0) {
          EXPECT_EQ(x[i], before[i]);
        }
      }
      before = x;
    }
    if (softness > 0) {
      EXPECT_LT(largest_difference(before, solid.rest), 0.5);
    }
  }
}

TEST(ElementVolumes, NothingThatCanGiveWay) {
  Solid solid(cube_mesh(2));
  for (Vec3d& inverse : solid.inverse) inverse = {};
  auto constraints = solid.constraints({});
  const std::vector<Vec3d> before = solid.shaken(0.01, 1);
  std::vector<Vec3d> x = before, v(before.size());
  const ElementSolve solve = constraints.correct(before, solid.inverse, 0.01, x, v);
  EXPECT_EQ(solve.iterations, 0);
  EXPECT_EQ(x, before);
}

TEST(ElementVolumes, SameBitsOnAnyNumberOfThreads) {
  const Solid solid(cube_mesh(9));
  std::vector<std::vector<Vec3d>> results;
  for (const int threads : {1, 2, 3}) {
    const WithThreads with(threads);
    auto constraints = solid.constraints({1, 1e-6, 40, 1e-6});
    const std::vector<Vec3d> before = solid.shaken(0.001, 1);
    std::vector<Vec3d> x = before, v(before.size());
    constraints.correct(before, solid.inverse, 0.01, x, v);
    results.push_back(x);
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace pliant
