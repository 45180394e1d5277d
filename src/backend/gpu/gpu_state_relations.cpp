#include <algorithm>
#include <array>

#include "backend/gpu/gpu_state.h"
#include "backend/gpu/rows.h"
#include "backend/layout/relation_reader.h"
#include "relations/law_functions.h"

// Relations that change while they run, on the device. Fields are shared with the model until a
// state changes them; then it gets its own.

namespace pliant::gpu {

template <class R>
GpuField<R>& GpuState<R>::own(const Place& place, std::size_t field) {
  const auto& store = compiled_->layout.stores[place.store];
  const std::size_t relations = store.block_begin.back() * store.members[place.member].slots * warp;
  return copies_.own(place.store, field, false, relations);
}

template <class R>
double GpuState<R>::parameter(backend::FieldName name, std::size_t relation) const {
  const Place place = place_of(compiled_->layout, name.set, relation);
  const auto& member = compiled_->layout.stores[place.store].members[place.member];
  const GpuField<R>& field = copies_.field(place.store, parameter_field(member, name.field));
  return double(field.values->read(field.uniform ? 0 : place.number, 1).front());
}

// A set lies in one store or two. Places and values go to the device together, in one transfer.
template <class R>
template <class Field, class Value>
void GpuState<R>::set_field(std::size_t set, std::span<const Index> relations, const Field& field,
                            const Value& value) {
  const Places& places = compiled_->layout.places[set];
  std::vector<NewValue<R>> wanted;
  bool has[2] = {false, false};
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const std::uint32_t number = places.number[relations[i]];
    const bool second = number & in_second_store;
    has[second] = true;
    wanted.push_back({number, static_cast<R>(value(i))});
  }
  R* fields[2] = {nullptr, nullptr};
  for (std::size_t i = 0; i < places.stores; ++i) {
    if (!has[i]) continue;
    const auto& member = compiled_->layout.stores[places.store[i]].members[places.member[i]];
    const Place any{places.store[i], places.member[i], 0};
    fields[i] = own(any, field(member)).values->data();
  }
  copies_.set(fields[0], fields[1], wanted);
}

template <class R>
void GpuState<R>::set_parameters(backend::FieldName name, std::span<const Index> relations,
                                 std::span<const double> values) {
  set_field(
      name.set, relations, [&](const auto& member) { return parameter_field(member, name.field); },
      [&](std::size_t i) { return values[values.size() == 1 ? 0 : i]; });
  wake_relations(name.set, relations);
}

template <class R>
void GpuState<R>::set_rest(std::size_t set, std::span<const Index> relations,
                           std::span<const double> numbers) {
  copies_.relations_changed();
  const std::size_t count = laws()[compiled_->sets[set].law].rest.size();
  for (std::size_t f = 0; f < count; ++f)
    set_field(
        set, relations, [&](const auto& member) { return member.first_field + f; },
        [&](std::size_t i) { return numbers[i * count + f]; });
  wake_relations(set, relations);
}

template <class R>
void GpuState<R>::set_all(backend::FieldName name, double value) {
  const Places& places = compiled_->layout.places[name.set];
  for (std::size_t i = 0; i < places.stores; ++i) {
    const auto& member = compiled_->layout.stores[places.store[i]].members[places.member[i]];
    const GpuField<R>& field =
        copies_.own(places.store[i], parameter_field(member, name.field), true, 0);
    copies_.fill(*field.values, static_cast<R>(value));
  }
  wake_all();
}

template <class R>
template <class F>
void GpuState<R>::for_stores_of(std::size_t set, std::span<const Index> relations, const F& f) {
  const Places& places = compiled_->layout.places[set];
  for (std::size_t which = 0; which < places.stores; ++which) {
    const Place any{places.store[which], places.member[which], 0};
    std::vector<std::uint32_t> numbers;
    for (Index relation : relations) {
      const Place place = place_of(compiled_->layout, set, relation);
      if (place.store == any.store && place.member == any.member)
        numbers.push_back(static_cast<std::uint32_t>(place.number));
    }
    if (!numbers.empty()) f(any, DeviceArray<std::uint32_t>(compiled_->device, numbers));
  }
}

template <class R>
void GpuState<R>::remove(std::size_t set, std::span<const Index> relations) {
  copies_.relations_changed();
  const std::size_t law = compiled_->sets[set].law;
  std::array<double, max_law_fields> absent{};
  law_functions(law).absent(absent.data());
  for_stores_of(set, relations, [&](const Place& any, const DeviceArray<std::uint32_t>& numbers) {
    const auto& member = compiled_->layout.stores[any.store].members[any.member];
    for (std::size_t i = 0; i < laws()[law].rest.size(); ++i)
      copies_.set(*own(any, member.first_field + i).values, numbers, static_cast<R>(absent[i]));
  });
  wake_relations(set, relations);
}

template <class R>
void GpuState<R>::put_back(std::size_t set, std::span<const Index> relations) {
  copies_.relations_changed();
  const std::size_t law = compiled_->sets[set].law;
  for_stores_of(set, relations, [&](const Place& any, const DeviceArray<std::uint32_t>& numbers) {
    const std::size_t first = compiled_->layout.stores[any.store].members[any.member].first_field;
    for (std::size_t f = first; f < first + laws()[law].rest.size(); ++f)
      copies_.set(*own(any, f).values, numbers, compiled_->fields[any.store][f]);
  });
  wake_relations(set, relations);
}

template <class R>
std::vector<std::vector<Index>> GpuState<R>::intersected(const backend::Blade& blade) const {
  std::vector<std::vector<Index>> out(compiled_->sets.size());
  for (std::uint32_t place : copies_.intersected(blade)) {
    const auto& relation = compiled_->numbered().at[place];
    if (relation.number != no_index) out[relation.set].push_back(relation.number);
  }
  for (std::vector<Index>& relations : out) std::ranges::sort(relations);
  return out;
}

template <class R>
backend::Strongest GpuState<R>::strongest_relation(Index vertex) const {
  const std::vector<Particle<R>> rows = copies_.rows(0);
  return strongest_at(
      *compiled_, compiled_->layout, copies_.host_fields(), static_cast<Index>(row(vertex)),
      [&](Index r) { return vector_of(rows[r].place); },
      [&](Index r) { return vector_of(rows[r].move); });
}

template <class R>
std::vector<Vec3d> GpuState<R>::relation_forces(const backend::WantedRelations& wanted) const {
  const std::vector<Particle<R>> rows = copies_.rows(0);
  return forces_of_set(
      *compiled_, compiled_->layout, copies_.host_fields(), wanted,
      [&](Index r) { return vector_of(rows[r].place); },
      [&](Index r) { return vector_of(rows[r].move); });
}

template <class R>
std::vector<Sym3<double>> GpuState<R>::diagonal_blocks(double share) const {
  const std::vector<Particle<R>> rows = copies_.rows(0);
  return blocks_of_vertices(*compiled_, compiled_->layout, copies_.host_fields(), share,
                            [&](Index r) { return vector_of(rows[r].place); });
}

template class GpuState<float>;
template class GpuState<double>;

}  // namespace pliant::gpu
