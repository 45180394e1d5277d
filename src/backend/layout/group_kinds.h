#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace pliant::backend {

/// One of AllGroups, for code that does not know it at compile time.
struct GroupKind {
  int vertices, pushed;
  struct Member {
    std::string_view law;
    std::size_t slots;
    std::vector<std::vector<int>> vertices;  // of each slot
  };
  std::vector<Member> members;
};

inline constexpr std::size_t no_kind = static_cast<std::size_t>(-1);

std::span<const GroupKind> group_kinds();
std::size_t single_kind(std::string_view law);
/// The kind that joins a law on tetrahedra and one on edges; no_kind where the laws are others.
std::size_t pair_kind(std::string_view on_tetrahedra, std::string_view on_edges);

}  // namespace pliant::backend
