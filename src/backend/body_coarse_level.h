#pragma once

#include <optional>

#include "large_steps/coarse_level.h"
#include "large_steps/minimiser.h"

namespace pliant::backend {

class CompiledState;

/// The coarse level of a state's descents. Nothing of it depends on the steps so far.
class BodyCoarseLevel {
 public:
  /// Where that takes few products with the stiffness, of the body as it is; else of the model at
  /// rest, turned along with the body, which is kept. Null: the body is too small for one.
  const large_steps::CoarseLevel* level(const CompiledState& state,
                                        const large_steps::BodyProblem& problem,
                                        std::span<const Vec3d> places, std::span<const Vec3d> free);

 private:
  std::optional<large_steps::CoarseLevel> at_rest_, now_;
  bool assembled_ = false;
  double inertia_ = 0, damped_ = 0;
  std::vector<Vec3d> freedoms_;
};

}  // namespace pliant::backend
