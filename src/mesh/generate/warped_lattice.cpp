#include "mesh/generate/warped_lattice.h"

#include <pliant/error.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numbers>

#include "base/parallel.h"
#include "base/text.h"

namespace pliant::generate {

namespace {

// The points of a block along a path whose steps are one cube long: the corners, then the centres.
constexpr auto path = [] {
  std::array<int, sites_per_block> order{};
  int n = 0;
  for (int odd = 0; odd < 2; ++odd)
    for (int z = 0; z < block_cells; ++z)
      for (int i = 0; i < block_cells; ++i)
        for (int j = 0; j < block_cells; ++j) {
          const int y = z % 2 == 0 ? i : block_cells - 1 - i;
          const int x = (z * block_cells + i) % 2 == 0 ? j : block_cells - 1 - j;
          order[n++] = ((z * block_cells + y) * block_cells + x) * 2 + odd;
        }
  return order;
}();

// Interleaves the bits of a block's coordinates: blocks close in space come close in order.
std::uint64_t morton_code(const Site& s) {
  std::uint64_t code = 0;
  for (int bit = 0; bit < 21; ++bit)
    for (int axis = 0; axis < 3; ++axis) {
      const int c = (axis == 0 ? s.x : axis == 1 ? s.y : s.z) >> (block_bits + 1);
      code |= static_cast<std::uint64_t>(c >> bit & 1) << (3 * bit + axis);
    }
  return code;
}

double blocks_along(const Box& box, int axis, double spacing) {
  const double cells = std::floor(box.size()[axis] / spacing + 1e-9) + 3;
  return std::ceil(cells / block_cells);
}

}  // namespace

bool fits(const Box& box, double spacing) {
  double points = 2;
  for (int axis = 0; axis < 3; ++axis) points *= blocks_along(box, axis, spacing) * block_cells;
  return points <= static_cast<double>(most_lattice_points);
}

Lattice lattice_over(const Box& box, double spacing) {
  if (!fits(box, spacing))
    throw InputError("", 0,
                     text("the lattice would have more than ", most_lattice_points, " points"),
                     "use longer edges or fewer tetrahedra");
  Lattice lattice{box.low, spacing, {}};
  for (int axis = 0; axis < 3; ++axis)
    lattice.blocks[axis] = static_cast<int>(blocks_along(box, axis, spacing));
  return lattice;
}

WarpedLattice::WarpedLattice(const Field& field, double spacing, const Progress& progress)
    : lattice_(lattice_over(field.box(), spacing)), blocks_(lattice_.block_count()) {
  const auto report = [&](double fraction, std::string_view what) {
    if (progress) progress(fraction, what);
  };
  report(0, "finding the inside");
  parallel_for(blocks_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) classify(field, blocks_[b], b);
  });
  std::vector<std::uint8_t> differs(blocks_.size());
  parallel_for(blocks_.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) differs[b] = differs_from_neighbours(b);
  });
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if (differs[b] && !blocks_[b].detail) {
      blocks_[b].detail = std::make_unique<Detail>();
      blocks_[b].detail->side.fill(blocks_[b].uniform);
    }
    if (blocks_[b].detail || is_full(b)) order_.push_back(b);
  }
  std::vector<std::uint64_t> codes(blocks_.size());
  for (std::size_t b : order_) codes[b] = morton_code(lattice_.block_site(b));
  std::ranges::sort(order_, {}, [&](std::size_t b) { return codes[b]; });

  report(0.4, "finding the surface");
  for_detailed_blocks([&](std::size_t b) { find_crossings(field, b); });
  report(0.7, "warping");
  for_detailed_blocks([&](std::size_t b) { warp(b); });
  for_detailed_blocks([&](std::size_t b) {
    Detail& detail = *blocks_[b].detail;
    for (int i = 0; i < sites_per_block; ++i)
      if (detail.number[i] >= 0 && detail.crossings[detail.number[i]].moved)
        detail.side[i] = Side::on;
  });
}

template <class Body>
void WarpedLattice::for_detailed_blocks(Body body) {
  parallel_for(order_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (blocks_[order_[i]].detail) body(order_[i]);
  });
}

void WarpedLattice::classify(const Field& field, Block& block, std::size_t number) const {
  const Site corner = lattice_.block_site(number);
  // This ball holds the block's points and all their neighbours.
  const double half = lattice_.spacing / 2, middle = block_cells - 0.5;
  const Vec3d centre = lattice_.position(corner) + Vec3d{middle, middle, middle} * half;
  const double radius = std::numbers::sqrt3 * (middle + 2) * half;
  if (field.ball_is_on_one_side(centre, radius, block.uniform)) {
    block.clear = true;
    return;
  }
  std::array<Vec3d, sites_per_block> points;
  std::array<Side, sites_per_block> sides;
  for (int i = 0; i < sites_per_block; ++i)
    points[i] = lattice_.position(Lattice::site(corner, path[i]));
  field.sides(points, sides);
  block.uniform = sides[0];
  const bool same = std::ranges::all_of(sides, [&](Side s) { return s == sides[0]; });
  if (same && sides[0] != Side::on) return;
  block.detail = std::make_unique<Detail>();
  for (int i = 0; i < sites_per_block; ++i) block.detail->side[path[i]] = sides[i];
}

bool WarpedLattice::differs_from_neighbours(std::size_t b) const {
  const Block& block = blocks_[b];
  if (block.detail) return true;
  if (block.clear) return false;
  const Site corner = lattice_.block_site(b);
  constexpr int step = 2 * block_cells;
  for (int z = -step; z <= step; z += step)
    for (int y = -step; y <= step; y += step)
      for (int x = -step; x <= step; x += step) {
        const std::size_t n = lattice_.block_of(corner + Site{x, y, z});
        const bool same = n == blocks_.size()
                              ? block.uniform == Side::outside
                              : !blocks_[n].detail && blocks_[n].uniform == block.uniform;
        if (!same) return true;
      }
  return false;
}

Side WarpedLattice::side(const Site& s) const {
  const std::size_t b = lattice_.block_of(s);
  if (b == blocks_.size()) return Side::outside;
  const Block& block = blocks_[b];
  return block.detail ? block.detail->side[local_number(s)] : block.uniform;
}

const WarpedLattice::Crossings* WarpedLattice::crossings(const Site& s) const {
  const std::size_t b = lattice_.block_of(s);
  if (b == blocks_.size() || !blocks_[b].detail) return nullptr;
  const Detail& detail = *blocks_[b].detail;
  const int number = detail.number[local_number(s)];
  return number < 0 ? nullptr : &detail.crossings[number];
}

Vec3d WarpedLattice::position(const Site& s) const {
  const Crossings* c = crossings(s);
  return c != nullptr && c->moved ? c->moved_to : lattice_.position(s);
}

void WarpedLattice::find_crossings(const Field& field, std::size_t b) {
  Detail& detail = *blocks_[b].detail;
  const Site corner = lattice_.block_site(b);
  detail.number.fill(-1);
  for (int i = 0; i < sites_per_block; ++i) {
    const Side mine = detail.side[i];
    if (mine == Side::on) continue;
    const Site s = Lattice::site(corner, i);
    bool any = false;
    Crossings c;
    c.fraction.fill(-1);
    for (int e = 0; e < 2 * edges_forward; ++e) {
      const Site other = s + edge_direction[e];
      const Side theirs = side(other);
      if (theirs == mine || theirs == Side::on) continue;
      any = true;
      if (e >= edges_forward) continue;
      const Vec3d from = lattice_.position(s), to = lattice_.position(other);
      const double t =
          mine == Side::inside ? field.crossing(from, to) : 1 - field.crossing(to, from);
      c.fraction[e] = std::clamp(t, 0.0, 1.0);
    }
    if (!any) continue;
    detail.number[i] = static_cast<std::int16_t>(detail.crossings.size());
    detail.crossings.push_back(c);
  }
}

void WarpedLattice::warp(std::size_t b) {
  Detail& detail = *blocks_[b].detail;
  const Site corner = lattice_.block_site(b);
  for (int i = 0; i < sites_per_block; ++i) {
    if (detail.number[i] < 0) continue;
    Crossings& mine = detail.crossings[detail.number[i]];
    const Site s = Lattice::site(corner, i);
    double nearest = std::numeric_limits<double>::infinity();
    for (int e = 0; e < 2 * edges_forward; ++e) {
      const Site other = s + edge_direction[e];
      double t = -1;
      if (e < edges_forward) {
        t = mine.fraction[e];
      } else if (const Crossings* theirs = crossings(other)) {
        const double reverse = theirs->fraction[e - edges_forward];
        t = reverse < 0 ? -1 : 1 - reverse;
      }
      if (t < 0 || t >= (is_long(e) ? pull_long : pull_short)) continue;
      const double distance = is_long(e) ? 2 * t : std::numbers::sqrt3 * t;
      if (distance >= nearest) continue;
      nearest = distance;
      mine.moved = true;
      const Vec3d from = lattice_.position(s);
      mine.moved_to = from + (lattice_.position(other) - from) * t;
    }
  }
}

void WarpedLattice::number_vertices() {
  for_detailed_blocks([&](std::size_t b) { mark_vertices(b); });
  for_detailed_blocks([&](std::size_t b) { count_vertices(b); });
  sum_up_vertices();
}

void WarpedLattice::clear_use() {
  for (std::size_t b : order_) {
    blocks_[b].used = std::make_unique<Used>();
    blocks_[b].used->fill(0);
  }
}

void WarpedLattice::use(const Site& s) {
  const int local = local_number(s);
  std::uint64_t& word = (*blocks_[lattice_.block_of(s)].used)[local / 64];
  std::atomic_ref(word).fetch_or(std::uint64_t{1} << (local % 64), std::memory_order_relaxed);
}

void WarpedLattice::number_used_vertices() {
  parallel_for(order_.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) count_vertices(order_[i]);
  });
  sum_up_vertices();
}

void WarpedLattice::mark_vertices(std::size_t b) {
  const Detail& detail = *blocks_[b].detail;
  const Site corner = lattice_.block_site(b);
  auto used = std::make_unique<Used>();
  used->fill(0);
  for (int i = 0; i < sites_per_block; ++i) {
    bool in_use = detail.side[i] == Side::inside;
    if (detail.side[i] == Side::on) {
      const Site s = Lattice::site(corner, i);
      in_use = std::ranges::any_of(edge_direction,
                                   [&](const Site& d) { return side(s + d) == Side::inside; });
    }
    if (in_use) (*used)[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  blocks_[b].used = std::move(used);
}

// Also numbers the cut edges that the block's points own, after the points.
void WarpedLattice::count_vertices(std::size_t b) {
  Block& block = blocks_[b];
  if (block.used) {
    block.lattice_vertices = 0;
    for (std::uint64_t word : *block.used) block.lattice_vertices += std::popcount(word);
  } else {
    block.lattice_vertices = sites_per_block;
  }
  block.vertices = block.lattice_vertices;
  if (!block.detail) return;
  Detail& detail = *block.detail;
  const Site corner = lattice_.block_site(b);
  for (int i = 0; i < sites_per_block; ++i) {
    if (detail.number[i] < 0 || detail.side[i] == Side::on) continue;
    Crossings& c = detail.crossings[detail.number[i]];
    const Site s = Lattice::site(corner, i);
    for (int e = 0; e < edges_forward; ++e) {
      if (c.fraction[e] >= 0 && side(s + edge_direction[e]) == Side::on) c.fraction[e] = -1;
      if (c.fraction[e] >= 0) c.vertex[e] = block.vertices++;
    }
  }
}

void WarpedLattice::sum_up_vertices() {
  vertex_count_ = 0;
  for (std::size_t b : order_) {
    Block& block = blocks_[b];
    if (!block.detail && !block.used) block.vertices = block.lattice_vertices = sites_per_block;
    block.first_vertex = static_cast<Index>(vertex_count_);
    vertex_count_ += block.vertices;
  }
}

Index WarpedLattice::vertex(const Site& s) const {
  const Block& block = blocks_[lattice_.block_of(s)];
  const int local = local_number(s);
  if (!block.used) return block.first_vertex + static_cast<Index>(local);
  int rank = 0;
  for (int word = 0; word < local / 64; ++word) rank += std::popcount((*block.used)[word]);
  const std::uint64_t below = (std::uint64_t{1} << (local % 64)) - 1;
  rank += std::popcount((*block.used)[local / 64] & below);
  return block.first_vertex + static_cast<Index>(rank);
}

Index WarpedLattice::cut_vertex(const Site& a, const Site& b) const {
  const int e = edge_number(b - a);
  const Site& owner = e < edges_forward ? a : b;
  return blocks_[lattice_.block_of(owner)].first_vertex +
         crossings(owner)->vertex[e % edges_forward];
}

std::vector<Vec3d> WarpedLattice::vertices() const {
  std::vector<Vec3d> vertices(vertex_count_);
  parallel_for(order_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const Block& block = blocks_[order_[n]];
      const Site corner = lattice_.block_site(order_[n]);
      Vec3d* next = vertices.data() + block.first_vertex;
      for (int i = 0; i < sites_per_block; ++i)
        if (!block.used || ((*block.used)[i / 64] >> (i % 64) & 1) != 0)
          *next++ = position(Lattice::site(corner, i));
      if (!block.detail) continue;
      const Detail& detail = *block.detail;
      for (int i = 0; i < sites_per_block; ++i) {
        if (detail.number[i] < 0 || detail.side[i] == Side::on) continue;
        const Site s = Lattice::site(corner, i);
        const Vec3d from = lattice_.position(s);
        const auto& fraction = detail.crossings[detail.number[i]].fraction;
        for (int e = 0; e < edges_forward; ++e)
          if (fraction[e] >= 0)
            *next++ = from + (lattice_.position(s + edge_direction[e]) - from) * fraction[e];
      }
    }
  });
  return vertices;
}

}  // namespace pliant::generate
