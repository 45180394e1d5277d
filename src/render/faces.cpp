#include "render/faces.h"

#include <pliant/topology.h>

#include <algorithm>
#include <unordered_map>

namespace pliant::render {

namespace {

template <std::size_t N>
Vec3d centre(const Mesh& mesh, const Cell<N>& cell) {
  Vec3d sum;
  for (Index v : cell) sum += mesh.vertices[v];
  return sum / static_cast<double>(N);
}

void add_tetrahedra(const Mesh& mesh, const std::function<bool(const Vec3d&)>& kept,
                    const std::vector<bool>* absent, std::vector<Face>& faces) {
  const std::span<const Tetrahedron> cells(mesh.tetrahedra.cells);
  const auto neighbours = tetrahedron_neighbours(cells, vertex_cells(cells, mesh.vertices.size()));
  std::vector<char> there(cells.size());
  for (std::size_t t = 0; t < cells.size(); ++t)
    there[t] = !(absent && (*absent)[t]) && kept(centre(mesh, cells[t]));
  for (std::size_t t = 0; t < cells.size(); ++t) {
    if (!there[t]) continue;
    const auto& c = cells[t];
    const bool turned = signed_volume(mesh.vertices[c[0]], mesh.vertices[c[1]], mesh.vertices[c[2]],
                                      mesh.vertices[c[3]]) < 0;
    for (int side = 0; side < 4; ++side) {
      const Index n = neighbours[t][side];
      if (n != no_index && there[n]) continue;
      Triangle f = face_of(c, side);
      if (turned) std::swap(f[1], f[2]);
      faces.push_back({f, n != no_index, 7, static_cast<Index>(t)});
    }
  }
}

// Faces of a hexahedron, outwards, in the order of its vertices (bottom square, then top).
constexpr int hexahedron_face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                       {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

void add_hexahedra(const Mesh& mesh, const std::function<bool(const Vec3d&)>& kept,
                   std::vector<Face>& faces) {
  struct Hash {
    std::size_t operator()(const Cell<4>& q) const {
      std::size_t h = 0;
      for (Index v : q) h = h * 0x9E3779B97F4A7C15u + v;
      return h;
    }
  };
  struct Sides {
    int all = 0, there = 0;
  };
  std::unordered_map<Cell<4>, Sides, Hash> sides;
  const auto quad = [](const Hexahedron& h, int side) {
    const int* f = hexahedron_face[side];
    return Cell<4>{h[f[0]], h[f[1]], h[f[2]], h[f[3]]};
  };
  const auto key = [&](const Hexahedron& h, int side) {
    Cell<4> q = quad(h, side);
    std::ranges::sort(q);
    return q;
  };
  for (const auto& h : mesh.hexahedra.cells)
    for (int side = 0; side < 6; ++side) {
      Sides& s = sides[key(h, side)];
      ++s.all;
      s.there += kept(centre(mesh, h)) ? 1 : 0;
    }
  for (const auto& h : mesh.hexahedra.cells) {
    if (!kept(centre(mesh, h))) continue;
    for (int side = 0; side < 6; ++side) {
      const Sides s = sides[key(h, side)];
      if (s.there > 1) continue;
      const Cell<4> q = quad(h, side);
      faces.push_back({{q[0], q[1], q[2]}, s.all > 1, 3});
      faces.push_back({{q[0], q[2], q[3]}, s.all > 1, 6});
    }
  }
}

}  // namespace

std::vector<Face> faces_to_draw(const Mesh& mesh, const std::function<bool(const Vec3d&)>& kept,
                                const std::vector<bool>* absent) {
  std::vector<Face> faces;
  if (!mesh.tetrahedra.empty()) add_tetrahedra(mesh, kept, absent, faces);
  if (!mesh.hexahedra.empty()) add_hexahedra(mesh, kept, faces);
  if (mesh.tetrahedra.empty() && mesh.hexahedra.empty())
    for (const auto& f : mesh.triangles.cells)
      if (kept(centre(mesh, f))) faces.push_back({f, false, 7});
  return faces;
}

}  // namespace pliant::render
