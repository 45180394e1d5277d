#include "model/present_stiffness.h"

#include <algorithm>
#include <cmath>

#include "backend/backend.h"

namespace pliant {

namespace {

// ∂P/∂F = μ + g'' cof⊗cof + g' ∂cof/∂F, with g the part of the energy that hangs on the volume. The
// eigenvalues of the last are at most |g'| times the largest singular value.
double largest_modulus(const Mat3<double>& f, double shear, double bulk) {
  const Mat3<double> cofactor = cofactors(f);
  const double change = dot(f.column[0], cofactor.column[0]) - 1;
  const double part = change / Elastic::free_change, root = 1 / std::sqrt(1 + part * part);
  const double c = Elastic::stiffening;
  const double slope = std::abs(bulk * change * (1 + c - c * root) - shear);
  const double curvature = bulk * (1 + c - c * root * root * root);
  return shear + curvature * inner(cofactor, cofactor) + slope * std::sqrt(inner(f, f));
}

}  // namespace

PresentStiffness::PresentStiffness(const State& state) {
  const Model& model = state.model();
  if (model.compiled().is_spectral()) return;
  std::vector<Vec3d> rest;
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    if (model.law(set).name != Elastic::info.name) continue;
    if (rest.empty()) model.compiled().make_state(model)->read(&rest, nullptr);
    add_set(state, set, rest);
  }
  if (is_empty()) return;
  sums_.resize(rest.size());
  at_rest_ = largest(state, rest);
  std::vector<double> volumes;
  for (const Element& e : elements_) volumes.push_back(e.shape.volume);
  const auto middle = volumes.begin() + static_cast<std::ptrdiff_t>(volumes.size() / 2);
  std::nth_element(volumes.begin(), middle, volumes.end());
  width_ = std::cbrt(*middle);
}

void PresentStiffness::add_set(const State& state, std::size_t set,
                               const std::vector<Vec3d>& rest) {
  const Model& model = state.model();
  const std::vector<double>& masses = model.compiled().masses;
  const std::vector<Index> vertices = model.relation_vertices(set);
  for (std::size_t r = 0; r < model.relation_count(set); ++r) {
    Element e{};
    Vec3d x[4];
    for (std::size_t i = 0; i < 4; ++i) x[i] = rest[e.vertices[i] = vertices[4 * r + i]];
    e.set = set;
    e.relation = r;
    e.shape = rest_tetrahedron(edges_of(x));
    e.shear = state.parameter(set, "shear", r);
    e.bulk = e.shear + state.parameter(set, "lame", r);
    const RestTetrahedron<double>& s = e.shape;
    const Vec3d gradients[] = {{s.xx, s.xy, s.xz}, {0, s.yy, s.yz}, {0, 0, s.zz}};
    const Vec3d others[] = {-(gradients[0] + gradients[1] + gradients[2]), gradients[0],
                            gradients[1], gradients[2]};
    for (std::size_t i = 0; i < 4; ++i)
      e.weights[i] = s.volume * squared_length(others[i]) / masses[e.vertices[i]];
    elements_.push_back(e);
  }
}

double PresentStiffness::largest(const State& state, const std::vector<Vec3d>& x) {
  const auto& removed = state.compiled().removed;
  std::ranges::fill(sums_, 0);
  for (const Element& e : elements_) {
    if (!removed.empty() && !removed[e.set].empty() && removed[e.set][e.relation]) continue;
    const auto& v = e.vertices;
    const Vec3d now[] = {x[v[0]], x[v[1]], x[v[2]], x[v[3]]};
    const double modulus = largest_modulus(times_inverse(edges_of(now), e.shape), e.shear, e.bulk);
    for (std::size_t i = 0; i < 4; ++i) sums_[v[i]] += e.weights[i] * modulus;
  }
  return *std::ranges::max_element(sums_);
}

double PresentStiffness::over_rest(const State& state) {
  return is_empty() || !(at_rest_ > 0) ? 1 : largest(state, state.positions()) / at_rest_;
}

}  // namespace pliant
