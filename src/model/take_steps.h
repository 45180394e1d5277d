#pragma once

#include "backend/backend.h"
#include "large_steps/step.h"

namespace pliant {

/// Steps a body by itself as its dynamics say; false where that came to no good end.
inline bool take_steps(backend::CompiledState& body, std::int64_t count) {
  return body.dynamics.large_steps ? large_steps::take_steps(body, count) : body.step(count);
}

}  // namespace pliant
