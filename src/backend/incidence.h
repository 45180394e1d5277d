#pragma once

#include <pliant/topology.h>

#include <mutex>
#include <optional>

namespace pliant::backend {

class CompiledModel;

/// For each item the lists that it is in.
Lists turned_round(const Lists& lists, std::size_t items);

/// Which relations of a model lie in which of its tetrahedra; what cutting looks up.
struct Incidence {
  explicit Incidence(const CompiledModel& model);

  std::vector<std::vector<Index>> vertices;  // by set, of its relations
  /// Relations of fewer than four vertices that lie in tetrahedra of a set.
  struct Within {
    std::size_t tetrahedra, relations;    // sets
    Lists relations_of, tetrahedra_with;  // of a tetrahedron, of a relation
  };
  std::vector<Within> within;
};

/// Made when it is first asked for.
class LazyIncidence {
 public:
  const Incidence& operator()(const CompiledModel& model) const {
    std::call_once(once_, [&] { incidence_.emplace(model); });
    return *incidence_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::optional<Incidence> incidence_;
};

}  // namespace pliant::backend
