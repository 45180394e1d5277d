#include "backend/gpu/copies.h"

// Volume constraints of copies.

namespace pliant::gpu {

template <class R>
void Copies<R>::make_volumes() {
  for (const GpuSurface& surface : model_->surfaces) {
    const std::size_t slots = count() * surface.slots();
    ConstrainedVolume<R>& volume = volumes_.emplace_back();
    volume.goal = {model_->device, 1};
    volume.inverse_masses = {model_->device, surface.slots()};
    volume.before = {model_->device, slots};
    volume.gradient = {model_->device, slots};
    volume.sums = {model_->device, count() * surface.blocks()};
    volume.before.clear();  // may be copied before they are used
    volume.gradient.clear();
    volume.sums.clear();
  }
  std::vector<VolumeGoal> goals;
  for (const VolumeConstraint& volume : model_->volumes)
    goals.push_back({volume.rest_volume, volume.strength, true});
  set_volume_goals(goals);
  std::vector<Vec3d> inverse_masses;
  for (const double mass : model_->masses) inverse_masses.push_back(Vec3d{1, 1, 1} / mass);
  for (const Index v : model_->pinned) inverse_masses[v] = {};
  set_freedoms(inverse_masses);
}

template <class R>
void Copies<R>::set_freedoms(std::span<const Vec3d> inverse_masses) {
  freedoms_.assign(inverse_masses.begin(), inverse_masses.end());
  limited_.stale = true;
  for (std::size_t i = 0; i < volumes_.size(); ++i) {
    std::vector<Four<R>> by_slot;
    for (const Index v : model_->surfaces[i].vertices) {
      const Vec3<R> w = as<R>(inverse_masses[v]);
      by_slot.push_back({w.x, w.y, w.z, R(0)});
    }
    volumes_[i].inverse_masses.write(by_slot);
  }
}

template <class R>
void Copies<R>::set_volume_goals(std::span<const VolumeGoal> goals) {
  for (std::size_t i = 0; i < volumes_.size(); ++i) volumes_[i].goal.write(goals.subspan(i, 1));
}

template <class R>
SurfaceView<R> Copies<R>::surface(std::size_t i) const {
  const GpuSurface& surface = model_->surfaces[i];
  const ConstrainedVolume<R>& volume = volumes_[i];
  return {surface.rows.data(),  surface.begin.data(),
          surface.walks.data(), surface.slots(),
          surface.blocks(),     surface.form,
          volume.goal.data(),   volume.inverse_masses.data(),
          volume.before.data(), volume.gradient.data(),
          volume.sums.data()};
}

template <class R>
void Copies<R>::add_volume_forces(std::span<const VolumeGoal> goals,
                                  std::span<Vec3d> forces) const {
  const double h = dynamics_[0].h;
  for (std::size_t i = 0; i < volumes_.size(); ++i) {
    if (!goals[i].active) continue;
    VolumeSums all;
    for (const VolumeSums& sums : volumes_[i].sums.read()) {
      all.compliance += sums.compliance;
      all.three_volumes += sums.three_volumes;
      all.moved += sums.moved;
    }
    const double push = volume_factors(all, goals[i], model_->surfaces[i].form).push;
    const std::vector<Four<R>> gradient = volumes_[i].gradient.read();
    for (std::size_t slot = 0; slot < gradient.size(); ++slot) {
      const Four<R>& b = gradient[slot];
      forces[model_->surfaces[i].vertices[slot]] +=
          Vec3d{double(b.x), double(b.y), double(b.z)} * (push / (h * h));
    }
  }
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
