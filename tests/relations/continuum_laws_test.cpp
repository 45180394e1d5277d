// The laws of continuum particles against their equations written out once more.

#include <gtest/gtest.h>

#include <cmath>

#include "relations/list.h"
#include "support/law_samples.h"

namespace pliant {
namespace {

// From i to j; the others in the order that makes the area vectors point so.
constexpr int sub_face[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};

Vec3d area_vector(const Vec3d (&x)[4], const int (&s)[4]) {
  // Midpoint of the edge, centroids of its two faces and of the tetrahedron: half the cross product
  // of the quadrilateral's diagonals.
  const Vec3d middle = (x[s[0]] + x[s[1]]) / 2, centre = (x[0] + x[1] + x[2] + x[3]) / 4;
  const Vec3d face_k = (x[s[0]] + x[s[1]] + x[s[2]]) / 3,
              face_l = (x[s[0]] + x[s[1]] + x[s[3]]) / 3;
  return cross(centre - middle, face_l - face_k) / 2;
}

Mat3<double> columns(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return {a, b, c};
}

/// x = F X about the first vertex.
struct Deformed {
  Vec3d rest[4], now[4];
  Mat3<double> f;
};
Deformed deformed(Samples& samples, const Mat3<double>& f) {
  Deformed out{{}, {}, f};
  std::ranges::copy(samples.cell<Corotated>(), out.rest);
  for (int i = 0; i < 4; ++i) out.now[i] = out.rest[0] + f * (out.rest[i] - out.rest[0]);
  return out;
}
Mat3<double> some_gradient(Samples& samples, double amount) {
  return {Vec3d{1, 0, 0} + samples.vector(amount), Vec3d{0, 1, 0} + samples.vector(amount),
          Vec3d{0, 0, 1} + samples.vector(amount)};
}

template <class Law>
std::array<Vec3d, 4> forces(const Deformed& d, const typename Law::template Param<double>& param) {
  Relation<Law, double> relation{};
  std::ranges::copy(d.now, relation.x);
  relation.rest = Law::rest(d.rest);
  relation.param = param;
  return relation.forces();
}

TEST(SubFacesLaw, IsChapter7OfE06) {
  Samples samples(11);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Deformed d = deformed(samples, some_gradient(samples, 0.3));
    std::array<Vec3d, 4> expected{};
    const double young = 3, shear = 1.3;
    for (const auto& s : sub_face) {
      const Vec3d rest = area_vector(d.rest, s), now = area_vector(d.now, s);
      EXPECT_GT(dot(rest, d.rest[s[1]] - d.rest[s[0]]), 0);
      const Vec3d carried = d.f * normalised(rest), n = normalised(now);
      const double along = dot(carried, n);
      const Vec3d force =
          (n * (young * (along - 1)) + (carried - n * along) * shear) * length(rest);
      expected[static_cast<std::size_t>(s[0])] += force;
      expected[static_cast<std::size_t>(s[1])] -= force;
    }
    const auto f = forces<SubFaces>(d, {young, shear, 0});
    for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(length(f[i] - expected[i]), 1e-13);
  }
}

// Figure 7.3 of E06 shows no slope at rest. This reading of the model has one: that of the traction
// 2 G εN + (E - 2 G)(NεN) N.
TEST(SubFacesLaw, HasASlopeAtRest) {
  Samples samples(12);
  const double young = 3, shear = 1, small = 1e-6;
  const Mat3<double> squeeze = columns({1 - small, 0, 0}, {0, 1, 0}, {0, 0, 1});
  const Mat3<double> slide = columns({1, 0, 0}, {small, 1, 0}, {0, 0, 1});
  for (const Mat3<double>& f : {squeeze, slide}) {
    const Deformed d = deformed(samples, f);
    std::array<Vec3d, 4> expected{};
    for (const auto& s : sub_face) {
      const Vec3d area = area_vector(d.rest, s), n = normalised(area);
      // Symmetric part of the gradient times n.
      const Vec3d rows{f.column[0].x - 1, f.column[0].y, f.column[0].z};
      const Vec3d en{rows.x * n.x + 0.5 * f.column[1].x * n.y, 0.5 * f.column[1].x * n.x, 0};
      const Vec3d traction = en * (2 * shear) + n * ((young - 2 * shear) * dot(n, en));
      expected[static_cast<std::size_t>(s[0])] += traction * length(area);
      expected[static_cast<std::size_t>(s[1])] -= traction * length(area);
    }
    const auto found = forces<SubFaces>(d, {young, shear, 0});
    EXPECT_GT(largest(expected), 0.01 * small);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(length(found[i] - expected[i]), 1e-4 * small);
  }
}

// P over the rest areas of the sub-faces, with P found from the definition.
TEST(CorotatedLaw, IsItsStressOverTheSubFaces) {
  Samples samples(13);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Deformed d = deformed(samples, some_gradient(samples, 0.4));
    const double shear = 1.1, lame = 2.3;
    // The rotation by Higham's iteration on matrices.
    Mat3<double> r = d.f;
    for (int round = 0; round < 40; ++round) {
      const Mat3<double> cofactor = cofactors(r);
      r = (r + cofactor * (1 / determinant(r))) * 0.5;
    }
    if (determinant(d.f) <= 0.05) continue;
    const double growth = inner(r, d.f) - 3;
    const Mat3<double> stress = (d.f - r) * (2 * shear) + r * (lame * growth);
    std::array<Vec3d, 4> expected{};
    for (const auto& s : sub_face) {
      const Vec3d force = stress * area_vector(d.rest, s);
      expected[static_cast<std::size_t>(s[0])] += force;
      expected[static_cast<std::size_t>(s[1])] -= force;
    }
    const auto f = forces<Corotated>(d, {shear, lame, 0});
    for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(length(f[i] - expected[i]), 1e-12);
  }
}

// The curves of E06 7.3 for one tetrahedron: a stretch along x, and a shear of which R turns half.
TEST(CorotatedLaw, CurvesOfStretchAndShearAreInClosedForm) {
  Samples samples(14);
  const double shear = 1.5, lame = 0.7;
  for (const double e : {-0.9, -0.5, -0.1, 0.1, 0.5, 2.0}) {
    const Deformed stretch = deformed(samples, columns({1 + e, 0, 0}, {0, 1, 0}, {0, 0, 1}));
    const Mat3<double> stretched =
        columns({(2 * shear + lame) * e, 0, 0}, {0, lame * e, 0}, {0, 0, lame * e});
    const Deformed sheared = deformed(samples, columns({1, 0, 0}, {e, 1, 0}, {0, 0, 1}));
    // In the plane S has the trace sqrt(4 + e²), and R turns by -atan(e / 2).
    const double trace = std::sqrt(4 + e * e), c = 2 / trace, s = e / trace;
    const Mat3<double> r = columns({c, -s, 0}, {s, c, 0}, {0, 0, 1});
    const Mat3<double> shear_stress = (sheared.f - r) * (2 * shear) + r * (lame * (trace - 2));
    for (const auto& [d, stress] :
         {std::pair(stretch, stretched), std::pair(sheared, shear_stress)}) {
      std::array<Vec3d, 4> expected{};
      for (const auto& face : sub_face) {
        const Vec3d force = stress * area_vector(d.rest, face);
        expected[static_cast<std::size_t>(face[0])] += force;
        expected[static_cast<std::size_t>(face[1])] -= force;
      }
      const auto f = forces<Corotated>(d, {shear, lame, 0});
      for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(length(f[i] - expected[i]), 1e-12) << e;
    }
  }
}

TEST(CorotatedLaw, AnInvertedTetrahedronIsTurnedBack) {
  Samples samples(15);
  for (int repeat = 0; repeat < 20; ++repeat) {
    auto relation = samples.at_rest<Corotated>().without_velocity();
    // Vertex 3 pushed through the face opposite it.
    const Vec3d n = normalised(cross(relation.x[1] - relation.x[0], relation.x[2] - relation.x[0]));
    const double height = dot(n, relation.x[3] - relation.x[0]);
    relation.x[3] -= n * (1.5 * height);
    EXPECT_GT(dot(relation.forces()[3], n) * height, 0);
  }
}

// Without fibres' constants the law is Corotated, whatever their direction.
TEST(CorotatedFibreLaw, WithoutFibresIsCorotated) {
  Samples samples(16);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Deformed d = deformed(samples, some_gradient(samples, 0.5));
    const auto plain = forces<Corotated>(d, {1.2, 0.8, 0});
    const auto fibred = forces<CorotatedFibre>(d, {1.2, 0.8, 0, 0, 0, 0});
    for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(length(plain[i] - fibred[i]), 1e-13);
  }
}

// Viscous stress over the rate of the elastic stress, near rest.
TEST(CorotatedLaw, DampingIsTheRateOfTheElasticForce) {
  Samples samples(17);
  auto relation = samples.at_rest<Corotated>();
  relation.param.damping = 0.03;
  for (Vec3d& v : relation.v) v = samples.vector(1);
  const auto damping = relation.damping_forces();
  auto moved = relation.without_velocity();
  const double small = 1e-7;
  for (int i = 0; i < 4; ++i) moved.x[i] += relation.v[i] * small;
  const auto elastic = moved.forces();
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(length(damping[i] - elastic[i] * (0.03 / small)), 1e-6);
}

}  // namespace
}  // namespace pliant
