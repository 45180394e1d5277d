#include "backend/gpu/copies.h"

#include <algorithm>

#include "backend/layout/group_kinds.h"

namespace pliant::gpu {

template <class R>
Copies<R>::Copies(const GpuModel<R>& model, std::size_t n)
    : model_(&model),
      origins_(n),
      dynamics_(n),
      particles_(model.device, n * model.layout.rows),
      messages_(model.device, 2 * n * model.replicas),
      device_origins_(model.device, n),
      diverged_(model.device, n),
      device_dynamics_(model.device, n),
      fields_(model.fields),
      near_limit_(model.device, n) {
  for (MovingOrigin& moving : origins_) moving = {model.origin, {}, {}, {}, 0, 2, 1, 0};
  origins_changed();
  diverged_.clear();
  messages_.clear();
  near_limit_.clear();
  for (std::size_t copy = 0; copy < n; ++copy)
    particles_.write(model.particles, copy * model.layout.rows);
  make_volumes();
  views_changed();
}

template <class R>
Copies<R>::Copies(const Copies& o)
    : model_(o.model_),
      origins_(o.origins_),
      dynamics_(o.dynamics_),
      integrator_(o.integrator_),
      may_follow_(o.may_follow_),
      steps_(o.steps_),
      particles_(o.particles_),
      messages_(o.messages_),
      device_origins_(o.device_origins_),
      diverged_(o.diverged_),
      device_dynamics_(o.device_dynamics_),
      factors_(o.factors_),
      device_factors_(o.device_factors_),
      damping_(o.damping_),
      fields_(o.fields_),
      driven_(o.driven_),
      driven_now_(o.driven_now_),
      pulls_(o.pulls_),
      pulled_(o.pulled_),
      obstacles_(o.obstacles_),
      obstacles_are_listed_(o.obstacles_are_listed_),
      surfaces_(o.surfaces_),
      plain_obstacles_(o.plain_obstacles_),
      device_obstacles_(o.device_obstacles_),
      before_(o.before_),
      volumes_(o.volumes_),
      limited_(o.limited_),
      near_limit_(o.near_limit_),
      freedoms_(o.freedoms_),
      poses_(o.poses_),
      selected_(o.selected_) {
  for (int i = 0; i < 4; ++i) kept_[i] = o.kept_[i];
  views_changed();
}

template <class R>
void Copies<R>::views_changed() {
  write_views();
  forget_recordings();
}

template <class R>
void Copies<R>::write_views() {
  std::vector<StoreView<R>> views, undamped;
  const auto& stores = model_->layout.stores;
  for (std::size_t s = 0; s < stores.size(); ++s) {
    StoreView<R> view{};
    view.groups = {model_->words(s), static_cast<std::uint32_t>(stores[s].kind),
                   static_cast<std::uint16_t>(group_kinds()[stores[s].kind].vertices),
                   static_cast<std::uint16_t>(fields_[s].size())};
    for (std::size_t m = 0; m < stores[s].members.size(); ++m) {
      const std::size_t end = m + 1 < stores[s].members.size()
                                  ? stores[s].members[m + 1].first_field
                                  : fields_[s].size();
      for (std::size_t f = stores[s].members[m].first_field; f < end; ++f) {
        const auto slots = static_cast<std::uint32_t>(stores[s].members[m].slots);
        view.fields[f] = {fields_[s][f].values->data(), fields_[s][f].uniform ? 0 : slots * warp};
      }
    }
    views.push_back(view);
    for (const auto& member : stores[s].members)
      if (const auto f = damping_field(member)) view.fields[*f] = {model_->zeros.data(), 0};
    undamped.push_back(view);
  }
  const auto write = [&](DeviceArray<StoreView<R>>& to, const std::vector<StoreView<R>>& from) {
    if (to.size() == 0) to = {model_->device, from.size()};
    to.write(from);
  };
  write(views_, views);
  if (damping_.every > 0) write(undamped_views_, undamped);
}

template <class R>
Args<R> Copies<R>::args() const {
  Args<R> a = model_->args();
  a.stores = views_.data();
  a.overlap = model_->plan.overlap;
  a.copies = static_cast<std::uint32_t>(count());
  a.particles = particles_.data();
  for (int i = 0; i < 4; ++i) a.kept[i] = kept_[i].data();
  a.messages = messages_.data();
  a.near_limit = near_limit_.data();
  a.origins = device_origins_.data();
  a.diverged = diverged_.data();
  a.dynamics = device_dynamics_.data();
  a.factors = device_factors_.data();
  a.integrator = static_cast<std::uint32_t>(integrator_);
  a.method = traits_of(integrator_);
  a.obstacles = device_obstacles_.data();
  a.before = before_.data();
  if (driven_)
    a.driven = {driven_->rows.data(), driven_->begin.data(), poses_.data(), driven_now_.data(),
                static_cast<std::uint32_t>(driven_->drives)};
  if (pulled_.rows.size() > 0)
    a.pulled = {pulled_.rows.data(), pulled_.begin.data(), pulled_.pulls.data(),
                static_cast<std::uint32_t>(model_->layout.blocks.size())};
  if (selected_) a.selected = select_view();
  return a;
}

template <class R>
void Copies<R>::set_damping(const DampingPlan& plan) {
  damping_ = plan;
  if (damping_.every > 0) write_views();
  forget_recordings();
}

template <class R>
Args<R> Copies<R>::args_of_steps() const {
  Args<R> a = args();
  if (damping_.every > 0) a.stores = undamped_views_.data();
  return a;
}

template <class R>
Vec3d Copies<R>::origin(std::size_t copy) const {
  return origins_[copy].origin_now(dynamics_[copy].h);
}

template <class R>
void Copies<R>::set_dynamics(std::size_t copy, const Dynamics& d) {
  origins_[copy].origin = origin(copy);
  origins_[copy].since = 0;
  origins_changed();
  dynamics_[copy] = plain(d, model_->size());
  set_obstacles(copy, d.obstacles);
  set_pulls(copy, d.pulls);
  integrator_ = d.integrator;
  need_kept(traits_of(integrator_).kept);
  forget_recordings();
}

template <class R>
void Copies<R>::need_kept(std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i)
    if (kept_[i].size() == 0) {
      kept_[i] = {model_->device, particles_.size()};
      kept_[i].clear();
    }
}

template <class R>
void Copies<R>::start_anew(std::size_t copy) {
  origins_[copy].first = 1;
  origins_changed();
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
