#include "mesh/generate/cage_pieces.h"

#include <algorithm>
#include <tuple>

#include "mesh/disjoint_sets.h"

namespace pliant::generate {

namespace {

// Whether a triangle comes between two points, or so near that rounding might tell otherwise.
bool comes_between(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  constexpr double near = 1e-9;
  const Vec3d way = q - p, u = b - a, v = c - a, h = cross(way, v);
  const double whole = dot(u, h);
  const double scale = length(way) * length(u) * length(v);
  if (std::abs(whole) <= 1e-14 * scale) return false;  // parallel: neighbours tell
  const Vec3d from = p - a, k = cross(from, u);
  const double s = dot(from, h) / whole, t = dot(way, k) / whole, at = dot(v, k) / whole;
  return s >= -near && t >= -near && s + t <= 1 + near && at >= -near && at <= 1 + near;
}

class PieceFinder {
 public:
  PieceFinder(const CageSurface& surface, int orientation, const Fragments& fragments,
              const SolidLines& lines)
      : surface_(surface),
        fragments_(fragments),
        lines_(lines),
        orientation_(orientation),
        fragment_count_(fragments.fragments.size()),
        node_count_(fragment_count_ + lines.pieces.size()),
        sets_(node_count_) {}

  CagePieces find() {
    join_touching();
    join_at_full_tetrahedra();
    sort_nodes_by_tetrahedron();
    join_visible();
    number_pieces();
    join_slivers();
    add_touching();
    measure();
    tell_fragments();
    return std::move(out_);
  }

 private:
  Index tet_of(Index node) const {
    return node < fragment_count_ ? fragments_.fragments[node].tet
                                  : lines_.pieces[node - fragment_count_].tet;
  }
  bool is_line(Index node) const { return node >= fragment_count_; }

  void join_touching() {
    for (const auto* pairs : {&fragments_.touching, &lines_.touching})
      for (const auto& [a, b] : *pairs) {
        if (tet_of(a) == tet_of(b))
          sets_.join(a, b);
        else
          across_.emplace_back(a, b);
      }
  }

  // The whole face to a full tetrahedron is solid, so that all lines through it are in one piece.
  void join_at_full_tetrahedra() {
    std::vector<std::tuple<Index, Index, Index>> order;
    for (const auto& [node, full] : lines_.touching_full)
      order.emplace_back(full, tet_of(node), node);
    std::ranges::sort(order);
    for (std::size_t i = 1; i < order.size(); ++i)
      if (std::get<0>(order[i]) == std::get<0>(order[i - 1]) &&
          std::get<1>(order[i]) == std::get<1>(order[i - 1]))
        sets_.join(std::get<2>(order[i]), std::get<2>(order[i - 1]));
  }

  void sort_nodes_by_tetrahedron() {
    first_.assign(fragments_.tets.size() + 1, 0);
    for (Index n = 0; n < node_count_; ++n) ++first_[tet_of(n) + 1];
    for (std::size_t t = 0; t + 1 < first_.size(); ++t) first_[t + 1] += first_[t];
    nodes_.resize(node_count_);
    std::vector<Index> cursor(first_.begin(), first_.end() - 1);
    for (Index n = 0; n < node_count_; ++n) nodes_[cursor[tet_of(n)]++] = n;
  }

  // A place at which a piece is solid: on a line, or just below a fragment.
  struct View {
    Vec3d point;
    Index triangle = no_index;
    Vec3d out;  // of the solid; zero on a line

    bool looks_inwards(const Vec3d& way) const { return triangle == no_index || dot(way, out) < 0; }
  };
  View view_from(Index node) const {
    if (is_line(node)) return {lines_.pieces[node - fragment_count_].middle, no_index, {}};
    const Fragment& f = fragments_.fragments[node];
    return {f.centre, f.triangle, f.area * orientation_};
  }

  // Lines miss narrow corners of tetrahedra. What is seen from one another without a triangle
  // between is one piece: tetrahedra are convex.
  void join_visible() {
    struct Member {
      Index piece;
      bool is_fragment;
      double size;
      Index node;
    };
    std::vector<Member> members;
    for (std::size_t t = 0; t + 1 < first_.size(); ++t) {
      const Index front = sets_.find(nodes_[first_[t]]);
      bool several = false;
      for (Index i = first_[t]; i < first_[t + 1] && !several; ++i)
        several = sets_.find(nodes_[i]) != front;
      if (!several) continue;
      members.clear();
      for (Index i = first_[t]; i < first_[t + 1]; ++i) {
        const Index n = nodes_[i];
        members.push_back({sets_.find(n), !is_line(n),
                           is_line(n) ? lines_.pieces[n - fragment_count_].length
                                      : squared_length(fragments_.fragments[n].area),
                           n});
      }
      // Lines first, large ones first.
      std::ranges::sort(members, {}, [](const Member& m) {
        return std::tuple(m.piece, m.is_fragment, -m.size, m.node);
      });
      views_.clear();
      for (std::size_t i = 0; i < members.size(); ++i) {
        if (i == 0 || members[i].piece != members[i - 1].piece) views_.emplace_back();
        auto& of_piece = views_.back();
        const bool same_kind =
            of_piece.empty() || is_line(of_piece.front()) == is_line(members[i].node);
        if (same_kind && of_piece.size() < most_views) of_piece.push_back(members[i].node);
      }
      join_visible(t);
    }
  }

  void join_visible(std::size_t t) {
    for (std::size_t a = 0; a < views_.size(); ++a)
      for (std::size_t b = a + 1; b < views_.size(); ++b)
        for (const Index p : views_[a])
          for (const Index q : views_[b])
            if (sets_.find(p) != sets_.find(q) && sees(t, view_from(p), view_from(q)))
              sets_.join(p, q);
  }

  bool sees(std::size_t t, const View& p, const View& q) const {
    const Vec3d way = q.point - p.point;
    if (!p.looks_inwards(way) || !q.looks_inwards(-way)) return false;
    for (Index i = first_[t]; i < first_[t + 1]; ++i) {
      if (is_line(nodes_[i])) continue;
      const Index triangle = fragments_.fragments[nodes_[i]].triangle;
      if (triangle == p.triangle || triangle == q.triangle) continue;
      const auto& [a, b, c] = surface_.triangles[triangle];
      const auto& x = surface_.vertices;
      if (comes_between(p.point, q.point, x[a], x[b], x[c])) return false;
    }
    return true;
  }

  // Pieces in the order of their tetrahedra, then the full ones.
  void number_pieces() {
    out_.tet.clear();
    piece_.assign(node_count_, no_index);
    for (std::size_t t = 0; t + 1 < first_.size(); ++t)
      for (Index i = first_[t]; i < first_[t + 1]; ++i) {
        Index& root = piece_[sets_.find(nodes_[i])];
        if (root == no_index) {
          root = static_cast<Index>(out_.tet.size());
          out_.tet.push_back(fragments_.tets.keys()[t]);
        }
      }
    for (Index n = 0; n < node_count_; ++n) piece_[n] = piece_[sets_.find(n)];
    first_full_ = static_cast<Index>(out_.tet.size());
    out_.tet.insert(out_.tet.end(), lines_.full.keys().begin(), lines_.full.keys().end());
  }

  // Both sides of a thin part where a tetrahedron holds so little of it that no line went from one
  // to the other: pieces without lines that touch the same piece of a neighbour become one.
  void join_slivers() {
    std::vector<char> has_line(out_.tet.size());
    for (Index n = static_cast<Index>(fragment_count_); n < node_count_; ++n)
      has_line[piece_[n]] = 1;
    struct Touch {
      Index neighbour;
      std::uint64_t tet;
      char bare;
      Index node;
      auto operator<=>(const Touch&) const = default;
    };
    std::vector<Touch> touches;
    for (const auto& [a, b] : across_)
      for (const auto& [p, q] : {std::pair(a, b), std::pair(b, a)})
        touches.push_back({piece_[q], out_.tet[piece_[p]], !has_line[piece_[p]], p});
    std::ranges::sort(touches);
    bool joined = false;
    for (std::size_t i = 0, first = 0; i < touches.size(); ++i) {
      if (touches[i].neighbour != touches[first].neighbour || touches[i].tet != touches[first].tet)
        first = i;
      else if (touches[i].bare)
        joined |= sets_.join(touches[i].node, touches[first].node);
    }
    if (joined) number_pieces();
  }

  void add_touching() {
    for (const auto& [a, b] : across_) out_.touching.emplace_back(piece_[a], piece_[b]);
    for (const auto& [node, full] : lines_.touching_full)
      out_.touching.emplace_back(piece_[node], first_full_ + full);
    for (Index f = 0; f < lines_.full.size(); ++f) {
      const LatticeTet tet = LatticeTet::of(lines_.full.keys()[f]);
      for (int side = 0; side < 4; ++side) {
        const Index other = lines_.full.find(tet.neighbour(side).key());
        if (other != no_index && other > f)
          out_.touching.emplace_back(first_full_ + f, first_full_ + other);
      }
    }
    for (auto& [a, b] : out_.touching)
      if (a > b) std::swap(a, b);
    std::ranges::sort(out_.touching);
    out_.touching.erase(std::unique(out_.touching.begin(), out_.touching.end()),
                        out_.touching.end());
  }

  // Each direction of lines tells the share of a piece, the better the steeper they go through its
  // surface: they count by the squares of its normals.
  void measure() {
    struct Sums {
      double share[3]{}, weight[3]{};
      int lines = 0;
    };
    std::vector<Sums> sums(out_.tet.size());
    for (std::size_t i = 0; i < lines_.pieces.size(); ++i) {
      const LinePiece& line = lines_.pieces[i];
      const Index piece = piece_[fragment_count_ + i];
      sums[piece].share[line.axis] +=
          line.length / line_length(static_cast<int>(out_.tet[piece] & 15), line.axis);
      ++sums[piece].lines;
    }
    for (Index f = 0; f < fragment_count_; ++f) {
      const Vec3d& area = fragments_.fragments[f].area;
      const double size = length(area);
      for (int axis = 0; axis < 3; ++axis)
        if (size > 0) sums[piece_[f]].weight[axis] += area[axis] * area[axis] / size;
    }
    out_.fill.assign(out_.tet.size(), 1);
    std::vector<char> few(out_.tet.size());
    for (Index p = 0; p < first_full_; ++p) {
      const Sums& s = sums[p];
      few[p] = s.lines < least_lines;
      const double weights = s.weight[0] + s.weight[1] + s.weight[2];
      double fill = 0;
      for (int axis = 0; axis < 3; ++axis)
        fill += s.share[axis] * (weights > 0 ? s.weight[axis] / weights : 1.0 / 3);
      out_.fill[p] = std::min(1.0, fill);
    }
    measure_thin(few);
  }

  // Needles and slivers that hardly any line met. With e the direction that most of its surface
  // faces, the volume of a part is the integral of (e · x) (e · n) over its surface; what of that
  // lies in the tetrahedron's faces adds nothing where the part is thin along e.
  void measure_thin(const std::vector<char>& few) {
    std::vector<std::pair<Index, Index>> order;  // fragments by piece
    for (Index f = 0; f < fragment_count_; ++f)
      if (few[piece_[f]]) order.emplace_back(piece_[f], f);
    std::ranges::sort(order);
    for (std::size_t i = 0, end = 0; i < order.size(); i = end) {
      while (end < order.size() && order[end].first == order[i].first) ++end;
      const auto over_fragments = [&](const auto& visit) {
        for (std::size_t k = i; k < end; ++k) {
          const Fragment& f = fragments_.fragments[order[k].second];
          if (const double size = length(f.area); size > 0) visit(f, size);
        }
      };
      Vec3d centre, e{0.62, 0.55, 0.56};
      double area = 0;
      over_fragments([&](const Fragment& f, double size) {
        centre += f.centre * size;
        area += size;
      });
      if (!(area > 0)) continue;
      centre = centre / area;
      for (int round = 0; round < 12; ++round) {
        Vec3d next;
        over_fragments(
            [&](const Fragment& f, double size) { next += f.area * (dot(f.area, e) / size); });
        if (!(length(next) > 0)) break;
        e = normalised(next);
      }
      double volume = 0;
      over_fragments(
          [&](const Fragment& f, double) { volume += dot(f.centre - centre, e) * dot(f.area, e); });
      out_.fill[order[i].first] = std::clamp(orientation_ * volume / tet_volume, 0.0, 1.0);
    }
  }

  void tell_fragments() {
    out_.of_fragment.assign(piece_.begin(),
                            piece_.begin() + static_cast<std::ptrdiff_t>(fragment_count_));
  }

  const CageSurface& surface_;
  const Fragments& fragments_;
  const SolidLines& lines_;
  static constexpr std::size_t most_views = 6;  // of one piece
  static constexpr int least_lines = 4;         // that tell how full a piece is
  double orientation_;
  std::size_t fragment_count_, node_count_;
  DisjointSets sets_;
  std::vector<std::pair<Index, Index>> across_;  // nodes of different tetrahedra that touch
  std::vector<Index> first_, nodes_;             // nodes by tetrahedron
  std::vector<Index> piece_;                     // of each node
  std::vector<std::vector<Index>> views_;        // of the pieces of one tetrahedron
  Index first_full_ = 0;
  CagePieces out_;
};

}  // namespace

CagePieces find_pieces(const CageSurface& surface, int orientation, const Fragments& fragments,
                       const SolidLines& lines) {
  return PieceFinder(surface, orientation, fragments, lines).find();
}

}  // namespace pliant::generate
