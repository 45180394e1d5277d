#pragma once

#include <pliant/settle.h>

#include "backend/backend.h"

namespace pliant::large_steps {

/// See settle(): of a body by itself, which is left at the best that was found, at rest.
Settled settle(backend::CompiledState& body, const SettleOptions& options);

}  // namespace pliant::large_steps
