#pragma once

#include <pliant/mesh.h>

#include <string>

#include "json.h"

namespace pliant::app {

/// What a body is made of: its name, vertices and cells, of whichever kind they are.
Json body_report(const std::string& name, const Mesh& mesh);
/// The same in words: "rope: 13 vertices, 12 lines".
std::string body_in_words(const Json& report);

}  // namespace pliant::app
