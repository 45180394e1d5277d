#pragma once

#include <string>

namespace pliant::app {

/// Whether this is not a mesh but a folder, or a file of a recording in one.
bool is_run(const std::string& file);
/// Tells what a run has left there: scene, bodies, frames and probes. InputError where nothing is.
void tell_run(const std::string& file, bool json);

}  // namespace pliant::app
