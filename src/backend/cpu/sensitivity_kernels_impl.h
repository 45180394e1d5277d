#pragma once

#include "backend/cpu/kernels_impl.h"
#include "backend/cpu/sensitivity_kernels.h"

// Included by one file for each instruction set, which names it in Arch.

namespace pliant::contact {

/// Obstacles of triangles are refused where slopes are asked for: their normals jump.
template <class P, int lanes>
PLIANT_HD Gap<Dual<P, lanes>> gap_to_surface(const SeenObstacle<double>&,
                                             const Vec3<Dual<P, lanes>>& from) {
  return {Dual<P, lanes>(far_away<double>()), from};
}

}  // namespace pliant::contact

namespace pliant::cpu {

template <int lanes, class Arch>
using Sloped = Dual<Pack<double, Arch>, lanes>;

template <class Fields, int lanes, class Arch, std::size_t first, bool varies>
PLIANT_HD void load_sloped(const SlopedGroups<lanes>& groups, std::size_t pack, std::size_t slot,
                           Fields& fields) {
  using D = Sloped<lanes, Arch>;
  D* out = reinterpret_cast<D*>(&fields);
  const auto load = [=](const Groups<double>::Field& field) {
    return load_pack<double, Arch>(field.values + pack * field.pack_stride +
                                   slot * field.slot_stride);
  };
  PLIANT_UNROLL
  for (std::size_t i = 0; i < sizeof(Fields) / sizeof(D); ++i) {
    out[i] = D(load(groups.own.fields[first + i]));
    if constexpr (varies)
      for (int lane = 0; lane < lanes; ++lane)
        if (groups.slopes[lane][first + i].values != nullptr)
          out[i].derivative[lane] = load(groups.slopes[lane][first + i]);
  }
}

/// Rows of 4 or 8 numbers and those of the lanes behind them; `row(lane)` is where a row begins.
template <int numbers, int lanes, class Arch, class Row>
PLIANT_HD void read_sloped(const Row& row, Sloped<lanes, Arch> (&out)[numbers]) {
  using P = Pack<double, Arch>;
  PLIANT_UNROLL
  for (int part = 0; part < 1 + lanes; ++part) {
    P read[numbers];
    Lanes<double, Arch>::read([=](int lane) { return row(lane) + part * numbers; }, read);
    PLIANT_UNROLL
    for (int i = 0; i < numbers; ++i)
      (part == 0 ? out[i].value : out[i].derivative[part - 1]) = read[i];
  }
}
template <int numbers, int lanes, class Arch, class Row>
PLIANT_HD void write_sloped(const Row& row, const Sloped<lanes, Arch> (&in)[numbers]) {
  using P = Pack<double, Arch>;
  for (int part = 0; part < 1 + lanes; ++part) {
    P written[numbers];
    for (int i = 0; i < numbers; ++i)
      written[i] = part == 0 ? in[i].value : in[i].derivative[part - 1];
    Lanes<double, Arch>::write([=](int lane) { return row(lane) + part * numbers; }, written);
  }
}

/// Laws of tetrahedra whose stress follows from F, beside the usual viscous one (hyperelastic.h).
template <class Law>
concept GivesStress =
    std::is_same_v<typename Law::template Rest<double>, RestTetrahedron<double>> &&
    requires(const Mat3<double>& f, const typename Law::template Param<double>& p) {
  Law::stress(f, f, p);
};

/// Numbers of some rows and of the lanes behind them: what is linear is done to each part by
/// itself.
template <class P, int lanes, class Dual>
PLIANT_HD Mat3<P> part_of(const Mat3<Dual>& a, int part) {
  Mat3<P> out;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      out.column[j][i] = part == 0 ? a.column[j][i].value : a.column[j][i].derivative[part - 1];
  return out;
}
template <class P, class Dual>
PLIANT_HD void set_part(Dual& a, int part, const P& value) {
  (part == 0 ? a.value : a.derivative[part - 1]) = value;
}

/// F, or its rate, from vertices; the rest state is a constant.
template <class P, int lanes>
PLIANT_HD Mat3<Dual<P, lanes>> gradient_of(const Vec3<Dual<P, lanes>> (&x)[4],
                                           const RestTetrahedron<P>& rest) {
  const Mat3<Dual<P, lanes>> edges = edges_of(x);
  Mat3<Dual<P, lanes>> out;
  PLIANT_UNROLL
  for (int part = 0; part < 1 + lanes; ++part) {
    const Mat3<P> f = times_inverse(part_of<P, lanes>(edges, part), rest);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) set_part(out.column[j][i], part, f.column[j][i]);
  }
  return out;
}

/// The same as Law::force: what takes most of a run, in fewer operations.
template <class Law, class P, int lanes, class Param>
PLIANT_HD void force_by_stress(const Vec3<Dual<P, lanes>> (&x)[4],
                               const Vec3<Dual<P, lanes>> (&v)[4], const RestTetrahedron<P>& rest,
                               Param own, bool damped, Vec3<Dual<P, lanes>> (&force)[4]) {
  using D = Dual<P, lanes>;
  own.shear = own.shear * D(-rest.volume);
  own.lame = own.lame * D(-rest.volume);
  const Mat3<D> f = gradient_of(x, rest);
  Mat3<D> stress = Law::stress(f, cofactors(f), own);
  if (damped)
    stress = stress +
             f * with_viscosity(f, gradient_of(v, rest), own.shear, own.lame, own.damping, D(P(0)));
  PLIANT_UNROLL
  for (int part = 0; part < 1 + lanes; ++part) {
    Vec3<P> pushed[4];
    push(part_of<P, lanes>(stress, part), rest, pushed);
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 3; ++k) set_part(force[i][k], part, pushed[i][k]);
  }
}

/// As add_member of forces.
template <class M, int lanes, class Arch, std::size_t first, std::size_t vertices>
PLIANT_HD void add_sloped_member(const SlopedGroups<lanes>& groups, std::size_t pack,
                                 const Vec3<Sloped<lanes, Arch>> (&x)[vertices],
                                 const Vec3<Sloped<lanes, Arch>> (&v)[vertices],
                                 Vec3<Sloped<lanes, Arch>> (&f)[vertices]) {
  using Law = typename M::Law;
  using D = Sloped<lanes, Arch>;
  using P = Pack<double, Arch>;
  PLIANT_UNROLL
  for (std::size_t slot = 0; slot < M::slots.size(); ++slot) {
    typename Law::template Param<D> param;
    load_sloped<decltype(param), lanes, Arch, first + rest_count<Law>, true>(groups, pack, slot,
                                                                             param);
    Vec3<D> position[Law::arity], velocity[Law::arity], force[Law::arity];
    PLIANT_UNROLL
    for (int i = 0; i < Law::arity; ++i) {
      position[i] = x[M::slots[slot][i]];
      velocity[i] = v[M::slots[slot][i]];
    }
    if constexpr (GivesStress<Law> && !rest_has_slopes<lanes>) {
      RestTetrahedron<P> rest;
      load_fields<decltype(rest), double, Arch, first>(groups.own, pack, slot, rest);
      force_by_stress<Law>(position, velocity, rest, param, groups.damped, force);
    } else {
      typename Law::template Rest<D> rest;
      load_sloped<decltype(rest), lanes, Arch, first, rest_has_slopes<lanes>>(groups, pack, slot,
                                                                              rest);
      Law::force(position, velocity, rest, param, force);
    }
    PLIANT_UNROLL
    for (int i = 0; i < pushed_count<Law>; ++i) f[M::slots[slot][i]] += force[i];
  }
}

template <class Group, int lanes, class Arch, std::size_t... member>
void add_sloped_forces(const SlopedGroups<lanes>& groups, const double* particles, double* forces,
                       std::index_sequence<member...>) {
  using D = Sloped<lanes, Arch>;
  using P = Pack<double, Arch>;
  using L = Lanes<double, Arch>;
  using Members = typename Group::Members;
  constexpr int vertices = Group::vertices, width = L::width;
  for (std::size_t pack = groups.own.begin; pack < groups.own.end; ++pack) {
    const At* at = groups.own.at + pack * vertices * width;
    Vec3<D> x[vertices], v[vertices], f[vertices];
    PLIANT_UNROLL
    for (int i = 0; i < vertices; ++i) {
      const double* rows[width];
      for (int lane = 0; lane < width; ++lane)
        rows[lane] = particles + 2 * (1 + lanes) * std::size_t(at[i * width + lane]);
      D numbers[8];
      read_sloped<8, lanes, Arch>([&rows](int lane) { return rows[lane]; }, numbers);
      x[i] = {numbers[0], numbers[1], numbers[2]};
      v[i] = {numbers[4], numbers[5], numbers[6]};
      f[i] = {D(P(0)), D(P(0)), D(P(0))};
    }
    (add_sloped_member<std::tuple_element_t<member, Members>, lanes, Arch,
                       first_field<Members, member>()>(groups, pack, x, v, f),
     ...);
    PLIANT_UNROLL
    for (int i = 0; i < Group::pushed; ++i) {
      double* rows[width];
      for (int lane = 0; lane < width; ++lane)
        rows[lane] = forces + (1 + lanes) * std::size_t(at[i * width + lane]);
      L::add([&rows](int lane) { return rows[lane]; }, {f[i].x.value, f[i].y.value, f[i].z.value});
      PLIANT_UNROLL
      for (int k = 0; k < lanes; ++k)
        L::add([&rows, k](int lane) { return rows[lane] + 4 * (1 + k); },
               {f[i].x.derivative[k], f[i].y.derivative[k], f[i].z.derivative[k]});
    }
  }
}

template <class Group, int lanes, class Arch>
void sloped_forces_of(const SlopedGroups<lanes>& groups, const double* particles, double* forces) {
  add_sloped_forces<Group, lanes, Arch>(
      groups, particles, forces,
      std::make_index_sequence<std::tuple_size_v<typename Group::Members>>());
}

template <int lanes, class Arch, class M>
PLIANT_HD Vec3<Sloped<lanes, Arch>> sloped_gravity(const M& motive) {
  using D = Sloped<lanes, Arch>;
  Vec3<D> gravity{D(motive.own.gravity.x), D(motive.own.gravity.y), D(motive.own.gravity.z)};
  for (int k = 0; k < lanes; ++k)
    for (int i = 0; i < 3; ++i) gravity[i].derivative[k] = Pack<double, Arch>(motive.gravity[k][i]);
  return gravity;
}

/// As advance of kernels_impl.h.
template <class I, int stage, int lanes, class Arch>
Happened advance_sloped(const SlopedRows& rows, const SlopedMotive<lanes>& motive) {
  using D = Sloped<lanes, Arch>;
  using P = Pack<double, Arch>;
  constexpr int width = pack_width<double, Arch>;
  const Vec3<D> gravity = sloped_gravity<lanes, Arch>(motive);
  const D h(motive.own.h), zero(P(0));
  D damping(motive.own.damping);
  for (int k = 0; k < lanes; ++k) damping.derivative[k] = P(motive.damping[k]);
  const contact::FloorPlane<D> floor = floor_of<D>(motive.own);
  IsOver<double, Arch> bad, met;
  for (std::size_t row = 0; row < rows.count; row += width) {
    const auto rows_of = [row](auto* base, std::size_t numbers) {
      return [=](int lane) { return base + numbers * (row + static_cast<std::size_t>(lane)); };
    };
    const auto particle = rows_of(rows.particles, sloped_particle<lanes>);
    D p[8], force[4];
    read_sloped<8, lanes, Arch>(particle, p);
    read_sloped<4, lanes, Arch>(rows_of(rows.forces, sloped_vector<lanes>), force);
    Motion<D> m;
    m.x = {p[0], p[1], p[2]};
    m.v = {p[4], p[5], p[6]};
    for (int i = 0; i < I::kept; ++i) {
      D kept[4];
      read_sloped<4, lanes, Arch>(rows_of(rows.kept[i], sloped_vector<lanes>), kept);
      m.kept[i] = {kept[0], kept[1], kept[2]};
    }
    const D last[3] = {m.kept[0].x, m.kept[0].y, m.kept[0].z};
    const auto free = p[3] > zero;
    Vec3<D> a = Vec3<D>{force[0], force[1], force[2]} * p[3] + gravity - m.v * damping;
    a = {select(free, a.x, zero), select(free, a.y, zero), select(free, a.z, zero)};
    I::template advance<stage>(m, a, h, motive.own.first);
    if constexpr (stage + 1 == I::stages) {
      const Motion<D> alone = m;
      contact::keep_above<I::keeps_move>(floor, free, p[7], h, m);
      if (!rows.obstacles.empty()) {
        Vec3<D> before{p[4], p[5], p[6]}, start{p[0], p[1], p[2]};
        if constexpr (I::stages > 1) {
          start = m.kept[0];
          before = m.kept[1];
        }
        if (I::keeps_move && !motive.own.first)
          before = Vec3<D>{last[0], last[1], last[2]} * D(1 / motive.own.h);
        const contact::Stride<D, double> stride{before, motive.own.h, I::follows, start};
        for (const contact::SeenObstacle<double>& obstacle : rows.obstacles)
          contact::meet<I::keeps_move>(obstacle, free, p[7], stride, m);
      }
      for (int i = 0; i < 3; ++i) met(m.x[i] != alone.x[i] || m.v[i] != alone.v[i]);
      P moved(0);
      for (int i = 0; i < 3; ++i)
        moved += (m.x[i].value - p[i].value) * (m.x[i].value - p[i].value);
      bad(!(moved < P(motive.own.runaway)));
    }
    for (int i = 0; i < 3; ++i) {
      p[i] = m.x[i];
      p[4 + i] = m.v[i];
    }
    write_sloped<8, lanes, Arch>(particle, p);
    for (int i = 0; i < I::kept; ++i)
      write_sloped<4, lanes, Arch>(rows_of(rows.kept[i], sloped_vector<lanes>),
                                   {m.kept[i].x, m.kept[i].y, m.kept[i].z, zero});
  }
  return {any(bad.value), any(met.value)};
}

template <int lanes, class Arch, class... G>
constexpr auto all_sloped_forces(GroupList<G...>) {
  return std::array<typename SensitivityKernels<lanes>::Forces, sizeof...(G)>{
      &sloped_forces_of<G, lanes, Arch>...};
}

template <class I, int stage, int lanes, class Arch>
constexpr typename SensitivityKernels<lanes>::Advance sloped_advance_or_null() {
  if constexpr (stage < I::stages)
    return &advance_sloped<I, stage, lanes, Arch>;
  else
    return nullptr;
}
template <class I, int lanes, class Arch>
constexpr std::array<typename SensitivityKernels<lanes>::Advance, 4> sloped_stages() {
  return {sloped_advance_or_null<I, 0, lanes, Arch>(), sloped_advance_or_null<I, 1, lanes, Arch>(),
          sloped_advance_or_null<I, 2, lanes, Arch>(), sloped_advance_or_null<I, 3, lanes, Arch>()};
}
template <int lanes, class Arch, class... I>
constexpr auto all_sloped_advances(IntegratorList<I...>) {
  std::array<typename SensitivityKernels<lanes>::Advance, 4 * sizeof...(I)> out{};
  std::size_t i = 0;
  for (const auto& stages : {sloped_stages<I, lanes, Arch>()...})
    for (const auto stage : stages) out[i++] = stage;
  return out;
}

template <int lanes, class Arch>
struct SensitivityTables {
  static constexpr auto forces = all_sloped_forces<lanes, Arch>(AllGroups());
  static constexpr auto advances = all_sloped_advances<lanes, Arch>(Integrators());
};

template <int lanes, class Arch>
constexpr SensitivityKernels<lanes> make_sensitivity_kernels() {
  return {SensitivityTables<lanes, Arch>::forces, SensitivityTables<lanes, Arch>::advances};
}

}  // namespace pliant::cpu
