#pragma once

#include "backend/backend.h"
#include "backend/layout/relation_reader.h"

namespace pliant::backend {

/// The fields that a state has changed, by relation. is_models(store, field) tells which are the
/// model's still; field_of(store, field) gives one as a Field.
template <class R, class IsModels, class FieldOf>
std::vector<FieldValues> changed_fields(const CompiledModel& model, const Layout<R>& layout,
                                        const IsModels& is_models, const FieldOf& field_of) {
  std::vector<FieldValues> out;
  for (std::size_t set = 0; set < model.sets.size(); ++set) {
    const Places& places = layout.places[set];
    const LawInfo& law = laws()[model.sets[set].law];
    for (std::size_t f = 0; f < law.rest.size() + law.parameters.size(); ++f) {
      const auto number = [&](std::size_t i) {
        return layout.stores[places.store[i]].members[places.member[i]].first_field + f;
      };
      bool changed = false;
      for (std::size_t i = 0; i < places.stores; ++i)
        changed = changed || !is_models(places.store[i], number(i));
      if (!changed) continue;
      Field<R> fields[2];
      bool equal = true;
      for (std::size_t i = 0; i < places.stores; ++i) {
        fields[i] = field_of(places.store[i], number(i));
        equal =
            equal && fields[i].uniform && fields[i].values->front() == fields[0].values->front();
      }
      FieldValues& now = out.emplace_back(FieldValues{set, f, {}});
      if (equal) {
        now.values = {double(fields[0].values->front())};
        continue;
      }
      for (std::size_t r = 0; r < model.sets[set].count; ++r) {
        const Place place = place_of(layout, set, r);
        const Field<R>& field = fields[places.number[r] & in_second_store ? 1 : 0];
        now.values.push_back(double((*field.values)[field.uniform ? 0 : place.number]));
      }
    }
  }
  return out;
}

}  // namespace pliant::backend
