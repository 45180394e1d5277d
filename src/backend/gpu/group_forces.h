#pragma once

#include <utility>

#include "backend/gpu/views.h"
#include "backend/layout/groups.h"
#include "constraints/strain_limit.h"
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
template <class R>
struct GroupPlace {
  const StoreView<R>& store;
  std::size_t pack;
  std::uint32_t lane;
  const R* factors;  // of this copy and store, or null

  template <std::size_t field>
  PLIANT_HD R read(std::uint32_t slot) const {
    const FieldView<R>& f = store.fields[field];
    const R value = load(f.values + pack * f.pack_stride + slot * f.slot_stride + lane);
    return factors ? value * factors[field] : value;
  }
  PLIANT_HD std::uint32_t word(std::uint32_t vertices, std::uint32_t vertex) const {
    return load(store.words + (pack * vertices + vertex) * warp + lane);
  }
};

/// Rest or Param, of another number type than the memory's where that is wanted.
template <class Fields, class Number, std::size_t first, class R, std::size_t... i>
PLIANT_HD Fields read_fields(const GroupPlace<R>& at, std::uint32_t slot,
                             std::index_sequence<i...>) {
  return Fields{Number(at.template read<first + i>(slot))...};
}

template <class Law, class Number, std::size_t first, class R>
PLIANT_HD auto read_rest(const GroupPlace<R>& at, std::uint32_t slot) {
  return read_fields<typename Law::template Rest<Number>, Number, first>(
      at, slot, std::make_index_sequence<rest_count<Law>>());
}
template <class Law, class Number, std::size_t first, class R>
PLIANT_HD auto read_param(const GroupPlace<R>& at, std::uint32_t slot) {
  return read_fields<typename Law::template Param<Number>, Number, first + rest_count<Law>>(
      at, slot, std::make_index_sequence<param_count<Law>>());
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

template <class M, class Number, std::size_t first, std::size_t slot, int vertices, class R,
          std::size_t... i>
PLIANT_HD auto apply_law(const GroupPlace<R>& at, GroupVertices<Number, vertices>& g,
                         std::index_sequence<i...>) {
  using Law = typename M::Law;
  const Vec3<Number> x[] = {g.x[corner<M, slot, i>]...};
  const Vec3<Number> v[] = {g.v[corner<M, slot, i>]...};
  Vec3<Number> f[Law::arity];
  const auto rest = read_rest<Law, Number, first>(at, slot);
  Law::force(x, v, rest, read_param<Law, Number, first>(at, slot), f);
  ((g.f[corner<M, slot, i>] += f[i]), ...);
  if constexpr (LimitsStretch<Law>)
    return Law::stretch(x, rest);
  else
    return Number(0);
}

/// The forces of a group's relations on its vertices; the largest stretch of those that have one.
template <class Group, class Number, class R>
PLIANT_HD Number group_forces(const GroupPlace<R>& at, GroupVertices<Number, Group::vertices>& g) {
  Number most(0);
  for_each_relation<Group>([&]<class M, std::size_t first, std::size_t slot>() {
    const Number stretch = apply_law<M, Number, first, slot>(
        at, g, std::make_index_sequence<static_cast<std::size_t>(M::Law::arity)>());
    if constexpr (LimitsStretch<typename M::Law>) most = stretch > most ? stretch : most;
  });
  return most;
}

/// How far a strain limit moves the group's vertices; left in g.f.
template <class Group, class R>
PLIANT_HD void group_corrections(const GroupPlace<R>& at, R longest,
                                 const SpringEnd<R> (&ends)[Group::vertices],
                                 Vec3<R> (&moves)[Group::vertices]) {
  for_each_relation<Group>([&]<class M, std::size_t first, std::size_t slot>() {
    using Law = typename M::Law;
    if constexpr (LimitsStretch<Law>) {
      constexpr int a = corner<M, slot, 0>, b = corner<M, slot, 1>;
      limit_spring<Law>(ends[a], ends[b], read_rest<Law, R, first>(at, slot), longest, moves[a],
                        moves[b]);
    }
  });
}

template <class M, std::size_t first, std::size_t slot, int vertices, class R, std::size_t... i>
PLIANT_HD double energy_of(const GroupPlace<R>& at, const Vec3d (&x)[vertices],
                           std::index_sequence<i...>) {
  using Law = typename M::Law;
  const Vec3d corners[] = {x[corner<M, slot, i>]...};
  return Law::energy(corners, read_rest<Law, double, first>(at, slot),
                     read_param<Law, double, first>(at, slot));
}

template <class Group, class R>
PLIANT_HD double group_energy(const GroupPlace<R>& at, const Vec3d (&x)[Group::vertices]) {
  double sum = 0;
  for_each_relation<Group>([&]<class M, std::size_t first, std::size_t slot>() {
    sum += energy_of<M, first, slot>(
        at, x, std::make_index_sequence<static_cast<std::size_t>(M::Law::arity)>());
  });
  return sum;
}

/// Calls f.operator()<Group>() for the group of this kind.
template <class F, class... G>
PLIANT_HD void visit_kind(std::uint32_t kind, const F& f, GroupList<G...>) {
  std::uint32_t i = 0;
  (void)((i++ == kind && (f.template operator()<G>(), true)) || ...);
}

}  // namespace pliant::gpu
