#pragma once

#include "session/moment.h"

namespace pliant::viewer {

/// A body that runs away: a vertex that is no number, or farther from the middle of its body than
/// three times what that measures at rest. Pieces of a body that was cut may go anywhere.
bool is_wreck(const Moment& moment);

}  // namespace pliant::viewer
