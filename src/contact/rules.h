#pragma once

#include <pliant/contact.h>

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "contact/surfaces.h"

// What is said of how bodies touch: of all, of two of them, and of groups of their vertices.

namespace pliant::contact {

/// How two bodies touch.
struct PairRule {
  bool touches = true;
  double held = 0, sliding = 0;       ///< friction
  std::optional<double> thickness{};  ///< m; none: the mean of both skins
};

class Rules {
 public:
  Rules() = default;
  /// `more`: pairs that are said besides those of the settings.
  explicit Rules(const Contact& settings, std::span<const ContactPair> more = {});

  const PairRule& of(std::size_t first, std::size_t second) const;
  /// These bodies do not touch any more.
  void part(std::size_t first, std::size_t second);

  /// Finds the groups' vertices in the numbers of the surfaces.
  void take(const Surfaces& surfaces);
  /// Nothing touches a part of a surface with these corners.
  template <class Corners>
  bool leaves_out(const Corners& corners) const {
    if (untouched_.empty()) return false;
    for (const Index v : corners)
      if (!untouched_[v]) return false;
    return true;
  }
  bool leave_some_out() const { return !untouched_.empty(); }
  /// Some vertices have a friction of their own.
  bool has_groups() const { return !group_.empty(); }
  /// The friction between two vertices of bodies with this rule.
  std::pair<double, double> friction(Index vertex, Index other, const PairRule& rule) const;

 private:
  struct Known {
    std::pair<std::size_t, std::size_t> bodies;
    PairRule rule;
  };
  PairRule usual_, with_itself_;
  std::vector<Known> pairs_;          // sorted
  std::vector<ContactGroup> groups_;  // as they were given
  std::vector<Index> group_;          // by vertex, the first with a friction; no_index: none
  std::vector<char> untouched_;       // by vertex
};

}  // namespace pliant::contact
