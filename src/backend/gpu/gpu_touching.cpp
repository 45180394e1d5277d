#include "backend/gpu/gpu_touching.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace pliant::gpu {

namespace {

// Between two looks of the host: more would be launched for nothing where all pause, fewer would
// have it wait more often.
constexpr std::int64_t steps_of_graph = 32;
// Of the energy of a contact that is as deep as its skin is thick: small beside what matters.
constexpr double part_of_energy = 1e-6;
// So many vertices are pushed by one block rather than by a launch of their own.
constexpr std::uint32_t most_pushed_at_once = 512;
// Without a spring near its limit, after which nobody looks at single ones.
constexpr int calm_stretches = 8;
constexpr std::uint32_t blocks_each = 12;  // of a multiprocessor, at most

}  // namespace

// --- what lies on the card ---

/// At least so large; what is in it is lost where it grows, and recorded launches with it.
template <class R>
template <class T>
void GpuTouching<R>::fit(DeviceArray<T>& array, std::size_t size) {
  if (array.size() >= size && array.size() > 0) return;
  array = {device_, std::max<std::size_t>(size + size / 2, 64)};
  array.clear();
  forget_graphs();
}
template <class R>
template <class T>
void GpuTouching<R>::put(DeviceArray<T>& array, std::span<const T> values) {
  fit(array, values.size());
  array.write(values);
}

template <class R>
TouchingView<R> GpuTouching<R>::view() const {
  return {.control = control_.data(),
          .bodies = bodies_.data(),
          .origins = origins_.data(),
          .body_count = body_count_,
          .vertex_count = vertex_count_,
          .patch_count = patch_count_,
          .body = body_of_vertex_.data(),
          .row = row_.data(),
          .stiffness = stiffness_.data(),
          .inverse_mass = inverse_mass_.data(),
          .before = {before_[0].data(), before_[1].data()},
          .listed_at = listed_at_.data(),
          .samples = samples_.data(),
          .counts = counts_.data(),
          .vertices = vertices_.data(),
          .targets = targets_.data(),
          .edges = edges_.data(),
          .grips = {grips_[0].data(), grips_[1].data()},
          .bits = bits_.data(),
          .slots = slots_.data(),
          .pushed = pushed_.data(),
          .begin = begin_.data(),
          .forces = forces_.data(),
          .undo = undo_.data(),
          .patches = {patches_[0].data(), patches_[1].data()},
          .crossings = crossings_.data()};
}

template <class R>
bool GpuTouching<R>::choose(std::span<backend::CompiledState* const> states) {
  std::vector<GpuState<R>*> members;
  for (backend::CompiledState* const state : states) {
    auto* const member = dynamic_cast<GpuState<R>*>(state);
    if (!member || member->copies().model().device != device_ ||
        !member->copies().may_touch_together())
      return false;
    if (!members.empty() &&
        members[0]->copies().steps_since_look() != member->copies().steps_since_look())
      return false;  // origins follow at other steps
    members.push_back(member);
  }
  const std::vector<bool> shares = shared_.choose(states);
  std::vector<GpuState<R>*> alone;
  std::vector<std::uint64_t> versions;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!shares[i]) alone.push_back(members[i]);
    versions.push_back(members[i]->copies().version());
  }
  if (members == members_ && alone == alone_ && versions == versions_) return true;
  members_ = std::move(members);
  alone_ = std::move(alone);
  forget_graphs();
  write_bodies();
  write_rows();
  versions_.clear();
  for (const GpuState<R>* member : members_)
    versions_.push_back(const_cast<GpuState<R>*>(member)->copies().version());
  return true;
}

template <class R>
void GpuTouching<R>::write_bodies() {
  std::vector<TouchingBody<R>> bodies;
  for (std::size_t b = 0; b < members_.size(); ++b) {
    const bool limited = limited_ && std::ranges::find(alone_, members_[b]) != alone_.end();
    bodies.push_back(members_[b]->copies().touching_body(limited));
    if (b >= since_.size()) continue;
    bodies.back().since = since_[b];
    bodies.back().in_step = in_step_[b];
  }
  body_count_ = static_cast<std::uint32_t>(bodies.size());
  put(bodies_, std::span<const TouchingBody<R>>(bodies));
  fit(origins_, bodies.size());
  fit(told_, bodies.size());
}

// Where vertices of surfaces are among the rows of bodies.
template <class R>
void GpuTouching<R>::write_rows() {
  if (body_.empty()) return;
  std::vector<std::uint32_t> rows;
  for (std::size_t v = 0; v < body_.size(); ++v)
    rows.push_back(
        members_[body_[v]]->copies().model().layout.row_of_vertex[vertices_of_bodies_[v]]);
  put(row_, std::span<const std::uint32_t>(rows));
}

template <class R>
void GpuTouching<R>::take_surfaces(const contact::Surfaces& surfaces,
                                   std::span<const double> inverse_masses) {
  body_.assign(surfaces.body.begin(), surfaces.body.end());
  vertices_of_bodies_.assign(surfaces.vertex.begin(), surfaces.vertex.end());
  vertex_count_ = static_cast<std::uint32_t>(body_.size());
  patch_count_ = static_cast<std::uint32_t>(surfaces.patches.size());
  write_rows();
  put(body_of_vertex_, std::span<const std::uint32_t>(body_));
  put(stiffness_, std::span<const double>(surfaces.stiffness));
  put(inverse_mass_, inverse_masses);
  std::vector<std::uint32_t> samples;
  for (std::uint32_t i = 0; i < mean_samples; ++i)
    samples.push_back(static_cast<std::uint32_t>(std::uint64_t(i) * vertex_count_ / mean_samples));
  put(samples_, std::span<const std::uint32_t>(samples));
  for (DeviceArray<Vec3d>* places :
       {&before_[0], &before_[1], &listed_at_, &backup_before_, &places_})
    fit(*places, vertex_count_);
  for (DeviceArray<PatchTouching>& patches : patches_) fit(patches, patch_count_);
  fit(crossings_, most_crossings);
  fit(control_, 1);
  energy_unit_ = 0;
  for (const contact::Surface& s : surfaces.bodies) {
    const double energy = part_of_energy * s.stiffness * s.thickness * s.thickness;
    if (s.vertices > 0 && (energy_unit_ == 0 || energy < energy_unit_)) energy_unit_ = energy;
  }
  if (!(energy_unit_ > 0)) energy_unit_ = 1;
  forget_graphs();
}

template <class R>
void GpuTouching<R>::take_list(const contact::ContactList& list, std::span<const Vec3d> before) {
  if (since_ != list.since || in_step_ != list.in_step) {
    since_ = list.since;
    in_step_ = list.in_step;
    write_bodies();
  }
  put(vertices_, std::span<const contact::ListedVertex>(list.vertices));
  put(targets_, std::span<const contact::ListedTarget>(list.targets));
  put(edges_, std::span<const contact::ListedEdges>(list.edges));
  put(pushed_, std::span<const std::uint32_t>(list.pushed));
  put(begin_, std::span<const std::uint32_t>(list.begin));
  put(forces_, std::span<const contact::ListedForce>(list.forces));
  fit(undo_, list.pushed.size());
  fit(slots_, list.slots);
  fit(bits_, list.grips.size());
  for (DeviceArray<contact::Grip>* grips : {&grips_[0], &grips_[1], &backup_grips_})
    fit(*grips, list.grips.size());
  grips_[now_].write(list.grips);
  if (!before.empty()) before_[now_].write(before);
  const std::uint32_t counts[] = {static_cast<std::uint32_t>(list.vertices.size()),
                                  static_cast<std::uint32_t>(list.edges.size()),
                                  static_cast<std::uint32_t>(list.pushed.size())};
  std::ranges::copy(counts, counts_on_host_);
  put(counts_, std::span<const std::uint32_t>(counts));
  const bool few = counts[2] <= most_pushed_at_once && body_count_ <= touching_each;
  if (few != pushes_at_once_) forget_graphs();
  pushes_at_once_ = few;
  // Where vertices are as steps begin, before origins follow: those do not move them.
  programs().run(BeginTouching<R>{view(), members_[0]->dynamics.time_step, false}, {});
  const std::uint32_t blocks = blocks_for(vertex_count_);
  programs().run(PlacesOfTouching<R>{view(), blocks, listed_at_.data()},
                 {blocks, 1, touching_each});
}

template <class R>
std::uint32_t GpuTouching<R>::blocks_for(std::size_t threads) const {
  const std::size_t all = (threads + touching_each - 1) / touching_each;
  return static_cast<std::uint32_t>(
      std::clamp<std::size_t>(all, 1, std::size_t(blocks_each) * device_->multiprocessors));
}

// --- stepping ---

template <class R>
backend::TouchingWent GpuTouching<R>::step(const backend::TouchingStretch& stretch) {
  using backend::TouchingEnd;
  const std::uint32_t done_then = now_;
  begin(stretch);
  take_steps(stretch.steps);
  end();
  if ((known_.paused & pause_near_limit) && limits_from_now_on()) {
    go_back();
    return step(stretch);
  }
  look_at_limits();
  backend::TouchingWent went;
  went.steps = known_.done - done_then;
  const std::uint32_t why = known_.paused;
  if (why & pause_diverged) {
    went.end = TouchingEnd::diverged;
    went.body = known_.body;
  } else if (why & (pause_too_far | pause_near_limit)) {
    went.end = TouchingEnd::too_far;
  } else if (went.steps == stretch.steps) {
    went.end = TouchingEnd::whole;  // what else was found is of a step that nobody asked for
  } else if (why & pause_crowded) {
    went.end = TouchingEnd::crowded;
  } else if (why & pause_list) {
    went.end = TouchingEnd::listed;
  } else {
    went.end = TouchingEnd::haste;
    went.haste = {number_of(known_.stiffest), number_of(known_.fastest),
                  number_of(known_.crossing)};
  }
  now_ = known_.now();
  for (std::size_t b = 0; b < members_.size(); ++b) {
    members_[b]->pass(went.steps);
    members_[b]->copies().took(static_cast<std::uint32_t>(went.steps));
  }
  return went;
}

/// As long as no spring is near its limit nothing is launched that looks at them. False: that is so
/// already, or does not help.
template <class R>
bool GpuTouching<R>::limits_from_now_on() {
  const auto has_limit = [](GpuState<R>* member) { return member->copies().has_limit(); };
  if (limited_ || std::ranges::none_of(alone_, has_limit)) return false;
  for (GpuState<R>* member : alone_)
    if (has_limit(member)) member->copies().came_near_limit();
  limited_ = true;
  unlimited_for_ = 0;
  write_bodies();
  return true;
}
template <class R>
void GpuTouching<R>::look_at_limits() {
  if (!limited_) return;
  bool near = false;
  for (GpuState<R>* member : alone_)
    if (member->copies().has_limit() && member->copies().came_near_limit()) near = true;
  unlimited_for_ = near ? 0 : unlimited_for_ + 1;
  if (unlimited_for_ < calm_stretches) return;
  limited_ = false;
  write_bodies();
}

template <class R>
void GpuTouching<R>::begin(const backend::TouchingStretch& stretch) {
  TouchingControl control{};
  control.step = stretch.step;
  control.elapsed = stretch.elapsed;
  control.damping = stretch.damping;
  control.energy_unit = energy_unit_;
  control.longer_every = stretch.longer_every;
  control.done = now_;
  control.taken = stretch.taken - now_;
  control_.write(std::span<const TouchingControl>(&control, 1));
  for (DeviceArray<PatchTouching>& patches : patches_) patches.clear();
  for (GpuState<R>* member : alone_) member->copies().begin_touching();
  shared_.begin_touching();
  programs().run(BeginTouching<R>{view(), stretch.step, true}, {});
  for (GpuState<R>* member : alone_) member->copies().enqueue_backup();
  shared_.back_up();
  const auto copy = [&](const auto& from, const auto& to) {
    device_->copy(to.data(), from.data(), from.bytes());
  };
  backup_now_ = now_;
  copy(before_[now_], backup_before_);
  copy(grips_[now_], backup_grips_);
}

template <class R>
void GpuTouching<R>::enqueue_step() {
  const std::uint32_t looking = blocks_for(vertices_.size() + edges_.size() + vertex_count_),
                      pushing = blocks_for(std::max<std::size_t>(pushed_.size(), body_count_));
  programs().run(LookAtTouching<R>{view(), looking, pushes_at_once_},
                 {looking, 1, touching_each, LookAtTouching<R>::shared_bytes});
  if (!pushes_at_once_)
    programs().run(PushTouching<R>{view(), pushing},
                   {pushing, 1, touching_each, PushTouching<R>::shared_bytes});
  for (GpuState<R>* member : alone_) member->copies().enqueue_touching_step(limited_);
  shared_.enqueue_touching_step();
}

template <class R>
void GpuTouching<R>::take_steps(std::int64_t count) {
  while (count >= steps_of_graph) {
    std::unique_ptr<Graph>& graph = graphs_[limited_ ? 1 : 0];
    if (!graph)
      graph = device_->record([this] {
        for (std::int64_t i = 0; i < steps_of_graph; ++i) enqueue_step();
      });
    graph->replay();
    count -= steps_of_graph;
    if (count > 0 && has_paused()) return;
  }
  for (; count > 0; --count) enqueue_step();
}

template <class R>
bool GpuTouching<R>::has_paused() {
  return read_control_.read(*device_, control_, 1).front().paused != 0;
}

// The last step is looked at, too, and what a pause left is put in order.
template <class R>
void GpuTouching<R>::end() {
  const std::uint32_t looking = blocks_for(vertices_.size() + edges_.size() + vertex_count_);
  programs().run(LookAtTouching<R>{view(), looking, false},
                 {looking, 1, touching_each, LookAtTouching<R>::shared_bytes});
  known_ = read_control_.read(*device_, control_, 1).front();
  if (known_.undo) {
    const std::uint32_t blocks = blocks_for(pushed_.size());
    programs().run(UndoPushes<R>{view(), blocks}, {blocks, 1, touching_each});
  }
  programs().run(EndTouching<R>{view(), told_.data()}, {});
  const std::span<const MovingOrigin> told = read_told_.read(*device_, told_, body_count_);
  for (std::size_t b = 0; b < members_.size(); ++b) {
    members_[b]->copies().moving_origin(0) = told[b];
    if (told[b].stopped) {
      known_.paused |= pause_diverged;
      known_.body = b;
    }
  }
}

template <class R>
void GpuTouching<R>::go_back() {
  for (GpuState<R>* member : members_) {
    member->pass(-member->copies().steps_since_backup());
    member->copies().go_back(0, false);
  }
  now_ = backup_now_;
  device_->copy(before_[now_].data(), backup_before_.data(), backup_before_.bytes());
  device_->copy(grips_[now_].data(), backup_grips_.data(), backup_grips_.bytes());
}

template <class R>
std::span<const Vec3d> GpuTouching<R>::places() {
  const std::uint32_t blocks = blocks_for(vertex_count_);
  programs().run(BeginTouching<R>{view(), members_[0]->dynamics.time_step, false}, {});
  programs().run(PlacesOfTouching<R>{view(), blocks, places_.data()}, {blocks, 1, touching_each});
  return read_places_.read(*device_, places_, vertex_count_);
}
template <class R>
std::span<const contact::Grip> GpuTouching<R>::grips() {
  return read_grips_.read(*device_, grips_[now_], counts_on_host_[0] + counts_on_host_[1]);
}

template class GpuTouching<float>;
template class GpuTouching<double>;

}  // namespace pliant::gpu
