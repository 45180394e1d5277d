#include <algorithm>
#include <vector>

#include "backend/cpu/cpu_state.h"
#include "backend/layout/relation_reader.h"
#include "relations/law_functions.h"

// Relations that change while they run. Fields are shared with the model until a state changes
// them; then it gets its own.

namespace pliant::cpu {

template <class R>
Field<R>& CpuState<R>::own(std::size_t store, std::size_t member, std::size_t f) {
  Field<R>& field = fields_.change()[store][f];
  if (field.values.use_count() > 1)
    field.values = std::make_shared<AlignedVector<R>>(*field.values);
  if (field.uniform && member != whole_set) {
    const GroupStore<R>& groups = compiled_->layout.stores[store];
    const std::size_t count =
        groups.block_begin.back() * groups.members[member].slots * compiled_->layout.width;
    field = {std::make_shared<AlignedVector<R>>(count, field.values->front()), false};
  }
  return field;
}

template <class R>
double CpuState<R>::parameter(backend::FieldName name, std::size_t relation) const {
  const Place place = place_of(compiled_->layout, name.set, relation);
  const auto& member = compiled_->layout.stores[place.store].members[place.member];
  const Field<R>& field = fields_.now()[place.store][parameter_field(member, name.field)];
  return double((*field.values)[field.uniform ? 0 : place.number]);
}

template <class R>
void CpuState<R>::set_parameters(backend::FieldName name, std::span<const Index> relations,
                                 std::span<const double> values) {
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const Place place = place_of(compiled_->layout, name.set, relations[i]);
    const auto& member = compiled_->layout.stores[place.store].members[place.member];
    Field<R>& field = own(place.store, place.member, parameter_field(member, name.field));
    (*field.values)[place.number] = static_cast<R>(values[values.size() == 1 ? 0 : i]);
  }
  wake_relations(name.set, relations);
}

template <class R>
void CpuState<R>::wake_relations(std::size_t set, std::span<const Index> relations) {
  if (!selected_) return;
  const auto arity = static_cast<std::size_t>(laws()[compiled_->sets[set].law].arity);
  for (const Index relation : relations) {
    const auto rows = rows_of(compiled_->layout, place_of(compiled_->layout, set, relation));
    for (std::size_t i = 0; i < arity; ++i) selector().stir_row(rows[i]);
  }
  selected_->awake.update();
}

template <class R>
void CpuState<R>::set_all(backend::FieldName name, double value) {
  fill(name, value);
  wake_all();
}

template <class R>
void CpuState<R>::fill(backend::FieldName name, double value) {
  const Places& places = compiled_->layout.places[name.set];
  for (std::size_t i = 0; i < places.stores; ++i) {
    const auto& member = compiled_->layout.stores[places.store[i]].members[places.member[i]];
    Field<R>& field = own(places.store[i], whole_set, parameter_field(member, name.field));
    std::ranges::fill(*field.values, static_cast<R>(value));
  }
}

template <class R>
void CpuState<R>::scale(backend::FieldName name, double factor) {
  const Places& places = compiled_->layout.places[name.set];
  for (std::size_t i = 0; i < places.stores; ++i) {
    const GroupStore<R>& store = compiled_->layout.stores[places.store[i]];
    const std::size_t number = parameter_field(store.members[places.member[i]], name.field);
    const Field<R>& of_model = store.fields[number];
    auto values = std::make_shared<AlignedVector<R>>(*of_model.values);
    for (R& value : *values) value = static_cast<R>(factor * double(value));
    fields_.change()[places.store[i]][number] = {std::move(values), of_model.uniform};
  }
}

template <class R>
void CpuState<R>::remove(std::size_t set, std::span<const Index> relations) {
  const std::size_t law = compiled_->sets[set].law;
  const std::size_t count = laws()[law].rest.size();
  std::vector<double> absent(count * relations.size());
  for (std::size_t r = 0; r < relations.size(); ++r)
    law_functions(law).absent(absent.data() + r * count);
  set_rest(set, relations, absent);
}

template <class R>
void CpuState<R>::set_rest(std::size_t set, std::span<const Index> relations,
                           std::span<const double> numbers) {
  limited_.reset();
  const std::size_t count = laws()[compiled_->sets[set].law].rest.size();
  for (std::size_t r = 0; r < relations.size(); ++r) {
    const Place place = place_of(compiled_->layout, set, relations[r]);
    const auto& member = compiled_->layout.stores[place.store].members[place.member];
    for (std::size_t i = 0; i < count; ++i)
      (*own(place.store, place.member, member.first_field + i).values)[place.number] =
          static_cast<R>(numbers[r * count + i]);
  }
  wake_relations(set, relations);
}

template <class R>
void CpuState<R>::put_back(std::size_t set, std::span<const Index> relations) {
  limited_.reset();
  const std::size_t law = compiled_->sets[set].law;
  for (Index relation : relations) {
    const Place place = place_of(compiled_->layout, set, relation);
    const GroupStore<R>& store = compiled_->layout.stores[place.store];
    const std::size_t first = store.members[place.member].first_field;
    for (std::size_t f = first; f < first + laws()[law].rest.size(); ++f) {
      const Field<R>& of_model = store.fields[f];
      (*own(place.store, place.member, f).values)[place.number] =
          (*of_model.values)[of_model.uniform ? 0 : place.number];
    }
  }
  wake_relations(set, relations);
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
