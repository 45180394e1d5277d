#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "backend/backend.h"

namespace pliant::backend {

/// States of a world that take their steps together, because that is faster than one after the
/// other; with the bits that they have by themselves.
class SharedSteps {
 public:
  virtual ~SharedSteps() = default;
  /// Looks which of these states, all of its kind and at the same step, can take part now; false
  /// for those that cannot. They must stay where they are until the next call.
  virtual std::vector<bool> choose(std::span<CompiledState* const> states) = 0;
  /// Copies those that take part, to go back to; and the step at which that was last done with all
  /// of them since they were changed.
  virtual void back_up() = 0;
  virtual std::optional<std::int64_t> backed_up_at() const = 0;
  virtual void go_back() = 0;
  /// Steps all that take part. Sets good[number of the state] to 0 for those that have diverged.
  virtual void step(std::int64_t count, std::span<char> good) = 0;
};

/// What a CompiledState is, too, that can take steps together with others.
class MayShareSteps {
 public:
  virtual ~MayShareSteps() = default;
  /// Those of which this is the same are stepped together by what one of them makes.
  virtual const void* kind_of_steps() const = 0;
  virtual std::unique_ptr<SharedSteps> make_shared_steps() const = 0;
};

}  // namespace pliant::backend
