#include "mesh/generate/sizes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/joined.h"
#include "base/parallel.h"

namespace pliant::generate {

namespace {

constexpr double far = std::numeric_limits<double>::infinity();

class SurfaceSampler {
 public:
  SurfaceSampler(const Mesh& surface, const SurfaceField& field, double reach, double finest)
      : surface_(surface), field_(field), reach_(reach), finest_(finest) {
    normals_.resize(surface.triangles.size());
    vertex_normals_.resize(surface.vertices.size());
    for (std::size_t i = 0; i < normals_.size(); ++i) {
      const auto [a, b, c] = corners(i);
      const Vec3d n = cross(b - a, c - a);
      for (Index v : surface.triangles[i]) vertex_normals_[v] += n;
      const double size = length(n);
      normals_[i] = size > 0 ? n / size : Vec3d{};
    }
    for (Vec3d& n : vertex_normals_)
      if (length(n) > 0) n = normalised(n);
  }

  std::vector<SurfaceSample> run() const {
    constexpr std::size_t grain = 256;
    std::vector<std::vector<SurfaceSample>> made((normals_.size() + grain - 1) / grain);
    parallel_for(made.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t block = begin; block < end; ++block)
        for (std::size_t i = block * grain; i < std::min((block + 1) * grain, normals_.size()); ++i)
          if (normals_[i] != Vec3d{}) sample(i, corners(i), radius_of(i), 0, made[block]);
    });
    return joined(std::move(made));
  }

 private:
  using Corners = std::array<Vec3d, 3>;
  Corners corners(std::size_t triangle) const {
    const auto& [a, b, c] = surface_.triangles[triangle];
    return {surface_.vertices[a], surface_.vertices[b], surface_.vertices[c]};
  }

  // From the turn of the normals along the triangle's edges. Where they turn by more than about
  // 40 degrees at once there is an edge of the solid and no curvature.
  double radius_of(std::size_t triangle) const {
    double curvature = 0;
    const Triangle& t = surface_.triangles[triangle];
    for (int i = 0; i < 3; ++i) {
      const Index a = t[i], b = t[(i + 1) % 3];
      const double turn = length(vertex_normals_[a] - vertex_normals_[b]);
      const double distance = length(surface_.vertices[a] - surface_.vertices[b]);
      if (turn < 0.7 && distance > 0) curvature = std::max(curvature, turn / distance);
    }
    return curvature > 0 ? 1 / curvature : far;
  }

  // The way to the side that faces this one; the walls of a crease do not face each other.
  double across(const Vec3d& p, std::size_t triangle, double side) const {
    const Vec3d direction = normals_[triangle] * side;
    const auto hit = field_.tree().first_hit(p, direction, 1e-7, reach_);
    if (hit.triangle == no_index) return far;
    constexpr double facing = 0.7;
    return dot(normals_[hit.triangle], normals_[triangle]) < -facing ? hit.distance : far;
  }

  void sample(std::size_t triangle, const Corners& c, double radius, int depth,
              std::vector<SurfaceSample>& out) const {
    SurfaceSample s;
    s.point = (c[0] + c[1] + c[2]) / 3.0;
    s.area = length(cross(c[1] - c[0], c[2] - c[0])) / 2;
    const double inwards = field_.inside_out() ? 1 : -1;
    s.thickness = across(s.point, triangle, inwards);
    s.gap = across(s.point, triangle, -inwards);
    s.radius = radius;
    const double longest =
        std::max({length(c[1] - c[0]), length(c[2] - c[1]), length(c[0] - c[2])});
    constexpr int most_depth = 9;
    if (longest <= std::max(wanted_size(s, {reach_ / 2, 0, 1, false}), finest_) ||
        depth >= most_depth) {
      out.push_back(s);
      return;
    }
    // Along the longest edge, so that slender triangles do not become many.
    int at = 0;
    for (int i = 1; i < 3; ++i)
      if (length(c[(i + 1) % 3] - c[i]) > length(c[(at + 1) % 3] - c[at])) at = i;
    const Vec3d a = c[at], b = c[(at + 1) % 3], d = c[(at + 2) % 3], middle = (a + b) * 0.5;
    sample(triangle, {a, middle, d}, radius, depth, out, longest);
    sample(triangle, {middle, b, d}, radius, depth, out, longest);
  }
  void sample(std::size_t triangle, const Corners& c, double radius, int depth,
              std::vector<SurfaceSample>& out, double parent) const {
    const double longest =
        std::max({length(c[1] - c[0]), length(c[2] - c[1]), length(c[0] - c[2])});
    sample(triangle, c, radius, depth + (longest < 0.75 * parent ? 1 : 0), out);
  }

  const Mesh& surface_;
  const SurfaceField& field_;
  double reach_, finest_;
  std::vector<Vec3d> normals_, vertex_normals_;
};

}  // namespace

double wanted_size(const SurfaceSample& sample, const LatticeSizes& sizes) {
  constexpr double cubes_in_thickness = 0.8;
  const double curved =
      sizes.curved ? std::max(sizes.relaxed * sample.radius, sizes.largest / 2) : far;
  const double thin = cubes_in_thickness * sizes.relaxed * std::min(sample.thickness, sample.gap);
  return std::min(sizes.largest, std::max(sizes.smallest, std::min(curved, thin)));
}

namespace {

// The value below which this part of the surface's area lies.
double area_quantile(const std::vector<SurfaceSample>& samples, double SurfaceSample::*value,
                     double part) {
  std::vector<std::pair<double, double>> sorted;
  double area = 0;
  for (const SurfaceSample& s : samples) {
    sorted.push_back({s.*value, s.area});
    area += s.area;
  }
  std::ranges::sort(sorted);
  double below = 0;
  for (const auto& [v, a] : sorted) {
    below += a;
    if (below > part * area) return v;
  }
  return far;
}

}  // namespace

// Where the sides of a wedge meet there is no least thickness: what is thinner than on all but a
// small part of the area counts as thick as that.
std::vector<SurfaceSample> sample_surface(const Mesh& surface, const SurfaceField& field,
                                          double reach, double finest) {
  std::vector<SurfaceSample> samples = SurfaceSampler(surface, field, reach, finest).run();
  const double thinnest = area_quantile(samples, &SurfaceSample::thickness, 0.002);
  const double narrowest = area_quantile(samples, &SurfaceSample::gap, 0.01);
  for (SurfaceSample& s : samples) {
    s.thickness = std::max(s.thickness, thinnest);
    s.gap = std::max(s.gap, narrowest);
  }
  return samples;
}

}  // namespace pliant::generate
