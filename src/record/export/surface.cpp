#include "record/export/surface.h"

#include <pliant/topology.h>

#include <algorithm>

#include "mesh/cut_surface.h"

namespace pliant::record {

std::vector<Vec3d> Surface::positions(std::span<const Vec3d> body) const {
  if (own != nullptr) return own->positions(body);
  std::vector<Vec3d> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(body[v]);
  return found;
}

std::vector<float> Surface::values(std::span<const float> body) const {
  if (own != nullptr) return own->embedding.apply(body);
  std::vector<float> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(body[v]);
  return found;
}

namespace {

std::vector<Tetrahedron> left_of(const Mesh& mesh, const std::vector<bool>& removed) {
  std::vector<Tetrahedron> left;
  for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t)
    if (removed.empty() || !removed[t]) left.push_back(mesh.tetrahedra[t]);
  return left;
}

Surface coarse_surface(const Mesh& mesh, const std::vector<bool>& removed) {
  Surface surface;
  std::vector<Triangle>& triangles = surface.shape.triangles.cells;
  triangles = mesh.triangles.cells;
  if (mesh.tetrahedra.empty() && !mesh.hexahedra.empty()) {
    triangles = boundary_triangles(std::span<const Hexahedron>(mesh.hexahedra.cells));
  } else if (mesh.tetrahedra.empty()) {
    surface.shape.appearance = mesh.appearance;
  } else {
    const std::vector<Tetrahedron> cells = left_of(mesh, removed);
    triangles = boundary_triangles(
        cells, tetrahedron_neighbours(cells, vertex_cells<4>(cells, mesh.vertices.size())));
  }
  std::vector<Index> number(mesh.vertices.size(), no_index);
  for (Triangle& triangle : triangles)
    for (Index& v : triangle) {
      if (number[v] == no_index) {
        number[v] = static_cast<Index>(surface.vertices.size());
        surface.vertices.push_back(v);
      }
      v = number[v];
    }
  surface.shape.vertices = surface.positions(mesh.vertices);
  return surface;
}

}  // namespace

Surface surface_of(const RecordedBody& body, SkinShown skin, const std::vector<bool>& removed) {
  if (skin == SkinShown::coarse || !body.surface || body.surface->surface.triangles.empty())
    return coarse_surface(body.mesh, removed);
  Surface surface;
  surface.own = body.surface;
  if (!removed.empty())
    surface.own =
        std::make_shared<const EmbeddedSurface>(cut_surface(*body.surface, body.mesh, removed));
  surface.shape.vertices = surface.own->surface.vertices;
  surface.shape.triangles = surface.own->surface.triangles;
  surface.shape.appearance = surface.own->surface.appearance;
  return surface;
}

RemovedOfBodies removed_of(const RecordedFrame& frame) {
  RemovedOfBodies removed;
  for (const BodyFrame& body : frame.bodies) removed.push_back(removed_tetrahedra(body));
  return removed;
}

namespace {

// The shortest ones join the ones after them.
void merge(std::vector<Epoch>& epochs, std::size_t most) {
  while (epochs.size() > most) {
    const auto shortest = std::min_element(
        epochs.begin(), std::prev(epochs.end()),
        [](const Epoch& a, const Epoch& b) { return a.end - a.first < b.end - b.first; });
    std::next(shortest)->first = shortest->first;
    epochs.erase(shortest);
  }
}

}  // namespace

std::vector<std::vector<Epoch>> epochs_of(const Recording& recording,
                                          const std::vector<std::int64_t>& frames, std::size_t most,
                                          bool& merged) {
  const Epoch always{0, recording.frames(), {}};
  std::vector<std::vector<Epoch>> epochs(recording.bodies().size(), {always});
  if (!recording.has_field(removed_field)) return epochs;
  for (const std::int64_t frame : frames) {
    RemovedOfBodies removed = removed_of(recording.read(frame));
    for (std::size_t b = 0; b < removed.size(); ++b) {
      if (frame == frames.front()) epochs[b].back().removed = removed[b];
      if (epochs[b].back().removed == removed[b]) continue;
      epochs[b].back().end = frame;
      epochs[b].push_back({frame, recording.frames(), std::move(removed[b])});
    }
  }
  for (std::vector<Epoch>& list : epochs) {
    merged = merged || list.size() > most;
    merge(list, most);
  }
  return epochs;
}

}  // namespace pliant::record
