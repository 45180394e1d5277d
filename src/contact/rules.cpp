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
  std::vector<Index> number;
  for (Index g = 0; g < groups_.size(); ++g) {
    const ContactGroup& group = groups_[g];
    const Surface& body = surfaces.bodies[group.body];
    const std::span<const Index> own = surfaces.vertices_of(group.body);
    if (own.empty() || group.vertices.empty()) continue;
    number.assign(
        std::max(std::ranges::max(own), std::ranges::max(group.vertices)) + std::size_t{1},
        no_index);
    for (Index i = 0; i < own.size(); ++i) number[own[i]] = body.first_vertex + i;
    const bool rubs = group.friction || group.sliding_friction;
    if (rubs && group_.empty()) group_.assign(surfaces.vertex_count(), no_index);
    if (!group.touches && untouched_.empty()) untouched_.assign(surfaces.vertex_count(), 0);
    for (const Index v : group.vertices) {
      const Index here = number[v];
      if (here == no_index) continue;  // it is inside
      if (rubs && group_[here] == no_index) group_[here] = g;
      if (!group.touches) untouched_[here] = 1;
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
