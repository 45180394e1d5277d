#include "mesh/generate/cage_fragments.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/parallel.h"

// Whatever two triangles find out about their common edge they compute from the same numbers in the
// same order, so that both cut it at the same places, to the bit.

namespace pliant::generate {

namespace {

constexpr int families = 6;
constexpr int first_axis[families] = {0, 0, 1, 1, 2, 2};
constexpr int second_axis[families] = {1, 1, 2, 2, 0, 0};
constexpr double second_sign[families] = {1, -1, 1, -1, 1, -1};

// A plane of the family is where this is a whole number.
double level(const Vec3d& p, int family) {
  return (p[first_axis[family]] + second_sign[family] * p[second_axis[family]]) / 2;
}

bool before(const Vec3d& a, const Vec3d& b) {
  return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

struct Corner {
  Vec3d p;
  Index edge = 0;    // from here to the next corner: a side of the triangle, or a cut
  double level = 0;  // in the family at work
};

// Three corners, and one more for each of the planes on both sides in six families.
struct Polygon {
  std::array<Corner, 3 + 2 * families> corners;
  int count = 0;

  void add(const Corner& c) { corners[count++] = c; }
  const Corner& next(int i) const { return corners[i + 1 == count ? 0 : i + 1]; }
};

// A piece of an edge that a fragment has.
struct EdgePiece {
  Index edge = 0;
  double begin = 0, end = 0;  // 0 to 1 along the edge
  Index fragment = 0;
};

void add_touching(std::vector<EdgePiece>& pieces, std::vector<std::pair<Index, Index>>& touching) {
  std::ranges::sort(pieces, {}, [](const EdgePiece& p) {
    return std::tuple(p.edge, p.begin, p.end, p.fragment);
  });
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = i + 1;
         j < pieces.size() && pieces[j].edge == pieces[i].edge && pieces[j].begin < pieces[i].end;
         ++j)
      if (pieces[i].fragment != pieces[j].fragment)
        touching.emplace_back(pieces[i].fragment, pieces[j].fragment);
}

struct Cut {
  std::uint64_t tet = 0;
  Index triangle = 0;
  Vec3d area, centre;
};

// Cuts the triangles of one block; fragments are numbered within it.
class Cutter {
 public:
  explicit Cutter(const CageSurface& surface) : surface_(surface) {}

  std::vector<Cut> fragments;
  std::vector<EdgePiece> sides;
  std::vector<std::pair<Index, Index>> touching;

  void cut(Index triangle) {
    triangle_ = triangle;
    Polygon whole;
    for (int i = 0; i < 3; ++i)
      whole.add({surface_.vertices[surface_.triangles[triangle][i]], static_cast<Index>(i)});
    ends_.clear();
    for (int i = 0; i < 3; ++i) add_edge(whole.corners[i].p, whole.next(i).p);
    inner_.clear();
    const std::size_t first = fragments.size(), first_side = sides.size();
    split(whole, 0);
    if (inner_.empty()) return;
    merge_slivers(first, first_side);
    add_touching(inner_, touching);
  }

 private:
  void add_edge(const Vec3d& a, const Vec3d& b) {
    ends_.emplace_back(before(a, b) ? a : b, before(a, b) ? b : a);
  }

  void split(Polygon polygon, int family) {
    for (; family < families; ++family) {
      double low = std::numeric_limits<double>::infinity(), high = -low;
      for (int i = 0; i < polygon.count; ++i) {
        Corner& c = polygon.corners[i];
        c.level = level(c.p, family);
        low = std::min(low, c.level);
        high = std::max(high, c.level);
      }
      for (double plane = std::floor(low) + 1; plane < high; ++plane) {
        Polygon below, above;
        divide(polygon, plane, below, above);
        split(below, family + 1);
        polygon = above;
      }
    }
    add_fragment(polygon);
  }

  // The polygon has corners on both sides of the plane.
  void divide(const Polygon& polygon, double plane, Polygon& below, Polygon& above) {
    const auto cut = static_cast<Index>(ends_.size());
    for (int i = 0; i < polygon.count; ++i) {
      const Corner& a = polygon.corners[i];
      const Corner& b = polygon.next(i);
      const double sa = a.level - plane, sb = b.level - plane;
      if (sa < 0) below.add(a);
      if (sa > 0) above.add(a);
      if (sa == 0) {
        below.add({a.p, sb < 0 ? a.edge : cut, plane});
        above.add({a.p, sb > 0 ? a.edge : cut, plane});
      }
      if ((sa < 0 && sb > 0) || (sa > 0 && sb < 0)) {
        const Vec3d p = before(a.p, b.p) ? a.p + (b.p - a.p) * (sa / (sa - sb))
                                         : b.p + (a.p - b.p) * (sb / (sb - sa));
        below.add({p, sa < 0 ? cut : a.edge, plane});
        above.add({p, sa > 0 ? cut : a.edge, plane});
      }
    }
    Vec3d begin, end;
    for (int i = 0; i < below.count; ++i)
      if (below.corners[i].edge == cut) begin = below.corners[i].p, end = below.next(i).p;
    add_edge(begin, end);
  }

  // What rounding errors cut off goes to its largest neighbour in the triangle, edges and all.
  void merge_slivers(std::size_t first, std::size_t first_side) {
    double whole = 0;
    for (std::size_t f = first; f < fragments.size(); ++f) whole += length(fragments[f].area);
    const auto area = [&](std::size_t f) { return length(fragments[f].area); };
    const auto is_sliver = [&](std::size_t f) { return area(f) < 1e-12 * whole; };
    std::vector<Index> number(fragments.size() - first);
    Index kept = static_cast<Index>(first);
    for (std::size_t f = first; f < fragments.size(); ++f)
      number[f - first] = is_sliver(f) ? no_index : kept++;
    if (kept == fragments.size()) return;
    for (bool again = true; again;) {  // slivers may lie behind one another
      again = false;
      for (const EdgePiece& a : inner_) {
        if (number[a.fragment - first] != no_index) continue;
        double largest = 0;
        for (const EdgePiece& b : inner_) {
          if (b.edge != a.edge || number[b.fragment - first] == no_index) continue;
          if (area(b.fragment) < largest) continue;
          largest = area(b.fragment);
          number[a.fragment - first] = number[b.fragment - first];
          again = true;
        }
      }
    }
    for (Index& n : number)
      if (n == no_index) n = static_cast<Index>(first);
    const auto renumber = [&](EdgePiece& piece) {
      piece.fragment = number[piece.fragment - first];
    };
    std::ranges::for_each(inner_, renumber);
    std::for_each(sides.begin() + static_cast<std::ptrdiff_t>(first_side), sides.end(), renumber);
    const auto gone =
        std::remove_if(fragments.begin() + static_cast<std::ptrdiff_t>(first), fragments.end(),
                       [&](const Cut& cut) { return length(cut.area) < 1e-12 * whole; });
    fragments.erase(gone, fragments.end());
  }

  void add_fragment(const Polygon& polygon) {
    Vec3d sum, area;
    for (int i = 0; i < polygon.count; ++i) {
      sum += polygon.corners[i].p - polygon.corners[0].p;
      area += cross(polygon.corners[i].p - polygon.corners[0].p,
                    polygon.next(i).p - polygon.corners[0].p) *
              0.5;
    }
    const auto number = static_cast<Index>(fragments.size());
    const Vec3d centre = polygon.corners[0].p + sum / polygon.count;
    fragments.push_back({tet_at(centre).key(), triangle_, area, centre});
    for (int i = 0; i < polygon.count; ++i) {
      const Index edge = polygon.corners[i].edge;
      const Vec3d &from = ends_[edge].first, &to = ends_[edge].second;
      const double squared = squared_length(to - from);
      const auto along = [&](const Vec3d& p) {
        if (p == from) return 0.0;
        if (p == to) return 1.0;
        return std::clamp(dot(p - from, to - from) / squared, 0.0, 1.0);
      };
      const double s = along(polygon.corners[i].p), t = along(polygon.next(i).p);
      EdgePiece piece{edge, std::min(s, t), std::max(s, t), number};
      if (edge < 3) piece.edge = surface_.edges[triangle_][edge];
      (edge < 3 ? sides : inner_).push_back(piece);
    }
  }

  const CageSurface& surface_;
  Index triangle_ = 0;
  std::vector<std::pair<Vec3d, Vec3d>> ends_;  // of sides and cuts
  std::vector<EdgePiece> inner_;
};

}  // namespace

Fragments cut_by_lattice(const CageSurface& surface) {
  constexpr std::size_t block = 1024;
  const std::size_t count = surface.triangles.size(), blocks = (count + block - 1) / block;
  std::vector<Cutter> cutters(blocks, Cutter(surface));
  parallel_for(blocks, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b)
      for (std::size_t t = b * block; t < std::min(count, (b + 1) * block); ++t)
        cutters[b].cut(static_cast<Index>(t));
  });
  Fragments out;
  out.first.assign(count + 1, 0);
  std::vector<EdgePiece> sides;
  for (Cutter& cutter : cutters) {
    const auto offset = static_cast<Index>(out.fragments.size());
    for (const Cut& cut : cutter.fragments) {
      out.fragments.push_back({cut.triangle, out.tets.add(cut.tet), cut.area, cut.centre});
      out.first[cut.triangle + 1] = static_cast<Index>(out.fragments.size());
    }
    for (const auto& [a, b] : cutter.touching) out.touching.emplace_back(a + offset, b + offset);
    for (EdgePiece& piece : cutter.sides) {
      piece.fragment += offset;
      sides.push_back(piece);
    }
    cutter.sides = {};
    cutter.fragments = {};
  }
  add_touching(sides, out.touching);
  return out;
}

}  // namespace pliant::generate
