#pragma once

#include <pliant/voronoi_diagram.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant::voronoi {

/// A point of a tetrahedron as a mean of its corners. Cutting takes means of means, so no weight
/// ever turns negative and a point on a face of the tetrahedron stays exactly on it.
using Weights = std::array<double, 4>;

/// A function that is linear over the tetrahedron, by its values at the corners.
using Linear = std::array<double, 4>;

inline double value_at(const Linear& f, const Weights& w) {
  return f[0] * w[0] + f[1] * w[1] + f[2] * w[2] + f[3] * w[3];
}

/// What a side of a piece lies on: the bisector with a site, or a face of the tetrahedron.
struct SideOf {
  Index site = no_index;
  int face = -1;
};

struct Side {
  SideOf of;
  std::uint32_t begin, count;  ///< its corners in the piece's loops, counter-clockwise from outside
};

struct Corner {
  Weights at;
  bool asked = false;  ///< whether the site nearest to it has been looked up
};

class PieceCutter;

/// A convex piece of a tetrahedron.
class Piece {
 public:
  void make_whole();
  bool empty() const { return sides_.empty(); }
  std::span<Corner> corners() { return corners_; }
  std::span<const Corner> corners() const { return corners_; }
  std::span<const Side> sides() const { return sides_; }
  std::span<const std::uint32_t> loop(const Side& side) const {
    return {loops_.data() + side.begin, side.count};
  }
  /// The part of the tetrahedron's volume that the piece takes.
  double volume_fraction() const;

 private:
  friend class PieceCutter;
  void clear();
  void add_side(SideOf of, std::span<const std::uint32_t> loop);

  std::vector<Corner> corners_;
  std::vector<Side> sides_;
  std::vector<std::uint32_t> loops_;
};

/// Cuts pieces; keeps the memory it needs between cuts.
class PieceCutter {
 public:
  /// Keeps the part of the piece where f ≥ 0. Corners where |f| ≤ tolerance count as on the cut
  /// and are not moved. A piece that only touches the cut is kept whole or emptied.
  void cut(Piece& piece, const Linear& f, double tolerance, SideOf of);

 private:
  struct Crossing {
    std::uint32_t inside, outside, corner;
  };
  struct Edge {
    std::uint32_t from, to;
  };

  bool classify(const Piece& piece, const Linear& f, double tolerance);
  void cut_side(const Piece& piece, const Side& side);
  std::uint32_t kept(const Piece& piece, std::uint32_t corner);
  std::uint32_t crossing(const Piece& piece, std::uint32_t inside, std::uint32_t outside);
  void add_rim_edge(std::uint32_t from, std::uint32_t to);
  void close(SideOf of);

  std::vector<double> values_;
  std::vector<signed char> place_;  // 1 inside, 0 on the cut, -1 outside
  std::vector<std::uint32_t> new_number_;
  std::vector<char> on_cut_;  // for the corners of result_
  std::vector<Crossing> crossings_;
  std::vector<Edge> rim_;
  std::vector<std::uint32_t> loop_;
  Piece result_;
};

}  // namespace pliant::voronoi
