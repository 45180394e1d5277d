#include "contact/corners.h"

#include <cmath>

#include "contact/turn.h"

namespace pliant::contact {

namespace {

// Of the extent, for the rounding of places that are kept.
constexpr double kept_rounding = 1e-6;

template <class Use>
void for_corners(const Surfaces& s, Index patch, const Use& use) {
  const Patch& p = s.patches[patch];
  for (Index v = p.first_vertex; v < p.first_vertex + p.vertices; ++v) use(v);
  for (Index i = p.first_foreign; i < p.first_foreign + p.foreign; ++i) use(s.foreign[i]);
}
Vec3d first_corner(const Surfaces& s, Index patch, std::span<const Vec3d> places) {
  const Patch& p = s.patches[patch];
  return places[p.vertices > 0 ? p.first_vertex : s.foreign[p.first_foreign]];
}
template <class Use>
void for_corners(const Surfaces& s, Index first, Index second, const Use& use) {
  for_corners(s, first, use);
  if (first != second) for_corners(s, second, use);
}

}  // namespace

void Corners::keep(const Surfaces& s, Index first, Index second, std::span<const Vec3d> places) {
  Vec3d middle{};
  std::size_t count = 0;
  const Vec3d origin = first_corner(s, first, places);
  for_corners(s, first, second, [&](Index v) {
    middle += places[v] - origin;
    ++count;
  });
  middle = origin + middle / static_cast<double>(count);
  places_.resize(count);
  std::size_t i = 0;
  for_corners(s, first, second, [&](Index v) {
    const Vec3d x = places[v] - middle;
    places_[i++] = {float(x.x), float(x.y), float(x.z)};
  });
}

double Corners::moved_past(const Surfaces& s, Index first, Index second,
                           std::span<const Vec3d> places) const {
  const auto then = [&](std::size_t i) { return Vec3d{places_[i].x, places_[i].y, places_[i].z}; };
  const Vec3d origin = first_corner(s, first, places);
  Vec3d middle{};
  Turn turn;
  std::size_t i = 0;
  for_corners(s, first, second, [&](Index v) {
    const Vec3d r = then(i++), x = places[v] - origin;
    middle += x;
    turn.add(r, x - r);
  });
  turn.finish();
  middle = origin + middle / static_cast<double>(places_.size());
  i = 0;
  double farthest = 0;
  const auto ways_of = [&](Index patch) {
    Box ways;
    for_corners(s, patch, [&](Index v) {
      const Vec3d r = then(i++);
      farthest = std::max(farthest, dot(r, r));
      ways.add(places[v] - middle - turn(r));
    });
    return ways;
  };
  const Box of_first = ways_of(first);
  const Box of_second = first == second ? of_first : ways_of(second);
  return length(of_first.centre() - of_second.centre()) +
         0.5 * (length(of_first.size()) + length(of_second.size())) +
         kept_rounding * std::sqrt(farthest);
}

}  // namespace pliant::contact
