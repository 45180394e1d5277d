#pragma once

#include <string>
#include <vector>

namespace pliant {

/// What a user should hear about but what is no error: elements skipped, tetrahedra turned round,
/// labels a format cannot hold. One sentence each.
using Notes = std::vector<std::string>;

}  // namespace pliant
