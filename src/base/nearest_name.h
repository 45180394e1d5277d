#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to turn
/// one word into the other.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

/// The cure for a name that does not exist: the nearest one that does, or all of them when none
/// is near. `names` is any range of strings.
template <class Names>
std::string nearest_name(std::string_view wanted, const Names& names) {
  wanted = wanted.substr(0, 64);
  std::string all, best;
  std::size_t distance = wanted.size() / 2 + 1;
  for (const auto& name : names) {
    all += all.empty() ? "" : ", ";
    all += name;
    const std::size_t d = edit_distance(wanted, name);
    if (d < distance) {
      distance = d;
      best = name;
    }
  }
  if (!best.empty()) return "did you mean '" + best + "'?";
  return all.empty() ? "there are none" : "there are " + all;
}

}  // namespace pliant
