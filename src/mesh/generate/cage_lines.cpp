#include "mesh/generate/cage_lines.h"

#include <pliant/quality.h>

#include <algorithm>
#include <tuple>

namespace pliant::generate {

namespace {

constexpr double line_spacing = 2.0 / lines_across_cube;
// Sums and differences are far from whole numbers, so that lines stay off the lattice's planes.
constexpr double line_shift[3] = {0.01, 0.26, 0.51};

/// Where the lines of number i cross an axis.
double line_place(int axis, std::int64_t i) {
  return (static_cast<double>(i) + line_shift[axis]) * line_spacing;
}
/// The first line at or above a place.
std::int64_t line_from(int axis, double place) {
  auto i = static_cast<std::int64_t>(std::ceil(place / line_spacing - line_shift[axis]));
  while (line_place(axis, i) < place) ++i;
  while (line_place(axis, i - 1) >= place) --i;
  return i;
}

std::uint64_t packed(std::int64_t a, std::int64_t b, std::int64_t c) {
  return static_cast<std::uint64_t>(a) << 42 | static_cast<std::uint64_t>(b) << 21 |
         static_cast<std::uint64_t>(c);
}

struct Hit {
  std::uint64_t line = 0;  // axis, then the line's two numbers
  double at = 0;
  Index triangle = 0;
  int turns = 0;  // how much deeper within the surface it is behind
};

// Calls visit(begin, end, middle) for the parts of a line along an axis, through `point`, that lie
// in different tetrahedra.
class LineParts {
 public:
  LineParts(const Vec3d& point, int axis) : axis_(axis), point_(point) {
    int i = 0;
    for (const double other : {point[(axis + 1) % 3], point[(axis + 2) % 3]})
      for (const double sign : {1.0, -1.0}) {
        const double rest = std::fmod(sign * other, 2.0);
        faces_[i++] = rest < 0 ? rest + 2 : rest;
      }
    std::sort(faces_, faces_ + 4);
  }

  template <class Visit>
  void visit(double begin, double end, Visit&& visit) {
    double period = 2 * std::floor(begin / 2);
    int face = 0;
    while (begin < end) {
      while (period + faces_[face] <= begin) {
        if (++face < 4) continue;
        face = 0;
        period += 2;
      }
      const double here = std::min(end, period + faces_[face]);
      point_[axis_] = (begin + here) / 2;
      visit(begin, here, point_);
      begin = here;
    }
  }

 private:
  int axis_;
  Vec3d point_;
  double faces_[4]{};  // places, up to multiples of 2, where the line goes through lattice planes
};

using LineLengths = std::array<std::array<double, 3>, 16>;

LineLengths line_lengths() {
  LineLengths lengths{};
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < lines_across_cube; ++i)
      for (int j = 0; j < lines_across_cube; ++j) {
        Vec3d p;
        p[(axis + 1) % 3] = line_place((axis + 1) % 3, i + 4 * lines_across_cube);
        p[(axis + 2) % 3] = line_place((axis + 2) % 3, j + 4 * lines_across_cube);
        LineParts(p, axis).visit(8, 10, [&](double begin, double end, const Vec3d& middle) {
          lengths[tet_at(middle).key() & 15][static_cast<std::size_t>(axis)] += end - begin;
        });
      }
  return lengths;
}

// All lines of one direction that cross a triangle, row by row. A line through the common edge of
// two triangles crosses one of them if they go on and both or none if they fold back.
void add_hits(const CageSurface& surface, Index triangle, int axis, std::vector<Hit>& hits) {
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  const Triangle& corners = surface.triangles[triangle];
  const auto at = [&](Index v) -> const Vec3d& { return surface.vertices[v]; };
  const auto [low, high] = std::minmax({at(corners[0])[c], at(corners[1])[c], at(corners[2])[c]});
  for (std::int64_t row = line_from(c, low); line_place(c, row) < high; ++row) {
    const double level = line_place(c, row);
    Vec3d up, down;  // where sides that rise and fall cross the row
    for (int i = 0; i < 3; ++i) {
      const Index from = corners[i], to = corners[(i + 1) % 3];
      const bool rises = at(from)[c] <= level && level < at(to)[c];
      const bool falls = at(to)[c] <= level && level < at(from)[c];
      if (!rises && !falls) continue;
      const Vec3d &p = at(std::min(from, to)), &q = at(std::max(from, to));
      (rises ? up : down) = p + (q - p) * ((level - p[c]) / (q[c] - p[c]));
    }
    const double begin = std::min(up[b], down[b]), end = std::max(up[b], down[b]);
    for (std::int64_t i = line_from(b, begin); line_place(b, i) < end; ++i) {
      const double part = (line_place(b, i) - up[b]) / (down[b] - up[b]);
      hits.push_back({packed(axis, i, row), up[axis] + (down[axis] - up[axis]) * part, triangle,
                      up[b] > down[b] ? -1 : 1});
    }
  }
}

class LineWalk {
 public:
  LineWalk(const Fragments& fragments, const std::function<bool(const Vec3d&)>& is_solid,
           SolidLines& out)
      : fragments_(fragments), is_solid_(is_solid), out_(out) {}

  // From one crossing of a line to the next, where all is solid or, in doubt, places are looked at.
  void walk(std::uint64_t line, const Hit& from, const Hit& to, bool doubted) {
    axis_ = static_cast<int>(line >> 42);
    b_ = static_cast<std::int64_t>(line >> 21 & 0x1fffff);
    c_ = static_cast<std::int64_t>(line & 0x1fffff);
    Vec3d point;
    point[(axis_ + 1) % 3] = line_place((axis_ + 1) % 3, b_);
    point[(axis_ + 2) % 3] = line_place((axis_ + 2) % 3, c_);
    Index before = no_index, before_full = no_index;
    LineParts(point, axis_).visit(from.at, to.at, [&](double begin, double end, const Vec3d& p) {
      const std::uint64_t key = tet_at(p).key();
      const Index tet = fragments_.tets.find(key);
      Index node = no_index, full = no_index;
      if (tet != no_index) {
        if (!doubted || is_solid_(p)) {
          node = add_piece(tet, begin, end, p);
          if (begin == from.at) touch(from.triangle, tet, node);
          if (end == to.at) touch(to.triangle, tet, node);
        }
      } else if (!doubted || is_full(key)) {
        full = out_.full.add(key);
      }
      if (before != no_index && node != no_index) out_.touching.emplace_back(before, node);
      if (before_full != no_index && node != no_index)
        out_.touching_full.emplace_back(node, before_full);
      if (before != no_index && full != no_index) out_.touching_full.emplace_back(before, full);
      before = node;
      before_full = full;
    });
  }

 private:
  // Where there are holes the middle speaks for all of it.
  bool is_full(std::uint64_t key) {
    const Index number = looked_at_.add(key);
    if (number == found_.size()) {
      Vec3d centre;
      for (const Site& s : LatticeTet::of(key).sites()) centre += point_of(s) / 4;
      found_.push_back(is_solid_(centre));
    }
    return found_[number];
  }

  void touch(Index triangle, Index tet, Index node) {
    if (triangle == no_index) return;
    const Index fragment = fragments_.find(triangle, tet);
    if (fragment != no_index) out_.touching.emplace_back(fragment, node);
  }

  Index add_piece(Index tet, double begin, double end, const Vec3d& middle) {
    const auto node = static_cast<Index>(fragments_.fragments.size() + out_.pieces.size());
    out_.pieces.push_back({tet, axis_, end - begin, middle});
    for (std::int64_t i = line_from(axis_, begin); line_place(axis_, i) < end; ++i) {
      std::int64_t grid[3];
      grid[axis_] = i;
      grid[(axis_ + 1) % 3] = b_;
      grid[(axis_ + 2) % 3] = c_;
      const Index number = points_.add(packed(grid[0], grid[1], grid[2]));
      if (number == at_point_.size())
        at_point_.push_back(node);
      else
        out_.touching.emplace_back(at_point_[number], node);
    }
    return node;
  }

  const Fragments& fragments_;
  const std::function<bool(const Vec3d&)>& is_solid_;
  SolidLines& out_;
  int axis_ = 0;
  std::int64_t b_ = 0, c_ = 0;
  KeyNumbers points_;
  std::vector<Index> at_point_;
  KeyNumbers looked_at_;
  std::vector<char> found_;
};

}  // namespace

double line_length(int kind, int axis) {
  static const LineLengths lengths = line_lengths();
  return lengths[static_cast<std::size_t>(kind)][static_cast<std::size_t>(axis)];
}

SolidLines lines_through(const CageSurface& surface, const Fragments& fragments, int orientation,
                         const std::function<bool(const Vec3d&)>& is_solid) {
  std::vector<Hit> hits;
  for (Index t = 0; t < surface.triangles.size(); ++t)
    for (int axis = 0; axis < 3; ++axis) add_hits(surface, t, axis, hits);
  std::ranges::sort(hits, {}, [](const Hit& h) { return std::tuple(h.line, h.at, h.triangle); });
  SolidLines out;
  LineWalk walk(fragments, is_solid, out);
  const Box box = bounding_box(surface.vertices);
  for (std::size_t i = 0, end = 0; i < hits.size(); i = end) {
    int depth = 0;
    bool doubted = false;  // it went through a hole
    for (; end < hits.size() && hits[end].line == hits[i].line; ++end) {
      depth += orientation * hits[end].turns;
      doubted = doubted || depth < 0;
    }
    doubted = is_solid && (doubted || depth != 0);
    const std::uint64_t line = hits[i].line;
    const int axis = static_cast<int>(line >> 42);
    if (doubted) walk.walk(line, {0, box.low[axis], no_index, 0}, hits[i], true);
    depth = 0;
    for (std::size_t j = i; j + 1 < end; ++j) {
      depth += orientation * hits[j].turns;
      if (doubted || depth > 0) walk.walk(line, hits[j], hits[j + 1], doubted);
    }
    if (doubted) walk.walk(line, hits[end - 1], {0, box.high[axis], no_index, 0}, true);
  }
  return out;
}

}  // namespace pliant::generate
