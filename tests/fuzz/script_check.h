#pragma once

#include <string_view>

namespace pliant::fuzz {

/// Runs a script within small limits and, on a small cube of its own, the actions that it adds. A
/// scene, an InputError and a run that diverges are fine; every other exception passes through.
/// Returns whether the script made a scene.
bool check_script(std::string_view text);

}  // namespace pliant::fuzz
