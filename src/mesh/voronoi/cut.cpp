#include "mesh/voronoi/cut.h"

#include <pliant/topology.h>

#include <algorithm>
#include <utility>

// A piece is a closed surface of loops: every edge of a loop is matched by the same edge, run
// through the other way, in another loop. Cutting keeps that property whatever rounding does to
// the corners, because it decides about corners and never about sides: an edge is crossed once
// for both its loops, and the rim that the kept loops leave open is what the new side fills. So
// degenerate cuts need no case of their own and volumes always add up.

namespace pliant::voronoi {

namespace {
constexpr std::uint32_t none = no_index;
}

void Piece::clear() {
  corners_.clear();
  sides_.clear();
  loops_.clear();
}

void Piece::add_side(SideOf of, std::span<const std::uint32_t> loop) {
  sides_.push_back(
      {of, static_cast<std::uint32_t>(loops_.size()), static_cast<std::uint32_t>(loop.size())});
  loops_.insert(loops_.end(), loop.begin(), loop.end());
}

void Piece::make_whole() {
  clear();
  for (int i = 0; i < 4; ++i) {
    Corner corner{};
    corner.at[i] = 1;
    corners_.push_back(corner);
  }
  for (int i = 0; i < 4; ++i) {
    const int* f = tetrahedron_face[i];
    const std::array<std::uint32_t, 3> loop{static_cast<std::uint32_t>(f[0]),
                                            static_cast<std::uint32_t>(f[1]),
                                            static_cast<std::uint32_t>(f[2])};
    add_side({no_index, i}, loop);
  }
}

double Piece::volume_fraction() const {
  if (empty()) return 0;
  // With the last three weights as coordinates the tetrahedron has volume 1/6.
  const auto at = [&](std::uint32_t c) {
    const Weights& w = corners_[c].at;
    return Vec3d{w[1], w[2], w[3]};
  };
  const Vec3d apex = at(0);
  double sum = 0;
  for (const Side& side : sides_) {
    const auto corners = loop(side);
    const Vec3d first = at(corners[0]) - apex;
    for (std::size_t k = 2; k < corners.size(); ++k)
      sum += dot(first, cross(at(corners[k - 1]) - apex, at(corners[k]) - apex));
  }
  return sum;
}

void PieceCutter::cut(Piece& piece, const Linear& f, double tolerance, SideOf of) {
  if (!classify(piece, f, tolerance)) return;
  if (std::ranges::find(place_, 1) == place_.end()) {
    piece.clear();
    return;
  }
  result_.clear();
  new_number_.assign(piece.corners_.size(), none);
  on_cut_.clear();
  crossings_.clear();
  rim_.clear();
  for (const Side& side : piece.sides_) cut_side(piece, side);
  close(of);
  std::swap(piece, result_);
}

// Whether anything lies outside.
bool PieceCutter::classify(const Piece& piece, const Linear& f, double tolerance) {
  values_.clear();
  place_.clear();
  bool outside = false;
  for (const Corner& corner : piece.corners_) {
    const double value = value_at(f, corner.at);
    values_.push_back(value);
    place_.push_back(value > tolerance ? 1 : value < -tolerance ? -1 : 0);
    outside = outside || place_.back() < 0;
  }
  return outside;
}

void PieceCutter::cut_side(const Piece& piece, const Side& side) {
  const auto corners = piece.loop(side);
  if (std::ranges::none_of(corners, [&](std::uint32_t c) { return place_[c] > 0; })) return;
  loop_.clear();
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const std::uint32_t here = corners[k];
    const std::uint32_t next = corners[k + 1 < corners.size() ? k + 1 : 0];
    if (place_[here] >= 0) loop_.push_back(kept(piece, here));
    if (place_[here] > 0 && place_[next] < 0) loop_.push_back(crossing(piece, here, next));
    if (place_[here] < 0 && place_[next] > 0) loop_.push_back(crossing(piece, next, here));
  }
  if (loop_.size() < 3) return;
  result_.add_side(side.of, loop_);
  for (std::size_t k = 0; k < loop_.size(); ++k) {
    const std::uint32_t here = loop_[k];
    const std::uint32_t next = loop_[k + 1 < loop_.size() ? k + 1 : 0];
    if (on_cut_[here] != 0 && on_cut_[next] != 0) add_rim_edge(next, here);
  }
}

std::uint32_t PieceCutter::kept(const Piece& piece, std::uint32_t corner) {
  std::uint32_t& number = new_number_[corner];
  if (number == none) {
    number = static_cast<std::uint32_t>(result_.corners_.size());
    result_.corners_.push_back(piece.corners_[corner]);
    on_cut_.push_back(place_[corner] == 0);
  }
  return number;
}

std::uint32_t PieceCutter::crossing(const Piece& piece, std::uint32_t inside,
                                    std::uint32_t outside) {
  for (const Crossing& c : crossings_)
    if (c.inside == inside && c.outside == outside) return c.corner;
  const auto number = static_cast<std::uint32_t>(result_.corners_.size());
  crossings_.push_back({inside, outside, number});
  const double t = values_[inside] / (values_[inside] - values_[outside]);
  const Weights& a = piece.corners_[inside].at;
  const Weights& b = piece.corners_[outside].at;
  Corner corner{};
  for (int i = 0; i < 4; ++i) corner.at[i] = (1 - t) * a[i] + t * b[i];
  result_.corners_.push_back(corner);
  on_cut_.push_back(1);
  return number;
}

// An edge that two kept loops share is no part of the rim.
void PieceCutter::add_rim_edge(std::uint32_t from, std::uint32_t to) {
  const auto back =
      std::ranges::find_if(rim_, [&](const Edge& e) { return e.from == to && e.to == from; });
  if (back == rim_.end()) {
    rim_.push_back({from, to});
  } else {
    *back = rim_.back();
    rim_.pop_back();
  }
}

void PieceCutter::close(SideOf of) {
  while (!rim_.empty()) {
    const std::uint32_t start = rim_.back().from;
    std::uint32_t end = rim_.back().to;
    rim_.pop_back();
    loop_.assign(1, start);
    while (end != start) {
      loop_.push_back(end);
      const auto next = std::ranges::find(rim_, end, &Edge::from);
      if (next == rim_.end()) break;
      end = next->to;
      *next = rim_.back();
      rim_.pop_back();
    }
    if (loop_.size() >= 3) result_.add_side(of, loop_);
  }
}

}  // namespace pliant::voronoi
