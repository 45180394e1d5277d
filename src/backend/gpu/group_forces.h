#pragma once

#include <utility>

#include "backend/gpu/views.h"
#include "backend/layout/groups.h"
#include "math/dual.h"

// The relations of one group, for one thread.

namespace pliant::gpu {

// Constants of a group's members, as plain numbers: device code cannot call std::array.
template <class M, std::size_t slot, std::size_t i>
inline constexpr int corner = M::slots[slot][i];
template <class Law>
inline constexpr std::size_t law_fields = rest_count<Law> + param_count<Law>;

/// Where in a group's fields each member's begin.
template <class Members, std::size_t member>
constexpr std::size_t first_field_of() {
  if constexpr (member == 0)
    return 0;
  else
    return first_field_of<Members, member - 1>() +
           law_fields<typename std::tuple_element_t<member - 1, Members>::Law>;
}
template <class Members, std::size_t member>
inline constexpr std::size_t first_field = first_field_of<Members, member>();

/// A place among the groups of a store.
template <class R, bool scaled_>
struct GroupPlace {
  static constexpr bool scaled = scaled_;
  GroupsView groups;
  const FieldView<R>* fields;
  std::uint32_t pack, lane;
  const double* factors;  // of this copy and store, where parameters are scaled

  PLIANT_HD GroupPlace(const StoreView<R>* stores, const PackOf& at, std::uint32_t lane_,
                       const double* factors_ = nullptr)
      : groups(load(&stores[at.store].groups)),
        fields(stores[at.store].fields),
        pack(at.pack),
        lane(lane_),
        factors(factors_) {}

  template <std::size_t field, std::size_t slot>
  PLIANT_HD R read() const {
    const FieldView<R> f = load(fields + field);
    const R* values = f.values + std::size_t(pack) * f.pack_stride + lane;
    return load(values + slot * warp);
  }
  /// A parameter of a scaled copy has the bits that it would have if it was set.
  template <std::size_t field, std::size_t slot>
  PLIANT_HD R read_scaled() const {
    if constexpr (scaled)
      return static_cast<R>(factors[field] * double(read<field, slot>()));
    else
      return read<field, slot>();
  }
  /// Of each vertex of a group of so many.
  PLIANT_HD const std::uint32_t* words(std::uint32_t vertices) const {
    return groups.words + std::size_t(pack) * (vertices * warp) + lane;
  }
};

/// Rest and Param, of another number type than the memory's where that is wanted.
template <class Law, class Number, std::size_t first, std::size_t slot, class Place,
          std::size_t... i>
PLIANT_HD auto read_rest(const Place& at, std::index_sequence<i...>) {
  return typename Law::template Rest<Number>{Number(at.template read<first + i, slot>())...};
}
template <class Law, class Number, std::size_t first, std::size_t slot, class Place>
PLIANT_HD auto read_rest(const Place& at) {
  return read_rest<Law, Number, first, slot>(at, std::make_index_sequence<rest_count<Law>>());
}
template <class Law, class Number, std::size_t first, std::size_t slot, class Place,
          std::size_t... i>
PLIANT_HD auto read_param(const Place& at, std::index_sequence<i...>) {
  constexpr std::size_t begin = first + rest_count<Law>;
  return
      typename Law::template Param<Number>{Number(at.template read_scaled<begin + i, slot>())...};
}
template <class Law, class Number, std::size_t first, std::size_t slot, class Place>
PLIANT_HD auto read_param(const Place& at) {
  return read_param<Law, Number, first, slot>(at, std::make_index_sequence<param_count<Law>>());
}

/// Calls f.operator()<Member, first field, slot>() for every relation of a group.
template <class Group, class F>
PLIANT_HD void for_each_relation(const F& f) {
  using Members = typename Group::Members;
  const auto slots =
      [&]<class M, std::size_t first, std::size_t... slot>(std::index_sequence<slot...>) {
        (f.template operator()<M, first, slot>(), ...);
      };
  const auto members = [&]<std::size_t... m>(std::index_sequence<m...>) {
    (slots.template operator()<std::tuple_element_t<m, Members>, first_field<Members, m>>(
         std::make_index_sequence<std::tuple_element_t<m, Members>::slots.size()>()),
     ...);
  };
  members(std::make_index_sequence<std::tuple_size_v<Members>>());
}

template <class Number, int vertices>
struct GroupVertices {
  Vec3<Number> x[vertices], v[vertices], f[vertices];
};

template <class M, class Number, std::size_t first, std::size_t slot, int vertices, class Place,
          std::size_t... i>
PLIANT_HD auto apply_law(const Place& at, GroupVertices<Number, vertices>& g,
                         std::index_sequence<i...>) {
  using Law = typename M::Law;
  const Vec3<Number> x[] = {g.x[corner<M, slot, i>]...};
  const Vec3<Number> v[] = {g.v[corner<M, slot, i>]...};
  Vec3<Number> f[Law::arity];
  const auto rest = read_rest<Law, Number, first, slot>(at);
  Law::force(x, v, rest, read_param<Law, Number, first, slot>(at), f);
  const auto add = [&]<std::size_t k>() {
    if constexpr (k < pushed_count<Law>) g.f[corner<M, slot, k>] += f[k];
  };
  (add.template operator()<i>(), ...);
  if constexpr (LimitsStretch<Law>)
    return Law::stretch(x, rest);
  else
    return Number(0);
}

/// The forces of a group's relations on its vertices; the largest stretch of those that have one.
template <class Group, class Number, class Place>
PLIANT_HD Number group_forces(const Place& at, GroupVertices<Number, Group::vertices>& g) {
  Number most(0);
  for_each_relation<Group>([&]<class M, std::size_t first, std::size_t slot>() {
    const Number stretch = apply_law<M, Number, first, slot>(
        at, g, std::make_index_sequence<static_cast<std::size_t>(M::Law::arity)>());
    if constexpr (LimitsStretch<typename M::Law>) most = stretch > most ? stretch : most;
  });
  return most;
}

template <class M, std::size_t first, std::size_t slot, int vertices, class Place, std::size_t... i>
PLIANT_HD double energy_of(const Place& at, const Vec3d (&x)[vertices], const Vec3d& origin,
                           std::index_sequence<i...>) {
  using Law = typename M::Law;
  const Vec3d from = energy_of_place<Law> ? origin : Vec3d{};
  const Vec3d corners[] = {(x[corner<M, slot, i>] + from)...};
  return Law::energy(corners, read_rest<Law, double, first, slot>(at),
                     read_param<Law, double, first, slot>(at));
}

template <class Group, class Place>
PLIANT_HD double group_energy(const Place& at, const Vec3d (&x)[Group::vertices],
                              const Vec3d& origin) {
  double sum = 0;
  for_each_relation<Group>([&]<class M, std::size_t first, std::size_t slot>() {
    sum += energy_of<M, first, slot>(
        at, x, origin, std::make_index_sequence<static_cast<std::size_t>(M::Law::arity)>());
  });
  return sum;
}

/// The kinds of programs that a law is in.
constexpr Kinds kinds_of_law(const LawInfo& law) {
  constexpr std::size_t most_simple_fields = 6, most_of_simplices = 4;
  const std::size_t fields = law.rest.size() + law.parameters.size();
  const auto pushed = static_cast<std::size_t>(law.pushed > 0 ? law.pushed : law.arity);
  if (law.heavy || pushed > most_of_simplices) return Kinds::all;
  return fields <= most_simple_fields ? Kinds::simple : Kinds::simplices;
}
template <Kinds kinds, class... M>
constexpr bool has_members(std::tuple<M...>*) {
  return ((kinds_of_law(M::Law::info) <= kinds) && ...);
}
template <class... M>
constexpr std::size_t field_count_of(std::tuple<M...>*) {
  return (law_fields<typename M::Law> + ...);
}
/// How many fields groups have at most.
template <Kinds kinds, class... G>
constexpr std::size_t most_fields_of(GroupList<G...>) {
  std::size_t most = 0;
  const auto look = [&]<class Members>() {
    if (!has_members<kinds>(static_cast<Members*>(nullptr))) return;
    const std::size_t count = field_count_of(static_cast<Members*>(nullptr));
    if (count > most) most = count;
  };
  (look.template operator()<typename G::Members>(), ...);
  return most;
}
template <Kinds kinds>
inline constexpr std::size_t most_fields = most_fields_of<kinds>(AllGroups());
static_assert(most_fields<Kinds::all> == max_law_fields);

/// How many kinds from `begin` to `end` a program has.
template <Kinds kinds, class... G>
constexpr std::size_t count_kinds(std::size_t begin, std::size_t end, GroupList<G...>) {
  constexpr bool has[] = {has_members<kinds>(static_cast<typename G::Members*>(nullptr))...};
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; ++i) count += has[i] ? 1 : 0;
  return count;
}

/// Calls f.operator()<Group>() for the group of this kind, by halves.
template <Kinds kinds, std::size_t begin, std::size_t end, class F, class... G>
PLIANT_HD void visit_kind(std::uint32_t kind, const F& f, GroupList<G...> groups) {
  constexpr std::size_t middle = (begin + end) / 2;
  constexpr std::size_t left = count_kinds<kinds>(begin, middle, GroupList<G...>());
  constexpr std::size_t right = count_kinds<kinds>(middle, end, GroupList<G...>());
  if constexpr (left + right == 0)
    return;
  else if constexpr (end - begin == 1)
    f.template operator()<std::tuple_element_t<begin, std::tuple<G...>>>();
  else if constexpr (right == 0)
    visit_kind<kinds, begin, middle>(kind, f, groups);
  else if constexpr (left == 0)
    visit_kind<kinds, middle, end>(kind, f, groups);
  else if (kind < middle)
    visit_kind<kinds, begin, middle>(kind, f, groups);
  else
    visit_kind<kinds, middle, end>(kind, f, groups);
}
template <Kinds kinds, class F>
PLIANT_HD void visit_kind(std::uint32_t kind, const F& f) {
  visit_kind<kinds, 0, AllGroups::size>(kind, f, AllGroups());
}

}  // namespace pliant::gpu
