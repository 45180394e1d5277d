#pragma once

#include <pliant/error.h>

#include <cmath>
#include <string>
#include <string_view>

#include "base/text.h"

namespace pliant::io {

/// A coordinate as the 32-bit float that a format stores; InputError with this cure when it is
/// too large for one.
inline float float_of(double value, std::string_view format, const std::string& cure) {
  constexpr double largest = 0x1.fffffep127;
  if (!(std::abs(value) <= largest))
    throw InputError("", 0, text("the coordinate ", value, " is too large for ", format), cure);
  return static_cast<float>(value);
}

}  // namespace pliant::io
