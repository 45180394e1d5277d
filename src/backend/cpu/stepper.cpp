#include "backend/cpu/stepper.h"

#include <algorithm>

namespace pliant::cpu {

template <class R>
Scratch<R>& scratch_for(const Layout<R>& layout) {
  thread_local Scratch<R> own;
  const std::size_t numbers = 4 * layout.largest_block;
  if (own.forces.size() < numbers)
    for (AlignedVector<R>* rows : {&own.forces, &own.directions}) rows->resize(numbers);
  return own;
}
template Scratch<float>& scratch_for(const Layout<float>&);
template Scratch<double>& scratch_for(const Layout<double>&);

template <class R>
void Stepper<R>::prepare() {
  const Layout<R>& layout = exchange.layout();
  arrays.forces.reserve(layout);
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
  for (std::size_t b = 0; b < exchange.blocks(); ++b) {
    const bool on_surface = volumes && volumes->has_work(b);
    const BlockWork& work = exchange.part(b);
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
    case Phase::colour:
      return;
  }
}

template <class R>
void Stepper<R>::receive_halo(std::size_t b) {
  const BlockLayout& block = exchange.block(b);
  R* halo = arrays.particles.data() + 8 * (block.first + block.rows());
  if (put_off)
    exchange.template gather<8>(b, arrays.shared_particles.data(), exchange.layout().halo_numbers,
                                halo);
  else
    exchange.template gather<8>(b, arrays.particles.data(), exchange.layout().halo, halo);
}

template <class R>
void Stepper<R>::add_forces(std::size_t b, Scratch<R>& s, Limit<R>& limit) {
  const R* particles = arrays.particles.data() + 8 * exchange.block(b).first;
  for (const Range& range : exchange.part(b).touched)
    std::fill_n(s.forces.data() + 4 * std::size_t(range.begin),
                4 * std::size_t(range.end - range.begin), R(0));
  exchange.for_packs(b, *groups, [&](const Groups<R>& packs, std::size_t kind) {
    kernels.forces[kind](packs, particles, s.forces.data(), limit);
  });
}

template <class R>
double Stepper<R>::energy_of(std::size_t b, const R* particles) const {
  double sum = 0;
  exchange.for_packs(b, *groups, [&](const Groups<R>& packs, std::size_t kind) {
    if (const auto energy = kernels.energies[kind]) sum += energy(packs, particles);
  });
  return sum;
}

template <class R>
void Stepper<R>::add_tangents(std::size_t b, Scratch<R>& s, const R* directions,
                              bool of_velocities) {
  const BlockLayout& block = exchange.block(b);
  const R* particles = arrays.particles.data() + 8 * block.first;
  std::fill_n(s.forces.data(), 4 * block.local_rows(), R(0));
  exchange.template gather_all<4>(b, directions, s.directions.data());
  exchange.for_packs(b, *groups, [&](const Groups<R>& packs, std::size_t kind) {
    kernels.tangents[kind](packs, particles, s.directions.data(), of_velocities, s.forces.data());
  });
}

template <class R>
void Stepper<R>::find_forces(std::size_t b, Scratch<R>& s) {
  const BlockLayout& block = exchange.block(b);
  receive_halo(b);
  if (put_off) catch_up(b);
  if (volumes && step_begins()) volumes->find_gradient(b, arrays.particles.data());
  Limit<R> limit{near};
  add_forces(b, s, limit);
  if (limit.reached) near_limit.store(true, std::memory_order_relaxed);

  advance_rows(block.first, exchange.part(b).inner, s.forces.data());
  watch_front(b, true);
  put_forces_aside(b, s);
}

template <class R>
void Stepper<R>::watch_front(std::size_t b, bool inner) {
  if (!front || !step_ends()) return;
  const BlockLayout& block = exchange.block(b);
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
void Stepper<R>::put_forces_aside(std::size_t b, const Scratch<R>& s) {
  exchange.put_aside(b, s.forces.data(), arrays.forces);
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
  if (!exchange.part(b).shared.empty()) move_shared(b, s);
  if (driving) driving->after_stage(b);
  watch_front(b, false);
  if (!volumes || !step_ends()) return;
  volumes->find_moved(b, arrays.particles.data());
  if (puts_off) show_shared(b);
}

template <class R>
void Stepper<R>::show_shared(std::size_t b) {
  const BlockLayout& block = exchange.block(b);
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
  Rows<R> rows = rows_from(0, exchange.layout().rows);
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
void Stepper<R>::sum_shared_forces(std::size_t b, Scratch<R>& s) const {
  exchange.add_up(b, arrays.forces, s.forces.data());
}

template <class R>
void Stepper<R>::move_shared(std::size_t b, Scratch<R>& s) {
  const BlockLayout& block = exchange.block(b);
  sum_shared_forces(b, s);
  advance_rows(block.first + block.inner, exchange.part(b).shared, s.forces.data());
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace pliant::cpu
