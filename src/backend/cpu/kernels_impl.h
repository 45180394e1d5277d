#pragma once

#include <algorithm>

#include "backend/cpu/kernels.h"
#include "backend/cpu/lanes.h"
#include "backend/cpu/surface_kernels.h"
#include "backend/layout/groups.h"
#include "contact/responses.h"
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

template <class Group, class R, class Arch, std::size_t... member>
void add_forces(const Groups<R>& groups, const R* particles, R* forces, Limit<R>& limit,
                std::index_sequence<member...>) {
  using P = Pack<R, Arch>;
  using L = Lanes<R, Arch>;
  using Members = typename Group::Members;
  constexpr int vertices = Group::vertices, width = L::width;
  IsOver<R, Arch> over;
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
    (add_member<std::tuple_element_t<member, Members>, R, Arch, first_field<Members, member>()>(
         groups, pack, x, v, f, limit.longest, over),
     ...);
#pragma GCC unroll 8
    for (int i = 0; i < Group::pushed; ++i)
      L::add([=](int lane) { return forces + at[i * width + lane]; }, f[i]);
  }
  if (any(over.value)) limit.reached = true;
}

template <class Group, class R, class Arch>
void forces_of(const Groups<R>& groups, const R* particles, R* forces, Limit<R>& limit) {
  add_forces<Group, R, Arch>(
      groups, particles, forces, limit,
      std::make_index_sequence<std::tuple_size_v<typename Group::Members>>());
}

/// Whether a law has an energy, and wherever the body is the same.
template <class Law>
inline constexpr bool sums_energy = Law::info.has_energy && !energy_of_place<Law>;

template <class M, class R, class Arch, std::size_t first, std::size_t vertices>
PLIANT_HD void add_member_energy(const Groups<R>& groups, std::size_t pack,
                                 const Vec3<Pack<R, Arch>> (&x)[vertices], Pack<R, Arch>& sum) {
  using Law = typename M::Law;
  using P = Pack<R, Arch>;
  if constexpr (sums_energy<Law>)
    for (std::size_t slot = 0; slot < M::slots.size(); ++slot) {
      typename Law::template Rest<P> rest;
      typename Law::template Param<P> param;
      load_fields<decltype(rest), R, Arch, first>(groups, pack, slot, rest);
      load_fields<decltype(param), R, Arch, first + rest_count<Law>>(groups, pack, slot, param);
      Vec3<P> position[Law::arity];
      for (int i = 0; i < Law::arity; ++i) position[i] = x[M::slots[slot][i]];
      sum += Law::energy(position, rest, param);
    }
}

template <class Group, class R, class Arch, std::size_t... member>
double add_energies(const Groups<R>& groups, const R* particles, std::index_sequence<member...>) {
  using P = Pack<R, Arch>;
  using L = Lanes<R, Arch>;
  using Members = typename Group::Members;
  constexpr int vertices = Group::vertices, width = L::width;
  LongSum<R, Arch> sum;
  for (std::size_t pack = groups.begin; pack < groups.end; ++pack) {
    const At* at = groups.at + pack * vertices * width;
    Vec3<P> x[vertices];
    for (int i = 0; i < vertices; ++i) {
      P numbers[4];
      L::read([=](int lane) { return particles + 2 * std::size_t(at[i * width + lane]); }, numbers);
      x[i] = {numbers[0], numbers[1], numbers[2]};
    }
    P energy(0);
    (add_member_energy<std::tuple_element_t<member, Members>, R, Arch,
                       first_field<Members, member>()>(groups, pack, x, energy),
     ...);
    sum += energy;
  }
  return sum.value();
}

template <class Group, class R, class Arch>
double energy_of(const Groups<R>& groups, const R* particles) {
  return add_energies<Group, R, Arch>(
      groups, particles, std::make_index_sequence<std::tuple_size_v<typename Group::Members>>());
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

// Apart from the loop over all vertices, and once for all integrators.
template <bool keeps_move, class R, class Arch, class Mask>
__attribute__((noinline)) void meet_all(std::span<const contact::SeenObstacle<R>> obstacles,
                                        const Mask& free, const Pack<R, Arch>& inset,
                                        const contact::Stride<Pack<R, Arch>, R>& stride,
                                        Motion<Pack<R, Arch>>& m) {
  for (const contact::SeenObstacle<R>& obstacle : obstacles)
    contact::meet<keeps_move>(obstacle, free, inset, stride, m);
}

/// Moves vertices by one stage. A pinned vertex (inverse mass 0) stays where it is.
template <class I, int stage, class R, class Arch>
bool advance(const Rows<R>& rows, const Motive<R>& motive) {
  using P = Pack<R, Arch>;
  using L = Lanes<R, Arch>;
  constexpr int width = L::width;
  const Vec3<P> gravity = spread<P>(motive.gravity);
  const P h(motive.h), damping(motive.damping), zero(0);
  const contact::FloorPlane<P> floor = floor_of<P>(motive);
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
      contact::keep_above<I::keeps_move>(floor, free, p[7], h, m);
      if (!rows.obstacles.empty()) {
        Vec3<P> before{p[4], p[5], p[6]}, start{p[0], p[1], p[2]};
        if constexpr (I::stages > 1) {
          start = m.kept[0];
          before = m.kept[1];
        }
        if (I::keeps_move && !motive.first) {
          P last[4];
          L::read(four(rows.kept[0]), last);
          before = Vec3<P>{last[0], last[1], last[2]} * (P(1) / h);
        }
        meet_all<I::keeps_move, R, Arch>(rows.obstacles, free, p[7],
                                         {before, motive.h, R(I::follows), start}, m);
      }
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

template <class... M>
constexpr bool any_energy(std::tuple<M...>*) {
  return (sums_energy<typename M::Law> || ...);
}
template <class G, class R, class Arch>
constexpr typename Kernels<R>::Energy energy_or_null() {
  if constexpr (any_energy(static_cast<typename G::Members*>(nullptr)))
    return &energy_of<G, R, Arch>;
  else
    return nullptr;
}
template <class R, class Arch, class... G>
constexpr auto all_energies(GroupList<G...>) {
  return std::array<typename Kernels<R>::Energy, sizeof...(G)>{energy_or_null<G, R, Arch>()...};
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
  static constexpr auto energies = all_energies<R, Arch>(AllGroups());
  static constexpr auto tangents = all_tangents<R, Arch>(AllGroups());
  static constexpr auto advances = all_advances<R, Arch>(Integrators());
};

template <class R, class Arch>
constexpr Kernels<R> make_kernels(std::string_view name) {
  using Tables = KernelTables<R, Arch>;
  return {name,
          static_cast<std::size_t>(pack_width<R, Arch>),
          Tables::forces,
          Tables::energies,
          Tables::tangents,
          Tables::advances,
          &find_gradient<R, Arch>,
          &find_moved<R, Arch>,
          &correct_surface<R, Arch>};
}

}  // namespace pliant::cpu
