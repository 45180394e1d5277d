#pragma once

#include <pliant/mesh.h>
#include <pliant/progress.h>

#include <array>
#include <memory>
#include <vector>

#include "mesh/generate/field.h"
#include "mesh/generate/lattice.h"
#include "mesh/generate/stencils.h"

namespace pliant::generate {

/// A cut nearer to a lattice point than this part of the edge pulls the point to it. These values
/// maximise the least dihedral angle over all stencils, all ways to pull their corners and all
/// places of their cuts: 10.78°; the greatest angle is then 164.74°.
inline constexpr double pull_long = 0.28511;
inline constexpr double pull_short = 0.39882;

/// A body-centred cubic lattice over a solid, warped so that its points lie either on the surface
/// or well away from every place where the surface cuts an edge (Labelle and Shewchuk 2007,
/// section 3). Only blocks that the surface passes hold anything beyond one word.
class WarpedLattice {
 public:
  /// Throws InputError when the lattice would have more points than `most_lattice_points`.
  WarpedLattice(const Field& field, double spacing, const Progress& progress = {});

  const Lattice& lattice() const { return lattice_; }
  /// The side of a lattice point after warping.
  Side side(const Site& s) const;
  /// Where a lattice point lies after warping.
  Vec3d position(const Site& s) const;

  /// The blocks that may hold vertices, neighbours close together.
  const std::vector<std::size_t>& order() const { return order_; }
  /// True when all lattice points of the block and their neighbours are inside.
  bool is_full(std::size_t block) const {
    return !blocks_[block].detail && blocks_[block].uniform == Side::inside;
  }

  /// Numbers the vertices of the uniform mesh: the inner points, the points on the surface that
  /// touch them and the cut edges. Call this or number_used_vertices() before what follows.
  void number_vertices();
  /// Numbers the points marked since clear_use() and the cut edges. Points may be marked from
  /// several threads at once.
  void clear_use();
  void use(const Site& s);
  void number_used_vertices();

  std::size_t vertex_count() const { return vertex_count_; }
  std::vector<Vec3d> vertices() const;
  /// The vertex of a lattice point that is in use.
  Index vertex(const Site& s) const;
  /// The vertex where the surface cuts the edge between two lattice points on different sides.
  Index cut_vertex(const Site& a, const Site& b) const;
  Index vertex(const Piece& p) const {
    return p.from == p.to ? vertex(p.from) : cut_vertex(p.from, p.to);
  }

 private:
  // A lattice point with an edge that the surface cuts.
  struct Crossings {
    std::array<double, edges_forward> fraction;  // of the forward edges; negative: not cut
    std::array<Index, edges_forward> vertex{};   // counted from the block's first vertex
    Vec3d moved_to;
    bool moved = false;
  };
  using Used = std::array<std::uint64_t, sites_per_block / 64>;
  struct Detail {
    std::array<Side, sites_per_block> side;
    std::array<std::int16_t, sites_per_block> number;  // in `crossings`, or -1
    std::vector<Crossings> crossings;
  };
  struct Block {
    Side uniform = Side::outside;  // of all its points, where there is no detail
    bool clear = false;            // the surface cuts no edge at any of its points
    std::unique_ptr<Detail> detail;
    std::unique_ptr<Used> used;  // null: all points
    Index first_vertex = 0, lattice_vertices = 0, vertices = 0;
  };

  void classify(const Field& field, Block& block, std::size_t number) const;
  bool differs_from_neighbours(std::size_t block) const;
  void find_crossings(const Field& field, std::size_t block);
  void warp(std::size_t block);
  void mark_vertices(std::size_t block);
  void count_vertices(std::size_t block);
  void sum_up_vertices();
  const Crossings* crossings(const Site& s) const;
  template <class Body>
  void for_detailed_blocks(Body body);

  Lattice lattice_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> order_;
  std::size_t vertex_count_ = 0;
};

inline constexpr std::size_t most_lattice_points = 200'000'000;

/// True when the lattice over this box has no more than `most_lattice_points`.
bool fits(const Box& box, double spacing);

/// The lattice whose point (2, 2, 2) is the low corner of the box and that reaches one cube
/// beyond the box on all sides.
Lattice lattice_over(const Box& box, double spacing);

}  // namespace pliant::generate
