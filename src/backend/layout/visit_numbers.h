#pragma once

#include <vector>

#include "backend/layout/layout.h"

namespace pliant::backend {

/// What vertices visit of a set, in packs of lanes, by who moves one vertex after the other.
struct VisitedSet {
  std::size_t law = 0;
  bool alike = false;                 // corners_alike: relations get the vertex as their last one
  std::vector<Index> relations;       // [visit][lane]; no_index: none
  std::vector<std::uint8_t> corners;  // [visit][lane]: of the relation, which the vertex is
};

/// The numbers of a state's relations, as they are visited.
template <class R>
class VisitNumbers {
 public:
  using Fields = std::vector<std::vector<Field<R>>>;  // of each store
  struct Numbers {
    AlignedVector<R> values;  // [visit][lane], or one pack
    bool uniform = false;
    bool is_new = false;  // since the last time
  };

  /// Takes anew what has changed since the last time. Keeps hold of the fields, so that a state
  /// that changes one makes a copy of it: that is how a change is seen.
  void renew(const Layout<R>& layout, const Fields& fields, std::span<const VisitedSet* const> sets,
             std::size_t width);
  /// Of a set: rest values, then parameters.
  const std::vector<Numbers>& of(std::size_t set) const { return sets_[set]; }

 private:
  void take_rest(const Layout<R>& layout, const Fields& fields, const VisitedSet& set,
                 std::size_t s);
  void take_parameter(const Layout<R>& layout, const Fields& fields, const VisitedSet& set,
                      std::size_t s, std::size_t parameter, std::size_t width);
  bool has_changed(const Layout<R>& layout, const Fields& fields, std::size_t set,
                   std::size_t field) const;

  std::vector<std::vector<Numbers>> sets_;
  Fields taken_;
};

}  // namespace pliant::backend
