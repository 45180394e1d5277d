#include "mesh/check/geometry.h"

#include <pliant/box.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "mesh/disjoint_sets.h"

namespace pliant {

namespace {

constexpr double flat_triangle = 1e-9;
constexpr double flat_tetrahedron = 1e-10;
constexpr double fold_angle = 1e-6;

Vec3d scaled(const Vec3d& p, int exponent) {
  return {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)};
}

// The exponent that brings a number into [1/2, 1); any will do for zero.
int exponent_to_one(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return -exponent;
}

double largest(const Vec3d& p) {
  return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
}

Box box_of(const Points& points) {
  Box box;
  for (std::size_t v = 0; v < points.at.size(); ++v)
    if (points.sane[v]) box.add(points.at[v]);
  return box;
}

}  // namespace

bool is_computable(const Vec3d& p) {
  return is_finite(p) && largest(p) <= largest_coordinate;
}

Points scaled_points(std::span<const Vec3d> vertices, const std::vector<char>& used) {
  Points points;
  points.at.resize(vertices.size());
  points.sane.resize(vertices.size());
  double reach = 0;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    points.sane[v] = used[v] && is_computable(vertices[v]);
    if (points.sane[v]) reach = std::max(reach, largest(vertices[v]));
  }
  // First to magnitude one, so that the differences below cannot overflow.
  const int first = exponent_to_one(reach);
  for (std::size_t v = 0; v < vertices.size(); ++v)
    if (points.sane[v]) points.at[v] = scaled(vertices[v], first);
  const Box box = box_of(points);
  if (!(box.low.x <= box.high.x)) return points;
  const int second = exponent_to_one(largest(box.size()));
  for (std::size_t v = 0; v < vertices.size(); ++v)
    if (points.sane[v]) points.at[v] = scaled(points.at[v] - box.low, second);
  const Vec3d sides = scaled(box.size(), second);
  points.size = length(sides);
  points.longest_side = largest(sides);
  return points;
}

std::vector<char> used_vertices(const Mesh& mesh) {
  std::vector<char> used(mesh.vertices.size(), 0);
  const auto mark = [&](const auto& cells) {
    for (const auto& cell : cells.cells)
      for (Index v : cell) used[v] = 1;
  };
  mark(mesh.lines);
  mark(mesh.triangles);
  mark(mesh.tetrahedra);
  mark(mesh.hexahedra);
  return used;
}

bool is_flat(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const double longest =
      std::max({squared_length(b - a), squared_length(c - b), squared_length(a - c)});
  return !(length(cross(b - a, c - a)) > flat_triangle * longest);
}

bool is_flat(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const double longest =
      std::sqrt(std::max({squared_length(b - a), squared_length(c - a), squared_length(d - a),
                          squared_length(c - b), squared_length(d - b), squared_length(d - c)}));
  return !(std::abs(6 * signed_volume(a, b, c, d)) >
           flat_tetrahedron * longest * longest * longest);
}

bool is_folded(const Vec3d& u, const Vec3d& v, const Vec3d& a, const Vec3d& b) {
  const Vec3d edge = v - u;
  const Vec3d m = cross(edge, a - u), n = cross(edge, b - u);
  return dot(m, n) > 0 && length(cross(m, n)) < fold_angle * dot(m, n);
}

namespace {

using Cube = std::array<std::int64_t, 3>;

struct CubeHash {
  std::size_t operator()(const Cube& c) const {
    std::uint64_t h = 0;
    for (std::int64_t k : c) h = (h ^ static_cast<std::uint64_t>(k)) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(h ^ (h >> 29));
  }
};

Cube cube_at(const Vec3d& p, double side) {
  Cube c;
  for (int k = 0; k < 3; ++k) c[k] = static_cast<std::int64_t>(std::floor(p[k] / side));
  return c;
}

Vec3d all_three(double x) {
  return {x, x, x};
}

// The points that may have another within `distance`: those that share a much larger cube, or lie
// at the border of theirs. In most meshes that is next to none.
std::vector<Index> crowded_points(const Points& points, double distance) {
  const double side = 1024 * distance;
  std::unordered_map<Cube, Index, CubeHash> population;
  population.reserve(points.at.size());
  for (std::size_t v = 0; v < points.at.size(); ++v)
    if (points.sane[v]) ++population[cube_at(points.at[v], side)];
  std::vector<Index> crowded;
  for (std::size_t v = 0; v < points.at.size(); ++v) {
    if (!points.sane[v]) continue;
    const Vec3d& p = points.at[v];
    const bool at_border =
        cube_at(p - all_three(distance), side) != cube_at(p + all_three(distance), side);
    if (at_border || population[cube_at(p, side)] > 1) crowded.push_back(static_cast<Index>(v));
  }
  return crowded;
}

// Cubes whose diagonal is `distance`: all points of one are the same place, and a point need be
// compared with only one of each cube around it. Linear, however many points coincide.
void join_near(const Points& points, const std::vector<Index>& crowded, double distance,
               DisjointSets& sets) {
  const double side = distance / std::sqrt(3.0);
  std::unordered_map<Cube, Index, CubeHash> first_in;
  first_in.reserve(crowded.size());
  for (Index v : crowded) {
    const auto entry = first_in.try_emplace(cube_at(points.at[v], side), v).first;
    sets.join(entry->second, v);
  }
  const double reach = 2 * distance;  // to the first of a cube that holds a point within distance
  for (Index v : crowded) {
    const Vec3d& p = points.at[v];
    const Cube low = cube_at(p - all_three(distance), side);
    const Cube high = cube_at(p + all_three(distance), side);
    Cube c;
    for (c[0] = low[0]; c[0] <= high[0]; ++c[0])
      for (c[1] = low[1]; c[1] <= high[1]; ++c[1])
        for (c[2] = low[2]; c[2] <= high[2]; ++c[2]) {
          const auto other = first_in.find(c);
          if (other == first_in.end()) continue;
          const double apart = squared_length(points.at[other->second] - p);
          if (apart <= reach * reach) sets.join(other->second, v);
        }
  }
}

}  // namespace

std::vector<Index> coinciding_vertices(const Points& points, double distance) {
  std::vector<Index> lowest(points.at.size());
  std::iota(lowest.begin(), lowest.end(), Index{0});
  if (!(distance > 0)) {  // all sane points are at one place
    const auto first = std::ranges::find(points.sane, char{1});
    for (std::size_t v = 0; v < lowest.size(); ++v)
      if (points.sane[v]) lowest[v] = static_cast<Index>(first - points.sane.begin());
    return lowest;
  }
  DisjointSets sets(points.at.size());
  join_near(points, crowded_points(points, distance), distance, sets);
  for (Index v = 0; v < lowest.size(); ++v) lowest[v] = sets.find(v);
  return lowest;
}

}  // namespace pliant
