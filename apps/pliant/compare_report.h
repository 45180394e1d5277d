#pragma once

#include <filesystem>
#include <string>

#include "json.h"

namespace pliant::app {

/// What `pliant run --compare-full` found, from the probes of a folder; null where none were
/// written yet. Draws it over time as compare-full.svg in the folder.
Json compare_report(const std::filesystem::path& folder);
/// In one line.
std::string comparison_in_words(const Json& report);

}  // namespace pliant::app
