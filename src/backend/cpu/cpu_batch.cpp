#include "backend/cpu/cpu_batch.h"

#include <algorithm>

#include "base/parallel.h"

namespace pliant::cpu {

using backend::steps_between_copies;

template <class R>
CpuBatch<R>::CpuBatch(const Model& m, const CpuModel<R>& compiled, std::size_t copies)
    : CompiledBatch(m, copies), copies_(copies) {
  for (Copy& copy : copies_) {
    copy.state = std::make_unique<CpuState<R>>(m, compiled);
    copy.state->changed();
  }
}

template <class R>
void CpuBatch<R>::step(std::int64_t count) {
  parallel_for(copies_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) step(copies_[i], count);
  });
  steps += count;
  const auto going = std::ranges::find(copies_, false, &Copy::diverged);
  time = going != copies_.end() ? going->state->time
                                : time + static_cast<double>(count) * dynamics.front().time_step;
}

template <class R>
void CpuBatch<R>::step(Copy& copy, std::int64_t count) {
  while (count > 0 && !copy.diverged) {
    if (!copy.good || copy.state->steps - copy.good->steps >= steps_between_copies)
      copy.good = std::make_unique<CpuState<R>>(*copy.state);
    const std::int64_t age = copy.state->steps - copy.good->steps;
    const std::int64_t now = std::min(count, steps_between_copies - age);
    copy.diverged = !copy.state->step(now, 1);
    if (copy.diverged) copy.state = std::move(copy.good);
    count -= now;
  }
}

template <class R>
CpuState<R>& CpuBatch<R>::change(std::size_t copy) {
  copies_[copy].good.reset();
  return *copies_[copy].state;
}

template <class R>
void CpuBatch<R>::read(std::size_t copy, std::vector<Vec3d>* positions,
                       std::vector<Vec3d>* velocities) const {
  copies_[copy].state->read(positions, velocities);
}

template <class R>
void CpuBatch<R>::write(std::size_t copy, std::span<const Vec3d> positions,
                        std::span<const Vec3d> velocities) {
  change(copy).write(positions, velocities);
}

template <class R>
void CpuBatch<R>::scale(std::size_t copy, backend::FieldName field, double factor) {
  change(copy).scale(field, factor);
}

template <class R>
bool CpuBatch<R>::diverged(std::size_t copy) const {
  return copies_[copy].diverged;
}

template <class R>
void CpuBatch<R>::changed(std::size_t copy) {
  CpuState<R>& state = change(copy);
  // As State::set_dynamics: the old dynamics tell what the velocities are now.
  std::vector<Vec3d> velocities;
  state.read(nullptr, &velocities);
  state.dynamics = dynamics[copy];
  state.damping = damping;
  state.write({}, velocities);
  state.changed();
}

template <class R>
std::unique_ptr<backend::CompiledBatch> CpuModel<R>::make_batch(const Model& model,
                                                                std::size_t copies) const {
  return std::make_unique<CpuBatch<R>>(model, *this, copies);
}

template class CpuBatch<float>;
template class CpuBatch<double>;
template class CpuModel<float>;
template class CpuModel<double>;

}  // namespace pliant::cpu
