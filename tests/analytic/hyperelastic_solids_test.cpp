// Blocks of tetrahedra of the hyperelastic laws, pulled, stretched along two axes and sheared:
// against closed forms in principal stretches, E and nu, and what books have of rubber.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "relations/list.h"
#include "support/hyperelastic_block.h"

namespace pliant {
namespace {

using namespace test;
/// Nominal stresses along the principal axes from the stretches there.
using Stresses = std::function<Vec3d(const Vec3d& stretch, const Moduli& m)>;

double volume_of(const Vec3d& s) {
  return s.x * s.y * s.z;
}
template <class F>
Vec3d each(const F& of) {
  return {of(0), of(1), of(2)};
}

Vec3d neo_hookean(const Vec3d& s, const Moduli& m) {
  const double j = volume_of(s), p = (m.lame + m.shear) * (j - 1) - m.shear;
  return each([&](int i) { return m.shear * s[i] + p * j / s[i]; });
}
Vec3d st_venant_kirchhoff(const Vec3d& s, const Moduli& m) {
  const Vec3d e = each([&](int i) { return 0.5 * (s[i] * s[i] - 1); });
  return each([&](int i) { return s[i] * (2 * m.shear * e[i] + m.lame * (e.x + e.y + e.z)); });
}
Vec3d fixed_corotated(const Vec3d& s, const Moduli& m) {
  const double j = volume_of(s);
  return each([&](int i) { return 2 * m.shear * (s[i] - 1) + m.lame * (j - 1) * j / s[i]; });
}
Vec3d mooney_rivlin(const Vec3d& s, const Moduli& m) {
  const double c10 = 0.5 * m.shear / (1 + ratio), c01 = ratio * c10, j = volume_of(s);
  const double p = (m.lame + 2 * c10) * (j - 1) - 2 * c10 - 4 * c01;
  return each([&](int i) {
    const double others = dot(s, s) - s[i] * s[i];
    return 2 * s[i] * (c10 + c01 * others) + p * j / s[i];
  });
}
Vec3d ogden(const Vec3d& s, const Moduli& m) {
  const double j = volume_of(s), bulk = m.lame + 2 * m.shear / 3;
  return each([&](int i) {
    double sum = bulk * (j - 1) * j;
    for (int t = 0; t < 3; ++t) {
      const double a = std::abs(terms.exponents[t]), mu = terms.shares[t] * m.shear;
      if (terms.exponents[t] > 0) {
        sum += 2 * mu / a * (std::pow(s[i], a) - std::pow(j, a / 3));
        continue;
      }
      sum -= 4 * mu / a * std::pow(j, 2 * a / 3);
      for (int k = 0; k < 3; ++k)
        if (k != i) sum += 2 * mu / a * std::pow(j / s[k], a);
    }
    return sum / s[i];
  });
}

/// A law of the list, and how a solid of it is made.
template <class Law, ContinuumModel model_>
struct Of {
  using Type = Law;
  static constexpr ContinuumModel model = model_;
};
using HyperelasticTypes =
    ::testing::Types<Of<NeoHookean, ContinuumModel::neo_hookean>,
                     Of<StVenantKirchhoff, ContinuumModel::st_venant_kirchhoff>,
                     Of<FixedCorotated, ContinuumModel::fixed_corotated>,
                     Of<MooneyRivlin, ContinuumModel::mooney_rivlin>,
                     Of<Ogden, ContinuumModel::ogden>>;
struct LawName {
  template <class L>
  static std::string GetName(int) {
    return std::string(L::Type::info.name);
  }
};
Stresses stresses_of(ContinuumModel model) {
  switch (model) {
    case ContinuumModel::neo_hookean:
      return neo_hookean;
    case ContinuumModel::st_venant_kirchhoff:
      return st_venant_kirchhoff;
    case ContinuumModel::fixed_corotated:
      return fixed_corotated;
    case ContinuumModel::mooney_rivlin:
      return mooney_rivlin;
    default:
      return ogden;
  }
}

/// Where a function of a stretch is zero, by bisection.
template <class F>
double zero_of(const F& f) {
  double low = 0.3, high = 3;
  for (int round = 0; round < 200; ++round) {
    const double middle = 0.5 * (low + high);
    (f(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

template <class Law>
class HyperelasticBlock : public ::testing::Test {
 protected:
  using Type = typename Law::Type;

  static constexpr Moduli moduli{1.3, 2.1};
  const Stresses stresses = stresses_of(Law::model);
  // St. Venant and Kirchhoff's gives way beyond, or gets flat.
  const double most_pressed = Law::model == ContinuumModel::st_venant_kirchhoff ? 0.85 : 0.6;
  const double most_stretched = Law::model == ContinuumModel::st_venant_kirchhoff ? 1.25 : 1.5;
};
TYPED_TEST_SUITE(HyperelasticBlock, HyperelasticTypes, LawName);

TYPED_TEST(HyperelasticBlock, PulledWithFreeSides) {
  Block block;
  block.hold_three_faces();
  block.hold(0, true, 0);
  const Body body = solid_of(block.mesh, TypeParam::model, this->moduli);
  for (const double stretch : {this->most_pressed, 1.05, 1.8}) {
    const Vector x = settled<typename TypeParam::Type>(block, body, diagonal(stretch, 1, 1));
    const double across = zero_of([&](double t) {
      return this->stresses({stretch, t, t}, this->moduli).y;
    });
    EXPECT_NEAR(block.template work<typename TypeParam::Type>(body, x, diagonal(1, 0, 0)),
                this->stresses({stretch, across, across}, this->moduli).x, 1e-9)
        << stretch;
    for (Index v = 0; v < block.mesh.vertices().size(); ++v) {
      EXPECT_NEAR(x[3 * v + 1], across * block.mesh.vertices()[v].y, 1e-9);
      EXPECT_NEAR(x[3 * v + 2], across * block.mesh.vertices()[v].z, 1e-9);
    }
  }
}

TYPED_TEST(HyperelasticBlock, StretchedAlongTwoAxes) {
  Block block;
  block.hold_three_faces();
  block.hold(0, true, 0);
  block.hold(1, true, 1);
  const Body body = solid_of(block.mesh, TypeParam::model, this->moduli);
  for (const double stretch : {this->most_pressed, 1.05, this->most_stretched}) {
    const Vector x = settled<typename TypeParam::Type>(block, body, diagonal(stretch, stretch, 1));
    const double across = zero_of([&](double t) {
      return this->stresses({stretch, stretch, t}, this->moduli).z;
    });
    EXPECT_NEAR(block.template work<typename TypeParam::Type>(body, x, diagonal(1, 0, 0)),
                this->stresses({stretch, stretch, across}, this->moduli).x, 1e-9)
        << stretch;
  }
}

// With s = √(1 + γ²/4) + γ/2 the stretches are s, 1/s and 1, and the work by γ is the shear stress.
TYPED_TEST(HyperelasticBlock, SimplySheared) {
  Block block;
  block.hold_surface();
  const Body body = solid_of(block.mesh, TypeParam::model, this->moduli);
  for (const double shear : {0.05, 0.8}) {
    const Vector x =
        settled<typename TypeParam::Type>(block, body, {Vec3d{1, 0, 0}, {shear, 1, 0}, {0, 0, 1}});
    const double s = std::sqrt(1 + shear * shear / 4) + shear / 2;
    const Vec3d p = this->stresses({s, 1 / s, 1}, this->moduli);
    const Mat3<double> along{Vec3d{}, {1, 0, 0}, {}};
    EXPECT_NEAR(block.template work<typename TypeParam::Type>(body, x, along),
                (p.x * s - p.y / s) / std::sqrt(4 + shear * shear), 1e-9)
        << shear;
  }
}

// Young's modulus and Poisson's ratio of a little pull.
TYPED_TEST(HyperelasticBlock, HasTheModuliOfItsMaterial) {
  Block block;
  block.hold_three_faces();
  block.hold(0, true, 0);
  constexpr double small = 1e-7;
  for (const double poisson : {0.0, 0.3, 0.45}) {
    const Material m = make_material(7, poisson, 1000);
    const Body body = solid_of(block.mesh, TypeParam::model, {m.shear_modulus(), m.lame_lambda()});
    const Vector x = settled<typename TypeParam::Type>(block, body, diagonal(1 + small, 1, 1));
    const double work = block.template work<typename TypeParam::Type>(body, x, diagonal(1, 0, 0));
    EXPECT_NEAR(work / small, 7, 1e-5);
    const Index corner = static_cast<Index>(block.mesh.vertices().size() - 1);
    EXPECT_NEAR((1 - x[3 * corner + 1] / block.mesh.vertices()[corner].y) / small, poisson, 1e-5);
  }
}

// Where the volume is kept, what books have of rubber: s the stretch of a pull, p by area at rest.
TYPED_TEST(HyperelasticBlock, KeptInVolumeIsAsInBooks) {
  if (TypeParam::model != ContinuumModel::neo_hookean &&
      TypeParam::model != ContinuumModel::mooney_rivlin &&
      TypeParam::model != ContinuumModel::ogden)
    GTEST_SKIP() << "no law of rubber";
  const Moduli stiff{1, 1e8};
  Block block;
  block.hold_three_faces();
  block.hold(0, true, 0);
  const Body body = solid_of(block.mesh, TypeParam::model, stiff);
  for (const double s : {0.7, 1.6}) {
    double expected = 0;
    if (TypeParam::model == ContinuumModel::ogden) {
      for (int t = 0; t < 3; ++t) {
        const double a = terms.exponents[t];
        expected += 2 * terms.shares[t] / a * (std::pow(s, a - 1) - std::pow(s, -a / 2 - 1));
      }
    } else {
      const double areas = TypeParam::model == ContinuumModel::mooney_rivlin ? ratio : 0;
      expected = (s - 1 / (s * s)) * (1 + areas / s) / (1 + areas);
    }
    const Vector x = settled<typename TypeParam::Type>(block, body, [&](double part) {
      const double now = std::pow(s, part), across = 1 / std::sqrt(now);
      return diagonal(now, across, across);
    });
    EXPECT_NEAR(block.template work<typename TypeParam::Type>(body, x, diagonal(1, 0, 0)), expected,
                1e-6)
        << s;
  }
}

}  // namespace
}  // namespace pliant
