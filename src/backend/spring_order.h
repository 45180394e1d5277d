#pragma once

#include <pliant/mesh.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace pliant::backend {

class CompiledModel;

/// The springs of a model in the order in which a strain limit visits them: by colour, those of one
/// colour having no vertex in common. A spring gets the first colour that neither of its vertices
/// has yet, sets and relations in their order.
struct SpringOrder {
  explicit SpringOrder(const CompiledModel& model);

  struct Spring {
    std::size_t set;
    Index relation, a, b;
  };
  std::vector<Spring> springs;
  std::vector<std::uint32_t> begin;  // of each colour, and the end
};

/// Made when it is first asked for.
class LazySpringOrder {
 public:
  const SpringOrder& operator()(const CompiledModel& model) const {
    std::call_once(once_, [&] { order_.emplace(model); });
    return *order_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::optional<SpringOrder> order_;
};

}  // namespace pliant::backend
