#include "model/mass_spring_network.h"

#include <pliant/quality.h>

#include <cmath>

namespace pliant {

namespace {

void add_square(std::array<double, 6>& block, const Vec3d& v, double factor) {
  block[0] += factor * v.x * v.x;
  block[1] += factor * v.y * v.y;
  block[2] += factor * v.z * v.z;
  block[3] += factor * v.x * v.y;
  block[4] += factor * v.y * v.z;
  block[5] += factor * v.z * v.x;
}

// The inverse, or that of the diagonal alone where the block is all but singular, as at a vertex
// whose springs lie in a plane.
std::array<double, 6> inverted(const std::array<double, 6>& m) {
  const auto [xx, yy, zz, xy, yz, zx] = m;
  const double a = yy * zz - yz * yz, b = yz * zx - xy * zz, c = xy * yz - yy * zx;
  const double determinant = xx * a + xy * b + zx * c;
  if (determinant > 1e-9 * xx * yy * zz)
    return {a / determinant, (xx * zz - zx * zx) / determinant, (xx * yy - xy * xy) / determinant,
            b / determinant, (xy * zx - xx * yz) / determinant, c / determinant};
  const auto reciprocal = [](double d) { return d > 0 ? 1 / d : 0.0; };
  return {reciprocal(xx), reciprocal(yy), reciprocal(zz), 0, 0, 0};
}

Vec3d times(const std::array<double, 6>& m, const Vec3d& v) {
  return {m[0] * v.x + m[3] * v.y + m[5] * v.z, m[3] * v.x + m[1] * v.y + m[4] * v.z,
          m[5] * v.x + m[4] * v.y + m[2] * v.z};
}

double inner(const LinearNetwork::Field& a, const LinearNetwork::Field& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

}  // namespace

LinearNetwork::LinearNetwork(const TetMesh& mesh)
    : mesh_(mesh), volumes_(tetrahedron_volumes(mesh.mesh())), total_volume_(mesh.volume()) {
  const auto x = mesh.vertices();
  for (const auto& [i, j] : mesh.edges()) {
    lengths_.push_back(length(x[j] - x[i]));
    directions_.push_back((x[j] - x[i]) / lengths_.back());
  }
  gradients_.reserve(volumes_.size());
  for (std::size_t t = 0; t < volumes_.size(); ++t) {
    const auto& v = mesh.tetrahedra()[t];
    const Vec3d a = x[v[1]] - x[v[0]], b = x[v[2]] - x[v[0]], c = x[v[3]] - x[v[0]];
    const double six = 6 * volumes_[t];
    const Vec3d ga = cross(b, c) / six, gb = cross(c, a) / six, gc = cross(a, b) / six;
    gradients_.push_back({-(ga + gb + gc), ga, gb, gc});
  }
}

void LinearNetwork::set_constants(std::span<const double> edge,
                                  std::span<const double> tetrahedron) {
  spring_.resize(edge.size());
  tetrahedron_.assign(tetrahedron.begin(), tetrahedron.end());
  std::vector<Block> diagonal(mesh_.vertices().size(), Block{});
  for (std::size_t e = 0; e < edge.size(); ++e) {
    spring_[e] = edge[e] / (lengths_[e] * lengths_[e]);
    for (Index v : mesh_.edges()[e]) add_square(diagonal[v], directions_[e], spring_[e]);
  }
  for (std::size_t t = 0; t < tetrahedron_.size(); ++t)
    for (int i = 0; i < 4; ++i)
      add_square(diagonal[mesh_.tetrahedra()[t][i]], gradients_[t][i], tetrahedron_[t]);
  inverse_diagonal_.clear();
  for (const Block& block : diagonal) inverse_diagonal_.push_back(inverted(block));
}

double LinearNetwork::edge_strain(const Field& u, std::size_t edge) const {
  const auto& [i, j] = mesh_.edges()[edge];
  return dot(u[j] - u[i], directions_[edge]) / lengths_[edge];
}

double LinearNetwork::dilation(const Field& u, std::size_t tetrahedron) const {
  const auto& v = mesh_.tetrahedra()[tetrahedron];
  const auto& g = gradients_[tetrahedron];
  return dot(g[0], u[v[0]]) + dot(g[1], u[v[1]]) + dot(g[2], u[v[2]]) + dot(g[3], u[v[3]]);
}

void LinearNetwork::apply(const Field& u, Field& result) const {
  result.assign(u.size(), Vec3d{});
  for (std::size_t e = 0; e < spring_.size(); ++e) {
    const auto& [i, j] = mesh_.edges()[e];
    const Vec3d f = directions_[e] * (spring_[e] * dot(u[j] - u[i], directions_[e]));
    result[i] -= f;
    result[j] += f;
  }
  for (std::size_t t = 0; t < tetrahedron_.size(); ++t) {
    const double pressure = tetrahedron_[t] * dilation(u, t);
    for (int i = 0; i < 4; ++i) result[mesh_.tetrahedra()[t][i]] += gradients_[t][i] * pressure;
  }
}

void LinearNetwork::solve(const Field& force, std::span<const char> free, Field& u, int iterations,
                          double tolerance) const {
  const std::size_t n = u.size();
  Field product, residual(n), preconditioned(n), step(n);
  const auto precondition = [&] {
    for (std::size_t v = 0; v < n; ++v)
      preconditioned[v] = times(inverse_diagonal_[v], residual[v]);
  };
  apply(u, product);
  for (std::size_t v = 0; v < n; ++v) residual[v] = free[v] ? force[v] - product[v] : Vec3d{};
  precondition();
  step = preconditioned;
  double size = inner(residual, preconditioned);
  const double small = tolerance * tolerance * size;
  for (int i = 0; i < iterations && size > small; ++i) {
    apply(step, product);
    const double curvature = inner(step, product);
    if (!(curvature > 0)) return;
    const double along = size / curvature;
    for (std::size_t v = 0; v < n; ++v) {
      u[v] += along * step[v];
      residual[v] = free[v] ? residual[v] - along * product[v] : Vec3d{};
    }
    precondition();
    const double next = inner(residual, preconditioned);
    const double share = next / size;
    for (std::size_t v = 0; v < n; ++v) step[v] = preconditioned[v] + share * step[v];
    size = next;
  }
}

}  // namespace pliant
