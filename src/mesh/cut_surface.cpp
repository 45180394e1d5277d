#include "mesh/cut_surface.h"

#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "mesh/tet_tree.h"
#include "mesh/triangle_tree.h"

namespace pliant {

namespace {

constexpr Triangle none{no_index, no_index, no_index};

/// A place in a triangle that is cut into parts: how many of so many belong to each corner.
using Shares = std::array<int, 3>;
/// The same wherever corners are listed in another order.
using Key = std::array<std::pair<Index, int>, 3>;

Key key_of(const Triangle& corners, const Shares& shares) {
  Key key;
  for (std::size_t k = 0; k < 3; ++k)
    key[k] = shares[k] > 0 ? std::pair(corners[k], shares[k]) : std::pair(no_index, 0);
  std::ranges::sort(key);
  return key;
}

Vec3d between(std::span<const Vec3d> x, const Triangle& corners, const Shares& shares, int parts) {
  Vec3d sum;
  for (std::size_t k = 0; k < 3; ++k) sum += x[corners[k]] * static_cast<double>(shares[k]);
  return sum / static_cast<double>(parts);
}

// The small triangles of one whose sides are cut into parts.
template <class Visit>
void each_part(int parts, const Visit& visit) {
  for (int i = 0; i < parts; ++i)
    for (int j = 0; i + j < parts; ++j) {
      const int k = parts - i - j;
      visit({{{i, j, k}, {i + 1, j, k - 1}, {i, j + 1, k - 1}}});
      if (k > 1) visit({{{i + 1, j, k - 1}, {i + 1, j + 1, k - 2}, {i, j + 1, k - 1}}});
    }
}

double mean_edge(const Mesh& surface) {
  double sum = 0;
  for (const Triangle& t : surface.triangles.cells)
    for (std::size_t k = 0; k < 3; ++k)
      sum += length(surface.vertices[t[(k + 1) % 3]] - surface.vertices[t[k]]);
  return sum / static_cast<double>(3 * std::max<std::size_t>(1, surface.triangles.size()));
}

class SurfaceCutter {
 public:
  SurfaceCutter(const EmbeddedSurface& whole, const Mesh& solid, const std::vector<bool>& absent)
      : whole_(whole),
        solid_(solid),
        absent_(absent),
        tree_(solid.vertices, solid.tetrahedra.cells),
        outside_(whole.surface.vertices, whole.surface.triangles.cells),
        edge_(mean_edge(whole.surface)),
        tetrahedra_(whole.embedding.tetrahedra().begin(), whole.embedding.tetrahedra().end()),
        weights_(whole.embedding.weights().begin(), whole.embedding.weights().end()) {
    cut_.vertices = whole.surface.vertices;
    look_ = whole.surface.appearance.value_or(Appearance{});
  }

  EmbeddedSurface cut() {
    keep_triangles();
    look_.triangle_materials.resize(cut_.triangles.size(), no_index);
    // Flesh, as it is drawn where a body is opened otherwise.
    look_.materials.push_back({.name = inside_material, .colour = {0.88, 0.34, 0.13, 1}});
    add_faces();
    cut_.appearance = std::move(look_);
    return {std::move(cut_), Embedding(std::move(tetrahedra_), std::move(weights_),
                                       solid_.tetrahedra.cells, solid_.vertices.size())};
  }

 private:
  // Triangles near the cut go in small parts, each with the tetrahedron at its centre.
  void keep_triangles() {
    const Mesh& surface = whole_.surface;
    before_ = look_;
    look_.texture_corners.clear();
    look_.normal_corners.clear();
    look_.triangle_materials.clear();
    const std::vector<bool> near = near_absent();
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
      const Triangle& corners = surface.triangles[t];
      if (std::ranges::any_of(corners, [&](Index v) { return near[tetrahedra_[v]]; }))
        keep_parts(t);
      else
        add(corners, of(before_.texture_corners, t), of(before_.normal_corners, t), material(t));
    }
  }

  // Tetrahedra that are gone or share a vertex with one that is.
  std::vector<bool> near_absent() const {
    const auto& cells = solid_.tetrahedra.cells;
    std::vector<bool> touched(solid_.vertices.size(), false), near(cells.size(), false);
    for (std::size_t t = 0; t < cells.size(); ++t)
      if (absent_[t])
        for (const Index v : cells[t]) touched[v] = true;
    for (std::size_t t = 0; t < cells.size(); ++t)
      near[t] = std::ranges::any_of(cells[t], [&](Index v) { return touched[v]; });
    return near;
  }

  void keep_parts(std::size_t t) {
    constexpr int parts = 6;  // of a side
    const Triangle& corners = whole_.surface.triangles[t];
    const auto x = [&](std::size_t k) -> const Vec3d& {
      return whole_.surface.vertices[corners[k]];
    };
    struct Part {
      std::array<Shares, 3> corners;
      Index tetrahedron;
    };
    std::vector<Part> kept;
    int all = 0;
    each_part(parts, [&](const std::array<Shares, 3>& part) {
      Vec3d centre;
      for (const auto& [i, j, k] : part) centre += (x(0) * i + x(1) * j + x(2) * k) / (3.0 * parts);
      const Index at = tree_.nearest(centre).tetrahedron;
      if (!absent_[at]) kept.push_back({part, at});
      ++all;
    });
    const bool hangs_well =
        std::ranges::none_of(corners, [&](Index v) { return absent_[tetrahedra_[v]]; });
    if (static_cast<int>(kept.size()) == all && hangs_well)
      return add(corners, of(before_.texture_corners, t), of(before_.normal_corners, t),
                 material(t));
    for (const Part& part : kept) {
      Triangle triangle, texture = none, normals = none;
      for (std::size_t c = 0; c < 3; ++c) {
        triangle[c] = surface_vertex(corners, part.corners[c], parts, part.tetrahedron);
        if (has_texture() && before_.texture_corners[t][0] != no_index)
          texture[c] = texture_point(before_.texture_corners[t], part.corners[c], parts);
        if (has_normals() && before_.normal_corners[t][0] != no_index)
          normals[c] = normal(before_.normal_corners[t], part.corners[c], parts);
      }
      add(triangle, texture, normals, material(t));
    }
  }

  // A vertex of a part: one of the surface's, or a new one between them.
  Index surface_vertex(const Triangle& corners, const Shares& shares, int parts, Index t) {
    const Vec3d place = between(whole_.surface.vertices, corners, shares, parts);
    for (std::size_t k = 0; k < 3; ++k)
      if (shares[k] == parts && !absent_[tetrahedra_[corners[k]]]) return corners[k];
    const auto [entry, is_new] =
        on_surface_.try_emplace(key_of(corners, shares), static_cast<Index>(cut_.vertices.size()));
    if (!is_new) return entry->second;
    const auto own = tree_.nearest(place);
    hang(place, absent_[own.tetrahedron] ? t : own.tetrahedron);
    return entry->second;
  }

  // At a place in or beside a tetrahedron: its coordinates are ratios of signed volumes.
  void hang(const Vec3d& place, Index t) {
    std::array<Vec3d, 4> x;
    for (std::size_t k = 0; k < 4; ++k) x[k] = solid_.vertices[solid_.tetrahedra[t][k]];
    const double volume = signed_volume(x[0], x[1], x[2], x[3]);
    std::array<double, 4> weights;
    for (std::size_t k = 1; k < 4; ++k) {
      std::array<Vec3d, 4> moved = x;
      moved[k] = place;
      weights[k] = signed_volume(moved[0], moved[1], moved[2], moved[3]) / volume;
    }
    weights[0] = 1 - weights[1] - weights[2] - weights[3];
    cut_.vertices.push_back(place);
    tetrahedra_.push_back(t);
    weights_.push_back(weights);
  }

  Index texture_point(const Triangle& corners, const Shares& shares, int parts) {
    std::array<double, 2> point{};
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < 2 && corners[k] != no_index; ++i)
        point[i] += look_.texture_points[corners[k]][i] * shares[k] / parts;
    look_.texture_points.push_back(point);
    return static_cast<Index>(look_.texture_points.size() - 1);
  }

  Index normal(const Triangle& corners, const Shares& shares, int parts) {
    const auto [entry, is_new] =
        new_normals_.try_emplace(key_of(corners, shares), static_cast<Index>(look_.normals.size()));
    if (is_new) {
      Vec3d sum;
      for (std::size_t k = 0; k < 3; ++k)
        if (corners[k] != no_index) sum += look_.normals[corners[k]] * (1.0 * shares[k] / parts);
      look_.normals.push_back(sum);
    }
    return entry->second;
  }

  bool has_texture() const { return !before_.texture_corners.empty(); }
  bool has_normals() const { return !before_.normal_corners.empty(); }
  static Triangle of(const std::vector<Triangle>& corners, std::size_t t) {
    return corners.empty() ? none : corners[t];
  }
  Index material(std::size_t t) const {
    return before_.triangle_materials.empty() ? no_index : before_.triangle_materials[t];
  }

  void add(const Triangle& triangle, const Triangle& texture, const Triangle& normals,
           Index material) {
    cut_.triangles.cells.push_back(triangle);
    if (has_texture()) look_.texture_corners.push_back(texture);
    if (has_normals()) look_.normal_corners.push_back(normals);
    look_.triangle_materials.push_back(material);
  }

  void add_faces() {
    const std::span<const Tetrahedron> cells(solid_.tetrahedra.cells);
    const auto neighbours =
        tetrahedron_neighbours(cells, vertex_cells(cells, solid_.vertices.size()));
    for (std::size_t t = 0; t < cells.size(); ++t)
      for (int side = 0; !absent_[t] && side < 4; ++side) {
        const Index other = neighbours[t][static_cast<std::size_t>(side)];
        if (other != no_index && absent_[other]) add_face(static_cast<Index>(t), side);
      }
  }

  // In parts as small as the surface's triangles; those that stick out of it are left out.
  void add_face(Index t, int side) {
    const Tetrahedron& cell = solid_.tetrahedra[t];
    Triangle face = face_of(cell, side);
    const auto x = [&](std::size_t k) -> const Vec3d& { return solid_.vertices[face[k]]; };
    double longest = 0;
    for (std::size_t k = 0; k < 3; ++k) longest = std::max(longest, length(x((k + 1) % 3) - x(k)));
    constexpr double most = 16;
    const int parts = static_cast<int>(std::clamp(std::ceil(longest / edge_), 1.0, most));
    each_part(parts, [&](const std::array<Shares, 3>& part) {
      Vec3d centre;
      for (const Shares& shares : part)
        centre += between(solid_.vertices, face, shares, parts) / 3.0;
      if (outside_.winding_number(centre) < 0.5) return;
      Triangle triangle;
      for (std::size_t c = 0; c < 3; ++c) triangle[c] = vertex(t, face, part[c], parts);
      add(triangle, none, none, static_cast<Index>(look_.materials.size() - 1));
    });
  }

  // Faces share the vertices of their edges, where they are cut into as many parts.
  Index vertex(Index t, const Triangle& face, const Shares& shares, int parts) {
    const auto [entry, is_new] =
        known_.try_emplace({key_of(face, shares), parts}, static_cast<Index>(cut_.vertices.size()));
    if (!is_new) return entry->second;
    std::array<double, 4> weights{};
    const Tetrahedron& cell = solid_.tetrahedra[t];
    for (std::size_t k = 0; k < 3; ++k)
      weights[static_cast<std::size_t>(std::ranges::find(cell, face[k]) - cell.begin())] =
          static_cast<double>(shares[k]) / parts;
    cut_.vertices.push_back(between(solid_.vertices, face, shares, parts));
    tetrahedra_.push_back(t);
    weights_.push_back(weights);
    return entry->second;
  }

  const EmbeddedSurface& whole_;
  const Mesh& solid_;
  const std::vector<bool>& absent_;
  TetTree tree_;
  TriangleTree outside_;
  double edge_;
  Mesh cut_;
  Appearance look_, before_;
  std::vector<Index> tetrahedra_;
  std::vector<std::array<double, 4>> weights_;
  std::map<Key, Index> on_surface_, new_normals_;
  std::map<std::pair<Key, int>, Index> known_;
};

}  // namespace

EmbeddedSurface cut_surface(const EmbeddedSurface& whole, const Mesh& solid,
                            const std::vector<bool>& absent) {
  return SurfaceCutter(whole, solid, absent).cut();
}

}  // namespace pliant
