#include "mesh/generate/surface_field.h"

#include <pliant/error.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <tuple>

#include "base/text.h"
#include "mesh/pieces.h"

namespace pliant::generate {

void check_triangles(const Mesh& surface) {
  if (surface.triangles.empty())
    throw InputError("", 0, "the surface has no triangles", "give a closed surface");
  for (std::size_t i = 0; i < surface.triangles.size(); ++i)
    for (Index v : surface.triangles[i]) {
      if (v >= surface.vertices.size())
        throw InputError("", 0, text("triangle ", i, " has the missing vertex ", v),
                         "use indices below the number of vertices");
      if (!is_finite(surface.vertices[v]))
        throw InputError("", 0, text("vertex ", v, " of the surface is not finite"),
                         "repair the surface with 'pliant check --repair'");
    }
}

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

Box box_of_triangles(const Mesh& surface) {
  Box box;
  for (const Triangle& t : surface.triangles.cells)
    for (Index v : t) box.add(surface.vertices[v]);
  return box;
}

SurfaceField::SurfaceField(const Mesh& surface)
    : Field(box_of_triangles(surface)), tree_(surface.vertices, surface.triangles.cells) {
  // Seen from the middle: unlike enclosed_volume, what this says of a surface with holes does not
  // depend on where it lies or how it is numbered.
  const Vec3d origin = box().centre();
  for (const auto& [a, b, c] : surface.triangles.cells)
    volume_ += signed_volume(origin, surface.vertices[a], surface.vertices[b], surface.vertices[c]);
  area_ = surface_area(surface.vertices, surface.triangles.cells);
  encloses_nothing_ = std::abs(volume_) <= 1e-10 * area_ * length(box().size());
  sign_ = volume_ < 0 ? -1 : 1;
  volume_ = std::abs(volume_);
  on_ = 1e-10 * length(box().size());
  open_ = pliant::open_edges(surface);
  pieces_ = count_pieces(surface_pieces(surface.vertices, surface.triangles.cells));
}

// True when the points up to `step` away from one with this winding number and distance to the
// surface lie on its side. Off the surface only its open sides make the winding number vary: its
// gradient is their field after Biot and Savart, at most length / (4 pi distance^2).
bool SurfaceField::same_side(double winding, double distance, double step) const {
  constexpr double uncertainty = 0.02;  // of computed winding numbers
  const double clearance = distance - step;
  if (clearance <= on_) return false;
  if (open_.length == 0) return true;
  const double slope = open_.length / (4 * std::numbers::pi * clearance * clearance);
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
      const bool joined = distance >= 0 && open_.length == 0 &&
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
