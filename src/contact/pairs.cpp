#include "contact/pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/closest.h"

namespace pliant::contact {

namespace {

template <class Corners>
Box around(std::span<const Vec3d> places, const Corners& corners) {
  Box box;
  for (const Index v : corners) box.add(places[v]);
  return box;
}

float rounded_down(double distance) {
  const auto rounded = static_cast<float>(distance);
  return double(rounded) > distance ? std::nextafter(rounded, 0.0f) : rounded;
}

template <class Pair>
float first_of(const std::vector<Pair>& pairs) {
  return pairs.empty() ? std::numeric_limits<float>::infinity() : pairs.front().distance;
}

}  // namespace

float NearList::nearest() const {
  return std::min({first_of(of_first), first_of(of_second), first_of(edges)});
}

Box box_of(const Surfaces& surfaces, const Patch& patch, std::span<const Vec3d> places) {
  Box box = around(places, std::span(surfaces.foreign).subspan(patch.first_foreign, patch.foreign));
  for (const Vec3d& x : places.subspan(patch.first_vertex, patch.vertices)) box.add(x);
  return box;
}

void PatchSearch::take_targets(const Patch& patch, const Box& within,
                               std::vector<Item>& out) const {
  out.clear();
  for (Index f = patch.first_face; f < patch.first_face + patch.faces; ++f)
    if (const Box box = around(x_, s_.faces[f]); box.overlaps(within)) out.push_back({f, box});
  if (!patch.lines) return;
  const auto faces = static_cast<Index>(s_.faces.size());
  for (Index e = patch.first_edge; e < patch.first_edge + patch.edges; ++e)
    if (s_.faces_at_edge[e] == 0)
      if (const Box box = around(x_, s_.edges[e]); box.overlaps(within))
        out.push_back({faces + e, box});
}

void PatchSearch::take_edges(const Patch& patch, const Box& within, std::vector<Item>& out) const {
  out.clear();
  for (Index e = patch.first_edge; e < patch.first_edge + patch.edges; ++e)
    if (const Box box = around(x_, s_.edges[e]); box.overlaps(within)) out.push_back({e, box});
}

void PatchSearch::vertices_with(const Patch& patch, const Box& within,
                                std::vector<VertexPair>& out) const {
  out.clear();
  if (targets_.empty()) return;
  for (Index v = patch.first_vertex; v < patch.first_vertex + patch.vertices; ++v) {
    if (!within.contains(x_[v])) continue;
    for (const Item& item : targets_)
      if (item.box.squared_distance(x_[v]) < squared_) meet(v, item.number, out);
  }
  std::ranges::sort(out, {}, &VertexPair::distance);
}

void PatchSearch::meet(Index v, Index target, std::vector<VertexPair>& out) const {
  Vec3d way = x_[v];
  const auto go_to = [&](const auto& corners, const auto& weights) {
    for (std::size_t i = 0; i < corners.size(); ++i) way -= x_[corners[i]] * weights[i];
  };
  if (target < s_.faces.size()) {
    const Triangle& t = s_.faces[target];
    if (s_.are_joined(std::array{v}, t)) return;
    go_to(t, closest_on_triangle(x_[v], x_[t[0]], x_[t[1]], x_[t[2]]).weights);
  } else {
    const Line& l = s_.edges[target - s_.faces.size()];
    if (s_.are_joined(std::array{v}, l)) return;
    go_to(l, closest_on_segment(x_[v], x_[l[0]], x_[l[1]]).weights);
  }
  if (const double d2 = squared_length(way); d2 < squared_)
    out.push_back({v, target, rounded_down(std::sqrt(d2))});
}

void PatchSearch::meet(Index first, Index second, std::vector<EdgePair>& out) const {
  const Line &a = s_.edges[first], &b = s_.edges[second];
  if (s_.are_joined(a, b)) return;
  const double d2 = squared_distance_of_segments(x_[a[0]], x_[a[1]], x_[b[0]], x_[b[1]]);
  if (d2 < squared_)
    out.push_back({std::min(first, second), std::max(first, second), rounded_down(std::sqrt(d2))});
}

void PatchSearch::find(Index first, Index second, double reach, NearList& out) {
  reach_ = reach;
  squared_ = reach * reach;
  const Patch &a = s_.patches[first], &b = s_.patches[second];
  const Box near_a = grown(box_of(s_, a, x_), reach);
  const Box near_b = first == second ? near_a : grown(box_of(s_, b, x_), reach);
  take_targets(b, near_a, targets_);
  vertices_with(a, near_b, out.of_first);
  out.of_second.clear();
  if (first != second) {
    take_targets(a, near_b, targets_);
    vertices_with(b, near_a, out.of_second);
  }
  out.edges.clear();
  take_edges(a, near_b, edges_);
  if (first != second) take_edges(b, near_a, others_);
  const std::vector<Item>& others = first == second ? edges_ : others_;
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const Box box = grown(edges_[i].box, reach_);
    for (std::size_t k = first == second ? i + 1 : 0; k < others.size(); ++k)
      if (others[k].box.overlaps(box)) meet(edges_[i].number, others[k].number, out.edges);
  }
  std::ranges::sort(out.edges, {}, &EdgePair::distance);
}

void PatchSearch::pick(const NearList& from, double farthest, double reach, NearList& out) {
  reach_ = reach;
  squared_ = reach * reach;
  const auto pick = [&](const auto& all, auto& some, const auto& meet) {
    some.clear();
    for (const auto& item : all) {
      if (double(item.distance) > farthest) return;
      meet(item, some);
    }
  };
  const auto meet_target = [&](const VertexPair& c, auto& some) { meet(c.vertex, c.target, some); };
  pick(from.of_first, out.of_first, meet_target);
  pick(from.of_second, out.of_second, meet_target);
  pick(from.edges, out.edges,
       [&](const EdgePair& c, auto& some) { meet(c.first, c.second, some); });
}

}  // namespace pliant::contact
