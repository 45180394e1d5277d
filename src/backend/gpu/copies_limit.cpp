#include <algorithm>

#include "backend/gpu/copies.h"
#include "backend/layout/limited_springs.h"

// The strain limit of copies.

namespace pliant::gpu {

template <class R>
bool Copies<R>::has_limit() const {
  return std::ranges::any_of(dynamics_, [](const PlainDynamics& d) {
    return d.longest < std::numeric_limits<double>::infinity();
  });
}

template <class R>
void Copies<R>::prepare_limit() {
  if (!limited_.stale) return;
  const std::vector<LimitedSpring<R>> springs =
      limited_springs(*model_, model_->layout, host_fields(), freedoms_);
  const auto array = [&]<class T>(const std::vector<T>& values) {
    return DeviceArray<T>(model_->device, std::span<const T>(values));
  };
  limited_.springs = array(springs);
  limited_.begin = array(model_->spring_order().begin);
  if (limited_.near_now.size() == 0) {
    limited_.near_now = limited_.near_since = array(std::vector<std::uint32_t>(count(), 0));
    limited_.impulses = {model_->device, particles_.size()};
    limited_.impulses.clear();
  }
  limited_.stale = false;
  forget_recordings();
}

template <class R>
void Copies<R>::enqueue_limit() {
  const auto colours = static_cast<std::uint32_t>(limited_.begin.size() - 1);
  programs().run(LimitSprings<R>{args(),
                                 {limited_.springs.data(), limited_.begin.data(), colours,
                                  limited_.impulses.data(), limited_.near_now.data(),
                                  limited_.near_since.data()}},
                 {1, static_cast<std::uint32_t>(count()), 256, LimitSprings<R>::shared_bytes()});
}

template <class R>
bool Copies<R>::came_near_limit() {
  const auto any = [](const DeviceArray<std::uint32_t>& flags) {
    const std::vector<std::uint32_t> set = flags.read();
    return std::ranges::find(set, 1u) != set.end();
  };
  const bool near = any(near_limit_) || any(limited_.near_since);
  near_limit_.clear();
  limited_.near_since.clear();
  return near;
}

template <class R>
void Copies<R>::back_up_before_launch() {
  need_arrays_before_launch();
  programs().run(program_before_launch(), model_->grid(count(), 256, 0));
}
template <class R>
void Copies<R>::need_arrays_before_launch() {
  const auto need = [&](const auto& like, auto& array) {
    if (array.size() == like.size()) return;
    array = {model_->device, like.size()};
    device().copy(array.data(), like.data(), like.bytes());  // rows without a vertex, too
    version_ = next_version();
  };
  need(particles_, limited_.particles);
  if (traits_of(integrator_).keeps_move) need(kept_[0], limited_.moves);
}
template <class R>
BackUpBeforeLaunch<R> Copies<R>::program_before_launch() const {
  return {args(), limited_.particles.data(), limited_.moves.data(), limited_.near_now.data()};
}

template <class R>
void Copies<R>::go_back_before_launch() {
  device().copy(particles_.data(), limited_.particles.data(), particles_.bytes());
  if (traits_of(integrator_).keeps_move)
    device().copy(kept_[0].data(), limited_.moves.data(), kept_[0].bytes());
  diverged_.clear();  // those that had stopped before are known to their origins
}

template <class R>
std::vector<Four<R>> Copies<R>::limit_impulses() const {
  if (limited_.near_now.size() == 0 || limited_.near_now.read().front() == 0) return {};
  return limited_.impulses.read(0, model_->layout.rows);
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
