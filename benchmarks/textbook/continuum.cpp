#include <pliant/topology.h>

#include <cmath>

#include "textbook/numbers.h"
#include "textbook/textbook.h"

// The laws of E06 chapter 7 and of corotated finite elements, as one writes them down.

namespace pliant::bench {

namespace {

template <class R>
struct Matrix {
  R at[3][3] = {};  // row, column

  void add_outer(const Vec3<R>& a, const Vec3<R>& b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) at[i][j] += a[i] * b[j];
  }
  Vec3<R> times(const Vec3<R>& a) const {
    Vec3<R> out;
    for (int i = 0; i < 3; ++i) out[i] = at[i][0] * a.x + at[i][1] * a.y + at[i][2] * a.z;
    return out;
  }
};

template <class R>
Matrix<R> product(const Matrix<R>& a, const Matrix<R>& b) {
  Matrix<R> out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out.at[i][j] = a.at[i][0] * b.at[0][j] + a.at[i][1] * b.at[1][j] + a.at[i][2] * b.at[2][j];
  return out;
}

template <class R>
Matrix<R> transposed(const Matrix<R>& a) {
  Matrix<R> out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.at[i][j] = a.at[j][i];
  return out;
}

template <class R>
R determinant(const Matrix<R>& m) {
  const auto& a = m.at;
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) +
         a[0][1] * (a[1][2] * a[2][0] - a[1][0] * a[2][2]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

template <class R>
Matrix<R> inverse_transposed(const Matrix<R>& m) {
  const auto& a = m.at;
  const R scale = R(1) / determinant(m);
  Matrix<R> out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int p = (i + 1) % 3, q = (i + 2) % 3, r = (j + 1) % 3, s = (j + 2) % 3;
      out.at[i][j] = scale * (a[p][r] * a[q][s] - a[p][s] * a[q][r]);
    }
  return out;
}

// Higham's iteration X <- (X + X^-T) / 2 until it stands still.
template <class R>
Matrix<R> rotation_of(const Matrix<R>& f) {
  Matrix<R> x = f;
  for (int round = 0; round < 30; ++round) {
    const Matrix<R> other = inverse_transposed(x);
    R change = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const R next = R(0.5) * (x.at[i][j] + other.at[i][j]);
        change += std::abs(next - x.at[i][j]);
        x.at[i][j] = next;
      }
    if (change < R(1e-5)) break;
  }
  return x;
}

// P += F (factor (FᵀG + GᵀF) + bulk tr(FᵀG + GᵀF)/2), with G the rate of F.
template <class R>
void add_viscous_stress(const Matrix<R>& f, const Matrix<R>& rate, R factor, R bulk, Matrix<R>& p) {
  Matrix<R> strain = product(transposed(f), rate);
  const Matrix<R> mirrored = transposed(strain);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) strain.at[i][j] += mirrored.at[i][j];
  const R growth = R(0.5) * (strain.at[0][0] + strain.at[1][1] + strain.at[2][2]);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) strain.at[i][j] *= factor;
    strain.at[i][i] += bulk * growth;
  }
  const Matrix<R> stress = product(f, strain);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) p.at[i][j] += stress.at[i][j];
}

// The gradients of the shape functions and the volume.
double shape_of(const Vec3d (&x)[4], Vec3d (&gradients)[4]) {
  const double six = 6 * signed_volume(x[0], x[1], x[2], x[3]);
  for (int i = 0; i < 4; ++i) {
    const int* f = tetrahedron_face[i];
    gradients[i] = cross(x[f[1]] - x[f[0]], x[f[2]] - x[f[0]]) * (-1 / six);
  }
  return six / 6;
}

// From vertex i to j, with k and l the others in their order.
constexpr int sub_face[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};

template <class R>
Vec3<R> area_vector(const Vec3<R>& i, const Vec3<R>& j, const Vec3<R>& k, const Vec3<R>& l) {
  return cross(k + l - i - j, l - k) * R(1.0 / 24);
}

template <class R, class Element>
void start(const Relations& set, const std::vector<Vec3d>& rest, std::size_t t, Element& element,
           Vec3d (&x)[4], Vec3d (&gradients)[4]) {
  for (std::size_t i = 0; i < 4; ++i) {
    element.corners[i] = set.vertices[4 * t + i];
    x[i] = rest[element.corners[i]];
  }
  element.volume = static_cast<R>(shape_of(x, gradients));
  for (int i = 0; i < 4; ++i) element.gradients[i] = rounded<R>(gradients[i]);
  element.damping = static_cast<R>(value_of(set, set.parameters.size() - 1, t));
}

}  // namespace

template <class R>
void Textbook<R>::add_sub_faces(const Relations& set, const std::vector<Vec3d>& rest) {
  for (std::size_t t = 0; t < set.vertices.size() / 4; ++t) {
    SubFaceElement element;
    Vec3d x[4], gradients[4];
    start<R>(set, rest, t, element, x, gradients);
    for (int s = 0; s < 6; ++s) {
      const auto& [i, j, k, l] = sub_face[s];
      const Vec3d area = area_vector(x[i], x[j], x[k], x[l]);
      element.faces[s].area = static_cast<R>(length(area));
      for (int v = 0; v < 4; ++v)
        element.faces[s].barycentric[v] = static_cast<R>(dot(gradients[v], normalised(area)));
    }
    element.young = static_cast<R>(value_of(set, 0, t));
    element.shear = static_cast<R>(value_of(set, 1, t));
    sub_faces_.push_back(element);
  }
}

template <class R>
void Textbook<R>::add_corotated(const Relations& set, const std::vector<Vec3d>& rest) {
  for (std::size_t t = 0; t < set.vertices.size() / 4; ++t) {
    CorotatedElement element;
    Vec3d x[4], gradients[4];
    start<R>(set, rest, t, element, x, gradients);
    element.shear = static_cast<R>(value_of(set, 0, t));
    element.lame = static_cast<R>(value_of(set, 1, t));
    corotated_.push_back(element);
  }
}

// E06 chapter 7: v_elastic = E (N_d·n - 1) n, v_shear = G (N_d - (N_d·n) n).
template <class R>
void Textbook<R>::apply(const SubFaceElement& e) {
  Vertex* const corner[4] = {&vertices_[e.corners[0]], &vertices_[e.corners[1]],
                             &vertices_[e.corners[2]], &vertices_[e.corners[3]]};
  for (int s = 0; s < 6; ++s) {
    const auto& [i, j, k, l] = sub_face[s];
    const auto& face = e.faces[s];
    Vec3<R> deformed;
    for (int v = 0; v < 4; ++v) deformed += corner[v]->x * face.barycentric[v];
    const Vec3<R> area = area_vector(corner[i]->x, corner[j]->x, corner[k]->x, corner[l]->x);
    const Vec3<R> normal = area * (R(1) / std::sqrt(dot(area, area)));
    const R along = dot(deformed, normal);
    const Vec3<R> force =
        (normal * (e.young * (along - R(1))) + (deformed - normal * along) * e.shear) * face.area;
    corner[i]->force += force;
    corner[j]->force -= force;
  }
  Matrix<R> f, rate, stress;
  for (int v = 0; v < 4; ++v) {
    f.add_outer(corner[v]->x, e.gradients[v]);
    rate.add_outer(corner[v]->v, e.gradients[v]);
  }
  add_viscous_stress(f, rate, e.damping * e.shear, R(0), stress);
  for (int v = 0; v < 4; ++v) corner[v]->force -= stress.times(e.gradients[v]) * e.volume;
}

// P = 2μ (F - R) + λ tr(RᵀF - 1) R.
template <class R>
void Textbook<R>::apply(const CorotatedElement& e) {
  Vertex* const corner[4] = {&vertices_[e.corners[0]], &vertices_[e.corners[1]],
                             &vertices_[e.corners[2]], &vertices_[e.corners[3]]};
  Matrix<R> f, rate, stress;
  for (int v = 0; v < 4; ++v) {
    f.add_outer(corner[v]->x, e.gradients[v]);
    rate.add_outer(corner[v]->v, e.gradients[v]);
  }
  const Matrix<R> rotation = rotation_of(f);
  R growth(-3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) growth += rotation.at[i][j] * f.at[i][j];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      stress.at[i][j] =
          R(2) * e.shear * (f.at[i][j] - rotation.at[i][j]) + e.lame * growth * rotation.at[i][j];
  add_viscous_stress(f, rate, e.damping * e.shear, e.damping * e.lame, stress);
  for (int v = 0; v < 4; ++v) corner[v]->force -= stress.times(e.gradients[v]) * e.volume;
}

template void Textbook<float>::add_sub_faces(const Relations&, const std::vector<Vec3d>&);
template void Textbook<double>::add_sub_faces(const Relations&, const std::vector<Vec3d>&);
template void Textbook<float>::add_corotated(const Relations&, const std::vector<Vec3d>&);
template void Textbook<double>::add_corotated(const Relations&, const std::vector<Vec3d>&);
template void Textbook<float>::apply(const SubFaceElement&);
template void Textbook<double>::apply(const SubFaceElement&);
template void Textbook<float>::apply(const CorotatedElement&);
template void Textbook<double>::apply(const CorotatedElement&);

}  // namespace pliant::bench
