#include "large_steps/coarse_level.h"

#include <pliant/box.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace pliant::large_steps {

namespace {

// A relation that crosses a face of the lattice joins nodes that are two apart. So nodes five apart
// act on no common node, and one product serves all of them.
constexpr int period = 5;

}  // namespace

CoarseLevel::CoarseLevel(std::span<const Vec3d> places, std::span<const double> masses,
                         std::size_t most_nodes)
    : weights_(places.size()),
      masses_(masses.begin(), masses.end()),
      places_(places.begin(), places.end()) {
  Box box;
  for (const Vec3d& x : places) box.add(x);
  const Vec3d size = box.high - box.low;
  // The shortest edge of the lattice's cubes with which there are no more nodes than that.
  const auto nodes_along = [&](double edge, int axis) {
    return 1 + std::max(1, static_cast<int>(std::lround(size[axis] / edge)));
  };
  double edge = std::max({size.x, size.y, size.z});
  for (double shorter = edge; shorter > 0; shorter *= 0.9) {
    std::size_t nodes = 1;
    for (int k = 0; k < 3; ++k) nodes *= static_cast<std::size_t>(nodes_along(shorter, k));
    if (nodes > most_nodes) break;
    edge = shorter;
  }
  // A flat body, or a strand, has a single layer of nodes across.
  std::array<double, 3> cell{};
  for (int k = 0; k < 3; ++k) {
    const bool flat = !(size[k] > 0.25 * edge);
    const auto i = static_cast<std::size_t>(k);
    counts_[i] = flat ? 1 : nodes_along(edge, k);
    cell[i] = flat ? 1 : size[k] / (counts_[i] - 1);
  }
  size_ = 3 * static_cast<std::size_t>(counts_[0] * counts_[1] * counts_[2]);
  for (std::size_t v = 0; v < places.size(); ++v) {
    int low[3];
    double part[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const double at =
          counts_[k] == 1
              ? 0
              : (places[v][static_cast<int>(k)] - box.low[static_cast<int>(k)]) / cell[k];
      low[k] = std::clamp(static_cast<int>(at), 0, std::max(counts_[k] - 2, 0));
      part[k] = counts_[k] == 1 ? 0 : at - low[k];
    }
    for (std::size_t corner = 0; corner < 8; ++corner) {
      double weight = 1;
      std::size_t node = 0;
      for (std::size_t k = 3; k-- > 0;) {
        const int high = static_cast<int>(corner >> k & 1);
        weight *= high ? part[k] : 1 - part[k];
        node = node * static_cast<std::size_t>(counts_[k]) +
               static_cast<std::size_t>(std::min(low[k] + high, counts_[k] - 1));
      }
      weights_[v].node[corner] = static_cast<Index>(node);
      weights_[v].weight[corner] = weight;
    }
  }
  for (int x = 0; x < std::min(counts_[0], period); ++x)
    for (int y = 0; y < std::min(counts_[1], period); ++y)
      for (int z = 0; z < std::min(counts_[2], period); ++z) colours_.push_back({x, y, z});
}

std::array<int, 3> CoarseLevel::place_of(Index node) const {
  const int n = static_cast<int>(node);
  return {n % counts_[0], n / counts_[0] % counts_[1], n / counts_[0] / counts_[1]};
}

void CoarseLevel::assemble(double inertia, std::span<const Vec3d> freedoms,
                           const Product& product) {
  free_.assign(freedoms.size(), {});
  for (std::size_t v = 0; v < freedoms.size(); ++v)
    for (int k = 0; k < 3; ++k) free_[v][k] = freedoms[v][k] != 0 ? 1 : 0;
  matrix_.assign(size_ * size_, 0);
  add_products(product);
  add_inertia(inertia);
  factorise();
}

// From the sum of m (x - x̄)(X - X̄)ᵀ step by step towards its rotation (Müller, Bender, Chentanez
// and Macklin 2016), which also serves a strand, whose sum has a rank of one.
void CoarseLevel::follow(std::span<const Vec3d> places) {
  Vec3d here, then;
  double mass = 0;
  for (std::size_t v = 0; v < places.size(); ++v) {
    here += places[v] * masses_[v];
    then += places_[v] * masses_[v];
    mass += masses_[v];
  }
  here *= 1 / mass, then *= 1 / mass;
  Mat3<double> sum{};
  for (std::size_t v = 0; v < places.size(); ++v)
    for (int k = 0; k < 3; ++k)
      sum.column[k] += (places[v] - here) * (masses_[v] * (places_[v] - then)[k]);
  turned_ = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  constexpr int rounds = 300;  // it nears slowly about the axis of what is slender
  for (int round = 0; round < rounds; ++round) {
    Vec3d spin;
    double along = 0;
    for (int k = 0; k < 3; ++k) {
      spin += cross(turned_.column[k], sum.column[k]);
      along += dot(turned_.column[k], sum.column[k]);
    }
    const double angle = length(spin) / (std::abs(along) + 1e-300);
    if (!(angle > 1e-12)) return;
    const Vec3d axis = spin * (1 / length(spin));
    const double cosine = std::cos(std::min(angle, 1.0)), sine = std::sin(std::min(angle, 1.0));
    for (Vec3d& c : turned_.column)
      c = c * cosine + cross(axis, c) * sine + axis * (dot(axis, c) * (1 - cosine));
  }
}

void CoarseLevel::add_products(const Product& product) {
  std::vector<Vec3d> direction(weights_.size());
  for (const std::array<int, 3>& colour : colours_) {
    // The node of the colour that is nearest to another one, if it is within reach of it.
    const auto source = [&](Index node) -> std::optional<std::size_t> {
      const std::array<int, 3> at = place_of(node);
      std::size_t out = 0;
      for (std::size_t k = 3; k-- > 0;) {
        const int off = ((colour[k] - at[k]) % period + period) % period;
        const int near = at[k] + (off <= period / 2 ? off : off - period);
        if (near < 0 || near >= counts_[k]) return std::nullopt;
        out = out * static_cast<std::size_t>(counts_[k]) + static_cast<std::size_t>(near);
      }
      return out;
    };
    std::vector<std::optional<std::size_t>> sources(size_ / 3);
    for (std::size_t n = 0; n < sources.size(); ++n) sources[n] = source(static_cast<Index>(n));
    for (int axis = 0; axis < 3; ++axis) {
      for (std::size_t v = 0; v < weights_.size(); ++v) {
        double sum = 0;
        for (std::size_t i = 0; i < 8; ++i) {
          const Index node = weights_[v].node[i];
          if (sources[node] == node) sum += weights_[v].weight[i];
        }
        direction[v] = {};
        direction[v][axis] = sum * free_[v][axis];
      }
      const std::vector<Vec3d> change = product(direction);
      for (std::size_t v = 0; v < change.size(); ++v) {
        if (change[v] == Vec3d{}) continue;
        for (std::size_t i = 0; i < 8; ++i) {
          const Index node = weights_[v].node[i];
          if (weights_[v].weight[i] == 0 || !sources[node]) continue;
          for (int k = 0; k < 3; ++k)
            entry(3 * std::size_t(node) + static_cast<std::size_t>(k),
                  3 * *sources[node] + static_cast<std::size_t>(axis)) -=
                weights_[v].weight[i] * free_[v][k] * change[v][k];
        }
      }
    }
  }
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t j = 0; j < i; ++j)
      entry(i, j) = entry(j, i) = 0.5 * (entry(i, j) + entry(j, i));
}

void CoarseLevel::add_inertia(double inertia) {
  for (std::size_t v = 0; v < masses_.size(); ++v) {
    const Weights& w = weights_[v];
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < 8; ++j)
        for (int k = 0; k < 3; ++k)
          entry(3 * std::size_t(w.node[i]) + static_cast<std::size_t>(k),
                3 * std::size_t(w.node[j]) + static_cast<std::size_t>(k)) +=
              inertia * masses_[v] * w.weight[i] * w.weight[j] * free_[v][k];
  }
}

// Lower triangular, row by row. A node that no free vertex hangs on has a row of zeros: it stays.
bool CoarseLevel::try_factors(double shift) {
  factors_ = matrix_;
  double most = 0;
  for (std::size_t i = 0; i < size_; ++i) most = std::max(most, matrix_[i * size_ + i]);
  for (std::size_t i = 0; i < size_; ++i) {
    double* row = factors_.data() + i * size_;
    const double here = matrix_[i * size_ + i];
    const bool idle = !(here > 1e-14 * most);
    for (std::size_t j = 0; j < i; ++j) {
      const double* other = factors_.data() + j * size_;
      double sums[4] = {};
      std::size_t k = 0;
      for (; k + 4 <= j; k += 4)
        for (std::size_t l = 0; l < 4; ++l) sums[l] += row[k + l] * other[k + l];
      for (; k < j; ++k) sums[0] += row[k] * other[k];
      row[j] =
          idle || other[j] == 0 ? 0 : (row[j] - (sums[0] + sums[1] + sums[2] + sums[3])) / other[j];
    }
    double pivot = here * (1 + shift);
    for (std::size_t k = 0; k < i; ++k) pivot -= row[k] * row[k];
    if (!idle && !(pivot > 1e-12 * here)) return false;
    row[i] = idle ? 0 : std::sqrt(pivot);
  }
  return true;
}

void CoarseLevel::factorise() {
  for (double shift = 1e-10; shift < 1e3; shift = std::max(10 * shift, 1e-3))
    if (try_factors(shift)) return;
  factors_.clear();
}

std::vector<Vec3d> CoarseLevel::displacements(std::span<const Vec3d> forces) const {
  std::vector<Vec3d> out(forces.size());
  if (factors_.empty()) return out;
  std::vector<double> b(size_, 0);
  for (std::size_t v = 0; v < forces.size(); ++v)
    for (int k = 0; k < 3; ++k) {
      const double force = free_[v][k] * dot(turned_.column[k], forces[v]);
      for (std::size_t i = 0; i < 8; ++i)
        b[3 * std::size_t(weights_[v].node[i]) + static_cast<std::size_t>(k)] +=
            weights_[v].weight[i] * force;
    }
  for (std::size_t i = 0; i < size_; ++i) {
    const double* row = factors_.data() + i * size_;
    for (std::size_t k = 0; k < i; ++k) b[i] -= row[k] * b[k];
    b[i] = row[i] > 0 ? b[i] / row[i] : 0;
  }
  for (std::size_t i = size_; i-- > 0;) {
    const double* row = factors_.data() + i * size_;
    b[i] = row[i] > 0 ? b[i] / row[i] : 0;
    for (std::size_t k = 0; k < i; ++k) b[k] -= row[k] * b[i];
  }
  parallel_for(out.size(), 2048, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      Vec3d way;
      for (std::size_t i = 0; i < 8; ++i)
        for (int k = 0; k < 3; ++k)
          way[k] += weights_[v].weight[i] * free_[v][k] *
                    b[3 * std::size_t(weights_[v].node[i]) + static_cast<std::size_t>(k)];
      way = turned_ * way;
      out[v] = {way.x * free_[v].x, way.y * free_[v].y, way.z * free_[v].z};
    }
  });
  return out;
}

}  // namespace pliant::large_steps
