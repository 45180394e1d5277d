#pragma once

#include "backend/gpu/programs.h"

// Programs that read a state or change a few numbers of it.

namespace pliant::gpu {

/// The forces on the rows, or how they change along directions.
template <class R, bool scaled>
struct SumForces {
  Args<R> a;
  WorkSizes sizes;
  const Four<R>* directions;  // of rows; null: the forces
  bool of_velocities;
  Four<R>* out;  // of rows: complete for inner ones

  using D = Dual<R, 1>;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const Patch& patch = a.patches[block.index];
    const Work<R> w = sizes.carve<R>(block.shared(), 1);
    const std::uint32_t own = patch.inner + patch.shared;
    const std::size_t base = std::size_t(block.copy) * a.rows;
    block.each(patch.rows() + 1, [&](std::uint32_t i) {
      if (i == patch.rows()) {
        w.set(i, {});
        w.kept[0][i] = {};
        return;
      }
      const std::size_t row =
          base + (i < own ? patch.first_row + i : a.halo[patch.first_halo + i - own]);
      w.set(i, a.particles[row]);
      if (directions) w.kept[0][i] = directions[row];
    });
    const PatchWork<R, Block, scaled> work{block, a, patch, w, block.copy};
    work.clear_unused_slots();
    block.sync();
    if (directions)
      make_tangents(work);
    else
      work.make_forces(work.all_packs, std::numeric_limits<R>::infinity());
    block.sync();
    work.sum_extras(0, patch.extras);
    block.each(patch.rows(), [&](std::uint32_t row) {
      const Vec3<R> sum = work.sum_of_slots(row);
      if (row < patch.inner)
        out[base + patch.first_row + row] = {sum.x, sum.y, sum.z, R(0)};
      else
        block.post(work.box(a.messages, 0) + patch.first_replica + (row - patch.inner), sum, 0);
    });
  }

  // At rest: without velocities, so that damping acts on what is asked for only.
  template <class Block>
  PLIANT_HD void make_tangents(const PatchWork<R, Block, scaled>& work) const {
    work.for_groups(work.all_packs, [&]<class Group>(const GroupPlace<R, scaled>& at) {
      constexpr int n = Group::vertices;
      GroupVertices<D, n> g;
      for (int i = 0; i < n; ++i) {
        const std::uint32_t local = load(at.words(n) + i * int(warp)) & 0xffff;
        const Four<R> x = work.w.places[local], u = work.w.kept[0][local];
        const R position[3] = {x.x, x.y, x.z}, direction[3] = {u.x, u.y, u.z};
        for (int k = 0; k < 3; ++k) {
          g.x[i][k].value = position[k];
          g.x[i][k].derivative[0] = of_velocities ? R(0) : direction[k];
          g.v[i][k].value = R(0);
          g.v[i][k].derivative[0] = of_velocities ? direction[k] : R(0);
          g.f[i][k] = D(R(0));
        }
      }
      group_forces<Group, D>(at, g);
      for (int i = 0; i < Group::pushed; ++i)
        work.put(load(at.words(n) + i * int(warp)),
                 {g.f[i].x.derivative[0], g.f[i].y.derivative[0], g.f[i].z.derivative[0]});
    });
  }
};

/// Adds up what SumForces left for shared rows.
template <class R>
struct CollectForces {
  Args<R> a;
  WorkSizes sizes;
  Four<R>* out;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const Patch& patch = a.patches[block.index];
    const Work<R> w = sizes.carve<R>(block.shared(), 1);
    const PatchWork<R, Block> work{block, a, patch, w, block.copy};
    block.each(patch.shared, [&](std::uint32_t i) {
      const std::uint32_t* inbox = a.inbox + patch.first_inbox + i;
      Vec3<R> sum{};
      work.for_messages(a.messages, 0, load(inbox), load(inbox + 1),
                        [&](const Vec3<R>& value) { sum += value; });
      out[std::size_t(block.copy) * a.rows + patch.first_row + patch.inner + i] = {sum.x, sum.y,
                                                                                   sum.z, R(0)};
    });
  }
};

/// The energies of a patch.
struct PatchEnergies {
  double elastic, kinetic;  // J
  Vec3d moment;             // Σ m x, kg m
};

/// The energies of each patch's relations and own rows, in double precision.
template <class R>
struct SumEnergies {
  Args<R> a;
  const std::uint32_t* left_out;  // [store]: does not count; null: all do
  Vec3d origin, drift;            // where it is now
  const double* masses;           // of rows
  PatchEnergies* out;             // of patches

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    auto* sums = reinterpret_cast<PatchEnergies*>(block.shared());
    const Patch& patch = a.patches[block.index];
    const std::uint32_t own = patch.inner + patch.shared;
    const auto row_of = [&](std::uint32_t local) {
      return local < own ? patch.first_row + local : a.halo[patch.first_halo + local - own];
    };
    block.each(parts, [&](std::uint32_t part) {
      double sum = 0;
      for (std::uint32_t i = part; i < patch.packs * warp; i += parts) {
        const std::uint32_t entry = a.packs[patch.first_pack + i / warp];
        const PackOf pack(entry, a.pack_bits);
        if (left_out && left_out[pack.store]) continue;
        const GroupPlace<R, false> at{a.stores, pack, i % warp};
        visit_kind<Kinds::all>(at.groups.kind, [&]<class Group>() {
          sum += energy<Group>(at, row_of, own + patch.halo);
        });
      }
      sums[part] = {sum, 0, {}};
      for (std::uint32_t i = patch.first_row + part; i < patch.first_row + own; i += parts)
        add_motion(i, sums[part]);
    });
    block.sync();
    block.each(1, [&](std::uint32_t) {
      PatchEnergies sum{};
      for (std::uint32_t i = 0; i < parts; ++i) {
        sum.elastic += sums[i].elastic;
        sum.kinetic += sums[i].kinetic;
        sum.moment += sums[i].moment;
      }
      out[block.index] = sum;
    });
  }
  static constexpr std::uint32_t parts = 128;

 private:
  PLIANT_HD void add_motion(std::uint32_t row, PatchEnergies& sum) const {
    const Four<R> x = a.particles[row].place, v = a.particles[row].move;
    const Vec3d speed = drift + Vec3d{double(v.x), double(v.y), double(v.z)};
    sum.kinetic += 0.5 * masses[row] * squared_length(speed);
    sum.moment += (origin + Vec3d{double(x.x), double(x.y), double(x.z)}) * masses[row];
  }

  template <class Group, class RowOf>
  PLIANT_HD double energy(const GroupPlace<R, false>& at, const RowOf& row_of,
                          std::uint32_t filler) const {
    Vec3d x[Group::vertices];
    for (int i = 0; i < Group::vertices; ++i) {
      const std::uint32_t local = load(at.words(Group::vertices) + i * int(warp)) & 0xffff;
      if (local == filler) continue;
      const Four<R> p = a.particles[row_of(local)].place;
      x[i] = {double(p.x), double(p.y), double(p.z)};
    }
    return group_energy<Group>(at, x, origin);
  }
};

/// The pressure of a gas from the volume its surface encloses.
template <class R>
struct Inflate {
  Args<R> a;
  const std::uint32_t* triangles;  // rows
  std::uint32_t count;
  double amount, outside, least_volume;
  R* pressure;  // uniform_values of them

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    constexpr std::uint32_t parts = 256;
    auto* sums = reinterpret_cast<double*>(block.shared());
    block.each(parts, [&](std::uint32_t part) {
      double six_volumes = 0;
      for (std::uint32_t t = part; t < count; t += parts) {
        Vec3d x[3];
        for (int i = 0; i < 3; ++i) {
          const Four<R> p = a.particles[triangles[3 * t + std::uint32_t(i)]].place;
          x[i] = {double(p.x), double(p.y), double(p.z)};
        }
        six_volumes += dot(x[0], cross(x[1], x[2]));
      }
      sums[part] = six_volumes;
    });
    block.sync();
    block.each(1, [&](std::uint32_t) {
      double sum = 0;
      for (std::uint32_t i = 0; i < parts; ++i) sum += sums[i];
      const double volume = sum / 6 > least_volume ? sum / 6 : least_volume;
      for (std::uint32_t i = 0; i < uniform_values; ++i)
        pressure[i] = static_cast<R>(amount / volume - outside);
    });
  }
};

/// Positions in the order of the body's vertices.
template <class R>
struct GatherPositions {
  const Particle<R>* particles;
  const std::uint32_t* row_of_vertex;
  std::uint32_t count;
  R* out;  // three a vertex

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const std::uint32_t first = block.index * vertices_each;
    block.each(vertices_each < count - first ? vertices_each : count - first, [&](std::uint32_t i) {
      const Four<R> p = particles[row_of_vertex[first + i]].place;
      R* to = out + 3 * std::size_t(first + i);
      to[0] = p.x, to[1] = p.y, to[2] = p.z;
    });
  }
  static constexpr std::uint32_t vertices_each = 1024;
};

/// A copy, to go back to, of those that have not stopped.
template <class R>
struct BackUp {
  Args<R> a;
  Particle<R>* particles;
  Four<R>* kept;  // last displacements, where they are kept
  MovingOrigin* origins;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    if (a.origins[block.copy].stopped) return;
    const Patch& patch = a.patches[block.index];
    const std::size_t first = std::size_t(block.copy) * a.rows + patch.first_row;
    block.each(patch.inner + patch.shared, [&](std::uint32_t i) {
      particles[first + i] = a.particles[first + i];
      if (a.method.keeps_move) kept[first + i] = a.kept[0][first + i];
    });
    if (block.index == 0)
      block.each(1, [&](std::uint32_t) { origins[block.copy] = a.origins[block.copy]; });
  }
  PLIANT_HD void begin(const Launch&) {}
};

/// A copy of rows that go back where the launch to come must be done again in another way.
template <class R>
struct BackUpBeforeLaunch {
  Args<R> a;
  Particle<R>* particles;
  Four<R>* moves;           // last displacements, where they are kept
  std::uint32_t* near_now;  // see LimitView: not in this launch so far; null: there is no limit

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const Patch& patch = a.patches[block.index];
    const std::size_t first = std::size_t(block.copy) * a.rows + patch.first_row;
    block.each(patch.inner + patch.shared, [&](std::uint32_t i) {
      particles[first + i] = a.particles[first + i];
      if (a.method.keeps_move) moves[first + i] = a.kept[0][first + i];
    });
    if (near_now && block.index == 0)
      block.each(1, [&](std::uint32_t) { near_now[block.copy] = 0; });
  }
  PLIANT_HD void begin(const Launch&) {}
};

/// How many numbers a block sets.
inline constexpr std::uint32_t values_each = 4096;

/// values[at[i]] = all, or what `to` has there.
template <class R>
struct SetValues {
  R* values;
  const std::uint32_t* at;  // null: the first `count`
  const R* to;              // null: `all`
  bool to_first;            // of `to`, which has one number for all
  R all;
  std::uint32_t count;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const std::uint32_t first = block.index * values_each;
    block.each(values_each < count - first ? values_each : count - first, [&](std::uint32_t i) {
      const std::uint32_t place = at ? at[first + i] : first + i;
      values[place] = to ? to[to_first ? 0 : place] : all;
    });
  }
};

/// A number of a set, where Places says it is.
template <class R>
struct NewValue {
  std::uint32_t number;
  R value;
};

/// Sets numbers one by one; each is named once.
template <class R>
struct SetEach {
  R *first, *second;  // of the stores that the set lies in
  const NewValue<R>* values;
  std::uint32_t count;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const std::uint32_t begin = block.index * values_each;
    block.each(values_each < count - begin ? values_each : count - begin, [&](std::uint32_t i) {
      const NewValue<R> wanted = values[begin + i];
      const bool in_second = wanted.number & in_second_store;
      (in_second ? second : first)[wanted.number & ~in_second_store] = wanted.value;
    });
  }
};

}  // namespace pliant::gpu
