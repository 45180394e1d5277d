#pragma once

#include "mesh/generate/lattice_faces.h"
#include "mesh/generate/sized_tree.h"

namespace pliant::generate {

/// The leaves of an octree are filled face by face. Between two leaves of one size lie four
/// tetrahedra round the edge that joins their centres; an edge of the face that a smaller leaf
/// halves halves its tetrahedron. Where four small leaves meet a large one, each small face carries
/// a pyramid to either centre, split in two by the diagonal from the middle of the large face: on
/// the large side these are quarters of the ordinary tetrahedra (Labelle and Shewchuk 2007, 4).
template <class Sink>
class SizedLeafFiller {
 public:
  SizedLeafFiller(const SizedTree& tree, const SizedTree::Leaf& leaf, Sink& sink)
      : tree_(tree), leaf_(leaf), sink_(sink) {}

  void fill() {
    for (int axis = 0; axis < 3; ++axis)
      for (int direction : {1, -1}) fill_face(axis, direction);
  }

 private:
  static Site times(const Site& s, int factor) {
    return {s.x * factor, s.y * factor, s.z * factor};
  }
  static int coordinate(const Site& s, int axis) { return axis == 0 ? s.x : axis == 1 ? s.y : s.z; }

  void fill_face(int axis, int direction) {
    const Site step = times(edge_direction[axis], direction * leaf_.width / 2);
    const int other = tree_.level_at(leaf_.centre() + step);
    if (other < 0) return;  // nothing of the solid lies beyond the tree
    if (other == leaf_.level) {
      if (direction > 0) join_centres(axis);  // or filled from the other side
      return;
    }
    const Site low = direction > 0 ? leaf_.corner : leaf_.corner + step;
    if (other < leaf_.level) {
      add_pyramid(low, leaf_.width, axis, direction);
      return;
    }
    // Four faces of half the width, in the same plane.
    const int half = leaf_.width / 2;
    const Site first = low + times(edge_direction[axis], half / 2);
    const Site u = times(edge_direction[(axis + 1) % 3], half / 2);
    const Site v = times(edge_direction[(axis + 2) % 3], half / 2);
    for (const Site& offset : {Site{}, u, v, u + v})
      add_pyramid(first + offset, half, axis, direction);
  }

  void join_centres(int axis) {
    const Site a = leaf_.centre(), b = a + times(edge_direction[axis], leaf_.width / 2);
    for (int i = 0; i < 4; ++i) {
      const Site p = leaf_.corner + times(face_ring[axis][i], leaf_.width / 2);
      const Site q = leaf_.corner + times(face_ring[axis][(i + 1) % 4], leaf_.width / 2);
      const Site middle{(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2};
      // From the middle of the face through the middle of this edge into the leaves beyond it.
      const Site face_centre{(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
      const Site beyond = times(middle - face_centre, 2);
      const bool halved =
          tree_.level_at(a + beyond) > leaf_.level || tree_.level_at(b + beyond) > leaf_.level;
      if (halved) {
        sink_(a, b, p, middle);
        sink_(a, b, middle, q);
      } else {
        sink_(a, b, p, q);
      }
    }
  }

  // The pyramid from the leaf's centre to the upper face across an axis of the cube with this
  // lowest corner and width; it faces against the axis when direction is -1.
  void add_pyramid(const Site& cube, int width, int axis, int direction) {
    Site ring[4];
    int middle = 0;  // the corner in the middle of the large leaf's face
    for (int i = 0; i < 4; ++i) {
      ring[i] = cube + times(face_ring[axis][direction > 0 ? i : 3 - i], width / 2);
      const int u = coordinate(ring[i], (axis + 1) % 3), v = coordinate(ring[i], (axis + 2) % 3);
      if ((u / width & 1) != 0 && (v / width & 1) != 0) middle = i;
    }
    const auto at = [&](int i) { return ring[(middle + i) % 4]; };
    sink_(leaf_.centre(), at(0), at(1), at(2));
    sink_(leaf_.centre(), at(0), at(2), at(3));
  }

  const SizedTree& tree_;
  const SizedTree::Leaf& leaf_;
  Sink& sink_;
};

/// Calls sink(site, site, site, site) for the tetrahedra that belong to a leaf of a balanced tree.
template <class Sink>
void fill_leaf(const SizedTree& tree, const SizedTree::Leaf& leaf, Sink&& sink) {
  SizedLeafFiller<Sink>(tree, leaf, sink).fill();
}

}  // namespace pliant::generate
