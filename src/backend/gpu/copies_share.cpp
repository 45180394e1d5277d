#include <algorithm>
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

// --- steps by turns with contact ---

template <class R>
bool Copies<R>::may_touch_together() {
  list_obstacles();
  if (count() != 1 || selects() || leads_rows() || damping_.every > 0 || model_->sums_up())
    return false;
  if (has_limit()) prepare_limit();
  return std::ranges::all_of(obstacles_, [](const std::vector<Obstacle>& of_copy) {
    return std::ranges::all_of(of_copy, [](const Obstacle& o) { return o.velocity == Vec3d{}; });
  });
}

template <class R>
TouchingBody<R> Copies<R>::touching_body(bool limited) {
  if (nowhere_.size() == 0) nowhere_ = {model_->device, 1};
  return {particles_.data(),
          traits_of(integrator_).keeps_move ? kept_[0].data() : nullptr,
          device_origins_.data(),
          device_dynamics_.data(),
          diverged_.data(),
          limited && has_limit() ? nowhere_.data() : near_limit_.data(),
          traits_of(integrator_),
          0,
          0};
}

template <class R>
void Copies<R>::begin_touching() {
  enqueue_look(0, may_follow_, steps_since_look() == 0);
  programs().run(program_to_shift(), model_->grid(count(), 256, 0));
  move_obstacles({});
  if (has_limit()) limited_.near_now.clear();
}

template <class R>
void Copies<R>::took(std::uint32_t steps) {
  steps_ += steps;
  since_backup_ += steps;
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
