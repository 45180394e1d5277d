#include "mesh/check/parts.h"

#include <pliant/box.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/parallel.h"
#include "mesh/check/collisions.h"

namespace pliant {

namespace {

struct Part {
  std::vector<Index> faces;
  Box box;
  Vec3d witness;  // the middle of its largest face
  double volume = 0;
};

bool is_closed_and_consistent(std::span<const Triangle> faces, const SurfaceEdges& edges,
                              std::size_t e) {
  const auto around = edges.faces[e];
  const auto [u, v] = edges.edges[e];
  return around.size() == 2 &&
         turns_along(faces[around[0]], u, v) != turns_along(faces[around[1]], u, v);
}

void measure(const Points& points, std::span<const Triangle> faces, Part& part) {
  const auto corner = [&](Index f, int k) { return points.at[faces[f][k]]; };
  const Vec3d origin = corner(part.faces[0], 0);
  double largest = -1, sum_of_sizes = 0;
  for (Index f : part.faces) {
    const Vec3d a = corner(f, 0), b = corner(f, 1), c = corner(f, 2);
    for (const Vec3d& p : {a, b, c}) part.box.add(p);
    const double volume = signed_volume(origin, a, b, c);
    part.volume += volume;
    sum_of_sizes += std::abs(volume);
    const double area = length(cross(b - a, c - a));
    if (area > largest) part.witness = (a + b + c) / 3.0;
    largest = std::max(largest, area);
  }
  // A part folded up to nothing has no inside, only rounding errors.
  if (std::abs(part.volume) <= 1e-12 * sum_of_sizes) part.volume = 0;
}

// Whether a closed part winds round p an odd number of times: the solid angles of its triangles
// (Van Oosterom and Strackee 1983) add up to 4 pi times that number. Not if p lies on the part
// itself.
bool is_inside(const Points& points, std::span<const Triangle> faces, const Part& part,
               const Vec3d& p) {
  constexpr double rounding = 1e-9;
  double half_angle = 0;
  for (Index f : part.faces) {
    const Vec3d a = points.at[faces[f][0]] - p, b = points.at[faces[f][1]] - p,
                c = points.at[faces[f][2]] - p;
    const double la = length(a), lb = length(b), lc = length(c), scale = la * lb * lc;
    const double sine = dot(a, cross(b, c));
    const double cosine = scale + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    if (std::abs(sine) <= rounding * scale && cosine <= rounding * scale) return false;
    half_angle += std::atan2(sine, cosine);
  }
  return std::lround(half_angle / (2 * std::numbers::pi)) % 2 != 0;
}

std::vector<Part> closed_parts(const Points& points, std::span<const Triangle> faces,
                               const SurfaceEdges& edges) {
  const auto part_of = surface_parts(faces.size(), edges, Across::all_edges);
  std::vector<char> judged(faces.size(), 1);
  for (std::size_t e = 0; e < edges.edges.size(); ++e)
    if (!is_closed_and_consistent(faces, edges, e)) judged[part_of[edges.faces[e][0]]] = 0;
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (Index v : faces[f])
      if (part_of[f] != no_index && !points.sane[v]) judged[part_of[f]] = 0;
  std::vector<Part> parts;
  std::vector<Index> number(faces.size(), no_index);
  for (Index f = 0; f < faces.size(); ++f) {
    if (part_of[f] == no_index || !judged[part_of[f]]) continue;
    if (part_of[f] == f) {
      number[f] = static_cast<Index>(parts.size());
      parts.emplace_back();
    }
    parts[number[part_of[f]]].faces.push_back(f);
  }
  for (Part& part : parts) measure(points, faces, part);
  return parts;
}

// The parts in the order of their witnesses along x.
std::vector<Index> by_witness(const std::vector<Part>& parts) {
  std::vector<Index> order(parts.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index i) { return parts[i].witness.x; });
  return order;
}

// The parts whose witness lies inside the container.
std::vector<Index> held_by(const Points& points, std::span<const Triangle> faces,
                           const std::vector<Part>& parts, std::span<const Index> order,
                           Index container) {
  const Part& part = parts[container];
  const auto begin = std::ranges::lower_bound(order, part.box.low.x, {},
                                              [&](Index i) { return parts[i].witness.x; });
  std::vector<Index> held;
  for (auto i = begin; i != order.end() && parts[*i].witness.x <= part.box.high.x; ++i)
    if (*i != container && part.box.contains(parts[*i].witness)) held.push_back(*i);
  std::vector<char> inside(held.size());
  parallel_for(held.size(), 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      inside[i] = is_inside(points, faces, part, parts[held[i]].witness);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < held.size(); ++i)
    if (inside[i]) held[kept++] = held[i];
  held.resize(kept);
  return held;
}

// Marks the parts that lie inside an odd number of others. One container after the other: the
// pairs of all of them would fill any memory.
std::vector<char> inner_parts(const Points& points, std::span<const Triangle> faces,
                              const std::vector<Part>& parts) {
  const auto order = by_witness(parts);
  std::vector<Index> place;
  std::vector<char> inner(parts.size(), 0);
  for (Index j = 0; j < parts.size(); ++j) {
    const auto held = held_by(points, faces, parts, order, j);
    if (held.empty()) continue;
    if (place.empty())
      place = corner_places(points, faces, coinciding_vertices(points, coincidence * points.size));
    std::vector<std::span<const Index>> others;
    for (Index i : held) others.emplace_back(parts[i].faces);
    const auto collided = collide_with(points, faces, parts[j].faces, others, place);
    for (std::size_t k = 0; k < others.size(); ++k)
      if (!collided[k]) inner[held[k]] = !inner[held[k]];
  }
  return inner;
}

}  // namespace

std::vector<WrongPart> wrong_parts(const Points& points, std::span<const Triangle> faces,
                                   const SurfaceEdges& edges) {
  std::vector<Part> parts = closed_parts(points, faces, edges);
  const auto inside = inner_parts(points, faces, parts);
  std::vector<WrongPart> wrong;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (inside[i] ? parts[i].volume > 0 : parts[i].volume < 0)
      wrong.push_back({std::move(parts[i].faces), inside[i] != 0});
  return wrong;
}

}  // namespace pliant
