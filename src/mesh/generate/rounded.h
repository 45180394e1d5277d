#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "base/text.h"

namespace pliant::generate {

/// To two digits, for what is told.
inline double rounded(double value) {
  if (!(value > 0) || !std::isnormal(value)) return value;
  // A power of ten below one is none in binary: by its inverse the number is the one written
  // shortest.
  const double power = std::floor(std::log10(value)) - 1;
  const double factor = std::pow(10, std::abs(power));
  if (!std::isfinite(factor)) return value;
  return power < 0 ? std::round(value * factor) / factor : std::round(value / factor) * factor;
}

/// A number of things to two digits, written out: 1200000, not 1.2e+06.
inline std::string about(double count) {
  constexpr double most = 1e18;
  return count < most ? text(static_cast<std::int64_t>(std::round(rounded(count)))) : text(count);
}

}  // namespace pliant::generate
