#include "mesh/split_surface.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace pliant {

namespace {

const std::vector<Triangle>& normals_of(const Mesh& mesh) {
  static const std::vector<Triangle> none;
  return mesh.appearance ? mesh.appearance->normal_corners : none;
}

}  // namespace

SplitSurface::SplitSurface(const Mesh& mesh) : SplitSurface(mesh, normals_of(mesh)) {}

SplitSurface::SplitSurface(const Mesh& mesh, const std::vector<Triangle>& normal_corners)
    : vertices(mesh.vertices.size()),
      texture_points(mesh.vertices.size(), no_index),
      normals(mesh.vertices.size(), no_index),
      triangles(mesh.triangles.cells) {
  static const std::vector<Triangle> none;
  const auto& texture_corners = mesh.appearance ? mesh.appearance->texture_corners : none;
  has_normals =
      !normal_corners.empty() && std::ranges::none_of(normal_corners, [](const Triangle& t) {
        return std::ranges::find(t, no_index) != t.end();
      });
  has_texture_points = !texture_corners.empty();
  for (std::size_t v = 0; v < vertices.size(); ++v) vertices[v] = static_cast<Index>(v);
  std::vector<bool> taken(vertices.size(), false);  // the vertex itself stands for a corner
  std::map<std::tuple<Index, Index, Index>, Index> more;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      Index& v = triangles[t][k];
      const Index texture = has_texture_points ? texture_corners[t][k] : no_index;
      const Index normal = has_normals ? normal_corners[t][k] : no_index;
      if (!taken[v]) {
        taken[v] = true;
        texture_points[v] = texture;
        normals[v] = normal;
      }
      if (texture_points[v] == texture && normals[v] == normal) continue;
      const auto [entry, is_new] =
          more.try_emplace({v, texture, normal}, static_cast<Index>(vertices.size()));
      if (is_new) {
        vertices.push_back(v);
        texture_points.push_back(texture);
        normals.push_back(normal);
      }
      v = entry->second;
    }
}

}  // namespace pliant
