#pragma once

#include <algorithm>

#include "backend/cpu/kernels.h"
#include "backend/cpu/lanes.h"
#include "backend/cpu/surface_kernels.h"
#include "backend/layout/groups.h"
#include "constraints/strain_limit.h"
#include "contact/floor.h"
#include "contact/table.h"
#include "integrators/integrators.h"
#include "math/dual.h"

// Included by one file for each instruction set, which names it in Arch.

namespace pliant::cpu {

template <class Fields, class R, class Arch, std::size_t first>
PLIANT_HD void load_fields(const Groups<R>& groups, std::size_t pack, std::size_t slot,
                           Fields& fields) {
  using P = Pack<R, Arch>;
  constexpr std::size_t count = sizeof(Fields) / sizeof(P);
  P* out = reinterpret_cast<P*>(&fields);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& field = groups.fields[first + i];
    out[i] = load_pack<R, Arch>(field.values + pack * field.pack_stride + slot * field.slot_stride);
  }
}

template <class Law>
inline constexpr std::size_t law_fields = rest_count<Law> + param_count<Law>;

/// The forces of one member's relations, added to those of the group. `first` is its first field.
template <class M, class R, class Arch, std::size_t first, std::size_t vertices, class Over>
PLIANT_HD void add_member(const Groups<R>& groups, std::size_t pack,
                          const Vec3<Pack<R, Arch>> (&x)[vertices],
                          const Vec3<Pack<R, Arch>> (&v)[vertices],
                          Vec3<Pack<R, Arch>> (&f)[vertices], R longest, Over& over) {
  using Law = typename M::Law;
  using P = Pack<R, Arch>;
#pragma GCC unroll 8
  for (std::size_t slot = 0; slot < M::slots.size(); ++slot) {
    typename Law::template Rest<P> rest;
    typename Law::template Param<P> param;
    load_fields<decltype(rest), R, Arch, first>(groups, pack, slot, rest);
    load_fields<decltype(param), R, Arch, first + rest_count<Law>>(groups, pack, slot, param);
    Vec3<P> position[Law::arity], velocity[Law::arity], force[Law::arity];
#pragma GCC unroll 16
    for (int i = 0; i < Law::arity; ++i) {
      position[i] = x[M::slots[slot][i]];
      velocity[i] = v[M::slots[slot][i]];
    }
    Law::force(position, velocity, rest, param, force);
#pragma GCC unroll 8
    for (int i = 0; i < pushed_count<Law>; ++i) f[M::slots[slot][i]] += force[i];
    if constexpr (LimitsStretch<Law>) over(Law::stretch(position, rest) > P(longest));
  }
}

/// Where in a group's fields each member's begin.
template <class Members, std::size_t member>
constexpr std::size_t first_field() {
  if constexpr (member == 0)
    return 0;
  else
    return first_field<Members, member - 1>() +
           law_fields<typename std::tuple_element_t<member - 1, Members>::Law>;
}

template <class Law, class R>
PLIANT_HD void limit_at(const R* particles, const At (&ends)[2],
                        const typename Law::template Rest<R>& rest, Limit<R>& limit) {
  const auto end = [&](int i) -> SpringEnd<R> {
    const R* p = particles + 2 * std::size_t(ends[i]);
    return {{p[0], p[1], p[2]}, p[3], p[7]};
  };
  Vec3<R> move[2]{};
  if (!limit_spring<Law>(end(0), end(1), rest, limit.longest, move[0], move[1])) return;
  if (!limit.used) {
    limit.used = true;
    std::fill_n(limit.corrections, 4 * limit.rows, R(0));
  }
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k) limit.corrections[ends[i] + k] += move[i][k];
}

// Springs of this pack that are too long; rare, so lane by lane and apart from the hot loop.
template <class Group, class R, class Arch, std::size_t... member>
__attribute__((noinline)) void limit_pack(const Groups<R>& groups, std::size_t pack,
                                          const R* particles, Limit<R>& limit,
                                          std::index_sequence<member...>) {
  using Members = typename Group::Members;
  constexpr int width = pack_width<R, Arch>;
  const At* at = groups.at + pack * Group::vertices * width;
  const auto one_member = [&]<class M, std::size_t first>() {
    using Law = typename M::Law;
    if constexpr (LimitsStretch<Law>) {
      for (std::size_t slot = 0; slot < M::slots.size(); ++slot)
        for (int lane = 0; lane < width; ++lane) {
          typename Law::template Rest<R> rest;
          R* out = reinterpret_cast<R*>(&rest);
          for (std::size_t i = 0; i < rest_count<Law>; ++i) {
            const auto& field = groups.fields[first + i];
            out[i] = field.values[pack * field.pack_stride + slot * field.slot_stride + lane];
          }
          const At ends[2] = {at[M::slots[slot][0] * width + lane],
                              at[M::slots[slot][1] * width + lane]};
          limit_at<Law>(particles, ends, rest, limit);
        }
    }
  };
  (one_member.template
   operator()<std::tuple_element_t<member, Members>, first_field<Members, member>()>(),
   ...);
}

template <class Group, class R, class Arch, std::size_t... member>
void add_forces(const Groups<R>& groups, const R* particles, R* forces, Limit<R>& limit,
                std::index_sequence<member...> members) {
  using P = Pack<R, Arch>;
  using L = Lanes<R, Arch>;
  using Members = typename Group::Members;
  constexpr int vertices = Group::vertices, width = L::width;
  for (std::size_t pack = groups.begin; pack < groups.end; ++pack) {
    const At* at = groups.at + pack * vertices * width;
    Vec3<P> x[vertices], v[vertices], f[vertices];
    const auto particle = [=](int i) {
      return [=](int lane) { return particles + 2 * std::size_t(at[i * width + lane]); };
    };
#pragma GCC unroll 8
    for (int i = 0; i < Group::pushed; ++i) {
      P numbers[8];
      L::read(particle(i), numbers);
      x[i] = {numbers[0], numbers[1], numbers[2]};
      v[i] = {numbers[4], numbers[5], numbers[6]};
      f[i] = {P(0), P(0), P(0)};
    }
#pragma GCC unroll 16
    for (int i = Group::pushed; i < vertices; ++i) {
      P numbers[4];
      L::read(particle(i), numbers);
      x[i] = {numbers[0], numbers[1], numbers[2]};
      v[i] = {P(0), P(0), P(0)};
    }
    IsOver<R, Arch> over;
    (add_member<std::tuple_element_t<member, Members>, R, Arch, first_field<Members, member>()>(
         groups, pack, x, v, f, limit.longest, over),
     ...);
    if (any(over.value)) [[unlikely]]
      limit_pack<Group, R, Arch>(groups, pack, particles, limit, members);
#pragma GCC unroll 8
    for (int i = 0; i < Group::pushed; ++i)
      L::add([=](int lane) { return forces + at[i * width + lane]; }, f[i]);
  }
}

template <class Group, class R, class Arch>
void forces_of(const Groups<R>& groups, const R* particles, R* forces, Limit<R>& limit) {
  add_forces<Group, R, Arch>(
      groups, particles, forces, limit,
      std::make_index_sequence<std::tuple_size_v<typename Group::Members>>());
}

/// As add_member, with the derivative along a direction.
template <class M, class R, class Arch, std::size_t first, std::size_t vertices>
PLIANT_HD void add_member_tangent(const Groups<R>& groups, std::size_t pack,
                                  const Vec3<Dual<Pack<R, Arch>, 1>> (&x)[vertices],
                                  const Vec3<Dual<Pack<R, Arch>, 1>> (&v)[vertices],
                                  Vec3<Pack<R, Arch>> (&change)[vertices]) {
  using Law = typename M::Law;
  using P = Pack<R, Arch>;
  using D = Dual<P, 1>;
  for (std::size_t slot = 0; slot < M::slots.size(); ++slot) {
    typename Law::template Rest<P> rest;
    typename Law::template Param<P> param;
    load_fields<decltype(rest), R, Arch, first>(groups, pack, slot, rest);
    load_fields<decltype(param), R, Arch, first + rest_count<Law>>(groups, pack, slot, param);
    typename Law::template Rest<D> rest_dual;
    typename Law::template Param<D> param_dual;
    for (std::size_t i = 0; i < rest_count<Law>; ++i)
      reinterpret_cast<D*>(&rest_dual)[i] = D(reinterpret_cast<const P*>(&rest)[i]);
    for (std::size_t i = 0; i < param_count<Law>; ++i)
      reinterpret_cast<D*>(&param_dual)[i] = D(reinterpret_cast<const P*>(&param)[i]);
    Vec3<D> position[Law::arity], velocity[Law::arity], force[Law::arity];
    for (int i = 0; i < Law::arity; ++i) {
      position[i] = x[M::slots[slot][i]];
      velocity[i] = v[M::slots[slot][i]];
    }
    Law::force(position, velocity, rest_dual, param_dual, force);
    for (int i = 0; i < pushed_count<Law>; ++i)
      change[M::slots[slot][i]] +=
          {force[i].x.derivative[0], force[i].y.derivative[0], force[i].z.derivative[0]};
  }
}

template <class Group, class R, class Arch, std::size_t... member>
void add_tangents(const Groups<R>& groups, const R* particles, const R* directions,
                  bool of_velocities, R* changes, std::index_sequence<member...>) {
  using P = Pack<R, Arch>;
  using L = Lanes<R, Arch>;
  using Members = typename Group::Members;
  constexpr int vertices = Group::vertices, width = L::width;
  const P by_position(of_velocities ? 0 : 1), by_velocity(of_velocities ? 1 : 0);
  for (std::size_t pack = groups.begin; pack < groups.end; ++pack) {
    const At* at = groups.at + pack * vertices * width;
    Vec3<Dual<P, 1>> x[vertices], v[vertices];
    Vec3<P> change[vertices];
    for (int i = 0; i < vertices; ++i) {
      P numbers[8], direction[4];
      L::read([=](int lane) { return particles + 2 * std::size_t(at[i * width + lane]); }, numbers);
      L::read([=](int lane) { return directions + at[i * width + lane]; }, direction);
      for (int k = 0; k < 3; ++k) {
        x[i][k].value = numbers[k];
        x[i][k].derivative[0] = direction[k] * by_position;
        v[i][k].value = P(0);
        v[i][k].derivative[0] = direction[k] * by_velocity;
      }
      change[i] = {P(0), P(0), P(0)};
    }
    (add_member_tangent<std::tuple_element_t<member, Members>, R, Arch,
                        first_field<Members, member>()>(groups, pack, x, v, change),
     ...);
    for (int i = 0; i < Group::pushed; ++i)
      L::add([=](int lane) { return changes + at[i * width + lane]; }, change[i]);
  }
}

template <class Group, class R, class Arch>
void tangents_of(const Groups<R>& groups, const R* particles, const R* directions,
                 bool of_velocities, R* changes) {
  add_tangents<Group, R, Arch>(
      groups, particles, directions, of_velocities, changes,
      std::make_index_sequence<std::tuple_size_v<typename Group::Members>>());
}

/// Moves vertices by one stage. A pinned vertex (inverse mass 0) stays where it is.
template <class I, int stage, class R, class Arch>
bool advance(const Rows<R>& rows, const Motive<R>& motive) {
  using P = Pack<R, Arch>;
  using L = Lanes<R, Arch>;
  constexpr int width = L::width;
  const Vec3<P> gravity = spread<P>(motive.gravity);
  const P h(motive.h), damping(motive.damping), zero(0);
  const FloorPlane<P> floor = floor_of<P>(motive);
  TableTop<P> table{};
  if (rows.table != nullptr) table = spread<P>(*rows.table);
  IsOver<R, Arch> bad;
  for (std::size_t row = 0; row < rows.count; row += width) {
    const auto particle = [&](int lane) { return rows.particles + 8 * (row + lane); };
    const auto four = [row](auto* base) {
      return [base, row](int lane) { return base + 4 * (row + lane); };
    };
    P p[8], force[4];
    L::read(particle, p);
    L::read(four(rows.forces), force);
    Motion<P> m;
    m.x = {p[0], p[1], p[2]};
    m.v = {p[4], p[5], p[6]};
#pragma GCC unroll 4
    for (int i = 0; i < I::kept; ++i) {
      P kept[4];
      L::read(four(rows.kept[i]), kept);
      m.kept[i] = {kept[0], kept[1], kept[2]};
    }
    const auto free = p[3] > zero;
    Vec3<P> a = Vec3<P>{force[0], force[1], force[2]} * p[3] + gravity - m.v * damping;
    a = {select(free, a.x, zero), select(free, a.y, zero), select(free, a.z, zero)};
    I::template advance<stage>(m, a, h, motive.first);
    if constexpr (stage + 1 == I::stages) {
      if (rows.corrections != nullptr) {
        P c[4];
        L::read(four(rows.corrections), c);
        // Also to the velocity, or what pulls at a spring would make it ever faster.
        const Vec3<P> correction{c[0], c[1], c[2]};
        m.x += correction;
        m.v += correction * (P(1) / h);
        if (I::kept == 1) m.kept[0] += correction;
      }
      constexpr bool keeps_move = I::stages == 1 && I::kept == 1;
      keep_above<keeps_move>(floor, free, h, m);
      if (rows.table != nullptr) keep_on<keeps_move>(table, free, h, m);
      const P moved = squared_length(Vec3<P>{m.x.x - p[0], m.x.y - p[1], m.x.z - p[2]});
      bad(!(moved < P(motive.runaway)));
    }
    p[0] = m.x.x, p[1] = m.x.y, p[2] = m.x.z;
    p[4] = m.v.x, p[5] = m.v.y, p[6] = m.v.z;
    L::write(particle, p);
#pragma GCC unroll 4
    for (int i = 0; i < I::kept; ++i) {
      const P kept[4] = {m.kept[i].x, m.kept[i].y, m.kept[i].z, zero};
      L::write(four(rows.kept[i]), kept);
    }
  }
  return any(bad.value);
}

template <class R, class Arch, class... G>
constexpr auto all_forces(GroupList<G...>) {
  return std::array<typename Kernels<R>::Forces, sizeof...(G)>{&forces_of<G, R, Arch>...};
}

template <class R, class Arch, class... G>
constexpr auto all_tangents(GroupList<G...>) {
  return std::array<typename Kernels<R>::Tangent, sizeof...(G)>{&tangents_of<G, R, Arch>...};
}

template <class I, int stage, class R, class Arch>
constexpr typename Kernels<R>::Advance advance_or_null() {
  if constexpr (stage < I::stages)
    return &advance<I, stage, R, Arch>;
  else
    return nullptr;
}

template <class R, class Arch, class... I>
constexpr auto all_advances(IntegratorList<I...>) {
  std::array<typename Kernels<R>::Advance, 4 * sizeof...(I)> out{};
  std::size_t i = 0;
  ((out[i] = advance_or_null<I, 0, R, Arch>(), out[i + 1] = advance_or_null<I, 1, R, Arch>(),
    out[i + 2] = advance_or_null<I, 2, R, Arch>(), out[i + 3] = advance_or_null<I, 3, R, Arch>(),
    i += 4),
   ...);
  return out;
}

template <class R, class Arch>
struct KernelTables {
  static constexpr auto forces = all_forces<R, Arch>(AllGroups());
  static constexpr auto tangents = all_tangents<R, Arch>(AllGroups());
  static constexpr auto advances = all_advances<R, Arch>(Integrators());
};

template <class R, class Arch>
constexpr Kernels<R> make_kernels(std::string_view name) {
  using Tables = KernelTables<R, Arch>;
  return {name,
          static_cast<std::size_t>(pack_width<R, Arch>),
          Tables::forces,
          Tables::tangents,
          Tables::advances,
          &find_gradient<R, Arch>,
          &find_moved<R, Arch>,
          &correct_surface<R, Arch>};
}

}  // namespace pliant::cpu
