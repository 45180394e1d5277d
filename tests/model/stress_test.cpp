#include <gtest/gtest.h>
#include <pliant/stress.h>

#include <cmath>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

TEST(VonMises, IsThePullOfABar) {
  EXPECT_NEAR(von_mises({.xx = 5}), 5, 1e-15);
  EXPECT_NEAR(von_mises({.xx = 3, .yy = 3, .zz = 3}), 0, 1e-15);
  EXPECT_NEAR(von_mises({.xy = 2}), 2 * std::sqrt(3.0), 1e-14);
}

std::vector<Vec3d> mapped(const TetMesh& mesh, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  std::vector<Vec3d> out;
  for (const Vec3d& p : mesh.vertices()) out.push_back(a * p.x + b * p.y + c * p.z);
  return out;
}

// A homogeneous stretch, turned by a quarter: Cauchy's stress is P Fᵀ / J in the turned frame.
TEST(ElementStresses, OfCorotatedAreExact) {
  const TetMesh mesh = cube_mesh(2);
  const Material m = make_material(1e5, 0.3, 1000);
  const double mu = m.shear_modulus(), lambda = m.lame_lambda();
  const Model model(continuum_solid(mesh, ContinuumModel::corotated, m), in_double);
  State state(model, weightless(Integrator::euler_cromer, 1e-4));
  const double sx = 1.3, sy = 0.8, sz = 1.1, growth = sx + sy + sz - 3;
  state.set_positions(mapped(mesh, {0, sx, 0}, {-sy, 0, 0}, {0, 0, sz}));
  const auto principal = [&](double s) {
    return (2 * mu * (s - 1) + lambda * growth) * s / (sx * sy * sz);
  };
  for (const Stress& s : element_stresses(mesh, state)) {
    EXPECT_NEAR(s.yy, principal(sx), 1e-6);
    EXPECT_NEAR(s.xx, principal(sy), 1e-6);
    EXPECT_NEAR(s.zz, principal(sz), 1e-6);
    for (const double off : {s.xy, s.yz, s.zx}) EXPECT_NEAR(off, 0, 1e-6);
  }
}

// The mean over the volume of the stress's trace, J.
double pressure_times_volume(const TetMesh& mesh, const State& state) {
  const std::vector<Vec3d> x = state.positions();
  const std::vector<Stress> stresses = element_stresses(mesh, state);
  double sum = 0;
  for (std::size_t t = 0; t < stresses.size(); ++t) {
    const Tetrahedron& c = mesh.tetrahedra()[t];
    sum += (stresses[t].xx + stresses[t].yy + stresses[t].zz) *
           signed_volume(x[c[0]], x[c[1]], x[c[2]], x[c[3]]);
  }
  return sum;
}

void grow(const TetMesh& mesh, State& state, double size) {
  state.set_positions(mapped(mesh, {size, 0, 0}, {0, size, 0}, {0, 0, size}));
}

// Sub-faces answer a uniform growth e with the pressure E e.
TEST(ElementStresses, OfSubFacesAreThatOfTheirTractions) {
  const TetMesh mesh = cube_mesh(4);
  const Model model(continuum_solid(mesh, ContinuumModel::sub_faces, make_material(1e5, 0.3, 1000)),
                    in_double);
  State state(model, weightless(Integrator::euler_cromer, 1e-4));
  const double e = 1e-4;
  grow(mesh, state, 1 + e);
  EXPECT_NEAR(pressure_times_volume(mesh, state) / (3 * 1e5 * e), 1, 1e-3);
}

// Springs give estimates, but their mean is the work of a growth: s dW/ds.
TEST(ElementStresses, OfSpringsHaveTheRightMean) {
  const TetMesh mesh = cube_mesh(4);
  const Model model(mass_spring_solid(mesh, make_material(1e5, 0.3, 1000)), in_double);
  State state(model, weightless(Integrator::euler_cromer, 1e-4));
  const double size = 1.05, change = 1e-4;
  grow(mesh, state, size + change);
  const double more = state.energy().elastic;
  grow(mesh, state, size - change);
  const double less = state.energy().elastic;
  grow(mesh, state, size);
  const double expected = size * (more - less) / (2 * change);
  EXPECT_NEAR(pressure_times_volume(mesh, state) / expected, 1, 1e-5);
}

}  // namespace
}  // namespace pliant
