#pragma once

#include <string>

#include "base/text.h"

namespace pliant::record {

/// "fall_00012".
inline std::string numbered(const std::string& stem, std::size_t number) {
  constexpr std::size_t digits = 5;
  const std::string plain = text(number);
  return text(stem, '_', std::string(digits > plain.size() ? digits - plain.size() : 0, '0'),
              plain);
}

}  // namespace pliant::record
