#pragma once

#include <pliant/mesh.h>

#include <functional>
#include <span>

namespace pliant::backend {

/// A state that tells the stiffness of its relations one by one. Those that do not are asked for
/// products (CompiledState::change_of_forces).
class StiffnessOfRelations {
 public:
  /// The vertices of a relation, and 9 numbers for each that it pushes and each vertex, as
  /// relations/element_stiffness.h has them.
  using Take = std::function<void(std::span<const Index> vertices, std::span<const double> blocks)>;
  virtual ~StiffnessOfRelations() = default;
  /// Of all relations, in the order of the body.
  virtual void tell_stiffness(double share, const Take& take) const = 0;
};

}  // namespace pliant::backend
