#include "contact/rules.h"

#include <algorithm>

namespace pliant::contact {

namespace {

std::pair<std::size_t, std::size_t> sorted(std::size_t first, std::size_t second) {
  return {std::min(first, second), std::max(first, second)};
}

// The friction of what is said of less than all: where that names one alone it is for both.
std::pair<double, double> friction_of(const std::optional<double>& held,
                                      const std::optional<double>& sliding, const PairRule& usual) {
  return {held.value_or(usual.held), sliding.value_or(held ? *held : usual.sliding)};
}

// The vertices of a surface that are of a group of the body's; of those that hang in it, what is
// carried by the group for the larger part.
std::vector<Index> vertices_in(const ContactGroup& group, const Surfaces& surfaces) {
  const Surface& body = surfaces.bodies[group.body];
  const std::span<const Index> own = surfaces.vertices_of(group.body);
  std::vector<char> in_group;
  for (const Index v : group.vertices) {
    if (v >= in_group.size()) in_group.resize(v + std::size_t{1});
    in_group[v] = 1;
  }
  const auto is_in = [&](Index v) { return v < in_group.size() && in_group[v] != 0; };
  std::vector<Index> vertices;
  for (Index v = body.first_vertex; v < body.first_vertex + body.vertices; ++v) {
    double share = 0;
    if (body.hangs)
      for (std::size_t i = 0; i < 4; ++i)
        share += is_in(surfaces.carrier[surfaces.carriers[v][i]]) ? surfaces.shares[v][i] : 0;
    else
      share = is_in(own[v - body.first_vertex]) ? 1 : 0;
    if (share > 0.5) vertices.push_back(v);
  }
  return vertices;
}

}  // namespace

Rules::Rules(const Contact& settings, std::span<const ContactPair> more)
    : groups_(settings.groups) {
  usual_ = {true, settings.friction, settings.sliding_friction.value_or(settings.friction), {}};
  with_itself_ = usual_;
  with_itself_.touches = settings.self;
  for (const std::span<const ContactPair> pairs : {std::span(settings.pairs), more})
    for (const ContactPair& pair : pairs) {
      const auto [held, sliding] = friction_of(pair.friction, pair.sliding_friction, usual_);
      pairs_.push_back(
          {sorted(pair.first, pair.second), {pair.touches, held, sliding, pair.thickness}});
    }
  // Of two for the same bodies the last one counts.
  std::ranges::reverse(pairs_);
  std::ranges::stable_sort(pairs_, {}, &Known::bodies);
  const auto same = [](const Known& a, const Known& b) { return a.bodies == b.bodies; };
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end(), same), pairs_.end());
}

const PairRule& Rules::of(std::size_t first, std::size_t second) const {
  if (!pairs_.empty()) {
    const auto bodies = sorted(first, second);
    const auto found = std::ranges::lower_bound(pairs_, bodies, {}, &Known::bodies);
    if (found != pairs_.end() && found->bodies == bodies) return found->rule;
  }
  return first == second ? with_itself_ : usual_;
}

void Rules::part(std::size_t first, std::size_t second) {
  PairRule rule = of(first, second);
  rule.touches = false;
  const auto bodies = sorted(first, second);
  const auto place = std::ranges::lower_bound(pairs_, bodies, {}, &Known::bodies);
  if (place != pairs_.end() && place->bodies == bodies)
    place->rule = rule;
  else
    pairs_.insert(place, {bodies, rule});
}

void Rules::take(const Surfaces& surfaces) {
  group_.clear();
  untouched_.clear();
  for (Index g = 0; g < groups_.size(); ++g) {
    const ContactGroup& group = groups_[g];
    const bool rubs = group.friction || group.sliding_friction;
    if (rubs && group_.empty()) group_.assign(surfaces.vertex_count(), no_index);
    if (!group.touches && untouched_.empty()) untouched_.assign(surfaces.vertex_count(), 0);
    for (const Index v : vertices_in(group, surfaces)) {
      if (rubs && group_[v] == no_index) group_[v] = g;
      if (!group.touches) untouched_[v] = 1;
    }
  }
}

std::pair<double, double> Rules::friction(Index vertex, Index other, const PairRule& rule) const {
  const Index group = std::min(group_[vertex], group_[other]);
  if (group == no_index) return {rule.held, rule.sliding};
  const ContactGroup& g = groups_[group];
  auto [held, sliding] = friction_of(g.friction, g.sliding_friction, rule);
  return {held, std::min(held, sliding)};
}

}  // namespace pliant::contact
