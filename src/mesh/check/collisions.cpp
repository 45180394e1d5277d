#include "mesh/check/collisions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/parallel.h"
#include "mesh/box_tree.h"
#include "mesh/cells.h"
#include "mesh/check/lattice.h"

namespace pliant {

namespace {

struct Face {
  std::array<LatticePoint, 3> corner;
  std::array<Index, 3> place;
  Box box;  // exact: whole numbers below 2^53
  Vec3d normal;
  double normal_error = 0;  // of the normal times a vector, per sum of the vector's components
};

Vec3d real(const LatticePoint& p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

// Round the edge opposite a corner.
Box opposite_box(const Face& face, int corner) {
  Box box;
  box.add(real(face.corner[(corner + 1) % 3]));
  box.add(real(face.corner[(corner + 2) % 3]));
  return box;
}

int corner_at(const Face& face, Index place) {
  return static_cast<int>(std::ranges::find(face.place, place) - face.place.begin());
}

// +1 or -1 where p certainly lies on that side of the face's plane, 0 where rounding may hide it.
int sure_side(const Face& face, const LatticePoint& p) {
  const Vec3d d = real(p) - real(face.corner[0]);
  const double height = dot(face.normal, d);
  const double error = face.normal_error * (std::abs(d.x) + std::abs(d.y) + std::abs(d.z));
  return height > error ? 1 : height < -error ? -1 : 0;
}

// Whether a box certainly lies wholly on one side of the face's plane.
bool is_beside(const Face& face, const Box& box) {
  const Vec3d d = box.centre() - real(face.corner[0]), half = box.size() / 2.0;
  const Vec3d n = face.normal;
  const double reach =
      std::abs(n.x) * half.x + std::abs(n.y) * half.y + std::abs(n.z) * half.z +
      2 * face.normal_error *
          (std::abs(d.x) + std::abs(d.y) + std::abs(d.z) + half.x + half.y + half.z);
  return std::abs(dot(n, d)) > reach;
}

bool edge_meets(const Face& a, int from, int to, const Face& b) {
  const int side = sure_side(b, a.corner[from]);
  if (side != 0 && side == sure_side(b, a.corner[to])) return false;
  return segment_meets_triangle(a.corner[from], a.corner[to], b.corner[0], b.corner[1],
                                b.corner[2]);
}

// Faces with one corner in common meet beyond it only if the edge opposite that corner of one of
// them meets the other: what they share is convex, starts at the corner and ends there.
bool meet_beyond_corner(const Face& a, int corner_of_a, const Face& b, int corner_of_b) {
  return (opposite_box(a, corner_of_a).overlaps(b.box) &&
          edge_meets(a, (corner_of_a + 1) % 3, (corner_of_a + 2) % 3, b)) ||
         (opposite_box(b, corner_of_b).overlaps(a.box) &&
          edge_meets(b, (corner_of_b + 1) % 3, (corner_of_b + 2) % 3, a));
}

// Copies apart, which share all three places: those are looked up.
bool collide(const Face& a, const Face& b) {
  int shared = 0, corner_of_a = 0, corner_of_b = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (a.place[i] == b.place[j]) {
        ++shared;
        corner_of_a = i;
        corner_of_b = j;
      }
  if (shared >= 2) return false;  // neighbours: a fold is a spike
  if (shared == 1) return meet_beyond_corner(a, corner_of_a, b, corner_of_b);
  for (int k = 0; k < 3; ++k)
    if (edge_meets(a, k, (k + 1) % 3, b) || edge_meets(b, k, (k + 1) % 3, a)) return true;
  return false;
}

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
  for (const LatticePoint& p : face.corner) face.box.add(real(p));
  // Differences are exact; products and sums of them lose less than 16 units in the last place.
  const Vec3d e = real(face.corner[1]) - real(face.corner[0]);
  const Vec3d g = real(face.corner[2]) - real(face.corner[0]);
  face.normal = cross(e, g);
  face.normal_error = 16 * std::numeric_limits<double>::epsilon() *
                      (std::abs(e.x) + std::abs(e.y) + std::abs(e.z)) *
                      (std::abs(g.x) + std::abs(g.y) + std::abs(g.z));
  return face;
}

bool is_solid(const Points& points, const Triangle& t) {
  if (!points.sane[t[0]] || !points.sane[t[1]] || !points.sane[t[2]]) return false;
  const Vec3d &a = points.at[t[0]], &b = points.at[t[1]], &c = points.at[t[2]];
  const double side = points.longest_side;
  return !is_flat(a, b, c) && spans_plane(rounded(a, side), rounded(b, side), rounded(c, side));
}

// The faces of those chosen that have an area.
struct SolidFaces {
  std::vector<Face> faces;
  std::vector<Index> number;
};

SolidFaces solid_faces(const Points& points, std::span<const Triangle> faces,
                       std::span<const Index> chosen, const std::vector<Index>& place) {
  SolidFaces solid;
  for (Index f : chosen) {
    if (!is_solid(points, faces[f])) continue;
    solid.faces.push_back(lattice_face(points, faces[f], place));
    solid.number.push_back(f);
  }
  return solid;
}

// A tree of boxes that knows where all faces of a node have a corner in common. The boxes of faces
// round one edge or corner all overlap; without this each would be compared with every other.
class FaceTree {
 public:
  // Over `count` of the faces from `first` on.
  FaceTree(std::span<const Face> all, std::size_t first, std::size_t count)
      : faces_(all.subspan(first, count)), first_(static_cast<Index>(first)) {
    const auto faces = faces_;
    std::vector<Vec3d> centres(faces.size());
    std::ranges::transform(faces, centres.begin(), [](const Face& f) { return f.box.centre(); });
    tree_ = BoxTree(centres, [&](Index f) { return faces[f].box; });
    common_.resize(tree_.nodes().size());
    for (std::size_t i = common_.size(); i-- > 0;) find_common(static_cast<Index>(i));
  }

  // The first face, in the tree's order, that collides with another one; no_index for none.
  Index first_hit(const Face& face) const {
    Index hit = no_index;
    tree_.traverse(
        [&](Index node) { return hit == no_index && may_collide(face, node); },
        [&](Index slot) {
          const Index g = tree_.items()[slot];
          if (hit == no_index && faces_[g].box.overlaps(face.box) && collide(face, faces_[g]))
            hit = first_ + g;
        });
    return hit;
  }
  /// Calls a function for every face that collides with another one.
  template <class Visit>
  void for_hits(const Face& face, Visit&& visit) const {
    tree_.traverse([&](Index node) { return may_collide(face, node); },
                   [&](Index slot) {
                     const Index g = tree_.items()[slot];
                     if (faces_[g].box.overlaps(face.box) && collide(face, faces_[g]))
                       visit(first_ + g);
                   });
  }

 private:
  struct Common {
    Index place;
    Box opposite;  // round the edges opposite it
  };

  void find_common(Index i) {
    const BoxTree::Node& node = tree_.nodes()[i];
    auto& common = common_[i];
    if (node.right != 0) {
      for (const Common& left : common_[i + 1])
        for (const Common& right : common_[node.right])
          if (left.place == right.place) {
            common.push_back(left);
            common.back().opposite.add(right.opposite);
          }
      return;
    }
    const auto slots = tree_.items().subspan(node.first, node.count);
    for (Index place : faces_[slots[0]].place) {
      Common shared{place, {}};
      const bool is_common = std::ranges::all_of(slots, [&](Index f) {
        const int corner = corner_at(faces_[f], place);
        if (corner < 3) shared.opposite.add(opposite_box(faces_[f], corner));
        return corner < 3;
      });
      if (is_common) common.push_back(shared);
    }
  }

  // By the same rules as collide().
  bool may_collide(const Face& face, Index i) const {
    const Box& box = tree_.nodes()[i].box;
    if (!box.overlaps(face.box)) return false;
    const Common* shared = nullptr;
    for (const Common& common : common_[i]) {
      if (corner_at(face, common.place) == 3) continue;
      if (shared != nullptr) return false;
      shared = &common;
    }
    if (shared == nullptr) return !is_beside(face, box);
    // Faces from the common corner to one side of this one's plane meet it in that corner only.
    if (is_beside(face, shared->opposite)) return false;
    return shared->opposite.overlaps(face.box) ||
           opposite_box(face, corner_at(face, shared->place)).overlaps(box);
  }

  std::span<const Face> faces_;
  Index first_;
  BoxTree tree_;
  std::vector<std::vector<Common>> common_;  // of each node
};

// For each face another one at the same three places; no_index where there is none.
std::vector<Index> copies_of(std::span<const Face> faces) {
  std::vector<Triangle> places(faces.size());
  std::ranges::transform(faces, places.begin(), &Face::place);
  const auto first = first_copies<3>(places);
  std::vector<Index> copy(faces.size(), no_index);
  for (Index f = 0; f < faces.size(); ++f) {
    if (first[f] == f) continue;
    copy[f] = first[f];
    if (copy[first[f]] == no_index) copy[first[f]] = f;
  }
  return copy;
}

Triangle sorted_places(const Face& face) {
  Triangle places = face.place;
  std::ranges::sort(places);
  return places;
}

// The places at which a face that has an area has two of its corners.
std::vector<char> crumpled_places(const Points& points, std::span<const Triangle> faces,
                                  const std::vector<Index>& place) {
  std::vector<char> crumpled(place.size(), 0);
  for (const Triangle& t : faces)
    for (int k = 0; k < 3; ++k) {
      const Index here = place[t[k]];
      if (here == place[t[(k + 1) % 3]] && !crumpled[here] && is_solid(points, t))
        crumpled[here] = 1;
    }
  return crumpled;
}

// The places where very many faces meet, those of most faces first.
std::vector<Index> hubs_of(std::span<const Face> faces) {
  constexpr std::size_t many = 64, most_hubs = 8;
  std::vector<Index> places;
  for (const Face& face : faces) places.insert(places.end(), face.place.begin(), face.place.end());
  std::ranges::sort(places);
  std::vector<std::pair<std::size_t, Index>> hubs;
  for (std::size_t i = 0, end = 0; i < places.size(); i = end) {
    while (end < places.size() && places[end] == places[i]) ++end;
    if (end - i >= many) hubs.emplace_back(end - i, places[i]);
  }
  std::ranges::stable_sort(hubs, std::greater{}, &std::pair<std::size_t, Index>::first);
  hubs.resize(std::min(hubs.size(), most_hubs));
  std::vector<Index> result;
  for (const auto& hub : hubs) result.push_back(hub.second);
  return result;
}

// Sorts faces by the hubs they meet at; in a tree over one kind they have those in common.
std::vector<FaceTree> trees_by_hub(SolidFaces& solid) {
  const auto hubs = hubs_of(solid.faces);
  std::vector<std::pair<unsigned, Index>> order;  // a bit for each hub
  for (Index f = 0; f < solid.faces.size(); ++f) {
    unsigned met = 0;
    for (std::size_t h = 0; h < hubs.size(); ++h)
      if (corner_at(solid.faces[f], hubs[h]) < 3) met |= 1u << h;
    order.emplace_back(met, f);
  }
  std::ranges::sort(order);
  SolidFaces sorted;
  for (const auto& [met, f] : order) {
    sorted.faces.push_back(solid.faces[f]);
    sorted.number.push_back(solid.number[f]);
  }
  solid = std::move(sorted);
  std::vector<FaceTree> trees;
  for (std::size_t i = 0, end = 0; i < order.size(); i = end) {
    while (end < order.size() && order[end].first == order[i].first) ++end;
    trees.emplace_back(solid.faces, i, end - i);
  }
  return trees;
}

}  // namespace

std::vector<Index> corner_places(const Points& points, std::span<const Triangle> faces,
                                 std::vector<Index> place) {
  const auto crumpled = crumpled_places(points, faces, place);
  std::vector<std::pair<LatticePoint, Index>> taken_apart;
  for (Index v = 0; v < place.size(); ++v)
    if (crumpled[place[v]]) taken_apart.emplace_back(rounded(points.at[v], points.longest_side), v);
  std::ranges::sort(taken_apart);
  for (std::size_t i = 0, first = 0; i < taken_apart.size(); ++i) {
    if (taken_apart[i].first != taken_apart[first].first) first = i;
    place[taken_apart[i].second] = taken_apart[first].second;
  }
  return place;
}

std::vector<Index> collided_faces(const Points& points, std::span<const Triangle> faces,
                                  const std::vector<char>& counted,
                                  const std::vector<Index>& place) {
  std::vector<Index> chosen;
  for (Index f = 0; f < faces.size(); ++f)
    if (counted[f]) chosen.push_back(f);
  SolidFaces solid = solid_faces(points, faces, chosen, place);
  const auto trees = trees_by_hub(solid);
  const auto copy = copies_of(solid.faces);
  std::vector<Index> partner(faces.size(), no_index);
  parallel_for(solid.faces.size(), 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Index hit = copy[i];
      for (std::size_t t = 0; t < trees.size() && hit == no_index; ++t)
        hit = trees[t].first_hit(solid.faces[i]);
      if (hit != no_index) partner[solid.number[i]] = solid.number[hit];
    }
  });
  return partner;
}

std::vector<std::pair<Index, Index>> collisions_of(const Points& points,
                                                   std::span<const Triangle> faces,
                                                   std::span<const Index> some,
                                                   std::span<const Index> others,
                                                   const std::vector<Index>& place) {
  const SolidFaces first = solid_faces(points, faces, some, place),
                   second = solid_faces(points, faces, others, place);
  const FaceTree tree(second.faces, 0, second.faces.size());
  const bool same = std::ranges::equal(some, others);
  std::vector<std::pair<Index, Index>> pairs;
  for (std::size_t i = 0; i < first.faces.size(); ++i)
    tree.for_hits(first.faces[i], [&](Index hit) {
      const Index a = first.number[i], b = second.number[hit];
      if (!same || a < b) pairs.emplace_back(a, b);
    });
  std::ranges::sort(pairs);
  return pairs;
}

std::vector<char> collide_with(const Points& points, std::span<const Triangle> faces,
                               std::span<const Index> target,
                               std::span<const std::span<const Index>> others,
                               const std::vector<Index>& place) {
  const auto solid = solid_faces(points, faces, target, place).faces;
  const FaceTree tree(solid, 0, solid.size());
  std::vector<Triangle> taken(solid.size());
  std::ranges::transform(solid, taken.begin(), sorted_places);
  std::ranges::sort(taken);
  const auto collides = [&](const Face& face) {
    return std::ranges::binary_search(taken, sorted_places(face)) ||
           tree.first_hit(face) != no_index;
  };
  std::vector<char> collided(others.size(), 0);
  parallel_for(others.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      collided[i] =
          std::ranges::any_of(solid_faces(points, faces, others[i], place).faces, collides);
  });
  return collided;
}

}  // namespace pliant
