#pragma once

#include <stdexcept>
#include <string_view>

namespace structgen {

/// The switches are at fault, not the input.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// TetGen skips letters it does not know and takes numbers with which it never ends, so its
/// switches (with or without their dash) are checked first. Throws UsageError.
void check_switches(std::string_view switches);

}  // namespace structgen
