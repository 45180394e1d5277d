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

template <class R>
void GpuState<R>::set_parameter(backend::FieldName name, std::size_t relation, double value) {
  const Place place = place_of(compiled_->layout, name.set, relation);
  const auto& member = compiled_->layout.stores[place.store].members[place.member];
  const R number = static_cast<R>(value);
  own(place, parameter_field(member, name.field))
      .values->write(std::span(&number, 1), place.number);
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
}

template <class R>
void GpuState<R>::remove(std::size_t set, std::span<const Index> relations) {
  const std::size_t law = compiled_->sets[set].law;
  std::array<double, max_group_fields> absent{};
  law_functions(law).absent(absent.data());
  const Places& places = compiled_->layout.places[set];
  for (std::size_t which = 0; which < places.stores; ++which) {
    Place any{places.store[which], places.member[which], 0};
    std::vector<std::uint32_t> numbers;
    for (Index relation : relations) {
      const Place place = place_of(compiled_->layout, set, relation);
      if (place.store == any.store && place.member == any.member)
        numbers.push_back(static_cast<std::uint32_t>(place.number));
    }
    if (numbers.empty()) continue;
    const auto& member = compiled_->layout.stores[any.store].members[any.member];
    for (std::size_t i = 0; i < laws()[law].rest.size(); ++i)
      copies_.set(*own(any, member.first_field + i).values, numbers, static_cast<R>(absent[i]));
  }
}

template <class R>
backend::Strongest GpuState<R>::strongest_relation(Index vertex) const {
  const Layout<R>& layout = compiled_->layout;
  const std::vector<Particle<R>> rows = copies_.rows(0);
  std::vector<std::vector<Field<R>>> fields(layout.stores.size());
  for (std::size_t s = 0; s < fields.size(); ++s)
    for (std::size_t f = 0; f < layout.stores[s].fields.size(); ++f) {
      const std::vector<R> values = copies_.field(s, f).values->read();
      fields[s].push_back({std::make_shared<AlignedVector<R>>(values.begin(), values.end()),
                           copies_.field(s, f).uniform});
    }
  return strongest_at(
      *compiled_, layout, fields, static_cast<Index>(row(vertex)),
      [&](Index r) { return vector_of(rows[r].place); },
      [&](Index r) { return vector_of(rows[r].move); });
}

template class GpuState<float>;
template class GpuState<double>;

}  // namespace pliant::gpu
