#pragma once

#include <string_view>

namespace pliant::fuzz {

/// Reads a file of a recording to its last frame. InputError is fine; every other exception passes
/// through. Returns whether all of it was read.
bool check_recording(std::string_view bytes);
/// The same for a table of probes.
bool check_probes(std::string_view text);

}  // namespace pliant::fuzz
