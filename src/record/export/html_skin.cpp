#include "record/export/html_skin.h"

#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "mesh/cells.h"
#include "record/export/html_packing.h"
#include "record/export/surface.h"

namespace pliant::record {

namespace {

void number_lines(const Mesh& mesh, Skin& skin) {
  std::vector<Index> number(mesh.vertices.size(), no_index);
  skin.lines = flat<2>(mesh.lines.cells);
  for (Index& v : skin.lines) {
    if (number[v] == no_index) {
      number[v] = static_cast<Index>(skin.vertices.size());
      skin.vertices.push_back(v);
    }
    v = number[v];
  }
}

// Puts triangles of the same material together.
void sort_by_material(Skin& skin) {
  Mesh& shape = skin.surface.shape;
  if (!shape.appearance || shape.appearance->triangle_materials.empty()) return;
  Appearance& look = *shape.appearance;
  std::vector<Index> order(shape.triangles.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index t) { return look.triangle_materials[t]; });
  const auto sort = [&](auto& list) {
    if (list.empty()) return;
    const auto before = list;
    for (std::size_t i = 0; i < order.size(); ++i) list[i] = before[order[i]];
  };
  sort(shape.triangles.cells);
  sort(look.texture_corners);
  sort(look.normal_corners);
  sort(look.triangle_materials);
  for (std::size_t t = 0; t < order.size(); ++t) {
    if (skin.runs.empty() || skin.runs.back().material != look.triangle_materials[t])
      skin.runs.push_back({look.triangle_materials[t], t, 0});
    ++skin.runs.back().count;
  }
}

// Numbers texture points in the order in which triangles name them.
void number_texture_points(Skin& skin) {
  const auto& look = skin.surface.shape.appearance;
  if (!look || look->texture_corners.empty()) return;
  std::vector<Index> number(look->texture_points.size() + 1, no_index);
  for (const auto& corners : look->texture_corners)
    for (const Index corner : corners) {
      const std::size_t given = std::min<std::size_t>(corner, look->texture_points.size());
      if (number[given] == no_index) {
        number[given] = static_cast<Index>(skin.texture_points.size());
        const auto [u, v] =
            corner == no_index ? std::array<double, 2>{} : look->texture_points[given];
        skin.texture_points.push_back({static_cast<float>(u), static_cast<float>(v)});
      }
      skin.texture_corners.push_back(number[given]);
    }
}

// Numbers vertices in the order in which triangles name them.
void number_triangles(Skin& skin) {
  std::vector<Index> number(skin.surface.shape.vertices.size(), no_index);
  skin.triangles = flat<3>(skin.surface.shape.triangles.cells);
  for (Index& v : skin.triangles) {
    if (number[v] == no_index) {
      number[v] = static_cast<Index>(skin.vertices.size());
      skin.vertices.push_back(skin.surface.own ? v : skin.surface.vertices[v]);
    }
    v = number[v];
  }
}

}  // namespace

Skin::Skin(const std::vector<RecordedBody>& bodies, std::size_t number, Epoch when, SkinShown shown)
    : body(number),
      epoch(std::move(when)),
      mesh(&bodies[number].mesh),
      surface(surface_of(bodies[number], shown, epoch.removed)) {
  sort_by_material(*this);
  number_triangles(*this);
  number_texture_points(*this);
  if (triangles.empty()) number_lines(*mesh, *this);
  if (vertices.empty())
    for (Index v = 0; v < mesh->vertices.size(); ++v) vertices.push_back(v);
  earlier = earlier_neighbours(vertices.size(), triangles, lines);
  if (mesh->tetrahedra.empty()) return;
  tetrahedra =
      vertex_cells(std::span<const Tetrahedron>(mesh->tetrahedra.cells), mesh->vertices.size());
  for (const Tetrahedron& t : mesh->tetrahedra.cells)
    rest_volumes.push_back(std::abs(signed_volume(mesh->vertices[t[0]], mesh->vertices[t[1]],
                                                  mesh->vertices[t[2]], mesh->vertices[t[3]])));
}

std::vector<Vec3d> Skin::positions(std::span<const Vec3d> body) const {
  std::vector<Vec3d> own;
  if (surface.own != nullptr) {
    own = surface.own->positions(body);
    body = own;
  }
  std::vector<Vec3d> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(body[v]);
  return found;
}

std::vector<float> Skin::values(std::span<const float> of_vertices) const {
  std::vector<float> own;
  if (surface.own != nullptr) {
    own = surface.own->embedding.apply(of_vertices);
    of_vertices = own;
  }
  std::vector<float> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(of_vertices[v]);
  return found;
}

std::vector<float> Skin::means(std::span<const float> of_tetrahedra) const {
  std::vector<float> found(tetrahedra.size(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t v = 0; v < tetrahedra.size(); ++v) {
    double sum = 0, weight = 0;
    for (const Index t : tetrahedra[v]) {
      if (!std::isfinite(of_tetrahedra[t])) continue;
      if (!epoch.removed.empty() && epoch.removed[t]) continue;
      sum += rest_volumes[t] * of_tetrahedra[t];
      weight += rest_volumes[t];
    }
    if (weight > 0) found[v] = static_cast<float>(sum / weight);
  }
  return values(found);
}

}  // namespace pliant::record
