#pragma once

#include <pliant/mesh.h>

#include <cstdint>
#include <vector>

#include "mesh/generate/lattice.h"

namespace pliant::generate {

/// Numbers sites in the order in which they come. Coordinates lie in [0, 2^21).
class SiteTable {
 public:
  SiteTable() : slots_(1024, Slot{none, 0}) {}

  /// The number of a site, a new one where it is met for the first time.
  Index number(const Site& s) {
    if (2 * sites_.size() >= slots_.size()) grow();
    Slot& slot = slots_[place(key(s))];
    if (slot.key == none) {
      slot = {key(s), static_cast<Index>(sites_.size())};
      sites_.push_back(s);
    }
    return slot.number;
  }
  /// The number of a site that has one; no_index for others.
  Index find(const Site& s) const {
    const Slot& slot = slots_[place(key(s))];
    return slot.key == none ? no_index : slot.number;
  }
  const std::vector<Site>& sites() const { return sites_; }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key;
    Index number;
  };
  static std::uint64_t key(const Site& s) {
    return (static_cast<std::uint64_t>(s.z) << 21 | static_cast<std::uint64_t>(s.y)) << 21 |
           static_cast<std::uint64_t>(s.x);
  }
  std::size_t place(std::uint64_t key) const {
    std::uint64_t hash = key * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 32;
    std::size_t i = hash & (slots_.size() - 1);
    while (slots_[i].key != none && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
    return i;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), Slot{none, 0});
    for (std::size_t i = 0; i < sites_.size(); ++i)
      slots_[place(key(sites_[i]))] = {key(sites_[i]), static_cast<Index>(i)};
  }

  std::vector<Slot> slots_;
  std::vector<Site> sites_;
};

}  // namespace pliant::generate
