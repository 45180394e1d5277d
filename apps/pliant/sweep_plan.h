#pragma once

#include <map>
#include <string>
#include <vector>

namespace pliant::app {

/// A definition that takes several values.
struct Varied {
  std::string name;
  std::vector<std::string> values;  // as -D would be given them
};

/// "k=10:100:10" (from, to, by; both ends count) or "k=1,2,5". Wrong usage says what is wrong.
Varied parse_varied(const std::string& text);

/// Every combination, the last one varying fastest. Wrong usage for a name given twice, or more
/// than a million combinations.
std::vector<std::vector<std::string>> combinations(const std::vector<Varied>& varied);

}  // namespace pliant::app
