#pragma once

#include "record/hdf5.h"

// For the files that call the library.

namespace pliant::hdf5 {

/// Throws Error with `what` and the library's reason.
[[noreturn]] void fail(std::string_view what);

/// For calls that return a negative number when they fail.
template <class Result>
Result need(Result result, std::string_view what) {
  if (result < 0) fail(what);
  return result;
}

bool is_hard_link(const Object& parent, const std::string& name);

}  // namespace pliant::hdf5
