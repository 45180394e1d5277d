#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/tetrahedron.h"
#include "mesh/voronoi/kinds.h"

// E06 6.4.1. The diagram's vertices are the circumcentres of the tetrahedra, then those of the
// boundary triangles, then the midpoints of boundary edges where one is called for.

namespace pliant::voronoi {

namespace {

constexpr std::size_t block_size = 1024;

Vec3d circumcentre(std::span<const Vec3d> x, const Tetrahedron& t) {
  const Vec3d a = x[t[0]];
  return a + circumcentre_or_mean(x[t[1]] - a, x[t[2]] - a, x[t[3]] - a);
}

Vec3d circumcentre(std::span<const Vec3d> x, const Triangle& t) {
  const Vec3d a = x[t[0]];
  return a + circumcentre_or_mean(x[t[1]] - a, x[t[2]] - a);
}

class FaceFinder {
 public:
  FaceFinder(const TetMesh& mesh, std::span<const Index> first_boundary)
      : mesh_(mesh),
        x_(mesh.vertices()),
        first_boundary_(first_boundary),
        own_from_(mesh.tetrahedra().size() + mesh.boundary().size()) {}

  void find(const Line& edge, DiagramPart& out) {
    edge_ = edge;
    const auto a = mesh_.vertex_tetrahedra()[edge[0]];
    const auto b = mesh_.vertex_tetrahedra()[edge[1]];
    unseen_.clear();
    std::ranges::set_intersection(a, b, std::back_inserter(unseen_));
    // Open fans from their clockwise end, so that the walk turns counter-clockwise; then those of
    // an ill-connected neighbourhood; what is left is closed.
    walk_all(out, [&](const Wedge& w) { return neighbour(w.tetrahedron, w.to) == no_index; });
    walk_all(out, [&](const Wedge& w) {
      return neighbour(w.tetrahedron, w.to) == no_index ||
             neighbour(w.tetrahedron, w.from) == no_index;
    });
    walk_all(out, [](const Wedge&) { return true; });
  }

 private:
  // A tetrahedron at the edge, with its other two vertices (by their places in it), walked
  // through from the face with `from` to the face with `to`.
  struct Wedge {
    Index tetrahedron;
    int from, to;
  };

  Index neighbour(Index t, int opposite) const { return mesh_.neighbours()[t][opposite]; }

  // Turning counter-clockwise about the edge: signed_volume(edge, from, to) > 0.
  Wedge wedge(Index t) const {
    const Tetrahedron& v = mesh_.tetrahedra()[t];
    Wedge w{t, -1, -1};
    for (int i = 0; i < 4; ++i)
      if (v[i] != edge_[0] && v[i] != edge_[1]) (w.from < 0 ? w.from : w.to) = i;
    if (signed_volume(x_[edge_[0]], x_[edge_[1]], x_[v[w.from]], x_[v[w.to]]) < 0)
      std::swap(w.from, w.to);
    return w;
  }

  template <class Starts>
  void walk_all(DiagramPart& out, const Starts& starts) {
    for (std::size_t i = 0; i < unseen_.size();) {
      Wedge w = wedge(unseen_[i]);
      if (!starts(w)) {
        ++i;
        continue;
      }
      if (neighbour(w.tetrahedron, w.to) != no_index &&
          neighbour(w.tetrahedron, w.from) == no_index)
        std::swap(w.from, w.to);
      walk(w, out);
      i = 0;
    }
  }

  void walk(Wedge w, DiagramPart& out) {
    const Wedge first = w;
    fan_.clear();
    for (;;) {
      std::erase(unseen_, w.tetrahedron);
      fan_.push_back(w.tetrahedron);
      const Index next = neighbour(w.tetrahedron, w.from);
      if (next == no_index || std::ranges::find(unseen_, next) == unseen_.end()) break;
      const Index shared = mesh_.tetrahedra()[w.tetrahedron][w.to];
      Wedge n = wedge(next);
      if (mesh_.tetrahedra()[next][n.from] != shared) std::swap(n.from, n.to);
      w = n;
    }
    // The face entered by lies opposite `to`; the one left by, opposite `from`.
    if (neighbour(first.tetrahedron, first.to) == no_index &&
        neighbour(w.tetrahedron, w.from) == no_index)
      close_at_surface(first, w, out);
    out.face_vertices.insert(out.face_vertices.end(), fan_.begin(), fan_.end());
    out.face_ends.push_back(out.face_vertices.size());
    out.face_particles.push_back(edge_);
  }

  // The number of the circumcentre of a boundary triangle.
  Index triangle_vertex(Index t, int side) const {
    Index number = static_cast<Index>(mesh_.tetrahedra().size()) + first_boundary_[t];
    for (int i = 0; i < side; ++i) number += neighbour(t, i) == no_index ? 1 : 0;
    return number;
  }

  // How far the circumcentre of the boundary triangle with the edge and `third` lies from the
  // edge, towards `third`, times twice the triangle's area over the edge's length: it has the
  // sign of the angle's cosine at `third`.
  double towards(Index third) const {
    const Vec3d u = x_[edge_[0]] - x_[third];
    const Vec3d v = x_[edge_[1]] - x_[third];
    const double cosine = dot(u, v);
    const double rounding = 16 * std::numeric_limits<double>::epsilon() * length(u) * length(v);
    return std::abs(cosine) <= rounding ? 0 : cosine;
  }

  void close_at_surface(const Wedge& first, const Wedge& last, DiagramPart& out) {
    const Tetrahedron& t0 = mesh_.tetrahedra()[first.tetrahedron];
    const Tetrahedron& t1 = mesh_.tetrahedra()[last.tetrahedron];
    fan_.insert(fan_.begin(), triangle_vertex(first.tetrahedron, first.to));
    fan_.push_back(triangle_vertex(last.tetrahedron, last.from));
    // On the edge itself a circumcentre is the midpoint already.
    if (towards(t0[first.from]) * towards(t1[last.to]) <= 0) return;
    fan_.push_back(static_cast<Index>(own_from_ + out.vertices.size()));
    out.vertices.push_back((x_[edge_[0]] + x_[edge_[1]]) / 2.0);
    out.dependencies.push_back(t0);
  }

  const TetMesh& mesh_;
  std::span<const Vec3d> x_;
  std::span<const Index> first_boundary_;
  std::size_t own_from_;
  Line edge_{};
  std::vector<Index> unseen_, fan_;
};

}  // namespace

VoronoiDiagram circumcentre_diagram(const TetMesh& mesh, const Progress& progress) {
  const auto tetrahedra = mesh.tetrahedra();
  VoronoiDiagram diagram;
  for (const Tetrahedron& t : tetrahedra) {
    diagram.vertices.push_back(circumcentre(mesh.vertices(), t));
    diagram.dependencies.push_back(t);
  }
  std::vector<Index> first_boundary;  // for each tetrahedron its first boundary triangle
  Index boundary = 0;
  for (std::size_t t = 0; t < tetrahedra.size(); ++t) {
    first_boundary.push_back(boundary);
    for (int side = 0; side < 4; ++side) {
      if (mesh.neighbours()[t][side] != no_index) continue;
      diagram.vertices.push_back(circumcentre(mesh.vertices(), mesh.boundary()[boundary++]));
      diagram.dependencies.push_back(tetrahedra[t]);
    }
  }
  std::vector<DiagramPart> parts((mesh.edges().size() + block_size - 1) / block_size);
  for_each_block(parts.size(), progress, "building the Voronoi diagram", [&](std::size_t block) {
    FaceFinder finder(mesh, first_boundary);
    const std::size_t end = std::min((block + 1) * block_size, mesh.edges().size());
    for (std::size_t e = block * block_size; e < end; ++e)
      finder.find(mesh.edges()[e], parts[block]);
  });
  append_parts(diagram, parts, tetrahedra.size() + mesh.boundary().size());
  list_cell_faces(diagram, mesh.vertices().size());
  return diagram;
}

}  // namespace pliant::voronoi
