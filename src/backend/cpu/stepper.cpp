#include "backend/cpu/stepper.h"

#include <algorithm>
#include <cstring>

namespace pliant::cpu {

namespace {

template <class R>
void copy_rows(R* to, const R* from, std::size_t numbers) {
  if (numbers > 0) std::memcpy(to, from, numbers * sizeof(R));
}

}  // namespace

template <class R>
Scratch<R> Stepper<R>::scratch() const {
  const std::size_t rows = layout.largest_block;
  return {AlignedVector<R>(4 * rows), AlignedVector<R>(4 * rows)};
}

template <class R>
void Stepper<R>::prepare() {
  arrays.shared_forces.resize(4 * layout.shared_rows);
  arrays.halo_forces.resize(4 * layout.halo.size());
  if (volumes) arrays.shared_particles.resize(8 * layout.shared_rows);
  for (std::uint32_t i = 0; i < method.kept; ++i) arrays.kept[i].resize(4 * layout.rows);
  list_blocks();
}

template <class R>
void Stepper<R>::list_blocks() {
  for (std::vector<Index>& list : blocks) list.clear();
  const auto take_part = [&](Phase phase, std::size_t b) {
    blocks[static_cast<std::size_t>(phase)].push_back(static_cast<Index>(b));
  };
  for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
    const bool on_surface = volumes && volumes->has_work(b);
    const BlockWork& work = (*parts)[b];
    if (work.has_work() || on_surface) {
      take_part(Phase::forces, b);
      take_part(Phase::damping, b);
    }
    if (!work.shared.empty()) take_part(Phase::shared_damping, b);
    if (!work.shared.empty() || (driving && driving->has_work(b)) || on_surface)
      take_part(Phase::shared, b);
    if (on_surface) take_part(Phase::volumes, b);
  }
}

template <class R>
void Stepper<R>::work(Phase phase, std::size_t b, Scratch<R>& s) {
  switch (phase) {
    case Phase::forces:
      return find_forces(b, s);
    case Phase::shared:
      return finish_shared(b, s);
    case Phase::volumes:
      return correct_volumes(b);
    case Phase::damping:
    case Phase::shared_damping:
      return;  // a DampingPass does these
  }
}

template <class R>
void Stepper<R>::receive_halo(std::size_t b) {
  const BlockLayout& block = layout.blocks[b];
  R* halo = arrays.particles.data() + 8 * (block.first + block.rows());
  const R* from = put_off ? arrays.shared_particles.data() : arrays.particles.data();
  const Index* rows = (put_off ? layout.halo_numbers : layout.halo).data() + block.first_halo;
  for (const Range& range : (*parts)[b].halo)
    for (std::size_t i = range.begin; i < range.end; ++i)
      copy_rows(halo + 8 * i, from + 8 * std::size_t(rows[i]), 8);
}

template <class R>
Groups<R> Stepper<R>::groups_of(std::size_t i) const {
  const GroupStore<R>& store = layout.stores[i];
  Groups<R> groups{};
  groups.at = store.at.data();
  for (std::size_t m = 0; m < store.members.size(); ++m) {
    const std::size_t end =
        m + 1 < store.members.size() ? store.members[m + 1].first_field : store.fields.size();
    for (std::size_t f = store.members[m].first_field; f < end; ++f) {
      const Field<R>& field = fields[i][f];
      const std::size_t slot = field.uniform ? 0 : layout.width;
      groups.fields[f] = {field.values->data(), slot * store.members[m].slots, slot};
    }
  }
  return groups;
}

template <class R>
template <class F>
void Stepper<R>::for_packs(std::size_t b, const F& f) const {
  Groups<R> groups{};
  std::size_t store = layout.stores.size();
  for (const PackRange& range : (*parts)[b].packs) {
    if (range.store != store) groups = groups_of(store = range.store);
    groups.begin = range.packs.begin;
    groups.end = range.packs.end;
    f(groups, layout.stores[store].kind);
  }
}

template <class R>
void Stepper<R>::add_forces(std::size_t b, Scratch<R>& s, Limit<R>& limit) {
  const R* particles = arrays.particles.data() + 8 * layout.blocks[b].first;
  for (const Range& range : (*parts)[b].touched)
    std::fill_n(s.forces.data() + 4 * std::size_t(range.begin),
                4 * std::size_t(range.end - range.begin), R(0));
  for_packs(b, [&](const Groups<R>& groups, std::size_t kind) {
    kernels.forces[kind](groups, particles, s.forces.data(), limit);
  });
}

template <class R>
void Stepper<R>::copy_local_rows(std::size_t b, R* to) const {
  const BlockLayout& block = layout.blocks[b];
  const R* particles = arrays.particles.data();
  copy_rows(to, particles + 8 * block.first, 8 * block.local_rows());
  for (std::size_t i = 0; i < block.halo; ++i)
    copy_rows(to + 8 * (block.rows() + i),
              particles + 8 * std::size_t(layout.halo[block.first_halo + i]), 8);
}

template <class R>
double Stepper<R>::energy_of(std::size_t b, const R* particles) const {
  double sum = 0;
  for_packs(b, [&](const Groups<R>& groups, std::size_t kind) {
    if (const auto energy = kernels.energies[kind]) sum += energy(groups, particles);
  });
  return sum;
}

template <class R>
void Stepper<R>::add_tangents(std::size_t b, Scratch<R>& s, const R* directions,
                              bool of_velocities) {
  const BlockLayout& block = layout.blocks[b];
  const R* particles = arrays.particles.data() + 8 * block.first;
  std::fill_n(s.forces.data(), 4 * block.local_rows(), R(0));
  R* local = s.directions.data();
  copy_rows(local, directions + 4 * block.first, 4 * block.rows());
  for (std::size_t i = 0; i < block.halo; ++i)
    copy_rows(local + 4 * (block.rows() + i),
              directions + 4 * std::size_t(layout.halo[block.first_halo + i]), 4);
  std::fill_n(local + 4 * (block.local_rows() - 1), 4, R(0));
  for_packs(b, [&](const Groups<R>& groups, std::size_t kind) {
    kernels.tangents[kind](groups, particles, local, of_velocities, s.forces.data());
  });
}

template <class R>
void Stepper<R>::find_forces(std::size_t b, Scratch<R>& s) {
  const BlockLayout& block = layout.blocks[b];
  receive_halo(b);
  if (put_off) catch_up(b);
  if (volumes && step_begins()) volumes->find_gradient(b, arrays.particles.data());
  Limit<R> limit{near};
  add_forces(b, s, limit);
  if (limit.reached) near_limit.store(true, std::memory_order_relaxed);

  advance_rows(block.first, (*parts)[b].inner, s.forces.data());
  watch_front(b, true);
  put_forces_aside(b, s);
}

template <class R>
void Stepper<R>::watch_front(std::size_t b, bool inner) {
  if (!front || !step_ends()) return;
  const BlockLayout& block = layout.blocks[b];
  const std::size_t first = block.first + (inner ? 0 : block.inner);
  front->look(b, first, first + (inner ? block.inner : block.shared), inner,
              arrays.particles.data());
}

template <class R>
void Stepper<R>::advance_rows(std::size_t first, const std::vector<Range>& ranges,
                              const R* forces) {
  for (const Range& range : ranges) {
    Rows<R> rows = rows_from(first + range.begin, range.end - range.begin);
    rows.forces = forces + 4 * std::size_t(range.begin);
    if (advance(rows, motive)) diverged.store(true, std::memory_order_relaxed);
  }
}

template <class R>
void Stepper<R>::put_aside(std::size_t b, const R* from, AlignedVector<R>& shared,
                           AlignedVector<R>& halo) const {
  const BlockLayout& block = layout.blocks[b];
  const auto put = [&](R* to, std::size_t first, const std::vector<Range>& ranges) {
    for (const Range& range : ranges)
      copy_rows(to + 4 * std::size_t(range.begin), from + 4 * (first + range.begin),
                4 * std::size_t(range.end - range.begin));
  };
  put(shared.data() + 4 * block.first_shared, block.inner, (*parts)[b].put_shared);
  put(halo.data() + 4 * block.first_halo, block.rows(), (*parts)[b].put_halo);
}

template <class R>
void Stepper<R>::put_forces_aside(std::size_t b, const Scratch<R>& s) {
  put_aside(b, s.forces.data(), arrays.shared_forces, arrays.halo_forces);
}

template <class R>
Rows<R> Stepper<R>::rows_from(std::size_t first, std::size_t count) const {
  Rows<R> rows{};
  rows.particles = arrays.particles.data() + 8 * first;
  for (std::uint32_t i = 0; i < method.kept; ++i) rows.kept[i] = arrays.kept[i].data() + 4 * first;
  rows.count = count;
  rows.obstacles = obstacles;
  return rows;
}

template <class R>
void Stepper<R>::finish_shared(std::size_t b, Scratch<R>& s) {
  if (!(*parts)[b].shared.empty()) move_shared(b, s);
  if (driving) driving->after_stage(b);
  watch_front(b, false);
  if (!volumes || !step_ends()) return;
  volumes->find_moved(b, arrays.particles.data());
  if (puts_off) show_shared(b);
}

template <class R>
void Stepper<R>::show_shared(std::size_t b) {
  const BlockLayout& block = layout.blocks[b];
  copy_rows(arrays.shared_particles.data() + 8 * block.first_shared,
            arrays.particles.data() + 8 * (block.first + block.inner), 8 * block.shared);
}

template <class R>
void Stepper<R>::correct_volumes(std::size_t b) {
  volumes->correct(b, rows_of_surfaces(obstacles), motive);
}

template <class R>
void Stepper<R>::catch_up(std::size_t b) {
  volumes->catch_up(b, rows_of_surfaces(put_off->obstacles), put_off->motive);
}

template <class R>
Rows<R> Stepper<R>::rows_of_surfaces(std::span<const contact::SeenObstacle<R>> seen) const {
  Rows<R> rows = rows_from(0, layout.rows);
  if (!method.keeps_move) rows.kept[0] = nullptr;
  rows.obstacles = seen;
  return rows;
}

template <class R>
void Stepper<R>::put_off_volumes() {
  put_off = PutOff{motive, obstacles};
  volumes->put_off();
}

template <class R>
void Stepper<R>::add_up(std::size_t b, const AlignedVector<R>& shared, const AlignedVector<R>& halo,
                        R* to) const {
  const BlockLayout& block = layout.blocks[b];
  for (const Range& range : (*parts)[b].shared)
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::size_t number = block.first_shared + i;
      R sum[4];
      copy_rows(sum, shared.data() + 4 * number, 4);
      for (std::size_t k = layout.sum_begin[number]; k < layout.sum_begin[number + 1]; ++k) {
        const R* part = halo.data() + 4 * std::size_t(layout.sums[k]);
        for (int j = 0; j < 4; ++j) sum[j] += part[j];
      }
      copy_rows(to + 4 * i, sum, 4);
    }
}

template <class R>
void Stepper<R>::sum_shared_forces(std::size_t b, Scratch<R>& s) const {
  add_up(b, arrays.shared_forces, arrays.halo_forces, s.forces.data());
}

template <class R>
void Stepper<R>::move_shared(std::size_t b, Scratch<R>& s) {
  const BlockLayout& block = layout.blocks[b];
  sum_shared_forces(b, s);
  advance_rows(block.first + block.inner, (*parts)[b].shared, s.forces.data());
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace pliant::cpu
