// Solids of Corotated, Elastic and CorotatedFibre against linear elasticity: exact solutions, beam
// theory, and a finite element written independently.

#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/shapes.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

#include "relations/list.h"
#include "support/law_samples.h"
#include "support/statics.h"

namespace pliant {
namespace {

using namespace test;
using Vector = Eigen::VectorXd;
using Strain = Eigen::Matrix<double, 6, 1>;  // xx yy zz, and twice xy yz zx
using Stiffness = Eigen::Matrix<double, 6, 6>;

Body solid(const TetMesh& mesh, const Material& m, const ContinuumOptions& options = {},
           ContinuumModel model = ContinuumModel::corotated) {
  SolidOptions nothing_softened;
  nothing_softened.fastest = 0;
  return continuum_solid(mesh, model, m, nothing_softened, options);
}

TetMesh block(double length, double height, double width, int nx, int ny, int nz) {
  return TetMesh(make_shape("grid", {{"length", length},
                                     {"height", height},
                                     {"width", width},
                                     {"cells_x", nx},
                                     {"cells_y", ny},
                                     {"cells_z", nz}}));
}

// --- one element against another ---

Stiffness isotropic(const Material& m) {
  Stiffness c = Stiffness::Zero();
  const double mu = m.young / (2 * (1 + m.poisson));
  const double lambda = m.young * m.poisson / ((1 + m.poisson) * (1 - 2 * m.poisson));
  c.topLeftCorner<3, 3>().setConstant(lambda);
  for (int i = 0; i < 3; ++i) {
    c(i, i) += 2 * mu;
    c(i + 3, i + 3) = mu;
  }
  return c;
}

// V Bᵀ C B, with the gradients of the shape functions from a 4x4 inverse.
Eigen::Matrix<double, 12, 12> element_stiffness(const std::array<Vec3d, 4>& x, const Stiffness& c) {
  Eigen::Matrix4d corners;
  for (int i = 0; i < 4; ++i)
    corners.col(i) << 1, x[static_cast<std::size_t>(i)].x, x[static_cast<std::size_t>(i)].y,
        x[static_cast<std::size_t>(i)].z;
  const Eigen::Matrix4d inverse = corners.inverse();  // row i: N_i as a polynomial
  Eigen::Matrix<double, 6, 12> b = Eigen::Matrix<double, 6, 12>::Zero();
  for (int i = 0; i < 4; ++i) {
    const double gx = inverse(i, 1), gy = inverse(i, 2), gz = inverse(i, 3);
    b.block<6, 3>(0, 3 * i) << gx, 0, 0, 0, gy, 0, 0, 0, gz, gy, gx, 0, 0, gz, gy, gz, 0, gx;
  }
  return b.transpose() * c * b * (std::abs(corners.determinant()) / 6);
}

template <class Law>
double difference_from(const Body& body, const std::array<Vec3d, 4>& x, const Stiffness& c) {
  const Statics<Law> statics(body);
  const auto linear = statics.linear_at(statics.rest_positions());
  const Eigen::MatrixXd expected = element_stiffness(x, c);
  return (Eigen::MatrixXd(linear.stiffness) - expected).norm() / expected.norm();
}

struct OneElement {
  std::array<Vec3d, 4> x;
  TetMesh mesh;
};
OneElement one_element(Samples& samples) {
  Mesh mesh;
  const auto x = samples.cell<Corotated>();
  mesh.vertices.assign(x.begin(), x.end());
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  return {x, TetMesh(std::move(mesh))};
}

TEST(ElasticSolids, SmallDeformationIsTheLinearFiniteElement) {
  Samples samples(21);
  for (const double poisson : {-0.3, 0.0, 0.3, 0.48})
    for (int repeat = 0; repeat < 10; ++repeat) {
      const Material m = make_material(3e6, poisson, 1000);
      const OneElement e = one_element(samples);
      EXPECT_LT(difference_from<Corotated>(solid(e.mesh, m), e.x, isotropic(m)), 1e-12);
      const Body body = solid(e.mesh, m, {}, ContinuumModel::elastic);
      EXPECT_LT(difference_from<Elastic>(body, e.x, isotropic(m)), 1e-12);
    }
}

// Voigt's stiffness of fibres along a, from the compliance in their own frame, turned.
Stiffness transversely_isotropic(const Material& m, const Fibres& f) {
  Stiffness compliance = Stiffness::Zero();
  compliance.topLeftCorner<3, 3>() << 1 / f.young, -f.poisson / f.young, -f.poisson / f.young,
      -f.poisson / f.young, 1 / m.young, -m.poisson / m.young, -f.poisson / f.young,
      -m.poisson / m.young, 1 / m.young;
  compliance(3, 3) = compliance(5, 5) = 1 / f.shear;
  compliance(4, 4) = 2 * (1 + m.poisson) / m.young;
  const Stiffness own = compliance.inverse();
  const Vec3d a = normalised(f.directions[0]);
  const Eigen::Vector3d along(a.x, a.y, a.z);
  const Eigen::Vector3d across = along.unitOrthogonal();
  Eigen::Matrix3d axes;
  axes << along, across, along.cross(across);
  // Column by column: a unit strain of the world, in the fibres' frame, and its stress back.
  Stiffness turned;
  for (int s = 0; s < 6; ++s) {
    Eigen::Matrix3d strain = Eigen::Matrix3d::Zero();
    const int i = s % 3, j = s < 3 ? i : (i + 1) % 3;
    strain(i, j) += 0.5;
    strain(j, i) += 0.5;
    if (s < 3) strain(i, i) = 1;
    const Eigen::Matrix3d e = axes.transpose() * strain * axes;
    Strain voigt;
    voigt << e(0, 0), e(1, 1), e(2, 2), 2 * e(0, 1), 2 * e(1, 2), 2 * e(2, 0);
    const Strain stress = own * voigt;
    Eigen::Matrix3d p;
    p << stress[0], stress[3], stress[5], stress[3], stress[1], stress[4], stress[5], stress[4],
        stress[2];
    p = axes * p * axes.transpose();
    turned.col(s) << p(0, 0), p(1, 1), p(2, 2), p(0, 1), p(1, 2), p(2, 0);
  }
  return turned;
}

TEST(ElasticSolids, SmallDeformationWithFibresIsTransverselyIsotropic) {
  Samples samples(22);
  for (const double stiffer : {0.3, 1.0, 20.0})
    for (int repeat = 0; repeat < 10; ++repeat) {
      const Material m = make_material(1e5, 0.35, 1000);
      const Fibres fibres{{samples.unit_vector() * 3}, stiffer * 1e5, 0.25, 0.7e5};
      const OneElement e = one_element(samples);
      ContinuumOptions options;
      options.fibres = fibres;
      EXPECT_LT(difference_from<CorotatedFibre>(solid(e.mesh, m, options), e.x,
                                                transversely_isotropic(m, fibres)),
                1e-9);
    }
}

// --- the patch test ---

TetMesh irregular(double jitter) {
  Mesh mesh = make_shape("cube", {{"cells", 4}});
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shift(-jitter / 4, jitter / 4);
  for (Vec3d& p : mesh.vertices) {
    const bool inside = std::abs(p.x) < 0.49 && std::abs(p.z) < 0.49 && p.y > 0.01 && p.y < 0.99;
    if (inside) p += {shift(random), shift(random), shift(random)};
  }
  return TetMesh(std::move(mesh));
}

// The boundary is moved by a linear map, small or large; the inside, put somewhere else, finds its
// place on the same map.
TEST(ElasticSolids, PatchTestOnAnIrregularMesh) {
  const TetMesh mesh = irregular(0.25);
  const Body body = solid(mesh, make_material(1e6, 0.3, 1000));
  const Statics<Corotated> statics(body);
  const Vector rest = statics.rest_positions();
  Eigen::Matrix3d slight, large;
  slight << 1.001, 0.002, 0, -0.001, 0.999, 0.0005, 0, 0.0007, 1.0005;
  large << 0.2, -1.1, 0.1, 0.9, 0.3, 0, 0.1, 0.1, 1.2;
  std::vector<bool> held(static_cast<std::size_t>(rest.size()), false);
  for (const Triangle& t : mesh.boundary())
    for (Index v : t)
      for (std::size_t k = 0; k < 3; ++k) held[3 * v + k] = true;
  std::mt19937 random(4);
  std::uniform_real_distribution<double> shift(-0.02, 0.02);
  for (const Eigen::Matrix3d& map : {slight, large}) {
    Vector expected(rest.size()), start(rest.size());
    for (Eigen::Index v = 0; v < rest.size(); v += 3)
      expected.segment<3>(v) = map * rest.segment<3>(v);
    for (Eigen::Index i = 0; i < rest.size(); ++i)
      start[i] = expected[i] + (held[static_cast<std::size_t>(i)] ? 0 : shift(random));
    const Vector found = statics.equilibrium(start, Vector::Zero(rest.size()), held, 7);
    EXPECT_GT((start - expected).lpNorm<Eigen::Infinity>(), 0.01);
    EXPECT_LT((found - expected).lpNorm<Eigen::Infinity>(), 1e-10);
  }
}

// --- beams ---

// Errors of three meshes, each twice as fine: they fall by four, as those of linear elements do.
void expect_second_order(const std::array<double, 3>& errors) {
  for (std::size_t i = 1; i < 3; ++i) {
    const double rate = std::log2(std::abs(errors[i - 1] / errors[i]));
    EXPECT_GT(rate, 1.5) << errors[i - 1] << " " << errors[i];
    EXPECT_LT(rate, 2.5) << errors[i - 1] << " " << errors[i];
  }
}

// Timoshenko's deflection of a clamped beam under a load at its end, with ν = 0, for which a clamp
// disturbs the least.
double cantilever_error(int n) {
  const double length = 5, height = 1, young = 1e6, load = 1;
  const TetMesh mesh = block(length, height, height, 5 * n, n, n);
  const Body body = solid(mesh, make_material(young, 0, 1000));
  const Statics<Corotated> statics(body);
  const Vector rest = statics.rest_positions();
  std::vector<bool> held(static_cast<std::size_t>(rest.size()), false);
  Vector loads = Vector::Zero(rest.size());
  for (const Triangle& t : mesh.boundary()) {
    const auto at_end = [&](double end) {
      return std::ranges::all_of(
          t, [&](Index v) { return std::abs(mesh.vertices()[v].x - end) < 1e-9; });
    };
    const double area = 0.5 * pliant::length(cross(mesh.vertices()[t[1]] - mesh.vertices()[t[0]],
                                                   mesh.vertices()[t[2]] - mesh.vertices()[t[0]]));
    for (Index v : t) {
      if (at_end(-length / 2))
        for (std::size_t k = 0; k < 3; ++k) held[3 * v + k] = true;
      if (at_end(length / 2))
        loads[static_cast<Eigen::Index>(3 * v) + 1] -= load / (height * height) * area / 3;
    }
  }
  const Vector found = statics.equilibrium(rest, loads, held, 1);  // small deflection: linear
  const double deflection = loads.dot(found - rest) / load;        // the mean at the end
  const double inertia = std::pow(height, 4) / 12, shear = young / 2;
  const double expected = load * std::pow(length, 3) / (3 * young * inertia) +
                          load * length / (5.0 / 6 * shear * height * height);
  return expected / deflection - 1;  // of the stiffness, which locking makes too large
}

TEST(ElasticSolids, ACantileverConvergesToBeamTheory) {
  const std::array<double, 3> errors{cantilever_error(2), cantilever_error(4), cantilever_error(8)};
  expect_second_order(errors);
  EXPECT_LT(std::abs(errors[2]), 0.06);
}

// Saint-Venant's torsion of a square bar: both ends turned against each other and free to warp.
double torsion_error(int n) {
  const double side = 1, length = 0.25, young = 1e6, poisson = 0.3, angle = 1e-3;
  const TetMesh mesh = block(length, side, side, std::max(1, n / 4), n, n);
  const Body body = solid(mesh, make_material(young, poisson, 1000));
  const Statics<Corotated> statics(body);
  const Vector rest = statics.rest_positions();
  std::vector<bool> held(static_cast<std::size_t>(rest.size()), false);
  Vector start = rest;
  Index middle = 0;
  for (std::size_t v = 0; v < mesh.vertices().size(); ++v) {
    const Vec3d p = mesh.vertices()[v];
    const auto at = static_cast<Eigen::Index>(3 * v);
    if (std::abs(std::abs(p.x) - length / 2) > 1e-9) continue;
    held[3 * v + 1] = held[3 * v + 2] = true;
    if (p.x < 0) {
      if (pliant::length(Vec3d{0, p.y - 0.5, p.z}) < 1e-9) middle = static_cast<Index>(v);
      continue;
    }
    start[at + 1] -= angle * p.z;
    start[at + 2] += angle * (p.y - 0.5);
  }
  held[3 * middle] = true;
  // Linear: from the stiffness at rest, so that the rotation of the ends strains nothing else.
  const auto linear = statics.linear_at(rest);
  Vector u = start - rest;
  u += Statics<Corotated>::solved(linear.stiffness, -(linear.stiffness * u), held);
  const double torque = u.dot(linear.stiffness * u) / angle;

  double series = 0;
  for (int k = 1; k < 40; k += 2) series += std::tanh(k * std::numbers::pi / 2) / std::pow(k, 5);
  const double constant = 1.0 / 3 - 64 / std::pow(std::numbers::pi, 5) * series;
  EXPECT_NEAR(constant, 0.1406, 1e-4);
  const double shear = young / (2 * (1 + poisson));
  return torque * length / (constant * shear * std::pow(side, 4) * angle) - 1;
}

TEST(ElasticSolids, ABarUnderTorsionConvergesToSaintVenant) {
  const std::array<double, 3> errors{torsion_error(4), torsion_error(8), torsion_error(16)};
  expect_second_order(errors);
  EXPECT_LT(std::abs(errors[2]), 0.03);
}

}  // namespace
}  // namespace pliant
