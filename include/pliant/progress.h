#pragma once

#include <functional>
#include <string_view>

namespace pliant {

/// Called now and then by long work with the part done, from 0 to 1, and what is being done.
/// Always from the thread that called the work. An empty function is allowed.
using Progress = std::function<void(double fraction, std::string_view what)>;

}  // namespace pliant
