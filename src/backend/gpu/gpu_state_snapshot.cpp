#include "backend/gpu/gpu_state.h"
#include "backend/gpu/rows.h"
#include "backend/layout/changed_fields.h"

// A state as plain numbers, and back.

namespace pliant::gpu {

template <class R>
backend::Snapshot GpuState<R>::snapshot() const {
  const MovingOrigin& moving = copies_.moving_origin(0);
  backend::Snapshot s;
  s.origin = moving.origin;
  s.drift = moving.drift;
  s.since = moving.since;
  s.time_then = time_then_;
  s.steps_then = steps_then_;
  s.first = moving.first != 0;
  const std::vector<Particle<R>> rows = copies_.rows(0);
  const bool has_moves = traits_of(dynamics.integrator).keeps_move && !s.first;
  const std::vector<Four<R>> moves = has_moves ? copies_.moves(0) : std::vector<Four<R>>();
  for (const Index r : compiled_->layout.row_of_vertex) {
    s.places.push_back(vector_of(rows[r].place));
    s.speeds.push_back(vector_of(rows[r].move));
    if (has_moves) s.moves.push_back(vector_of(moves[r]));
  }
  s.fields = changed_fields(
      *compiled_, compiled_->layout,
      [&](std::size_t store, std::size_t f) {
        return copies_.field(store, f).values == compiled_->fields[store][f].values;
      },
      [&](std::size_t store, std::size_t f) { return copies_.host_field(store, f); });
  s.nodes = copies_.nodes();
  return s;
}

template <class R>
void GpuState<R>::restore(const backend::Snapshot& s) {
  copies_.end_selection();
  time_then_ = s.time_then;
  steps_then_ = s.steps_then;
  copies_.start_from(steps);
  copies_.may_follow(!has_pins());
  copies_.set_dynamics(0, dynamics);
  copies_.set_damping(damping);
  MovingOrigin& moving = copies_.moving_origin(0);
  moving.origin = s.origin;
  moving.drift = s.drift;
  moving.since = static_cast<std::uint32_t>(s.since);
  moving.first = s.first;
  moving.stopped = 0;
  copies_.origins_changed();
  std::vector<Particle<R>> rows = compiled_->particles;
  std::vector<Four<R>> moves(s.moves.empty() ? 0 : rows.size());
  for (std::size_t v = 0; v < s.places.size(); ++v) {
    const Vec3<R> x = as<R>(s.places[v]), u = as<R>(s.speeds[v]);
    Particle<R>& p = rows[row(v)];
    p = {{x.x, x.y, x.z, p.place.w}, {u.x, u.y, u.z, p.move.w}};
    if (s.moves.empty()) continue;
    const Vec3<R> d = as<R>(s.moves[v]);
    moves[row(v)] = {d.x, d.y, d.z, R(0)};
  }
  copies_.set_rows(0, rows);
  copies_.set_moves(0, moves);
  holds_changed();
  volume_goals_changed();
  for (const backend::FieldValues& values : s.fields) set_field(values);
  selection_changed();
  copies_.set_nodes(s.nodes);
}

template <class R>
void GpuState<R>::set_field(const backend::FieldValues& changed) {
  const Layout<R>& layout = compiled_->layout;
  const Places& places = layout.places[changed.set];
  for (std::size_t i = 0; i < places.stores; ++i) {
    const Place any{places.store[i], places.member[i], 0};
    const std::size_t f = layout.stores[any.store].members[any.member].first_field + changed.field;
    if (changed.values.size() == 1) {
      const R value = static_cast<R>(changed.values[0]);
      copies_.fill(*copies_.own(any.store, f, true, 0).values, value);
      continue;
    }
    DeviceArray<R>& on_device = *own(any, f).values;
    std::vector<R> values = on_device.read();
    for (std::size_t r = 0; r < changed.values.size(); ++r)
      if ((places.number[r] & in_second_store ? 1u : 0u) == i)
        values[place_of(layout, changed.set, r).number] = static_cast<R>(changed.values[r]);
    on_device.write(values);
  }
}

template class GpuState<float>;
template class GpuState<double>;

}  // namespace pliant::gpu
