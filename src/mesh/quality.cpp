#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "base/parallel.h"
#include "base/sum.h"
#include "mesh/tetrahedron.h"

namespace pliant {

namespace {

constexpr std::size_t grain = 4096;

// Fills `width` values a tetrahedron from f(a, b, c, d, out).
template <class F>
std::vector<double> per_tetrahedron(const Mesh& mesh, std::size_t width, F f) {
  std::vector<double> values(mesh.tetrahedra.size() * width);
  parallel_for(mesh.tetrahedra.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto& t = mesh.tetrahedra[i];
      f(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]], mesh.vertices[t[3]],
        &values[i * width]);
    }
  });
  return values;
}

}  // namespace

Spread spread(std::span<const double> values) {
  if (values.empty()) return {};
  const double n = static_cast<double>(values.size());
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  Spread s;
  s.count = values.size();
  s.minimum = sorted.front();
  s.maximum = sorted.back();
  s.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / n;
  s.median = sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  double squares = 0;
  for (double v : sorted) squares += (v - s.mean) * (v - s.mean);
  s.deviation = std::sqrt(squares / n);
  return s;
}

Histogram histogram(std::span<const double> values, std::size_t intervals) {
  Histogram h;
  h.counts.assign(intervals, 0);
  if (values.empty() || intervals == 0) return h;
  const auto [low, high] = std::ranges::minmax(values);
  h.minimum = low;
  h.maximum = high;
  const double scale = high > low ? static_cast<double>(intervals) / (high - low) : 0;
  for (double v : values) {
    const double at = std::isfinite(scale) ? (v - low) * scale : 0;
    ++h.counts[std::min(static_cast<std::size_t>(at), intervals - 1)];
  }
  return h;
}

namespace {

// The edges from the first corner in a unit near their size, a power of two, so that products of
// several lengths neither vanish nor overflow and no digit changes.
std::array<Vec3d, 3> edges_near_one(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                    const Vec3d& d) {
  std::array<Vec3d, 3> edges{b - a, c - a, d - a};
  double largest = 0;
  for (const Vec3d& e : edges)
    largest = std::max({largest, std::abs(e.x), std::abs(e.y), std::abs(e.z)});
  if (largest == 0 || !std::isfinite(largest)) return edges;
  const int exponent = -std::ilogb(largest);
  for (Vec3d& e : edges)
    e = {std::scalbn(e.x, exponent), std::scalbn(e.y, exponent), std::scalbn(e.z, exponent)};
  return edges;
}

}  // namespace

std::array<double, 6> dihedral_angles(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                      const Vec3d& d) {
  const auto [u, v, w] = edges_near_one(a, b, c, d);
  const Vec3d p[4] = {{}, u, v, w};
  std::array<double, 6> angles{};
  for (int e = 0; e < 6; ++e) {
    const int i = tetrahedron_edge[e][0], j = tetrahedron_edge[e][1];
    const int k = tetrahedron_edge[5 - e][0], l = tetrahedron_edge[5 - e][1];
    const Vec3d axis = p[j] - p[i];
    const Vec3d m = cross(axis, p[k] - p[i]), n = cross(axis, p[l] - p[i]);
    angles[e] = std::atan2(length(cross(m, n)), dot(m, n)) * 180 / std::numbers::pi;
  }
  return angles;
}

double radius_edge_ratio(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const auto [u, v, w] = edges_near_one(a, b, c, d);
  const double shortest =
      std::sqrt(std::min({squared_length(u), squared_length(v), squared_length(w),
                          squared_length(v - u), squared_length(w - u), squared_length(w - v)}));
  if (dot(u, cross(v, w)) == 0 || shortest == 0) return std::numeric_limits<double>::infinity();
  return length(circumcentre(u, v, w)) / shortest;
}

std::vector<double> tetrahedron_volumes(const Mesh& mesh) {
  return per_tetrahedron(
      mesh, 1, [](const auto& a, const auto& b, const auto& c, const auto& d, double* out) {
        *out = signed_volume(a, b, c, d);
      });
}

std::vector<double> radius_edge_ratios(const Mesh& mesh) {
  return per_tetrahedron(
      mesh, 1, [](const auto& a, const auto& b, const auto& c, const auto& d, double* out) {
        *out = radius_edge_ratio(a, b, c, d);
      });
}

std::vector<double> dihedral_angles(const Mesh& mesh) {
  return per_tetrahedron(
      mesh, 6, [](const auto& a, const auto& b, const auto& c, const auto& d, double* out) {
        std::ranges::copy(dihedral_angles(a, b, c, d), out);
      });
}

std::vector<double> edge_lengths(std::span<const Vec3d> vertices, std::span<const Line> edges) {
  std::vector<double> lengths(edges.size());
  std::ranges::transform(edges, lengths.begin(),
                         [&](const Line& e) { return length(vertices[e[1]] - vertices[e[0]]); });
  return lengths;
}

double median_edge(std::span<const Vec3d> vertices, std::span<const Tetrahedron> tetrahedra) {
  const Lists touching = vertex_cells<4>(tetrahedra, vertices.size());
  return spread(edge_lengths(vertices, unique_edges<4>(tetrahedra, touching))).median;
}

Box bounding_box(std::span<const Vec3d> points) {
  Box box;
  for (const Vec3d& p : points) box.add(p);
  return box;
}

double total_volume(std::span<const Vec3d> vertices, std::span<const Tetrahedron> tetrahedra) {
  Sum sum;
  for (const auto& [a, b, c, d] : tetrahedra)
    sum += signed_volume(vertices[a], vertices[b], vertices[c], vertices[d]);
  return sum.value();
}

double surface_area(std::span<const Vec3d> vertices, std::span<const Triangle> triangles) {
  Sum sum;
  for (const auto& f : triangles) {
    const Vec3d a = vertices[f[0]];
    sum += length(cross(vertices[f[1]] - a, vertices[f[2]] - a)) / 2;
  }
  return sum.value();
}

double enclosed_volume(std::span<const Vec3d> vertices, std::span<const Triangle> triangles) {
  if (vertices.empty()) return 0;
  const Vec3d origin = vertices[0];  // keeps the terms small far from zero
  Sum sum;
  for (const auto& f : triangles)
    sum += dot(vertices[f[0]] - origin, cross(vertices[f[1]] - origin, vertices[f[2]] - origin));
  return sum.value() / 6;
}

}  // namespace pliant
