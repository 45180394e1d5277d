#include "render/gl/body_shape.h"

#include <pliant/quality.h>
#include <pliant/state_reader.h>
#include <pliant/topology.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "mesh/smooth_groups.h"
#include "mesh/surface_look.h"
#include "render/faces.h"

namespace pliant::render::gl {

namespace {

bool is_dressed(const Mesh& rest) {
  return rest.appearance && rest.tetrahedra.empty() && rest.hexahedra.empty() &&
         appearance_fits(rest);
}

std::uint64_t next_shape() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

std::function<bool(const Vec3d&)> left_by(const std::optional<CutAway>& cut, const Mesh& rest) {
  if (!cut || rest.vertices.empty()) return [](const Vec3d&) { return true; };
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vec3d& p : rest.vertices) {
    const double reach = dot(p, cut->direction);
    low = std::min(low, reach);
    high = std::max(high, reach);
  }
  const double limit = high - (high - low) * cut->fraction;
  return [direction = cut->direction, limit](const Vec3d& p) { return dot(p, direction) <= limit; };
}

BodyShape::BodyShape(const Mesh& rest, const Parts& parts)
    : vertex_count_(rest.vertices.size()),
      tetrahedron_count_(rest.tetrahedra.size()),
      number_(next_shape()) {
  if (parts.shrink < 1 && !rest.tetrahedra.empty())
    add_shrunk(rest, parts);
  else if (parts.surface && is_dressed(rest) && !parts.cut)
    add_dressed_surface(rest);
  else if (parts.surface)
    add_surface(rest, parts);
  if (parts.voronoi != VoronoiShown::none) add_voronoi(rest, parts);
  if (parts.pairs) add_pairs(rest, parts);
  list_triangles_of_normals();
  list_triangles_of_runs();
  lines_ = rest.lines.cells;
  if (runs_.empty()) runs_.push_back({no_index, 0, triangles_.size()});
  closed_ = encloses(rest);
}

// Every edge runs both ways equally often, and the whole faces outwards.
bool BodyShape::encloses(const Mesh& rest) const {
  std::vector<Line> there, back;
  std::vector<Triangle> skin;
  for (const Triangle3& t : triangles_) {
    if (std::ranges::max(t.points) >= vertex_count_) return false;
    skin.push_back(t.points);
    for (std::size_t k = 0; k < 3; ++k) {
      there.push_back({t.points[k], t.points[(k + 1) % 3]});
      back.push_back({t.points[(k + 1) % 3], t.points[k]});
    }
  }
  std::ranges::sort(there);
  std::ranges::sort(back);
  return !skin.empty() && there == back && enclosed_volume(rest.vertices, skin) > 0;
}

// The tetrahedra that are drawn, and so the pairs, are those that the cut leaves.
void BodyShape::add_pairs(const Mesh& rest, const Parts& parts) {
  const auto kept = left_by(parts.cut, rest);
  for (std::size_t t = 0; t < rest.tetrahedra.size(); ++t) {
    if (parts.absent && (*parts.absent)[t]) continue;
    const Tetrahedron& cell = rest.tetrahedra[t];
    Vec3d sum;
    for (const Index v : cell) sum += rest.vertices[v];
    if (!kept(sum / 4.0)) continue;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i + 1; j < 4; ++j)
        pairs_.push_back({std::min(cell[i], cell[j]), std::max(cell[i], cell[j])});
  }
  std::ranges::sort(pairs_);
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

void BodyShape::add_surface(const Mesh& rest, const Parts& parts) {
  for (const Face& f : faces_to_draw(rest, left_by(parts.cut, rest), parts.absent.get()))
    triangles_.push_back({f.corners,
                          {},
                          f.tetrahedron,
                          static_cast<std::uint8_t>(f.edges),
                          f.inside ? FaceKind::inside : FaceKind::skin,
                          0});
  join_normals(rest);
}

// Gives corners at a vertex one normal when blunt edges of the skin join their triangles.
void BodyShape::join_normals(const Mesh& rest) {
  std::vector<Triangle> skin;
  for (const Triangle3& t : triangles_)
    if (t.kind == FaceKind::skin) skin.push_back(t.points);
  const SmoothGroups groups = blunt_groups(skin, rest.vertices);
  normal_count_ = groups.count;
  std::size_t next = 0;
  for (Triangle3& t : triangles_) {
    if (t.kind == FaceKind::skin)
      t.normals = groups.corners[next++];
    else
      for (Index& n : t.normals) n = normal_count_++;
  }
}

// One material after the other.
void BodyShape::add_dressed_surface(const Mesh& rest) {
  look_ = std::make_shared<const Appearance>(*rest.appearance);
  const auto material_of = [&](Index t) {
    return look_->triangle_materials.empty() ? no_index : look_->triangle_materials[t];
  };
  std::vector<Index> order(rest.triangles.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, material_of);
  const SmoothGroups groups = smooth_groups(rest);
  normal_count_ = groups.count;
  for (const Index t : order) {
    if (runs_.empty() || runs_.back().material != material_of(t))
      runs_.push_back({material_of(t), triangles_.size(), 0});
    ++runs_.back().count;
    triangles_.push_back({rest.triangles[t], groups.corners[t], no_index, 7, FaceKind::skin, 0});
    if (look_->texture_corners.empty()) continue;
    auto& corners = texture_.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      const Index number = look_->texture_corners[t][k];
      if (number == no_index) continue;
      const auto& [u, v] = look_->texture_points[number];
      corners[k] = {static_cast<float>(u), static_cast<float>(1 - v)};
    }
  }
}

void BodyShape::list_triangles_of_normals() {
  // A flat triangle has its normal at all corners, and counts once.
  const auto each = [&](const auto& visit) {
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      const auto& n = triangles_[t].normals;
      for (std::size_t k = 0; k < 3; ++k)
        if (k == 0 || n[k] != n[0]) visit(n[k], static_cast<Index>(t));
    }
  };
  std::vector<Index> next(normal_count_ + 1);
  each([&](Index normal, Index) { ++next[normal + 1]; });
  for (std::size_t n = 0; n < normal_count_; ++n) next[n + 1] += next[n];
  normal_ends_.assign(next.begin() + 1, next.end());
  normal_triangles_.resize(next.back());
  each([&](Index normal, Index t) { normal_triangles_[next[normal]++] = t; });
}

void BodyShape::list_triangles_of_runs() {
  std::vector<std::vector<Index>> lists((vertex_count_ + StateReader::vertices_of_run - 1) /
                                        StateReader::vertices_of_run);
  const auto add = [&](Index vertex, std::size_t triangle) {
    std::vector<Index>& list = lists[vertex / StateReader::vertices_of_run];
    if (list.empty() || list.back() != triangle) list.push_back(static_cast<Index>(triangle));
  };
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (const Index point : triangles_[t].points) {
      if (point < vertex_count_) {
        add(point, t);
        continue;
      }
      const Point& p = points_[point - vertex_count_];
      for (std::size_t k = 0; k < 4; ++k)
        if (p.weights[k] != 0) add(p.vertices[k], t);
    }
  for (const std::vector<Index>& list : lists) {
    run_triangles_.items.insert(run_triangles_.items.end(), list.begin(), list.end());
    run_triangles_.offsets.push_back(run_triangles_.items.size());
  }
}

void BodyShape::add_shrunk(const Mesh& rest, const Parts& parts) {
  const auto kept = left_by(parts.cut, rest);
  const auto side = static_cast<float>(parts.shrink + (1 - parts.shrink) / 4);
  const auto other = static_cast<float>((1 - parts.shrink) / 4);
  for (std::size_t t = 0; t < rest.tetrahedra.size(); ++t) {
    if (parts.absent && (*parts.absent)[t]) continue;
    const Tetrahedron& cell = rest.tetrahedra[t];
    const auto &a = rest.vertices[cell[0]], &b = rest.vertices[cell[1]],
               &c = rest.vertices[cell[2]], &d = rest.vertices[cell[3]];
    if (!kept((a + b + c + d) / 4.0)) continue;
    const auto first = static_cast<Index>(vertex_count_ + points_.size());
    for (std::size_t k = 0; k < 4; ++k) {
      Point p{cell, {other, other, other, other}};
      p.weights[k] = side;
      points_.push_back(p);
    }
    const bool turned = signed_volume(a, b, c, d) < 0;
    for (int i = 0; i < 4; ++i) {
      const int* f = tetrahedron_face[i];
      const Index n = normal_count_++;
      triangles_.push_back(
          {{first + static_cast<Index>(f[0]), first + static_cast<Index>(f[turned ? 2 : 1]),
            first + static_cast<Index>(f[turned ? 1 : 2])},
           {n, n, n},
           static_cast<Index>(t),
           7,
           FaceKind::skin,
           0});
    }
  }
}

}  // namespace pliant::render::gl
