#include "mesh/generate/graded.h"

#include "base/joined.h"
#include "base/parallel.h"
#include "mesh/generate/cube_tree.h"
#include "mesh/generate/lattice_faces.h"

// The leaves of the cube tree are filled face by face. Between two leaves of one size lie four
// tetrahedra round the edge that joins their centres; an edge of the face that a smaller leaf
// halves halves its tetrahedron. Where four small leaves meet a large one, each small face carries
// a pyramid to either centre, split in two by the diagonal from the middle of the large face: on
// the large side these are quarters of the ordinary tetrahedra.

namespace pliant::generate {

namespace {

Site times(const Site& s, int factor) {
  return {s.x * factor, s.y * factor, s.z * factor};
}

int coordinate(const Site& s, int axis) {
  return axis == 0 ? s.x : axis == 1 ? s.y : s.z;
}

// A leaf of the cube tree: its lowest corner and the length of its edges in half-units.
struct Leaf {
  Site corner;
  int width;
  int level;
  Site centre() const { return corner + times({1, 1, 1}, width / 2); }
};

template <class Sink>
class LeafFiller {
 public:
  LeafFiller(const WarpedLattice& lattice, const CubeTree& tree, Sink& sink)
      : lattice_(lattice), tree_(tree), sink_(sink) {}

  void fill(const Leaf& leaf) {
    for (int axis = 0; axis < 3; ++axis)
      for (int direction : {1, -1}) fill_face(leaf, axis, direction);
  }

 private:
  int level_at(const Site& s) const { return tree_.level(s.x >> 1, s.y >> 1, s.z >> 1); }

  void fill_face(const Leaf& leaf, int axis, int direction) {
    const Site step = times(edge_direction[axis], direction * leaf.width / 2);
    const int other = level_at(leaf.centre() + step);
    if (other == leaf.level) {
      if (direction < 0) return;  // filled from the other side
      leaf.level == 0 ? cut_face(lattice_, leaf.corner, axis, sink_) : join_centres(leaf, axis);
      return;
    }
    const Site low = direction > 0 ? leaf.corner : leaf.corner + step;
    if (other > leaf.level) {
      add_pyramid(leaf.centre(), low, leaf.width, axis, direction);
      return;
    }
    // Four faces of half the width, in the same plane.
    const int half = leaf.width / 2;
    const Site first = low + times(edge_direction[axis], half / 2);
    const Site u = times(edge_direction[(axis + 1) % 3], half / 2);
    const Site v = times(edge_direction[(axis + 2) % 3], half / 2);
    for (const Site& offset : {Site{}, u, v, u + v})
      add_pyramid(leaf.centre(), first + offset, half, axis, direction);
  }

  // Four tetrahedra round the edge between the centres of two large leaves of one size.
  void join_centres(const Leaf& leaf, int axis) {
    const Site a = leaf.centre(), b = a + times(edge_direction[axis], leaf.width / 2);
    for (int i = 0; i < 4; ++i) {
      const Site p = leaf.corner + times(face_ring[axis][i], leaf.width / 2);
      const Site q = leaf.corner + times(face_ring[axis][(i + 1) % 4], leaf.width / 2);
      const Site middle{(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2};
      // From the middle of the face through the middle of this edge into the leaves beyond it.
      const Site face_centre{(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
      const Site beyond = times(middle - face_centre, 2);
      const bool halved = level_at(a + beyond) < leaf.level || level_at(b + beyond) < leaf.level;
      if (halved) {
        add(a, b, p, middle);
        add(a, b, middle, q);
      } else {
        add(a, b, p, q);
      }
    }
  }

  // The pyramid from a centre to the upper face across an axis of the cube with this lowest corner
  // and width; it faces against the axis when direction is -1.
  void add_pyramid(const Site& top, const Site& cube, int width, int axis, int direction) {
    Site ring[4];
    int middle = 0;  // the corner in the middle of the large leaf's face
    for (int i = 0; i < 4; ++i) {
      ring[i] = cube + times(face_ring[axis][direction > 0 ? i : 3 - i], width / 2);
      const int u = coordinate(ring[i], (axis + 1) % 3), v = coordinate(ring[i], (axis + 2) % 3);
      if ((u / width & 1) != 0 && (v / width & 1) != 0) middle = i;
    }
    const auto at = [&](int i) { return ring[(middle + i) % 4]; };
    add(top, at(0), at(1), at(2));
    add(top, at(0), at(2), at(3));
  }

  void add(const Site& a, const Site& b, const Site& c, const Site& d) {
    sink_(Piece{a, a}, Piece{b, b}, Piece{c, c}, Piece{d, d});
  }

  const WarpedLattice& lattice_;
  const CubeTree& tree_;
  Sink& sink_;
};

// Calls sink for every tetrahedron of the leaves whose lowest corner lies in this block.
template <class Sink>
void fill_block(const WarpedLattice& lattice, const CubeTree& tree, std::size_t block,
                Sink&& sink) {
  LeafFiller<Sink> filler(lattice, tree, sink);
  const Site corner = lattice.lattice().block_site(block);
  for (int cell = 0; cell < cells_per_block; ++cell) {
    const Site s = Lattice::site(corner, 2 * cell);
    const int level = tree.level(s.x >> 1, s.y >> 1, s.z >> 1);
    const int width = 2 << level;
    const bool lowest = ((s.x | s.y | s.z) & (width - 1)) == 0;
    if (lowest) filler.fill({s, width, level});
  }
}

}  // namespace

std::vector<Tetrahedron> graded_tetrahedra(WarpedLattice& lattice) {
  const CubeTree tree(lattice);
  const auto& order = lattice.order();
  lattice.clear_use();
  parallel_for(order.size(), 1, [&](std::size_t begin, std::size_t end) {
    const auto mark = [&](const Piece& p) {
      if (p.from == p.to) lattice.use(p.from);
    };
    for (std::size_t n = begin; n < end; ++n)
      fill_block(lattice, tree, order[n], [&](const auto&... pieces) { (mark(pieces), ...); });
  });
  lattice.number_used_vertices();
  std::vector<std::vector<Tetrahedron>> made(order.size());
  parallel_for(order.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      fill_block(lattice, tree, order[n],
                 [&](const auto&... pieces) { made[n].push_back({lattice.vertex(pieces)...}); });
  });
  return joined(std::move(made));
}

}  // namespace pliant::generate
