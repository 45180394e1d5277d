#include "mesh/generate/surface_field.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <tuple>

#include "mesh/generate/pieces.h"

namespace pliant::generate {

namespace {

Box bounds(const Mesh& surface) {
  Box box;
  for (const Triangle& t : surface.triangles.cells)
    for (Index v : t) box.add(surface.vertices[v]);
  return box;
}

// For each vertex the first one at the same place: files often repeat vertices along seams.
std::vector<Index> merged_vertices(const std::vector<Vec3d>& vertices) {
  std::vector<Index> order(vertices.size()), merged(vertices.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto key = [&](Index v) {
    return std::tuple(vertices[v].x, vertices[v].y, vertices[v].z, v);
  };
  std::ranges::sort(order, {}, key);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && vertices[order[i]] == vertices[order[i - 1]];
    merged[order[i]] = same ? merged[order[i - 1]] : order[i];
  }
  return merged;
}

}  // namespace

SurfaceField::SurfaceField(const Mesh& surface)
    : Field(bounds(surface)), tree_(surface.vertices, surface.triangles.cells) {
  const Vec3d origin = box().centre();
  for (const auto& [a, b, c] : surface.triangles.cells)
    volume_ += signed_volume(origin, surface.vertices[a], surface.vertices[b], surface.vertices[c]);
  sign_ = volume_ < 0 ? -1 : 1;
  volume_ = std::abs(volume_);
  on_ = 1e-10 * length(box().size());
  find_open_edges(surface);
}

void SurfaceField::find_open_edges(const Mesh& surface) {
  const std::vector<Index> merged = merged_vertices(surface.vertices);
  struct Pass {
    Index low, high;
    int direction;
  };
  std::vector<Pass> passes;
  passes.reserve(3 * surface.triangles.size());
  std::vector<Triangle> triangles = surface.triangles.cells;
  for (Triangle& t : triangles) {
    for (Index& v : t) v = merged[v];
    for (int i = 0; i < 3; ++i) {
      const Index a = t[i], b = t[(i + 1) % 3];
      if (a != b) passes.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
    }
  }
  pieces_ = count_pieces<3>(triangles, surface.vertices.size());
  std::ranges::sort(passes, {}, [](const Pass& p) { return std::tuple(p.low, p.high); });
  for (std::size_t i = 0; i < passes.size();) {
    std::size_t end = i;
    int balance = 0;
    for (; end < passes.size() && passes[end].low == passes[i].low &&
           passes[end].high == passes[i].high;
         ++end)
      balance += passes[end].direction;
    const auto unmatched = static_cast<std::size_t>(std::abs(balance));
    open_edges_ += unmatched;
    open_length_ += static_cast<double>(unmatched) *
                    length(surface.vertices[passes[i].high] - surface.vertices[passes[i].low]);
    i = end;
  }
}

// True when the points up to `step` away from one with this winding number and distance to the
// surface lie on its side. Off the surface only its open sides make the winding number vary: its
// gradient is their field after Biot and Savart, at most length / (4 pi distance^2).
bool SurfaceField::same_side(double winding, double distance, double step) const {
  constexpr double uncertainty = 0.02;  // of computed winding numbers
  const double clearance = distance - step;
  if (clearance <= on_) return false;
  if (open_length_ == 0) return true;
  const double slope = open_length_ / (4 * std::numbers::pi * clearance * clearance);
  return std::abs(winding - 0.5) > slope * step + uncertainty;
}

void SurfaceField::sides(std::span<const Vec3d> points, std::span<Side> sides) const {
  // The last point whose distance was computed; others near it need no more than that.
  Vec3d known;
  double distance = -1, number = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3d& p = points[i];
    if (!in_box(p)) {
      sides[i] = Side::outside;
      continue;
    }
    const double step = length(p - known);
    if (distance < 0 || !same_side(number, distance, step)) {
      const double bound =
          distance < 0 ? std::numeric_limits<double>::infinity() : (distance + step) * (1 + 1e-9);
      const double nearest = tree_.nearest(p, bound).distance;
      // Two balls without surface that overlap lie on one side, where there are no holes.
      const bool joined = distance >= 0 && open_length_ == 0 &&
                          step < (distance + nearest) * (1 - 1e-9) && nearest > on_ &&
                          distance > on_;
      if (!joined) number = winding(p);
      known = p;
      distance = nearest;
    }
    sides[i] = distance <= on_ && p == known ? Side::on
               : number > 0.5                ? Side::inside
                                             : Side::outside;
  }
}

bool SurfaceField::ball_is_on_one_side(const Vec3d& centre, double radius, Side& side) const {
  if (box().squared_distance(centre) > radius * radius) {
    side = Side::outside;
    return true;
  }
  const double distance = tree_.nearest(centre).distance;
  if (distance <= radius) return false;
  const double number = winding(centre);
  side = number > 0.5 ? Side::inside : Side::outside;
  // Where there are holes the box may cut the inside, within this ball too.
  return same_side(number, distance, radius) && (closed() || side == Side::outside ||
                                                 (in_box(centre - Vec3d{radius, radius, radius}) &&
                                                  in_box(centre + Vec3d{radius, radius, radius})));
}

// Bisects by the winding number until only one triangle crosses what is left, or nothing is left
// but a lid over a hole.
double SurfaceField::crossing(const Vec3d& inside, const Vec3d& outside) const {
  thread_local std::vector<double> hits;
  tree_.crossings(inside, outside, hits);
  const auto same = [](double a, double b) { return b - a < 1e-9; };
  hits.erase(std::unique(hits.begin(), hits.end(), same), hits.end());
  double low = 0, high = 1;
  for (int step = 0; step < 24; ++step) {
    const auto first = std::ranges::lower_bound(hits, low);
    const auto last = std::ranges::upper_bound(hits, high);
    if (last - first == 1) return *first;
    const double middle = (low + high) / 2;
    const Vec3d p = inside + (outside - inside) * middle;
    (in_box(p) && winding(p) > 0.5 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace pliant::generate
