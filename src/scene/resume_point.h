#pragma once

#include <pliant/run.h>

#include <optional>

#include "scene/checkpoint.h"

namespace pliant {

/// Where a run goes on in the folder `options.output`: the last checkpoint, or the one before it
/// where the last or what was recorded with it is damaged. None: it begins anew, which nothing is
/// lost by, or options.restart allows. InputError tells what would be lost otherwise. Changes
/// nothing in the folder.
std::optional<Checkpoint> resume_point(const RunOptions& options, Notes& notes);

}  // namespace pliant
