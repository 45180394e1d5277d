#include "model/present_stiffness.h"

#include <algorithm>
#include <cmath>

#include "backend/backend.h"
#include "base/parallel.h"
#include "model/stable_steps.h"

namespace pliant {

namespace {

constexpr int products = 3;
// Of the largest in y: below it products would be lost in rounding.
constexpr double least_in_y = 1e-3;

// Of the faces across from each vertex, twice, outwards: 6 V times its gradient; at present 6 V c.
struct Areas {
  Vec3d of[4];  // m²

  explicit Areas(const Mat3<double>& edges) {
    const Vec3d &a = edges.column[0], &b = edges.column[1], &c = edges.column[2];
    of[1] = cross(b, c);
    of[2] = cross(c, a);
    of[3] = cross(a, b);
    of[0] = -(of[1] + of[2] + of[3]);
  }
};

}  // namespace

PresentStiffness::PresentStiffness(const State& state) {
  const Model& model = state.model();
  if (model.compiled().is_spectral() || state.dynamics().large_steps) return;
  std::vector<Vec3d> rest;
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    if (model.law(set).name != Elastic::info.name) continue;
    if (rest.empty()) model.compiled().make_state(model)->read(&rest, nullptr);
    add_set(state, set, rest);
  }
  if (is_empty()) return;
  add_patches(state);
  norms_.resize(elements_.size());
  y_.resize(rest.size());
  product_.resize(rest.size());
  at_rest_ = bound(state, rest, 0);
  const double largest = spectrum_of(state).stiffness;
  if (largest > 0) too_high_ = std::max(1.0, at_rest_ / largest);
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
    const Areas areas(edges_of(x));
    for (std::size_t i = 0; i < 4; ++i) {
      e.scale[i] = 1 / (6 * std::sqrt(e.shape.volume * masses[e.vertices[i]]));
      e.distortion[i] = e.scale[i] * length(areas.of[i]);
    }
    elements_.push_back(e);
  }
}

void PresentStiffness::add_patches(const State& state) {
  const backend::CompiledModel& model = state.model().compiled();
  for (const backend::VolumePatches& patches : model.volume_patches) {
    const std::vector<Index> vertices = state.model().relation_vertices(patches.set);
    const std::size_t count = model.sets[patches.set].count, arity = vertices.size() / count;
    for (std::size_t r = 0; r < count; ++r) {
      Patch patch{patches.set, r, {}, *patches.rest(static_cast<Index>(r), {}), 0, {}, {}};
      const auto first = vertices.begin() + static_cast<std::ptrdiff_t>(arity * r);
      patch.vertices.assign(first, first + static_cast<std::ptrdiff_t>(arity));
      patch.lame = state.parameter(patches.set, "lame", r);
      for (std::size_t i = 0; i < arity; ++i)
        patch.root_mass[i] = std::sqrt(model.masses[patch.vertices[i]]);
      patches_.push_back(std::move(patch));
    }
  }
}

namespace {

// The trace of the diagonal blocks λ V₀ (∂e/∂x)(∂e/∂x)ᵀ, and e.
template <std::size_t N>
double traces_and_change(const std::vector<Index>& vertices, const std::vector<double>& numbers,
                         double lame, const std::vector<Vec3d>& x, std::array<double, N>& traces) {
  using Law = VolumePatch;
  Vec3d now[Law::arity];
  for (std::size_t i = 0; i < std::size(now); ++i) now[i] = x[vertices[i]];
  typename Law::template Rest<double> rest;
  std::ranges::copy(numbers, reinterpret_cast<double*>(&rest));
  const typename Law::template Param<double> param{lame, 0};
  Sym3<double> blocks[Law::arity];
  Law::diagonal_blocks(now, rest, param, blocks);
  for (std::size_t i = 0; i < std::size(blocks); ++i) traces[i] = trace(blocks[i]);
  const double scale = 0.5 * lame * rest.volume;
  return scale > 0 ? std::sqrt(Law::energy(now, rest, param) / scale) : 0;
}

}  // namespace

void PresentStiffness::find_norms(Patch& patch, const std::vector<Vec3d>& x) {
  const double change = traces_and_change(patch.vertices, patch.rest, patch.lame, x, patch.norm);
  for (std::size_t i = 0; i < patch.vertices.size(); ++i)
    patch.norm[i] = std::sqrt(patch.norm[i] * (1 + change)) / patch.root_mass[i];
}

PresentStiffness::Norms PresentStiffness::norms(const Element& e, const std::vector<Vec3d>& x) {
  const auto& v = e.vertices;
  const Vec3d now[] = {x[v[0]], x[v[1]], x[v[2]], x[v[3]]};
  const Mat3<double> edges = edges_of(now), f = times_inverse(edges, e.shape);
  const Areas areas(edges);
  const double change = dot(edges.column[0], areas.of[1]) / (6 * e.shape.volume) - 1;
  const double part = change / Elastic::free_change, root = 1 / std::sqrt(1 + part * part);
  const double c = Elastic::stiffening;
  const double slope = std::abs(e.bulk * change * (1 + c - c * root) - e.shear);
  const double volume = std::sqrt(e.bulk * (1 + c - c * root * root * root));
  // |F (g × h)| ≤ |F| |g| |h|.
  const double distortion = std::sqrt(e.shear + slope * std::sqrt(inner(f, f)));
  Norms out;
  for (std::size_t i = 0; i < 4; ++i) {
    out.volume[i] = volume * e.scale[i] * length(areas.of[i]);
    out.distortion[i] = distortion * e.distortion[i];
  }
  return out;
}

double PresentStiffness::bound(const State& state, const std::vector<Vec3d>& x, double enough) {
  const auto& removed = state.compiled().removed;
  parallel_for(elements_.size(), 2048, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const Element& e = elements_[n];
      const bool gone = !removed.empty() && !removed[e.set].empty() && removed[e.set][e.relation];
      norms_[n] = gone ? Norms{} : norms(e, x);
    }
  });
  parallel_for(patches_.size(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      Patch& patch = patches_[n];
      const bool gone =
          !removed.empty() && !removed[patch.set].empty() && removed[patch.set][patch.relation];
      if (gone)
        patch.norm.fill(0);
      else
        find_norms(patch, x);
    }
  });
  std::ranges::fill(y_, 1);
  double largest = 0;
  for (int round = 0; round < products; ++round) {
    multiply();
    largest = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) largest = std::max(largest, product_[i] / y_[i]);
    if (!(largest > 0) || over_rest(largest) <= enough) break;
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = std::max(product_[i] / largest, least_in_y);
  }
  return largest;
}

void PresentStiffness::multiply() {
  std::ranges::fill(product_, 0);
  for (std::size_t n = 0; n < elements_.size(); ++n) {
    const auto& v = elements_[n].vertices;
    const Norms& k = norms_[n];
    double volume = 0, distortion = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      volume += k.volume[i] * y_[v[i]];
      distortion += k.distortion[i] * y_[v[i]];
    }
    for (std::size_t i = 0; i < 4; ++i)
      product_[v[i]] += k.volume[i] * volume + k.distortion[i] * distortion;
  }
  for (const Patch& patch : patches_) {
    double sum = 0;
    for (std::size_t i = 0; i < patch.vertices.size(); ++i)
      sum += patch.norm[i] * y_[patch.vertices[i]];
    for (std::size_t i = 0; i < patch.vertices.size(); ++i)
      product_[patch.vertices[i]] += patch.norm[i] * sum;
  }
}

double PresentStiffness::over_rest(double bound) const {
  if (!(at_rest_ > 0)) return 1;
  const double raised = bound / at_rest_;
  return raised * too_high_ / (1 + (too_high_ - 1) / std::max(1.0, raised));
}
double PresentStiffness::over_rest(const State& state, double enough) {
  return is_empty() ? 1 : over_rest(bound(state, state.positions(), enough));
}

}  // namespace pliant
