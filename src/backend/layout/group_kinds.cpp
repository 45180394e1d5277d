#include "backend/layout/group_kinds.h"

#include "backend/layout/groups.h"

namespace pliant::backend {

namespace {

template <class M>
GroupKind::Member describe_member() {
  GroupKind::Member member{M::Law::info.name, M::slots.size(), {}};
  for (const auto& slot : M::slots) member.vertices.emplace_back(slot.begin(), slot.end());
  return member;
}

template <class Group, class... M>
GroupKind describe(std::tuple<M...>*) {
  static_assert(
      (0 + ... + (rest_count<typename M::Law> + param_count<typename M::Law>)) <= max_law_fields,
      "a law has more numbers than max_law_fields");
  return {Group::vertices, Group::pushed, {describe_member<M>()...}};
}

template <class... G>
std::vector<GroupKind> describe_all(GroupList<G...>) {
  return {describe<G>(static_cast<typename G::Members*>(nullptr))...};
}

}  // namespace

std::span<const GroupKind> group_kinds() {
  static const std::vector<GroupKind> kinds = describe_all(AllGroups());
  return kinds;
}

std::size_t single_kind(std::string_view law) {
  const auto kinds = group_kinds();
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i].members.size() == 1 && kinds[i].members[0].law == law) return i;
  return no_kind;
}

std::size_t pair_kind(std::string_view on_tetrahedra, std::string_view on_edges) {
  const auto kinds = group_kinds();
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i].members.size() == 2 && kinds[i].members[0].law == on_tetrahedra &&
        kinds[i].members[1].law == on_edges)
      return i;
  return no_kind;
}

}  // namespace pliant::backend
