#pragma once

#include <pliant/laws.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace pliant {

/// Which parameter of a law that has the moduli E and G is G: without it, what E makes is left.
/// None: the law does not split its forces so.
inline std::optional<std::size_t> shear_modulus(const LawInfo& law) {
  const auto number = [&](std::string_view name) {
    const auto found = std::ranges::find(law.parameters, name, &LawField::name);
    return static_cast<std::size_t>(found - law.parameters.begin());
  };
  if (number("young") == law.parameters.size() || number("shear") == law.parameters.size())
    return std::nullopt;
  return number("shear");
}

}  // namespace pliant
