#pragma once

#include <limits>

#include "relations/elastic.h"

namespace pliant {

namespace hexahedron_fields {
inline constexpr LawField rest[] = {
    {"xi_x", "m", "of the map from the cube of side 2: what xi is multiplied by"},
    {"xi_y", "m", "likewise"},
    {"xi_z", "m", "likewise"},
    {"eta_x", "m", "eta"},
    {"eta_y", "m", "likewise"},
    {"eta_z", "m", "likewise"},
    {"zeta_x", "m", "zeta"},
    {"zeta_y", "m", "likewise"},
    {"zeta_z", "m", "likewise"},
    {"eta_zeta_x", "m", "eta zeta"},
    {"eta_zeta_y", "m", "likewise"},
    {"eta_zeta_z", "m", "likewise"},
    {"zeta_xi_x", "m", "zeta xi"},
    {"zeta_xi_y", "m", "likewise"},
    {"zeta_xi_z", "m", "likewise"},
    {"xi_eta_x", "m", "xi eta"},
    {"xi_eta_y", "m", "likewise"},
    {"xi_eta_z", "m", "likewise"},
    {"xi_eta_zeta_x", "m", "xi eta zeta"},
    {"xi_eta_zeta_y", "m", "likewise"},
    {"xi_eta_zeta_z", "m", "likewise"},
    {"share", "1", "of it that is there; 0 where it is removed"}};
}  // namespace hexahedron_fields

/// A corner of the cube, or what lies towards it.
template <class R>
struct CubeCorner {
  R xi, eta, zeta;

  /// In the order of a hexahedron's vertices.
  PLIANT_HD static CubeCorner of(int vertex, double far) {
    return {R(((vertex + 1) & 2) != 0 ? far : -far), R((vertex & 2) != 0 ? far : -far),
            R((vertex & 4) != 0 ? far : -far)};
  }
};

/// The map of a hexahedron from the cube [-1, 1]³, but for its middle:
///   x = a₀ + a₁ ξ + a₂ η + a₃ ζ + a₄ ηζ + a₅ ζξ + a₆ ξη + a₇ ξηζ.
/// Vertices are in the order of files: round the lower face, then round the upper one.
template <class R>
struct Trilinear {
  Vec3<R> xi, eta, zeta, eta_zeta, zeta_xi, xi_eta, xi_eta_zeta;

  PLIANT_HD static Trilinear of(const Vec3<R> (&x)[8]) {
    // Half sums and half differences along each direction in turn.
    const Vec3<R> sum[4] = {x[1] + x[0], x[2] + x[3], x[5] + x[4], x[6] + x[7]};
    const Vec3<R> change[4] = {x[1] - x[0], x[2] - x[3], x[5] - x[4], x[6] - x[7]};
    const R eighth(0.125);
    const Vec3<R> low = sum[1] - sum[0], high = sum[3] - sum[2];
    const Vec3<R> low_change = change[1] + change[0], high_change = change[3] + change[2];
    const Vec3<R> low_twist = change[1] - change[0], high_twist = change[3] - change[2];
    return {(high_change + low_change) * eighth,
            (high + low) * eighth,
            (sum[2] + sum[3] - sum[0] - sum[1]) * eighth,
            (high - low) * eighth,
            (high_change - low_change) * eighth,
            (high_twist + low_twist) * eighth,
            (high_twist - low_twist) * eighth};
  }
  /// Its derivatives along ξ, η and ζ there.
  PLIANT_HD Mat3<R> gradient(const CubeCorner<R>& at) const {
    return {xi + zeta_xi * at.zeta + (xi_eta + xi_eta_zeta * at.zeta) * at.eta,
            eta + xi_eta * at.xi + (eta_zeta + xi_eta_zeta * at.xi) * at.zeta,
            zeta + eta_zeta * at.eta + (zeta_xi + xi_eta_zeta * at.eta) * at.xi};
  }
  /// Adds what forces along the derivatives there do to its numbers.
  PLIANT_HD void add(const Mat3<R>& force, const CubeCorner<R>& at) {
    const Vec3<R>&x = force.column[0], &y = force.column[1], &z = force.column[2];
    xi += x;
    eta += y;
    zeta += z;
    eta_zeta += y * at.zeta + z * at.eta;
    zeta_xi += z * at.xi + x * at.zeta;
    xi_eta += x * at.eta + y * at.xi;
    xi_eta_zeta += (x * at.eta + y * at.xi) * at.zeta + z * (at.xi * at.eta);
  }
};

/// A hexahedron of an elastic solid: the material of Elastic at the eight points of Gauss of a
/// trilinear element, so that its forces are the exact gradient of its energy. Fully integrated:
/// where nearly incompressible, coarse meshes are too stiff.
struct ElasticHexahedron {
  static constexpr int arity = 8;
  static constexpr LawInfo info{.name = "ElasticHexahedron",
                                .help = "elastic hexahedron, stable Neo-Hookean, trilinear",
                                .arity = 8,
                                .rest = hexahedron_fields::rest,
                                .parameters = corotated_fields::param};
  template <class R>
  struct Rest {
    Trilinear<R> shape;
    R share;
  };
  template <class R>
  using Param = Corotated::Param<R>;

  static constexpr double gauss = 0.57735026918962576;  // 1/√3

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[8]) {
    Rest<R> out{Trilinear<R>::of(x), R(1)};
    // One that is flat or turned inside out has no rest state: no number tells of it.
    for (int q = 0; q < 8; ++q) {
      const R det = determinant(out.shape.gradient(CubeCorner<R>::of(q, gauss)));
      out.share = select(det > R(0), out.share, R(std::numeric_limits<double>::infinity()));
    }
    return out;
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    const Vec3<R> none{R(0), R(0), R(0)};
    return {{{R(1), R(0), R(0)}, {R(0), R(1), R(0)}, {R(0), R(0), R(1)}, none, none, none, none},
            R(0)};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[8], const Rest<R>& rest, const Param<R>& param) {
    const Trilinear<R> now = Trilinear<R>::of(x);
    R sum(0);
    for (int q = 0; q < 8; ++q) {
      const auto at = CubeCorner<R>::of(q, gauss);
      const Mat3<R> at_rest = rest.shape.gradient(at), areas = cofactors(at_rest);
      const R volume = dot(at_rest.column[0], areas.column[0]);
      const Mat3<R> f = from_rest(now.gradient(at), areas, R(1) / volume);
      sum += volume * elastic_energy(f, param.shear, param.lame);
    }
    return rest.share * sum;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[8], const Vec3<R> (&v)[8], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&out)[8]) {
    const Trilinear<R> now = Trilinear<R>::of(x), rate = Trilinear<R>::of(v);
    const R shear = param.shear * -rest.share, lame = param.lame * -rest.share;
    const Vec3<R> none{R(0), R(0), R(0)};
    Trilinear<R> push{none, none, none, none, none, none, none};
    for (int q = 0; q < 8; ++q) {
      const auto at = CubeCorner<R>::of(q, gauss);
      const Mat3<R> at_rest = rest.shape.gradient(at), areas = cofactors(at_rest);
      const R per_volume = R(1) / dot(at_rest.column[0], areas.column[0]);
      const Mat3<R> f = from_rest(now.gradient(at), areas, per_volume);
      const Mat3<R> f_rate = from_rest(rate.gradient(at), areas, per_volume);
      const Mat3<R> stress = elastic_stress(f, f_rate, shear, lame, param.damping);
      push.add({stress * areas.column[0], stress * areas.column[1], stress * areas.column[2]}, at);
    }
    const R eighth(0.125);
    for (int i = 0; i < 8; ++i) {
      const auto [s, t, u] = CubeCorner<R>::of(i, 1);
      out[i] = (push.xi * s + push.eta * t + push.zeta * u + push.eta_zeta * (t * u) +
                push.zeta_xi * (u * s) + push.xi_eta * (s * t) + push.xi_eta_zeta * (s * t * u)) *
               eighth;
    }
  }

 private:
  /// now times the inverse of the matrix with these cofactors.
  template <class R>
  PLIANT_HD static Mat3<R> from_rest(const Mat3<R>& now, const Mat3<R>& areas,
                                     const R& per_volume) {
    const Vec3<R>&a = areas.column[0], &b = areas.column[1], &c = areas.column[2];
    return Mat3<R>{now * Vec3<R>{a.x, b.x, c.x}, now * Vec3<R>{a.y, b.y, c.y},
                   now * Vec3<R>{a.z, b.z, c.z}} *
           per_volume;
  }
};

}  // namespace pliant
