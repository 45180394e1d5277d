#include <atomic>

#include "backend/gpu/copies.h"

// Copies that take their steps together with other bodies.

namespace pliant::gpu {

template <class R>
std::uint64_t Copies<R>::next_version() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

template <class R>
bool Copies<R>::may_share() {
  list_obstacles();
  return count() == 1 && model_->layout.blocks.size() == 1 && !selects() && !driven_ &&
         damping_.every == 0 && !(has_limit() && limited_.near_lately) && is_resident();
}

template <class R>
void Copies<R>::prepare_sharing() {
  need_backup_arrays();
  if (!has_limit()) return;
  prepare_limit();
  need_arrays_before_launch();
}

template <class R>
void Copies<R>::step_again(std::uint32_t steps) {
  came_near_limit();
  go_back_before_launch();
  enqueue_each_stage(steps);
}

template <class R>
void Copies<R>::took(std::uint32_t steps) {
  steps_ += steps;
  since_backup_ += steps;
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
