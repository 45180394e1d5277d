#pragma once

#include <array>
#include <utility>

#include "backend/cpu/descent_kernels.h"
#include "backend/cpu/lanes.h"
#include "backend/vertex_step.h"
#include "relations/list.h"
#include "relations/one_vertex.h"

// Included by one file for each instruction set, which names it in Arch.

namespace pliant::cpu {

template <class R, class Arch>
PLIANT_HD Vec3<Pack<R, Arch>> read_places(const R* rows, const Index* at) {
  Pack<R, Arch> numbers[4];
  Lanes<R, Arch>::read([=](int lane) { return rows + at[lane]; }, numbers);
  return {numbers[0], numbers[1], numbers[2]};
}

template <class R, class Arch>
PLIANT_HD Vec3<Pack<R, Arch>> load_vector(const R* numbers) {
  constexpr int width = pack_width<R, Arch>;
  return {load_pack<R, Arch>(numbers), load_pack<R, Arch>(numbers + width),
          load_pack<R, Arch>(numbers + 2 * width)};
}

template <class R, class Arch>
PLIANT_HD Sym3<Pack<R, Arch>> load_block(const R* numbers) {
  constexpr int width = pack_width<R, Arch>;
  const Vec3<Pack<R, Arch>> on = load_vector<R, Arch>(numbers);
  const Vec3<Pack<R, Arch>> off = load_vector<R, Arch>(numbers + 3 * width);
  return {on.x, on.y, on.z, off.x, off.y, off.z};
}

template <class R, class Arch>
PLIANT_HD void store_numbers(R* to, std::initializer_list<Pack<R, Arch>> numbers) {
  for (const auto& number : numbers) {
    store_pack<R, Arch>(to, number);
    to += pack_width<R, Arch>;
  }
}

/// The numbers of a visit's relations and where their vertices are, the own one included.
template <class Law, class R, class Arch>
struct Visit {
  using P = Pack<R, Arch>;
  static constexpr int width = pack_width<R, Arch>;
  static constexpr int others = corners_alike<Law> ? Law::arity - 1 : Law::arity;

  OneVertex<Law, P> at;
  P corner;

  PLIANT_HD Visit(const Visits<R>& visits, std::size_t visit, const DescentRows<R>& rows,
                  bool damped) {
    load(at.rest, visits.fields, visit);
    load(at.param, visits.fields + rest_count<Law>, visit);
    const Index* where = visits.at + visit * others * width;
    PLIANT_UNROLL
    for (int i = 0; i < others; ++i) {
      at.x[i] = read_places<R, Arch>(rows.now, where + i * width);
      at.before[i] = at.x[i];
    }
    if (damped) {
      PLIANT_UNROLL
      for (int i = 0; i < others; ++i)
        at.before[i] = read_places<R, Arch>(rows.before, where + i * width);
    }
    at.rate = P(rows.rate);
    corner = P(R(Law::arity - 1));
    if constexpr (!corners_alike<Law>) corner = load_pack<R, Arch>(visits.corners + visit * width);
  }
  PLIANT_HD void put_own(const Vec3<P>& x) {
    if constexpr (corners_alike<Law>) {
      at.x[others] = x;
    } else {
      PLIANT_UNROLL
      for (int i = 0; i < Law::arity; ++i)
        for (int k = 0; k < 3; ++k) at.x[i][k] = select(corner == P(R(i)), x[k], at.x[i][k]);
    }
  }

 private:
  template <class Fields, class Field>
  PLIANT_HD static void load(Fields& fields, const Field* from, std::size_t visit) {
    constexpr std::size_t count = sizeof(Fields) / sizeof(P);
    P* out = reinterpret_cast<P*>(&fields);
    for (std::size_t i = 0; i < count; ++i)
      out[i] = load_pack<R, Arch>(from[i].values + visit * from[i].stride);
  }
};

/// The sum over some visits of the vertices of a pack: calls add(visit) for each.
template <class Law, class R, class Arch, class Add>
PLIANT_HD void sum_visits(const Visits<R>& visits, std::size_t begin, std::size_t end,
                          const DescentRows<R>& rows, bool damped, const Add& add) {
  for (std::size_t visit = begin; visit < end; ++visit) {
    Visit<Law, R, Arch> there(visits, visit, rows, damped);
    add(there);
  }
}

template <class Law, class R, class Arch>
PLIANT_HD void add_responses(const Visits<R>& visits, std::size_t begin, std::size_t end,
                             const DescentRows<R>& rows, const Index* own, bool damped,
                             R* responses) {
  using P = Pack<R, Arch>;
  constexpr int width = pack_width<R, Arch>;
  const Vec3<P> x = read_places<R, Arch>(rows.now, own);
  const Vec3<P> before = damped ? read_places<R, Arch>(rows.before, own) : x;
  Vec3<P> force = load_vector<R, Arch>(responses);
  Sym3<P> block = load_block<R, Arch>(responses + 3 * width);
  sum_visits<Law, R, Arch>(visits, begin, end, rows, damped, [&](Visit<Law, R, Arch>& there) {
    Reaction<P> reaction;
    if constexpr (corners_alike<Law>) {
      there.put_own(x);
      there.at.before[Law::arity - 1] = before;
    }
    if constexpr (KnowsItsLast<Law>)
      reaction = last_reaction(there.at, damped);
    else
      reaction = reaction_at(there.at, there.corner);
    force += reaction.force;
    block = block + reaction.block;
  });
  store_numbers<R, Arch>(responses, {force.x, force.y, force.z, block.xx, block.yy, block.zz,
                                     block.xy, block.yz, block.zx});
}

template <class Law, class R, class Arch>
void respond(const Visits<R>& visits, std::size_t begin, std::size_t end,
             const DescentRows<R>& rows, const Index* own, R* responses) {
  const bool damped = rows.rate != R(0);
  if (KnowsItsLast<Law> && !damped)  // which is a good deal less
    add_responses<Law, R, Arch>(visits, begin, end, rows, own, false, responses);
  else
    add_responses<Law, R, Arch>(visits, begin, end, rows, own, damped, responses);
}

template <class Law, class R, class Arch>
void add_energies_of_step(const Visits<R>& visits, std::size_t begin, std::size_t end,
                          const DescentRows<R>& rows, const Index* own, const R* step, R* energy,
                          R* sizes) {
  using P = Pack<R, Arch>;
  const Vec3<P> x = read_places<R, Arch>(rows.now, own) + load_vector<R, Arch>(step);
  P sum = load_pack<R, Arch>(energy), size = load_pack<R, Arch>(sizes);
  sum_visits<Law, R, Arch>(visits, begin, end, rows, false, [&](Visit<Law, R, Arch>& there) {
    there.put_own(x);
    const P part = Law::energy(there.at.x, there.at.rest, there.at.param);
    sum += part;
    size += select(part > P(R(0)), part, -part);
  });
  store_pack<R, Arch>(energy, sum);
  store_pack<R, Arch>(sizes, size);
}

/// A vertex of each lane, beside its relations.
template <class R, class Arch>
PLIANT_HD backend::LoneVertex<R, Pack<R, Arch>> lone_vertices(const VertexPacks<R>& packs,
                                                              std::size_t pack, const R* now) {
  using P = Pack<R, Arch>;
  constexpr int width = pack_width<R, Arch>;
  backend::LoneVertex<R, P> out(read_places<R, Arch>(now, packs.at + pack * width),
                                load_vector<R, Arch>(packs.targets + pack * 3 * width),
                                load_pack<R, Arch>(packs.masses + pack * width) * P(packs.inertia),
                                load_vector<R, Arch>(packs.free + pack * 3 * width));
  if (packs.term_of && packs.term_of[pack] != no_index) {
    const R* term = packs.terms + packs.term_of[pack] * term_numbers * width;
    out.add(load_vector<R, Arch>(term), load_block<R, Arch>(term + 3 * width),
            load_vector<R, Arch>(term + 9 * width));
  }
  return out;
}

template <class R, class Arch>
void write_forces(const VertexPacks<R>& packs, std::size_t pack, const R* now, const R* responses,
                  R* forces) {
  using P = Pack<R, Arch>;
  const Vec3<P> force =
      lone_vertices<R, Arch>(packs, pack, now).force(load_vector<R, Arch>(responses));
  const Index* at = packs.at + pack * pack_width<R, Arch>;
  const P numbers[4] = {force.x, force.y, force.z, P(R(0))};
  Lanes<R, Arch>::write([=](int lane) { return forces + at[lane]; }, numbers);
}

template <class R, class Arch>
void solve_vertices(const VertexPacks<R>& packs, std::size_t pack, const R* now, const R* responses,
                    R* step) {
  using P = Pack<R, Arch>;
  constexpr int width = pack_width<R, Arch>;
  const auto own = lone_vertices<R, Arch>(packs, pack, now);
  Vec3<P> way =
      own.step(load_vector<R, Arch>(responses), load_block<R, Arch>(responses + 3 * width));
  if (packs.reach) {
    const R* reach = packs.reach + pack * 4 * width;
    way = own.within(way, load_vector<R, Arch>(reach), load_pack<R, Arch>(reach + 3 * width));
  }
  store_numbers<R, Arch>(step, {way.x, way.y, way.z});
}

template <class R, class Arch>
void outer_change(const VertexPacks<R>& packs, std::size_t pack, const R* now, const R* step,
                  R* change) {
  store_pack<R, Arch>(change,
                      lone_vertices<R, Arch>(packs, pack, now).change(load_vector<R, Arch>(step)));
}

template <class R, class Arch>
void move_vertices(const Index* own, R* now, const R* step) {
  using P = Pack<R, Arch>;
  const auto row = [=](int lane) { return now + own[lane]; };
  P numbers[4];
  Lanes<R, Arch>::read(row, numbers);
  const Vec3<P> way = load_vector<R, Arch>(step);
  const P moved[4] = {numbers[0] + way.x, numbers[1] + way.y, numbers[2] + way.z, numbers[3]};
  Lanes<R, Arch>::write(row, moved);
}

template <class Law, class R, class Arch>
constexpr typename DescentKernels<R>::Energy energy_of_step_or_null() {
  if constexpr (Law::info.has_energy)
    return &add_energies_of_step<Law, R, Arch>;
  else
    return nullptr;
}

template <class R, class Arch>
struct DescentTables {
  template <class... L>
  static constexpr auto responses(LawList<L...>) {
    return std::array<typename DescentKernels<R>::Respond, sizeof...(L)>{
        &pliant::cpu::respond<L, R, Arch>...};
  }
  template <class... L>
  static constexpr auto energies(LawList<L...>) {
    return std::array<typename DescentKernels<R>::Energy, sizeof...(L)>{
        energy_of_step_or_null<L, R, Arch>()...};
  }
  static constexpr auto respond = responses(Laws());
  static constexpr auto energy = energies(Laws());
};

template <class R, class Arch>
constexpr DescentKernels<R> make_descent_kernels(std::string_view name) {
  using Tables = DescentTables<R, Arch>;
  return {name,
          static_cast<std::size_t>(pack_width<R, Arch>),
          Tables::respond,
          Tables::energy,
          &solve_vertices<R, Arch>,
          &write_forces<R, Arch>,
          &outer_change<R, Arch>,
          &move_vertices<R, Arch>};
}

}  // namespace pliant::cpu
