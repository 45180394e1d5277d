#pragma once

#include <pliant/model.h>

#include <optional>
#include <string>

namespace pliant {

/// A sentence where passes of damping (damping_plan.h) slow the slowest motion along a body down at
/// another rate than its relations would: by more than a tenth. That is where it is damped so much
/// that the passes would have to be closer than twice the steps' cost allows.
std::optional<std::string> damping_note(const State& state, const std::string& body);

}  // namespace pliant
