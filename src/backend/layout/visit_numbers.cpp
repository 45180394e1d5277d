#include "backend/layout/visit_numbers.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "backend/layout/relation_reader.h"
#include "base/parallel.h"
#include "relations/law_functions.h"
#include "relations/one_vertex.h"

namespace pliant::backend {

namespace {

// Of a set, each of its stores.
template <class R, class F>
void for_stores(const Layout<R>& layout, std::size_t set, const F& f) {
  const Places& places = layout.places[set];
  for (std::size_t i = 0; i < places.stores; ++i)
    f(places.store[i], layout.stores[places.store[i]].members[places.member[i]].first_field);
}

void turn_last(double* rest, int corner) {
  RestTetrahedron<double> shape;
  static_assert(sizeof shape == 7 * sizeof(double));
  std::memcpy(&shape, rest, sizeof shape);
  shape = with_last(shape, corner);
  std::memcpy(rest, &shape, sizeof shape);
}

}  // namespace

template <class R>
bool VisitNumbers<R>::has_changed(const Layout<R>& layout, const Fields& fields, std::size_t set,
                                  std::size_t field) const {
  if (taken_.empty()) return true;
  bool changed = false;
  for_stores(layout, set, [&](std::size_t store, std::size_t first) {
    const Field<R>&now = fields[store][first + field], &then = taken_[store][first + field];
    changed |= now.values != then.values || now.uniform != then.uniform;
  });
  return changed;
}

template <class R>
void VisitNumbers<R>::take_rest(const Layout<R>& layout, const Fields& fields,
                                const VisitedSet& set, std::size_t s) {
  const std::size_t count = laws()[set.law].rest.size();
  std::array<double, max_law_fields> absent{};
  law_functions(set.law).absent(absent.data());
  for (std::size_t f = 0; f < count; ++f) {
    sets_[s][f].values.resize(set.relations.size());
    sets_[s][f].uniform = false;
    sets_[s][f].is_new = true;
  }
  parallel_for(set.relations.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      std::array<double, max_law_fields> rest = absent;
      if (set.relations[i] != no_index) {
        rest = numbers_of(layout, fields, place_of(layout, s, set.relations[i]));
        if (set.alike) turn_last(rest.data(), set.corners[i]);
      }
      for (std::size_t f = 0; f < count; ++f) sets_[s][f].values[i] = static_cast<R>(rest[f]);
    }
  });
}

template <class R>
void VisitNumbers<R>::take_parameter(const Layout<R>& layout, const Fields& fields,
                                     const VisitedSet& set, std::size_t s, std::size_t parameter,
                                     std::size_t width) {
  const std::size_t number = laws()[set.law].rest.size() + parameter;
  bool uniform = true;
  const R* one = nullptr;
  for_stores(layout, s, [&](std::size_t store, std::size_t first) {
    const Field<R>& field = fields[store][first + number];
    uniform &= field.uniform && (!one || *one == field.values->front());
    one = field.values->data();
  });
  Numbers& out = sets_[s][number];
  out.uniform = uniform;
  out.is_new = true;
  if (uniform) {
    out.values.assign(width, one ? *one : R(0));
    return;
  }
  out.values.resize(set.relations.size());
  parallel_for(set.relations.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      // One that is absent has some relation's: any will do.
      const Index relation = set.relations[i] == no_index ? 0 : set.relations[i];
      const Place place = place_of(layout, s, relation);
      const auto& member = layout.stores[place.store].members[place.member];
      const Field<R>& field = fields[place.store][member.first_field + number];
      out.values[i] = (*field.values)[field.uniform ? 0 : place.number];
    }
  });
}

template <class R>
void VisitNumbers<R>::renew(const Layout<R>& layout, const Fields& fields,
                            std::span<const VisitedSet* const> sets, std::size_t width) {
  sets_.resize(sets.size());
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const VisitedSet& set = *sets[s];
    const LawInfo& law = laws()[set.law];
    sets_[s].resize(law.rest.size() + law.parameters.size());
    for (Numbers& numbers : sets_[s]) numbers.is_new = false;
    bool rest_changed = false;
    for (std::size_t f = 0; f < law.rest.size(); ++f)
      rest_changed |= has_changed(layout, fields, s, f);
    if (rest_changed) take_rest(layout, fields, set, s);
    for (std::size_t p = 0; p < law.parameters.size(); ++p)
      if (has_changed(layout, fields, s, law.rest.size() + p))
        take_parameter(layout, fields, set, s, p, width);
  }
  taken_ = fields;
}

template class VisitNumbers<float>;
template class VisitNumbers<double>;

}  // namespace pliant::backend
