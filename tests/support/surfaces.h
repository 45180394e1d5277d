#pragma once

#include <pliant/io.h>
#include <pliant/tet_mesh.h>

#include <cmath>
#include <map>
#include <utility>

#include "support/models.h"

namespace pliant::test {

/// A sphere about the origin: an octahedron whose triangles are quartered `times` times.
inline Mesh sphere_surface(double radius, int times) {
  Mesh mesh;
  mesh.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  mesh.triangles.cells = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                          {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (; times > 0; --times) {
    std::map<std::pair<Index, Index>, Index> middles;
    const auto middle = [&](Index a, Index b) {
      const auto [at, added] =
          middles.try_emplace(std::minmax(a, b), static_cast<Index>(mesh.vertices.size()));
      if (added) mesh.vertices.push_back(normalised(mesh.vertices[a] + mesh.vertices[b]));
      return at->second;
    };
    std::vector<Triangle> finer;
    for (const auto& [a, b, c] : mesh.triangles.cells) {
      const Index x = middle(a, b), y = middle(b, c), z = middle(c, a);
      for (const Triangle& t : {Triangle{a, x, z}, {x, b, y}, {z, y, c}, {x, y, z}})
        finer.push_back(t);
    }
    mesh.triangles.cells = std::move(finer);
  }
  for (Vec3d& v : mesh.vertices) v *= radius;
  return mesh;
}

/// The axis-aligned box between two corners, two triangles a side.
inline Mesh box_surface(const Vec3d& low, const Vec3d& high) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back(
        {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  for (const auto& [a, b, c, d] : {std::array<Index, 4>{0, 2, 3, 1},
                                   {4, 5, 7, 6},
                                   {0, 1, 5, 4},
                                   {2, 6, 7, 3},
                                   {0, 4, 6, 2},
                                   {1, 3, 7, 5}}) {
    mesh.triangles.cells.push_back({a, b, c});
    mesh.triangles.cells.push_back({a, c, d});
  }
  return mesh;
}

/// The boundary of one of the real tetrahedral meshes.
inline Mesh model_surface(const std::string& name) {
  const TetMesh solid(read_mesh(model(name + ".node")));
  Mesh surface;
  surface.vertices = solid.mesh().vertices;
  surface.triangles.cells.assign(solid.boundary().begin(), solid.boundary().end());
  return surface;
}

}  // namespace pliant::test
