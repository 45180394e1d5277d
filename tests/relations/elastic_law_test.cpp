// The law Elastic against its equations written out once more, and what it is there for.

#include <gtest/gtest.h>

#include <cmath>

#include "math/definite.h"
#include "relations/diagonal_blocks.h"
#include "relations/list.h"
#include "support/law_samples.h"

namespace pliant {
namespace {

struct DeformedTetrahedron {
  Relation<Elastic, double> relation;
  Mat3<double> f;
};

// x = F X about the first vertex.
DeformedTetrahedron deformed_by(Samples& samples, const Mat3<double>& f) {
  DeformedTetrahedron out{samples.at_rest<Elastic>().without_velocity(), f};
  const Vec3d first = out.relation.x[0];
  for (Vec3d& x : out.relation.x) x = first + f * (x - first);
  return out;
}
Mat3<double> gradient_near_one(Samples& samples, double amount) {
  return {Vec3d{1, 0, 0} + samples.vector(amount), Vec3d{0, 1, 0} + samples.vector(amount),
          Vec3d{0, 0, 1} + samples.vector(amount)};
}
double energy_density(const DeformedTetrahedron& d) {
  const auto& r = d.relation;
  return Elastic::energy(r.x, r.rest, r.param) / r.rest.volume;
}

TEST(ElasticLaw, HasTheEnergyItsHeaderTells) {
  Samples samples(31);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const DeformedTetrahedron d = deformed_by(samples, gradient_near_one(samples, 0.8));
    const double e = determinant(d.f) - 1, c = Elastic::stiffening, w = Elastic::free_change;
    const double mu = d.relation.param.shear, lambda = d.relation.param.lame;
    const double expected =
        0.5 * mu * (inner(d.f, d.f) - 3) - mu * e +
        (lambda + mu) * (0.5 * (1 + c) * e * e - c * w * w * (std::sqrt(1 + e * e / (w * w)) - 1));
    EXPECT_NEAR(energy_density(d), expected, 1e-12 * (1 + std::abs(expected)));
  }
}

// Nothing turned inside out is at rest: growing along cof F, which brings det F up, it always loses
// energy.
TEST(ElasticLaw, PushesEveryInvertedTetrahedronBack) {
  Samples samples(32);
  int inverted = 0;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    const Mat3<double> f = gradient_near_one(samples, 2.5);
    if (determinant(f) >= 0) continue;
    ++inverted;
    DeformedTetrahedron d = deformed_by(samples, f);
    const Mat3<double> way = cofactors(f);
    const double step = 1e-6 / std::sqrt(inner(way, way));
    const DeformedTetrahedron on = [&] {
      DeformedTetrahedron next = d;
      const Relation<Elastic, double>& r = d.relation;
      // F becomes F + step * way: edges follow it through F's inverse, cofᵀ / det.
      const double det = determinant(f);
      const Mat3<double> c = cofactors(f);
      for (int i = 1; i < 4; ++i) {
        const Vec3d edge = r.x[i] - r.x[0];
        const Vec3d rest =
            Vec3d{dot(c.column[0], edge), dot(c.column[1], edge), dot(c.column[2], edge)} / det;
        next.relation.x[i] += way * rest * step;
      }
      return next;
    }();
    EXPECT_LT(energy_density(on), energy_density(d));
  }
  EXPECT_GT(inverted, 300);
}

// Nothing needs to be made definite: one vertex alone always moves against a stiffness.
TEST(ElasticLaw, HasDefiniteBlocksWhateverItsShape) {
  static_assert(KnowsItsBlocks<Elastic> && KnowsItsBlocks<NeoHookean> &&
                KnowsItsBlocks<MooneyRivlin> && KnowsItsBlocks<StVenantKirchhoff>);
  Samples samples(34);
  for (int repeat = 0; repeat < 2000; ++repeat) {
    const auto r = samples.deformed<Elastic>(3);
    Sym3<double> blocks[4];
    diagonal_blocks<Elastic>(r.x, r.rest, r.param, blocks);
    for (const Sym3<double>& block : blocks) {
      const Vec3d b = samples.vector(1), u = DefiniteFactors<double>(block, 1e-9, 1e-30).solve(b);
      EXPECT_LT(length(block * u - b), 1e-9 * (1 + length(u)));
      EXPECT_GT(dot(b, u), 0);
    }
  }
}

// Volume is what it resists more the more it has changed; pure shape is a Neo-Hookean's.
TEST(ElasticLaw, StiffensAgainstAChangeOfVolume) {
  Samples samples(33);
  const auto pressure = [&](double scale) {
    const Mat3<double> f{{{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}}};
    DeformedTetrahedron d = deformed_by(samples, f);
    d.relation.param = {1, 9, 0};
    const double small = 1e-7;
    DeformedTetrahedron larger = d;
    for (Vec3d& x : larger.relation.x) x = d.relation.x[0] + (x - d.relation.x[0]) * (1 + small);
    return (energy_density(larger) - energy_density(d)) / (3 * scale * scale * scale * small);
  };
  const double bulk = 9 + 2.0 / 3;
  EXPECT_NEAR(pressure(1.001) / (bulk * 3e-3), 1, 0.03);
  EXPECT_LT(pressure(std::cbrt(0.5)), -5 * bulk * 0.5);
  EXPECT_GT(pressure(std::cbrt(1.5)), 5 * bulk * 0.5);
}

}  // namespace
}  // namespace pliant
