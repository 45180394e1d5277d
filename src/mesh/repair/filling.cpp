#include "mesh/repair/filling.h"

#include <limits>
#include <map>

namespace pliant {

namespace {

constexpr double impossible = std::numeric_limits<double>::infinity();
// Of the squared edges against the area: decides between triangulations of a flat ring.
constexpr double edge_weight = 0.01;

// Least-weight triangulation of the ring's stretches i..j by dynamic programming.
class Triangulation {
 public:
  Triangulation(const Surface& surface, const Ring& ring,
                const std::function<bool(Index, Index)>& is_joined)
      : surface_(surface),
        ring_(ring),
        n_(ring.vertices.size()),
        weight_(n_ * n_, 0.0),
        apex_(n_ * n_, 0) {
    for (std::size_t span = 2; span < n_; ++span)
      for (std::size_t i = 0; i + span < n_; ++i) solve(i, i + span, is_joined);
  }

  bool exists() const { return weight_[n_ - 1] < impossible; }

  void collect(std::size_t i, std::size_t j, std::vector<Triangle>& out) const {
    if (j < i + 2) return;
    const std::size_t k = apex_[i * n_ + j];
    out.push_back({ring_.vertices[i], ring_.vertices[k], ring_.vertices[j]});
    collect(i, k, out);
    collect(k, j, out);
  }

 private:
  void solve(std::size_t i, std::size_t j, const std::function<bool(Index, Index)>& is_joined) {
    double& best = weight_[i * n_ + j];
    best = impossible;
    const bool is_ring_edge = i == 0 && j == n_ - 1;
    if (!is_ring_edge && is_joined(ring_.vertices[i], ring_.vertices[j])) return;
    for (std::size_t k = i + 1; k < j; ++k) {
      const double rest = weight_[i * n_ + k] + weight_[k * n_ + j];
      if (!(rest < best)) continue;
      const double total = rest + weight_of(i, k, j);
      if (total < best) {
        best = total;
        apex_[i * n_ + j] = k;
      }
    }
  }

  double weight_of(std::size_t i, std::size_t k, std::size_t j) const {
    const auto at = [&](std::size_t r) { return surface_.at(ring_.vertices[r]); };
    const Vec3d a = at(i), b = at(k), c = at(j);
    if (is_flat(a, b, c)) return impossible;
    if (k == i + 1 && is_folded(a, b, c, surface_.at(ring_.beyond[i]))) return impossible;
    if (j == k + 1 && is_folded(b, c, a, surface_.at(ring_.beyond[k]))) return impossible;
    if (i == 0 && j == n_ - 1 && is_folded(c, a, b, surface_.at(ring_.beyond[j])))
      return impossible;
    const double squares = squared_length(b - a) + squared_length(c - b) + squared_length(a - c);
    return length(cross(b - a, c - a)) / 2 + edge_weight * squares;
  }

  const Surface& surface_;
  const Ring& ring_;
  std::size_t n_;
  std::vector<double> weight_;
  std::vector<std::size_t> apex_;
};

bool has_fold(const Surface& surface, const std::vector<Triangle>& faces) {
  const auto edges = surface_edges(faces, std::vector<char>(faces.size(), 1));
  return !folded_edges(surface.points, faces, edges).empty();
}

}  // namespace

std::optional<std::vector<Triangle>> span_ring(const Surface& surface, const Ring& ring,
                                               const std::function<bool(Index, Index)>& is_joined) {
  const std::size_t n = ring.vertices.size();
  if (n < 3 || n > longest_spanned_ring) return std::nullopt;
  const Triangulation triangulation(surface, ring, is_joined);
  if (!triangulation.exists()) return std::nullopt;
  std::vector<Triangle> faces;
  triangulation.collect(0, n - 1, faces);
  if (has_fold(surface, faces)) return std::nullopt;
  return faces;
}

std::optional<std::vector<Triangle>> span_ring_from_middle(Surface& surface, const Ring& ring) {
  const std::size_t n = ring.vertices.size();
  if (n < 4) return std::nullopt;
  const auto vertex = [&](std::size_t i) { return ring.vertices[i % n]; };
  std::vector<double> weights(n);  // half the two edges at each vertex
  for (std::size_t i = 0; i < n; ++i)
    weights[i] = (length(surface.at(vertex(i)) - surface.at(vertex(i + n - 1))) +
                  length(surface.at(vertex(i)) - surface.at(vertex(i + 1)))) /
                 2;
  const Index middle = surface.add_middle(ring.vertices, weights);
  std::vector<Triangle> faces;
  bool sound = true;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3d &a = surface.at(vertex(i)), &b = surface.at(vertex(i + 1)), &c = surface.at(middle);
    sound = sound && !is_flat(a, b, c) && !is_folded(a, b, c, surface.at(ring.beyond[i]));
    faces.push_back({vertex(i), vertex(i + 1), middle});
  }
  if (sound && !has_fold(surface, faces)) return faces;
  surface.mesh.vertices.pop_back();
  surface.points.at.pop_back();
  surface.points.sane.pop_back();
  return std::nullopt;
}

}  // namespace pliant
