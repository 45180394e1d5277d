#pragma once

#include "relations/rest_tetrahedron.h"

namespace pliant {

namespace sub_faces_fields {
inline constexpr auto rest =
    shape_fields_and({{"area_01", "m2", "rest area of the sub-face between 0 and 1"},
                      {"area_02", "m2", "between 0 and 2"},
                      {"area_03", "m2", "between 0 and 3"},
                      {"area_12", "m2", "between 1 and 2"},
                      {"area_13", "m2", "between 1 and 3"},
                      {"area_23", "m2", "between 2 and 3"}});
inline constexpr LawField param[] = {
    {"young", "Pa", "E, against stretch across a sub-face"},
    {"shear", "Pa", "G, against shear along a sub-face"},
    {"damping", "s", "viscous stress over the rate of the stress of shear"}};
}  // namespace sub_faces_fields

/// Twenty-four times the area vectors of the six sub-faces of a tetrahedron, each from the first to
/// the second vertex of its edge: that of edge ij is the quadrilateral of the edge's midpoint, the
/// centroids of its two faces and the tetrahedron's, (x_k + x_l - x_i - x_j) × (x_l - x_k) / 24.
/// All of them are sums of p = b × c, q = c × a and r = a × b of the edges a, b, c from vertex 0.
template <class R>
struct SubFaceVectors {
  Vec3<R> p, q, r;
  Vec3<R> vector[6];  // of 01, 02, 03, 12, 13, 23

  PLIANT_HD explicit SubFaceVectors(const Mat3<R>& edges) {
    const Mat3<R> cofactor = cofactors(edges);
    p = cofactor.column[0], q = cofactor.column[1], r = cofactor.column[2];
    const Vec3<R> sum = p + q + r;
    vector[0] = sum + p;
    vector[1] = sum + q;
    vector[2] = sum + r;
    vector[3] = q - p;
    vector[4] = r - p;
    vector[5] = r - q;
  }
};

/// Continuum particles on the six sub-faces of a tetrahedron (CPM2, E06 chapter 7). A sub-face with
/// area A and unit normal N at rest, which point from vertex i to j; F N = N_d deformed, and the
/// unit normal n of the sub-face now:
///   force on i  A (E (N_d·n - 1) n + G (N_d - (N_d·n) n)),  on j its opposite.
/// The sum over a vertex's sub-faces of G A N_d is the force of the stress G F, and N_d·n = J A /
/// |a| with the area vector a now and J = det F, so that no normal has to be kept. In small
/// deformation the traction across N is 2 G εN + (E - 2 G) (NεN) N.
///
/// No energy has these forces as its gradient, and they turn a tetrahedron. The viscous stress is
/// that of Corotated with 2 G alone, which does not.
struct SubFaces {
  static constexpr int arity = 4;
  static constexpr LawInfo info{.name = "SubFaces",
                                .help = "elastic tetrahedron by its six sub-faces, after E06 (7)",
                                .arity = 4,
                                .rest = sub_faces_fields::rest,
                                .parameters = sub_faces_fields::param,
                                .has_energy = false,
                                .conserves_angular_momentum = false};
  template <class R>
  struct Rest {
    RestTetrahedron<R> shape;
    R area[6];
  };
  template <class R>
  struct Param {
    R young, shear, damping;
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    const Mat3<R> edges = edges_of(x);
    const SubFaceVectors<R> faces(edges);
    Rest<R> rest{rest_tetrahedron(edges), {}};
    for (int i = 0; i < 6; ++i) {
      const R square = squared_length(faces.vector[i]) + R(tiny_area_squared);
      rest.area[i] = square * inverse_sqrt(square) * R(1.0 / 24);
    }
    return rest;
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {{R(0), R(0), R(0), R(0), R(0), R(0), R(0)}, {R(0), R(0), R(0), R(0), R(0), R(0)}};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&)[4], const Rest<R>&, const Param<R>&) {
    return R(0);
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&out)[4]) {
    const Mat3<R> edges = edges_of(x), f = times_inverse(edges, rest.shape);
    const R shear = param.shear * -rest.shape.volume;
    const Sym3<R> rate = gram_rate(f, times_inverse(edges_of(v), rest.shape));
    push(f * plus_diagonal(rate * (param.damping * shear), shear), rest.shape, out);

    const SubFaceVectors<R> faces(edges);
    const R ratio = dot(edges.column[0], faces.p) * rest.shape.xx * rest.shape.yy * rest.shape.zz;
    const R slope = R(24) * (param.young - param.shear) * ratio;
    R s[6];  // force over 24 area vectors
    for (int i = 0; i < 6; ++i) {
      const R share =
          rest.area[i] * inverse_sqrt(squared_length(faces.vector[i]) + R(tiny_area_squared));
      s[i] = share * (slope * share - param.young);
    }
    const Vec3<R> on_1 = faces.vector[3] * s[3] + faces.vector[4] * s[4] - faces.vector[0] * s[0];
    const Vec3<R> on_2 = faces.vector[5] * s[5] - faces.vector[3] * s[3] - faces.vector[1] * s[1];
    const Vec3<R> on_3 =
        -(faces.vector[4] * s[4] + faces.vector[5] * s[5] + faces.vector[2] * s[2]);
    out[1] += on_1;
    out[2] += on_2;
    out[3] += on_3;
    out[0] -= on_1 + on_2 + on_3;
  }
};

}  // namespace pliant
