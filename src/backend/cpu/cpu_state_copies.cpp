#include <algorithm>

#include "backend/cpu/cpu_state.h"
#include "backend/layout/changed_fields.h"

// Copies of a state: a whole one, one to go back to, and one as plain numbers.

namespace pliant::cpu {

template <class R>
std::unique_ptr<backend::CompiledState> CpuState<R>::copy() const {
  return std::make_unique<CpuState>(*this);
}

// Fields that a copy shared would have to be copied whenever one number of them changes.
template <class R>
std::unique_ptr<backend::CompiledState> CpuState<R>::backup() const {
  auto copy = std::make_unique<CpuState>(*this);
  copy->fields_.change().clear();
  copy->arrays_.damping = {};
  copy->backup_at_ = look();
  return copy;
}

// Copies what has moved. What is asleep is there already.
template <class R>
bool CpuState<R>::renew(CompiledState& backup) {
  auto& to = static_cast<CpuState&>(backup);
  if (!selected_ || !to.selected_) return false;
  const std::vector<Index> moved = blocks_since(to.backup_at_);
  const auto copy = [](auto& into, const auto& from, std::size_t begin, std::size_t end) {
    if (from.empty()) return into.clear();
    into.resize(from.size());
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(begin),
              from.begin() + static_cast<std::ptrdiff_t>(end),
              into.begin() + static_cast<std::ptrdiff_t>(begin));
  };
  for (const Index b : moved) {
    const std::size_t begin = compiled_->layout.blocks[b].first,
                      end = begin + compiled_->layout.blocks[b].local_rows();
    copy(to.arrays_.particles, arrays_.particles, 8 * begin, 8 * end);
    for (std::size_t i = 0; i < 4; ++i)
      copy(to.arrays_.kept[i], arrays_.kept[i], 4 * begin, 4 * end);
    copy(to.selected_->nodes.anchors, selected_->nodes.anchors, 4 * begin, 4 * end);
    copy(to.selected_->nodes.since, selected_->nodes.since, begin, end);
    copy(to.selected_->nodes.woke_neighbours, selected_->nodes.woke_neighbours, begin, end);
    to.selected_->spheres[b].reset();
  }
  to.selected_->awake.take(selected_->awake, moved);
  to.arrays_.driven = arrays_.driven;
  to.volumes_ = volumes_;
  to.pulled_ = pulled_;
  to.obstacles_ = obstacles_;
  to.selected_->watch = selected_->watch;
  to.selected_->watch.forget();
  to.origin_ = origin_;
  to.drift_ = drift_;
  to.first_ = first_;
  to.steps = steps;
  to.time = time;
  to.backup_at_ = look();
  return true;
}

template <class R>
void CpuState<R>::take_relations(const CompiledState& from) {
  CompiledState::take_relations(from);
  const auto& other = static_cast<const CpuState&>(from);
  fields_ = other.fields_;
  limited_ = other.limited_;
}

template <class R>
backend::Snapshot CpuState<R>::snapshot() const {
  const Layout<R>& layout = compiled_->layout;
  backend::Snapshot s;
  s.origin = origin_;
  s.drift = drift_;
  s.first = first_;
  const auto vector_at = [](const R* numbers) {
    return Vec3d{double(numbers[0]), double(numbers[1]), double(numbers[2])};
  };
  const bool has_moves = traits_of(dynamics.integrator).keeps_move && !first_;
  for (const Index r : layout.row_of_vertex) {
    const R* p = arrays_.particles.data() + 8 * std::size_t(r);
    s.places.push_back(vector_at(p));
    s.speeds.push_back(vector_at(p + 4));
    if (has_moves) s.moves.push_back(vector_at(arrays_.kept[0].data() + 4 * std::size_t(r)));
  }
  s.fields = changed_fields(
      *compiled_, layout,
      [&](std::size_t store, std::size_t f) {
        return fields_.now()[store][f].values == layout.stores[store].fields[f].values;
      },
      [&](std::size_t store, std::size_t f) { return fields_.now()[store][f]; });
  if (!selected_) return s;
  const Nodes<R>& nodes = selected_->nodes;
  for (const Index r : layout.row_of_vertex) {
    const R* anchor = nodes.anchors.data() + 4 * std::size_t(r);
    s.nodes.active.push_back(selected_->awake.is_active(r));
    s.nodes.anchors.push_back(vector_at(anchor));
    s.nodes.farthest.push_back(double(anchor[3]));
    s.nodes.since.push_back(static_cast<double>(nodes.since[r]));
    s.nodes.woke_neighbours.push_back(static_cast<double>(nodes.woke_neighbours[r]));
  }
  return s;
}

template <class R>
void CpuState<R>::restore(const backend::Snapshot& s) {
  const Layout<R>& layout = compiled_->layout;
  origin_ = s.origin;
  drift_ = s.drift;
  first_ = s.first;
  may_drift_ = !has_pins();
  selected_.reset();
  pulls_changed();
  obstacles_changed();
  arrays_ = {};  // what strain limits have left belongs to other steps
  arrays_.particles = compiled_->particles;
  if (!s.moves.empty()) arrays_.kept[0].resize(4 * layout.rows);
  for (std::size_t v = 0; v < s.places.size(); ++v) {
    const std::size_t r = layout.row_of_vertex[v];
    R* p = arrays_.particles.data() + 8 * r;
    for (int i = 0; i < 3; ++i) {
      p[i] = static_cast<R>(s.places[v][i]);
      p[i + 4] = static_cast<R>(s.speeds[v][i]);
      if (!s.moves.empty())
        arrays_.kept[0][4 * r + static_cast<std::size_t>(i)] = static_cast<R>(s.moves[v][i]);
    }
  }
  holds_changed();
  Fields<R>& fields = fields_.change();
  fields.clear();
  for (const GroupStore<R>& store : layout.stores) fields.push_back(store.fields);
  for (const backend::FieldValues& changed : s.fields) {
    const Places& places = layout.places[changed.set];
    const bool for_all = changed.values.size() == 1;
    for (std::size_t i = 0; i < places.stores; ++i) {
      const std::size_t f =
          layout.stores[places.store[i]].members[places.member[i]].first_field + changed.field;
      Field<R>& field = own(places.store[i], for_all ? whole_set : places.member[i], f);
      if (for_all) std::ranges::fill(*field.values, static_cast<R>(changed.values[0]));
    }
    for (std::size_t r = 0; !for_all && r < changed.values.size(); ++r) {
      const Place place = place_of(layout, changed.set, r);
      const auto& member = layout.stores[place.store].members[place.member];
      (*fields[place.store][member.first_field + changed.field].values)[place.number] =
          static_cast<R>(changed.values[r]);
    }
  }
  if (dynamics.selection) restore(s.nodes);
}

template <class R>
void CpuState<R>::restore(const backend::NodeSnapshot& s) {
  selection_changed();
  Nodes<R>& nodes = selected_->nodes;
  for (std::size_t v = 0; v < s.active.size(); ++v) {
    const std::size_t r = compiled_->layout.row_of_vertex[v];
    R* anchor = nodes.anchors.data() + 4 * r;
    for (int i = 0; i < 3; ++i) anchor[i] = static_cast<R>(s.anchors[v][i]);
    anchor[3] = static_cast<R>(s.farthest[v]);
    nodes.since[r] = static_cast<std::int64_t>(s.since[v]);
    nodes.woke_neighbours[r] = static_cast<std::int64_t>(s.woke_neighbours[v]);
    if (!s.active[v] && selected_->awake.is_active(r)) selector().put_to_sleep(r);
  }
  selected_->awake.update();
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
