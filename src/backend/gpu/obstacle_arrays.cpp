#include <algorithm>

#include "backend/gpu/copies.h"

namespace pliant::gpu {

template <class R>
void Copies<R>::set_obstacles(std::size_t copy, std::span<const Obstacle> obstacles) {
  obstacles_.resize(count());
  obstacles_[copy].assign(obstacles.begin(), obstacles.end());
  // Contact meets those between steps.
  std::erase_if(obstacles_[copy],
                [](const Obstacle& o) { return o.response == Response::contact; });
  const Floor* const floor = contact::smooth_floor(obstacles);
  PlainDynamics& d = dynamics_[copy];
  d.has_floor = floor != nullptr;
  d.floor_normal = floor ? normalised(floor->normal) : Vec3d{};
  d.floor_point = floor ? floor->point : Vec3d{};
  device_dynamics_.write(std::span(dynamics_).subspan(copy, 1), copy);
  obstacles_are_listed_ = false;
}

template <class R>
void Copies<R>::list_obstacles() {
  if (obstacles_are_listed_) return;
  obstacles_are_listed_ = true;
  const std::size_t before = plain_obstacles_.size();
  plain_obstacles_.clear();
  for (std::size_t copy = 0; copy < obstacles_.size(); ++copy) {
    dynamics_[copy].first_obstacle = static_cast<std::uint32_t>(plain_obstacles_.size());
    const Floor* const in_loop = contact::smooth_floor(obstacles_[copy]);
    for (const Obstacle& o : obstacles_[copy]) {
      if (in_loop && std::get_if<Floor>(&o.shape) == in_loop) continue;
      plain_obstacles_.push_back(contact::plain(o));
      if (const auto* surface = std::get_if<ClosedSurface>(&o.shape))
        plain_obstacles_.back().surface = on_device(*surface);
    }
    dynamics_[copy].obstacles =
        static_cast<std::uint32_t>(plain_obstacles_.size()) - dynamics_[copy].first_obstacle;
  }
  device_dynamics_.write(dynamics_);
  if (plain_obstacles_.size() != before) {
    device_obstacles_ = {model_->device, plain_obstacles_.size()};
    if (before_.size() == 0 && !plain_obstacles_.empty())
      before_ = {model_->device, particles_.size()};
    forget_recordings();
  }
}

template <class R>
contact::SurfaceView Copies<R>::on_device(const ClosedSurface& surface) {
  auto& arrays = surfaces_[&surface.tree()];
  if (!arrays)
    arrays = std::make_shared<const SurfaceArrays>(SurfaceArrays{
        surface,
        {model_->device, std::span<const contact::SurfaceNode>(surface.tree().nodes)},
        {model_->device, std::span<const contact::SurfaceFace>(surface.tree().faces)}});
  return {arrays->nodes.data(), arrays->faces.data()};
}

// Where they are as a launch begins.
template <class R>
void Copies<R>::move_obstacles(const Clock& now) {
  if (plain_obstacles_.empty()) return;
  std::vector<contact::PlainObstacle> listed = plain_obstacles_;
  for (contact::PlainObstacle& o : listed) {
    o.since -= now.time_then;
    o.steps = now.steps;
  }
  device_obstacles_.write(listed);
}

template void Copies<float>::set_obstacles(std::size_t, std::span<const Obstacle>);
template void Copies<double>::set_obstacles(std::size_t, std::span<const Obstacle>);
template void Copies<float>::list_obstacles();
template void Copies<double>::list_obstacles();
template void Copies<float>::move_obstacles(const Clock&);
template void Copies<double>::move_obstacles(const Clock&);

}  // namespace pliant::gpu
