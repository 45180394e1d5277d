#include "mesh/generate/solids.h"

#include <pliant/quality.h>

#include <algorithm>
#include <memory>

#include "mesh/disjoint_sets.h"
#include "mesh/generate/surface_field.h"
#include "mesh/triangle_tree.h"

namespace pliant::generate {

namespace {

struct SurfacePiece {
  std::vector<Triangle> triangles;
  Box box;
  std::unique_ptr<TriangleTree> tree;
};

// More pieces than this are not told apart: text and foliage rather than solids.
constexpr std::size_t most_pieces = 1000;

std::vector<SurfacePiece> walls_of(const Mesh& surface) {
  const std::vector<Index> merged = merged_vertices(surface.vertices);
  DisjointSets sets(surface.vertices.size());
  for (const Triangle& t : surface.triangles.cells)
    for (Index v : t) sets.join(merged[t[0]], merged[v]);
  std::vector<Index> number(surface.vertices.size(), no_index);
  std::vector<SurfacePiece> pieces;
  for (const Triangle& t : surface.triangles.cells) {
    Index& n = number[sets.find(merged[t[0]])];
    if (n == no_index) {
      n = static_cast<Index>(pieces.size());
      pieces.emplace_back();
    }
    pieces[n].triangles.push_back(t);
    for (Index v : t) pieces[n].box.add(surface.vertices[v]);
  }
  return pieces;
}

class PieceMeeting {
 public:
  PieceMeeting(const Mesh& surface, std::vector<SurfacePiece>& pieces)
      : surface_(surface), pieces_(pieces) {}

  bool meet(std::size_t a, std::size_t b) {
    return pieces_[a].box.overlaps(pieces_[b].box) && (reaches_into(a, b) || reaches_into(b, a));
  }

 private:
  const TriangleTree& tree(std::size_t piece) {
    auto& tree = pieces_[piece].tree;
    if (!tree) tree = std::make_unique<TriangleTree>(surface_.vertices, pieces_[piece].triangles);
    return *tree;
  }

  // True when an edge of `a` crosses `b` or a vertex of `a` lies inside it.
  bool reaches_into(std::size_t a, std::size_t b) {
    std::vector<double> hits;
    const Vec3d& first = surface_.vertices[pieces_[a].triangles[0][0]];
    if (std::abs(tree(b).winding_number(first)) > 0.5) return true;
    for (const Triangle& t : pieces_[a].triangles)
      for (int i = 0; i < 3; ++i) {
        const Vec3d &p = surface_.vertices[t[i]], &q = surface_.vertices[t[(i + 1) % 3]];
        Box box;
        box.add(p);
        box.add(q);
        if (!box.overlaps(pieces_[b].box)) continue;
        tree(b).crossings(p, q, hits);
        if (!hits.empty()) return true;
      }
    return false;
  }

  const Mesh& surface_;
  std::vector<SurfacePiece>& pieces_;
};

}  // namespace

std::vector<Solid> separate_solids(const Mesh& surface) {
  std::vector<SurfacePiece> pieces = walls_of(surface);
  if (pieces.size() == 1 || pieces.size() > most_pieces) return {{surface, pieces.size() == 1}};
  DisjointSets sets(pieces.size());
  PieceMeeting meeting(surface, pieces);
  for (Index a = 0; a < pieces.size(); ++a)
    for (Index b = a + 1; b < pieces.size(); ++b)
      if (sets.find(a) != sets.find(b) && meeting.meet(a, b)) sets.join(a, b);
  std::vector<Solid> solids;
  for (Index root = 0; root < pieces.size(); ++root) {
    if (sets.find(root) != root) continue;
    Mesh& solid = solids.emplace_back().surface;
    int outwards = 0, inwards = 0;
    std::vector<Index> number(surface.vertices.size(), no_index);
    for (Index p = root; p < pieces.size(); ++p) {
      if (sets.find(p) != root) continue;
      // A piece that faces inwards is the wall of a cavity, in which another solid may lie.
      const bool out = enclosed_volume(surface.vertices, pieces[p].triangles) > 0;
      ++(out ? outwards : inwards);
      for (Triangle t : pieces[p].triangles) {
        for (Index& v : t) {
          if (number[v] == no_index) {
            number[v] = static_cast<Index>(solid.vertices.size());
            solid.vertices.push_back(surface.vertices[v]);
          }
          v = number[v];
        }
        solid.triangles.cells.push_back(t);
      }
    }
    solids.back().single = outwards <= 1 || inwards == 0;
    // All pieces of a surface that was made inside out face inwards.
    solids.back().cavities =
        static_cast<std::size_t>(std::min(outwards, inwards) > 0 ? inwards : 0);
  }
  return solids;
}

}  // namespace pliant::generate
