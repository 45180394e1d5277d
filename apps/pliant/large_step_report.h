#pragma once

#include <pliant/large_steps.h>

#include <string>

#include "json.h"

namespace pliant::app {

/// What large steps took.
Json large_step_report(const LargeStepCounts& counts);
/// The same in words.
std::string large_steps_in_words(const Json& report);

}  // namespace pliant::app
