#include "mesh/check_collisions.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "mesh/check_lattice.h"

namespace pliant {

namespace {

struct Box {
  LatticePoint low, high;

  void include(const Box& other) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], other.low[k]);
      high[k] = std::max(high[k], other.high[k]);
    }
  }
  bool touches(const Box& other) const {
    for (int k = 0; k < 3; ++k)
      if (low[k] > other.high[k] || other.low[k] > high[k]) return false;
    return true;
  }
};

struct Face {
  std::array<LatticePoint, 3> corner;
  std::array<Index, 3> place;
  Box box;
};

bool edge_meets(const Face& a, int from, int to, const Face& b) {
  return segment_meets_triangle(a.corner[from], a.corner[to], b.corner[0], b.corner[1],
                                b.corner[2]);
}

// Faces with one corner in common meet beyond it only if the edge opposite that corner of one of
// them meets the other: what they share is convex, starts at the corner and ends there.
bool meet_beyond_corner(const Face& a, int corner_of_a, const Face& b, int corner_of_b) {
  return edge_meets(a, (corner_of_a + 1) % 3, (corner_of_a + 2) % 3, b) ||
         edge_meets(b, (corner_of_b + 1) % 3, (corner_of_b + 2) % 3, a);
}

bool collide(const Face& a, const Face& b) {
  int shared = 0, corner_of_a = 0, corner_of_b = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (a.place[i] == b.place[j]) {
        ++shared;
        corner_of_a = i;
        corner_of_b = j;
      }
  if (shared == 3) return true;   // copies with vertices of their own
  if (shared == 2) return false;  // neighbours: a fold is a spike
  if (shared == 1) return meet_beyond_corner(a, corner_of_a, b, corner_of_b);
  for (int k = 0; k < 3; ++k)
    if (edge_meets(a, k, (k + 1) % 3, b) || edge_meets(b, k, (k + 1) % 3, a)) return true;
  return false;
}

// A binary tree of boxes: node i has the children 2i+1 and 2i+2 and halves its range of faces.
class BoxTree {
 public:
  explicit BoxTree(std::span<const Face> faces) : faces_(faces), order_(faces.size()) {
    for (std::size_t i = 0; i < faces.size(); ++i) order_[i] = static_cast<Index>(i);
    if (!faces.empty()) build(0, 0, faces.size());
  }

  /// The first face, in the tree's order, that collides with face f; no_index for none.
  Index first_hit(Index f) const { return search(f, 0, 0, order_.size()); }

 private:
  static constexpr std::size_t leaf_size = 4;

  void build(std::size_t node, std::size_t begin, std::size_t end) {
    if (boxes_.size() <= node) boxes_.resize(node + 1);
    Box box = faces_[order_[begin]].box;
    for (std::size_t i = begin + 1; i < end; ++i) box.include(faces_[order_[i]].box);
    boxes_[node] = box;
    if (end - begin <= leaf_size) return;
    int axis = 0;
    for (int k = 1; k < 3; ++k)
      if (box.high[k] - box.low[k] > box.high[axis] - box.low[axis]) axis = k;
    const auto middle_of = [&](Index f) {
      return faces_[f].box.low[axis] + faces_[f].box.high[axis];
    };
    const std::size_t middle = (begin + end) / 2;
    std::nth_element(order_.begin() + static_cast<std::ptrdiff_t>(begin),
                     order_.begin() + static_cast<std::ptrdiff_t>(middle),
                     order_.begin() + static_cast<std::ptrdiff_t>(end), [&](Index a, Index b) {
                       return std::pair(middle_of(a), a) < std::pair(middle_of(b), b);
                     });
    build(2 * node + 1, begin, middle);
    build(2 * node + 2, middle, end);
  }

  Index search(Index f, std::size_t node, std::size_t begin, std::size_t end) const {
    if (begin == end || !boxes_[node].touches(faces_[f].box)) return no_index;
    if (end - begin <= leaf_size) {
      for (std::size_t i = begin; i < end; ++i) {
        const Index g = order_[i];
        if (g != f && faces_[g].box.touches(faces_[f].box) && collide(faces_[f], faces_[g]))
          return g;
      }
      return no_index;
    }
    const std::size_t middle = (begin + end) / 2;
    const Index hit = search(f, 2 * node + 1, begin, middle);
    return hit != no_index ? hit : search(f, 2 * node + 2, middle, end);
  }

  std::span<const Face> faces_;
  std::vector<Index> order_;
  std::vector<Box> boxes_;
};

LatticePoint rounded(const Vec3d& p, double longest_side) {
  LatticePoint q;
  for (int k = 0; k < 3; ++k) q[k] = std::llround(std::ldexp(p[k] / longest_side, lattice_bits));
  return q;
}

Face lattice_face(const Points& points, const Triangle& t, const std::vector<Index>& place) {
  Face face;
  for (int k = 0; k < 3; ++k) {
    face.corner[k] = rounded(points.at[t[k]], points.longest_side);
    face.place[k] = place[t[k]];
  }
  face.box = {face.corner[0], face.corner[0]};
  for (int k = 1; k < 3; ++k) face.box.include({face.corner[k], face.corner[k]});
  return face;
}

}  // namespace

std::vector<Index> collided_faces(const Points& points, std::span<const Triangle> faces,
                                  const std::vector<char>& counted,
                                  const std::vector<Index>& place) {
  std::vector<Face> solid;
  std::vector<Index> number;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const Triangle& t = faces[f];
    if (!counted[f] || !points.sane[t[0]] || !points.sane[t[1]] || !points.sane[t[2]] ||
        is_flat(points.at[t[0]], points.at[t[1]], points.at[t[2]]))
      continue;
    const Face face = lattice_face(points, t, place);
    if (!spans_plane(face.corner[0], face.corner[1], face.corner[2])) continue;
    solid.push_back(face);
    number.push_back(static_cast<Index>(f));
  }
  const BoxTree tree(solid);
  std::vector<Index> partner(faces.size(), no_index);
  parallel_for(solid.size(), 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Index hit = tree.first_hit(static_cast<Index>(i));
      if (hit != no_index) partner[number[i]] = number[hit];
    }
  });
  return partner;
}

}  // namespace pliant
