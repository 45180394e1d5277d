#pragma once

#include <pliant/run.h>

#include "session/board.h"

namespace pliant::viewer {

/// Lines for the panel: what it is, how large, where it runs.
Board::Facts facts_of(const SceneRun& run);

}  // namespace pliant::viewer
