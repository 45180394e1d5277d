#pragma once

#include <pliant/mesh.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pliant {

/// Some of the numbers below a count, each once; emptying it costs what it holds.
class MarkedList {
 public:
  explicit MarkedList(std::size_t count = 0) : marked_(count) {}

  void add(Index number) {
    if (!marked_[number]) list_.push_back(number);
    marked_[number] = 1;
  }
  bool has(Index number) const { return marked_[number] != 0; }
  const std::vector<Index>& list() const { return list_; }
  void sort() { std::ranges::sort(list_); }
  void clear() {
    for (const Index number : list_) marked_[number] = 0;
    list_.clear();
  }

 private:
  std::vector<std::uint8_t> marked_;
  std::vector<Index> list_;
};

}  // namespace pliant
