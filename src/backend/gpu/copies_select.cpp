#include <algorithm>
#include <numeric>
#include <optional>

#include "backend/gpu/copies.h"

// Dynamic selection, see select.h.

namespace pliant::gpu {

namespace {

enum Number : std::size_t {
  listed,
  changed,
  clock_of_nodes,
  awake_patches,
  too_many,
  ended,
  numbers
};

// A wave takes at least so many steps through a patch.
constexpr std::uint32_t steps_through_patch = 4;

}  // namespace

template <class R>
SelectView<R> Copies<R>::select_view() const {
  const SelectArrays<R>& s = *selected_;
  SelectView<R> v{};
  v.list = s.list.data();
  v.listed = s.numbers.data() + listed;
  v.changed = s.numbers.data() + changed;
  v.clock = s.numbers.data() + clock_of_nodes;
  v.awake_count = s.numbers.data() + awake_patches;
  v.too_many = s.numbers.data() + too_many;
  v.ended = s.numbers.data() + ended;
  v.awake = s.awake.data();
  v.was_awake = s.was_awake.data();
  v.wake = s.wake.data();
  v.since = s.since.data();
  v.woke_neighbours = s.woke_neighbours.data();
  v.quiet = s.quiet.data();
  v.anchors = s.anchors.data();
  v.spheres = s.spheres.data();
  v.inverse_masses = s.inverse_masses.data();
  v.beside_begin = model_->beside().begin.data();
  v.beside = model_->beside().items.data();
  if (compares_distances()) {
    v.near_begin = model_->neighbours().begin.data();
    v.near_rows = model_->neighbours().items.data();
  }
  v.must_stay = s.must_stay.data();
  v.patches = static_cast<std::uint32_t>(model_->layout.blocks.size());
  v.blocks = listed_grid({v.patches}).blocks;
  v.near = model_->beyond + (s.plan.automatic() ? s.plan.tolerance : 1e-4 * model_->size());
  v.plan = s.plan;
  return v;
}

// No more blocks than run at a time: each goes through its part of the list.
template <class R>
Grid Copies<R>::listed_grid(Grid grid) const {
  constexpr std::uint32_t blocks_of_multiprocessor = 1;
  if (selects())
    grid.blocks = std::min(grid.blocks, blocks_of_multiprocessor * device().multiprocessors);
  return grid;
}

template <class R>
std::uint32_t Copies<R>::steps_between_looks_at_nodes() const {
  return selected_->plan.automatic() ? steps_through_patch : 1;
}

template <class R>
void Copies<R>::start_selection(const SelectionPlan& plan, std::span<const Index> must_stay,
                                std::span<const R> inverse_masses) {
  const std::size_t patches = model_->layout.blocks.size(), rows = model_->layout.rows;
  selected_.emplace();
  SelectArrays<R>& s = *selected_;
  s.plan = plan;
  const std::uint32_t every = steps_between_looks_at_nodes();
  const auto now = static_cast<std::uint32_t>(steps_ / every * every);
  const auto filled = [&](std::uint32_t value) {
    return DeviceArray<std::uint32_t>(model_->device, std::vector<std::uint32_t>(patches, value));
  };
  std::vector<std::uint32_t> all(patches);
  for (std::size_t p = 0; p < patches; ++p) all[p] = static_cast<std::uint32_t>(p);
  s.list = {model_->device, std::span<const std::uint32_t>(all)};
  s.awake = filled(1);
  s.was_awake = filled(1);
  s.wake = filled(long_before(now));
  s.since = filled(now);
  s.woke_neighbours = filled(long_before(now));
  s.quiet = filled(0);
  const auto count = static_cast<std::uint32_t>(patches);
  s.listed = count;
  const std::uint32_t first[numbers] = {count, 0, now, count, 0, 0};
  s.numbers = {model_->device, std::span<const std::uint32_t>(first)};
  s.host_inverse_masses.assign(rows, R(0));
  for (std::size_t v = 0; v < inverse_masses.size(); ++v)
    s.host_inverse_masses[model_->layout.row_of_vertex[v]] = inverse_masses[v];
  s.inverse_masses = {model_->device, std::span<const R>(s.host_inverse_masses)};
  s.spheres = {model_->device, patches};
  s.spheres.clear();
  std::vector<Four<R>> anchors;
  for (const Particle<R>& p : this->rows(0))
    anchors.push_back({p.place.x, p.place.y, p.place.z, R(0)});
  s.anchors = {model_->device, std::span<const Four<R>>(anchors)};
  s.must_stay = filled(0);
  keep_awake(must_stay);
  s.obstacles = obstacles_.empty() ? std::vector<Obstacle>() : obstacles_[0];
  s.changes.start(patches);
  s.awake_then.assign(patches, 1);
  s.since_then.assign(patches, now);
  forget_recordings();
}

// After steps. Patches were awake before or are now, or woke in between and fell asleep again.
template <class R>
void Copies<R>::note_moved(const Vec3d& origin_before) {
  SelectArrays<R>& s = *selected_;
  std::vector<std::uint32_t> awake = s.awake.read(), since = s.since.read();
  s.all_asleep = std::ranges::find(awake, 1u) == awake.end();
  if (origin(0) != origin_before || !model_->gases.empty()) s.changes.note_all();
  for (std::size_t p = 0; p < awake.size(); ++p)
    if (awake[p] || s.awake_then[p] || since[p] != s.since_then[p]) s.changes.note(p);
  s.awake_then = std::move(awake);
  s.since_then = std::move(since);
}

template <class R>
void Copies<R>::keep_awake(std::span<const Index> vertices) {
  std::vector<std::uint32_t> stays(model_->layout.blocks.size(), 0);
  for (const Index v : vertices) stays[model_->patch_of(v)] = 1;
  selected_->must_stay.write(stays);
}

template <class R>
void Copies<R>::end_selection() {
  if (!selected_) return;
  std::vector<Particle<R>> all = rows(0);
  for (const Index r : model_->layout.row_of_vertex)
    all[r].place.w = selected_->host_inverse_masses[r];
  set_rows(0, all);
  selected_.reset();
  forget_recordings();
}

template <class R>
std::vector<NodeState> Copies<R>::node_states() const {
  if (!selected_) return {};
  const std::vector<std::uint32_t> awake = selected_->awake.read(), list = selected_->list.read();
  std::vector<NodeState> of_patch(awake.size(), NodeState::inactive);
  const std::uint32_t count = selected_->numbers.read(listed, 1).front();
  for (std::uint32_t i = 0; i < count; ++i)
    of_patch[list[i] & patch_number] = NodeState::constraint;
  std::vector<NodeState> out(model_->layout.row_of_vertex.size());
  for (std::size_t v = 0; v < out.size(); ++v) {
    const std::size_t p = model_->patch_of(static_cast<Index>(v));
    const R inverse = selected_->host_inverse_masses[model_->layout.row_of_vertex[v]];
    out[v] = !awake[p] ? of_patch[p] : inverse == R(0) ? NodeState::constraint : NodeState::active;
  }
  return out;
}

// Patches that stay in shared memory have no list: all of them wake.
template <class R>
void Copies<R>::wake(std::span<const Index> vertices) {
  if (!selected_ || vertices.empty()) return;
  SelectArrays<R>& s = *selected_;
  s.all_asleep = false;
  for (const Index v : vertices) {
    const std::size_t p = model_->patch_of(v);
    s.changes.note(p);
    s.awake_then[p] = 1;
  }
  if (is_resident()) {
    const std::vector<std::uint32_t> awake = s.awake.read();
    std::vector<Particle<R>> all = rows(0);
    for (const Index r : model_->layout.row_of_vertex) all[r].place.w = s.host_inverse_masses[r];
    set_rows(0, all);
    const auto now = static_cast<std::uint32_t>(steps_);
    s.awake.write(std::vector<std::uint32_t>(awake.size(), 1));
    s.since.write(std::vector<std::uint32_t>(awake.size(), now));
    s.awake_then.assign(awake.size(), 1);
    s.quiet.write(std::vector<std::uint32_t>(awake.size(), 0));
    const std::uint32_t one[1] = {1};
    s.numbers.write(one, changed);
    s.has_woken = true;
    return;
  }
  std::vector<std::uint32_t> wake = s.wake.read();
  for (const Index v : vertices) wake[model_->patch_of(v)] = woken_by_host;
  s.wake.write(wake);
  const std::uint32_t one[1] = {1};
  s.numbers.write(one, changed);
  s.has_woken = true;
}

// To the last time that nodes were looked at, or would have been.
template <class R>
void Copies<R>::set_clock() {
  const std::uint32_t every = is_resident() ? steps_between_looks : steps_between_looks_at_nodes();
  const std::uint32_t now[1] = {static_cast<std::uint32_t>(steps_ / every * every)};
  selected_->numbers.write(now, clock_of_nodes);
}

template <class R>
void Copies<R>::enqueue_list(std::uint32_t steps) {
  programs().run(ListPatches<R>{args(), steps}, {1, 1, 256, 0});
}

template <class R>
bool Copies<R>::read_list() {
  const std::vector<std::uint32_t> now = selected_->numbers.read();
  selected_->listed = now[listed];
  return now[too_many] != 0;
}

template <class R>
bool Copies<R>::compares_distances() const {
  return selected_->plan.criterion == Equilibrium::neighbour_distance;
}

template <class R>
bool Copies<R>::looks_at_nodes() const {
  return selected_->plan.automatic() || selected_->plan.threshold != 0;
}

// After a step, by its number in the launch; always the same steps, however they are divided up.
template <class R>
void Copies<R>::enqueue_selection(std::uint32_t step) {
  if (!looks_at_nodes()) return;
  const std::uint32_t every = steps_between_looks_at_nodes();
  if ((steps_ + step + 1) % every != 0) return;
  const Args<R> a = args();
  if (a.obstacles)
    programs().run(WakeNear<R>{a, step, every, every},
                   {(a.selected.patches + 255) / 256, 1, 256, 0});
  programs().run(SelectPatches<R>{a, every, false},
                 {a.selected.blocks, 1, 256, SelectPatches<R>::shared_bytes()});
  if (compares_distances()) programs().run(AnchorPatches<R>{a}, {a.selected.blocks, 1, 256, 0});
  enqueue_list(every);
}

template <class R>
void Copies<R>::select_together(std::uint32_t steps) {
  if (!selected_->plan.automatic() || (steps_ + steps) % steps_between_looks != 0) return;
  const Args<R> a = args();
  programs().run(SelectPatches<R>{a, steps_between_looks, true},
                 {a.selected.blocks, 1, 256, SelectPatches<R>::shared_bytes()});
  programs().run(RestTogether<R>{a}, {a.selected.patches, 1, 128, 0});
  enqueue_list(steps_between_looks);
}

namespace {

// How far an obstacle has moved, where it is still the same one.
std::optional<double> moved_by(const Obstacle& before, const Obstacle& now) {
  if (before.shape.index() != now.shape.index()) return std::nullopt;
  const contact::PlainObstacle a = contact::plain(before), b = contact::plain(now);
  const bool round = b.kind == contact::ShapeKind::ball || b.kind == contact::ShapeKind::capsule;
  for (int i = round ? 1 : 0; i < 3; ++i)
    if (a.axes[i] != b.axes[i]) return std::nullopt;
  if (a.radius != b.radius || a.half != b.half || a.surface.nodes != b.surface.nodes)
    return std::nullopt;
  const double later = now.since - before.since;
  return length(b.place - a.place - a.velocity * later) + length(b.axes[0] - a.axes[0]);
}

}  // namespace

// Obstacles that were changed since the last steps: those that only moved wake what they are near
// to; where one is new, gone or another, everything wakes.
template <class R>
void Copies<R>::wake_near_changed(const Clock& clock) {
  SelectArrays<R>& s = *selected_;
  const std::vector<Obstacle> none;
  const std::vector<Obstacle>& now = obstacles_.empty() ? none : obstacles_[0];
  if (now == s.obstacles) return;
  const Floor* const floor = contact::smooth_floor(now);
  bool same = now.size() == s.obstacles.size(), any = false;
  std::size_t k = 0;
  for (std::size_t i = 0; same && i < now.size(); ++i) {
    const std::optional<double> moved = moved_by(s.obstacles[i], now[i]);
    const bool in_loop = floor && std::get_if<Floor>(&now[i].shape) == floor;
    same = moved && (!in_loop || *moved == 0);
    if (in_loop || !same) continue;
    contact::PlainObstacle& o = plain_obstacles_[k++];
    o.moved = *moved > 0;
    o.moved_by = *moved;
    any = any || o.moved;
  }
  if (!same) {
    std::vector<Index> all(model_->layout.row_of_vertex.size());
    std::iota(all.begin(), all.end(), Index(0));
    wake(all);
  } else if (any) {
    move_obstacles(clock);
    const Args<R> a = args();
    programs().run(WakeNear<R>{a, 0, 1, 0}, {(a.selected.patches + 255) / 256, 1, 256, 0});
    s.has_woken = true;
    s.all_asleep = false;
  }
  for (contact::PlainObstacle& o : plain_obstacles_) o.moved = false;
  s.obstacles = now;
}

// Nothing moves, and nothing will until the host changes something.
template <class R>
bool Copies<R>::rests() const {
  return selected_->all_asleep && !driven_ &&
         std::ranges::all_of(plain_obstacles_,
                             [](const contact::PlainObstacle& o) { return o.velocity == Vec3d{}; });
}

template <class R>
backend::NodeSnapshot Copies<R>::nodes() const {
  backend::NodeSnapshot out;
  if (!selected_) return out;
  const std::vector<std::uint32_t> awake = selected_->awake.read(), since = selected_->since.read(),
                                   woke = selected_->woke_neighbours.read();
  const std::vector<Four<R>> anchors = selected_->anchors.read();
  for (std::size_t v = 0; v < model_->layout.row_of_vertex.size(); ++v) {
    const std::size_t p = model_->patch_of(static_cast<Index>(v));
    const Four<R>& anchor = anchors[model_->layout.row_of_vertex[v]];
    out.active.push_back(awake[p] != 0);
    out.anchors.push_back({double(anchor.x), double(anchor.y), double(anchor.z)});
    out.farthest.push_back(double(anchor.w));
    out.since.push_back(double(since[p]));
    out.woke_neighbours.push_back(double(woke[p]));
  }
  return out;
}

// As put_to_sleep() finds them.
template <class R>
std::vector<Four<R>> Copies<R>::spheres_about(std::span<const Particle<R>> rows) const {
  std::vector<Four<R>> out;
  for (const BlockLayout& block : model_->layout.blocks)
    out.push_back(sphere_about(rows.subspan(block.first, block.rows()).data(),
                               selected_->host_inverse_masses.data() + block.first,
                               static_cast<std::uint32_t>(block.rows())));
  return out;
}

template <class R>
void Copies<R>::set_nodes(const backend::NodeSnapshot& nodes) {
  if (!selected_ || nodes.active.empty()) return;
  SelectArrays<R>& s = *selected_;
  std::vector<std::uint32_t> awake = s.awake.read(), since = s.since.read(),
                             woke = s.woke_neighbours.read();
  std::vector<Four<R>> anchors = s.anchors.read();
  std::vector<Particle<R>> all = rows(0);
  for (std::size_t v = 0; v < nodes.active.size(); ++v) {
    const std::size_t p = model_->patch_of(static_cast<Index>(v)),
                      r = model_->layout.row_of_vertex[v];
    const Vec3<R> x = as<R>(nodes.anchors[v]);
    anchors[r] = {x.x, x.y, x.z, static_cast<R>(nodes.farthest[v])};
    awake[p] = nodes.active[v];
    since[p] = static_cast<std::uint32_t>(nodes.since[v]);
    woke[p] = static_cast<std::uint32_t>(nodes.woke_neighbours[v]);
    if (!nodes.active[v]) all[r].place.w = R(0);
  }
  set_rows(0, all);
  s.anchors.write(anchors);
  s.awake.write(awake);
  s.since.write(since);
  s.woke_neighbours.write(woke);
  s.spheres.write(spheres_about(all));
  const std::uint32_t one[1] = {1};
  s.numbers.write(one, changed);
  s.has_woken = true;
  s.all_asleep = std::ranges::find(awake, 1u) == awake.end();
  s.changes.note_all();
  s.awake_then = std::move(awake);
  s.since_then = std::move(since);
}

template class Copies<float>;
template class Copies<double>;

}  // namespace pliant::gpu
