#pragma once

#include <cstddef>
#include <vector>

namespace pliant {

/// Puts the lists that blocks of work made after one another, in order, and gives each one's memory
/// back on the way.
template <class T>
std::vector<T> joined(std::vector<std::vector<T>> lists) {
  std::size_t total = 0;
  for (const auto& list : lists) total += list.size();
  std::vector<T> all;
  all.reserve(total);
  for (auto& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
    list = {};
  }
  return all;
}

}  // namespace pliant
