#include <cmath>
#include <cstdint>
#include <numbers>
#include <unordered_map>

#include "mesh/generate/shapes_blocks.h"
#include "mesh/generate/shapes_builders.h"

namespace pliant::shape {

namespace {

struct Solid {
  std::vector<Vec3d> vertices;
  std::vector<Triangle> triangles;
};

Solid octahedron() {
  return {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
          {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
}

// A cube whose faces are cut along the edges of a regular tetrahedron.
Solid cut_cube() {
  const double a = 1 / std::sqrt(3.0);
  return {{{-a, -a, -a},
           {a, -a, -a},
           {a, a, -a},
           {-a, a, -a},
           {-a, -a, a},
           {a, -a, a},
           {a, a, a},
           {-a, a, a}},
          {{0, 2, 1},
           {0, 3, 2},
           {5, 6, 7},
           {5, 7, 4},
           {0, 1, 5},
           {0, 5, 4},
           {2, 6, 5},
           {2, 5, 1},
           {7, 6, 2},
           {7, 2, 3},
           {0, 7, 3},
           {0, 4, 7}}};
}

Solid icosahedron() {
  // A vertex at each pole and two rings of five between them.
  Solid solid;
  const double high = 1 / std::sqrt(5.0), wide = 2 / std::sqrt(5.0);
  solid.vertices.push_back({0, 1, 0});
  for (int ring = 0; ring < 2; ++ring)
    for (int i = 0; i < 5; ++i) {
      const double angle = std::numbers::pi * (2 * i + ring) / 5;
      solid.vertices.push_back(
          {wide * std::cos(angle), ring == 0 ? high : -high, -wide * std::sin(angle)});
    }
  solid.vertices.push_back({0, -1, 0});
  for (Index i = 0; i < 5; ++i) {
    const Index upper = 1 + i, next_upper = 1 + (i + 1) % 5;
    const Index lower = 6 + i, next_lower = 6 + (i + 1) % 5;
    solid.triangles.push_back({0, upper, next_upper});
    solid.triangles.push_back({upper, lower, next_upper});
    solid.triangles.push_back({next_upper, lower, next_lower});
    solid.triangles.push_back({lower, 11, next_lower});
  }
  return solid;
}

Solid with_faces(std::size_t faces) {
  return faces == 8 ? octahedron() : faces == 12 ? cut_cube() : icosahedron();
}

// Cuts every triangle into four; the new vertices go on the unit sphere.
void subdivide(Solid& solid) {
  std::unordered_map<std::uint64_t, Index> known;
  const auto middle = [&](Index a, Index b) {
    const std::uint64_t key = std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
    const auto [entry, added] = known.try_emplace(key, static_cast<Index>(solid.vertices.size()));
    if (added) solid.vertices.push_back(normalised(solid.vertices[a] + solid.vertices[b]));
    return entry->second;
  };
  std::vector<Triangle> finer;
  finer.reserve(4 * solid.triangles.size());
  for (const auto& [a, b, c] : solid.triangles) {
    const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  }
  solid.triangles = std::move(finer);
}

// A sphere that stands on the floor; its lowest vertex has y = 0.
Solid standing_sphere(const Values& values, std::size_t faces) {
  Solid solid = with_faces(faces);
  const std::size_t levels = values.count("levels");
  for (std::size_t level = 0; level < levels; ++level) subdivide(solid);
  double lowest = 0;
  for (const auto& v : solid.vertices) lowest = std::min(lowest, v.y);
  for (auto& v : solid.vertices) v = values["radius"] * (v - Vec3d{0, lowest, 0});
  return solid;
}

}  // namespace

Mesh icosphere(const Values& values) {
  Solid solid = standing_sphere(values, values.count("faces"));
  Mesh mesh;
  mesh.vertices = std::move(solid.vertices);
  mesh.triangles.cells = std::move(solid.triangles);
  return mesh;
}

Mesh fan(const Values& values) {
  Solid solid = standing_sphere(values, 20);
  Mesh mesh;
  mesh.vertices = std::move(solid.vertices);
  const auto centre = static_cast<Index>(mesh.vertices.size());
  mesh.vertices.push_back({0, values["radius"], 0});
  mesh.tetrahedra.cells.reserve(solid.triangles.size());
  for (const auto& [a, b, c] : solid.triangles) mesh.tetrahedra.cells.push_back({a, c, b, centre});
  return mesh;
}

Mesh cloth(const Values& values) {
  const std::size_t nx = values.count("cells_x"), nz = values.count("cells_z");
  check_cell_count(static_cast<double>(nx) * static_cast<double>(nz));
  const auto place = [&](double i, double k) {
    return Vec3d{(i / static_cast<double>(nx) - 0.5) * values["length"], 0,
                 (k / static_cast<double>(nz) - 0.5) * values["width"]};
  };
  const auto corner = [&](std::size_t i, std::size_t k) {
    return static_cast<Index>(i * (nz + 1) + k);
  };
  Mesh mesh;
  mesh.vertices.reserve((nx + 1) * (nz + 1) + nx * nz);
  for (std::size_t i = 0; i <= nx; ++i)
    for (std::size_t k = 0; k <= nz; ++k)
      mesh.vertices.push_back(place(static_cast<double>(i), static_cast<double>(k)));
  mesh.triangles.cells.reserve(4 * nx * nz);
  for (std::size_t i = 0; i < nx; ++i)
    for (std::size_t k = 0; k < nz; ++k) {
      const auto centre = static_cast<Index>(mesh.vertices.size());
      mesh.vertices.push_back(place(static_cast<double>(i) + 0.5, static_cast<double>(k) + 0.5));
      const Index around[4] = {corner(i, k), corner(i, k + 1), corner(i + 1, k + 1),
                               corner(i + 1, k)};
      for (int side = 0; side < 4; ++side)
        mesh.triangles.cells.push_back({around[side], around[(side + 1) % 4], centre});
    }
  return mesh;
}

Mesh chain(const Values& values) {
  const std::size_t links = values.count("links");
  Mesh mesh;
  mesh.vertices.reserve(links + 1);
  mesh.lines.cells.reserve(links);
  for (std::size_t i = 0; i <= links; ++i)
    mesh.vertices.push_back(
        {(static_cast<double>(i) / static_cast<double>(links) - 0.5) * values["length"], 0, 0});
  for (Index i = 0; i < links; ++i) mesh.lines.cells.push_back({i, i + 1});
  return mesh;
}

}  // namespace pliant::shape
