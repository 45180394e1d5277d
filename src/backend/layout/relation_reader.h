#pragma once

#include <algorithm>
#include <array>

#include "backend/backend.h"
#include "backend/layout/layout.h"
#include "base/parallel.h"
#include "relations/law_functions.h"

namespace pliant::backend {

struct Place {
  std::size_t store, member, number;
};

/// Where a relation's numbers are.
template <class R>
Place place_of(const Layout<R>& layout, std::size_t set, std::size_t relation);

/// The rows of the vertices that a relation joins. Slow; for what is not done every step.
template <class R>
std::array<Index, max_arity> rows_of(const Layout<R>& layout, const Place& place);

/// The vertices of a set's relations, in the order in which their law gets them.
template <class R>
std::vector<Index> vertices_of_relations(const Layout<R>& layout, std::size_t set,
                                         std::size_t count, int arity);

/// Its rest state, then its parameters.
template <class R>
std::array<double, max_law_fields> numbers_of(const Layout<R>& layout,
                                              const std::vector<std::vector<Field<R>>>& fields,
                                              const Place& place);

/// The forces of one relation on its vertices, as if its parameters `without` were zero. x and v
/// tell of any row.
template <class R, class X, class V>
std::array<Vec3d, max_arity> forces_of(const Layout<R>& layout,
                                       const std::vector<std::vector<Field<R>>>& fields,
                                       const Place& place, const std::array<Index, max_arity>& rows,
                                       const X& x_of, const V& v_of,
                                       std::span<const std::size_t> without = {}) {
  const std::size_t law = layout.stores[place.store].members[place.member].law;
  auto numbers = numbers_of(layout, fields, place);
  for (const std::size_t parameter : without) numbers[laws()[law].rest.size() + parameter] = 0;
  std::array<Vec3d, max_arity> x, v, f;
  for (std::size_t i = 0; i < static_cast<std::size_t>(laws()[law].arity); ++i) {
    x[i] = x_of(rows[i]);
    v[i] = v_of(rows[i]);
  }
  law_functions(law).force(x.data(), v.data(), numbers.data(),
                           numbers.data() + laws()[law].rest.size(), f.data());
  return f;
}

/// Those of the wanted relations, one after the other.
template <class R, class X, class V>
std::vector<Vec3d> forces_of_set(const CompiledModel& model, const Layout<R>& layout,
                                 const std::vector<std::vector<Field<R>>>& fields,
                                 const WantedRelations& wanted, const X& x_of, const V& v_of) {
  const auto arity = static_cast<std::size_t>(laws()[model.sets[wanted.set].law].arity);
  const std::size_t count =
      wanted.relations ? wanted.relations->size() : model.sets[wanted.set].count;
  std::vector<Vec3d> out(count * arity);
  parallel_for(count, 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t r = wanted.relations ? (*wanted.relations)[i] : i;
      const Place place = place_of(layout, wanted.set, r);
      const auto f =
          forces_of(layout, fields, place, rows_of(layout, place), x_of, v_of, wanted.without);
      std::copy_n(f.begin(), arity, out.begin() + static_cast<std::ptrdiff_t>(i * arity));
    }
  });
  return out;
}

/// For each vertex the sum of its relations' diagonal blocks, and of what damps `share` (1/s)
/// times. Relations are added in the order of the body.
template <class R, class X>
std::vector<Sym3<double>> blocks_of_vertices(const CompiledModel& model, const Layout<R>& layout,
                                             const std::vector<std::vector<Field<R>>>& fields,
                                             double share, const X& x_of) {
  constexpr std::size_t at_a_time = 1 << 16;
  std::vector<Sym3<double>> sums(model.masses.size());
  std::vector<Sym3<double>> found;
  for (std::size_t set = 0; set < model.sets.size(); ++set) {
    const LawInfo& law = laws()[model.sets[set].law];
    const auto arity = static_cast<std::size_t>(law.arity);
    const auto pushed = static_cast<std::size_t>(law.pushed > 0 ? law.pushed : law.arity);
    const std::vector<Index>& vertices = model.incidence().vertices[set];
    for (std::size_t first = 0; first < model.sets[set].count; first += at_a_time) {
      const std::size_t count = std::min(at_a_time, model.sets[set].count - first);
      found.resize(count * pushed);
      parallel_for(count, 256, [&](std::size_t begin, std::size_t end) {
        std::array<Vec3d, max_arity> x;
        for (std::size_t i = begin; i < end; ++i) {
          const Place place = place_of(layout, set, first + i);
          const auto numbers = numbers_of(layout, fields, place);
          const auto rows = rows_of(layout, place);
          for (std::size_t k = 0; k < arity; ++k) x[k] = x_of(rows[k]);
          law_functions(model.sets[set].law)
              .blocks(x.data(), numbers.data(), numbers.data() + law.rest.size(), share,
                      found.data() + i * pushed);
        }
      });
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < pushed; ++k) {
          Sym3<double>& sum = sums[vertices[(first + i) * arity + k]];
          sum = sum + found[i * pushed + k];
        }
    }
  }
  return sums;
}

/// The relation that pulls most at the vertex of a row.
template <class R, class X, class V>
Strongest strongest_at(const CompiledModel& model, const Layout<R>& layout,
                       const std::vector<std::vector<Field<R>>>& fields, Index row, const X& x_of,
                       const V& v_of) {
  Strongest strongest;
  double most = -1;
  for (std::size_t set = 0; set < model.sets.size(); ++set) {
    const auto arity = static_cast<std::size_t>(laws()[model.sets[set].law].arity);
    for (std::size_t r = 0; r < model.sets[set].count; ++r) {
      const Place place = place_of(layout, set, r);
      const auto rows = rows_of(layout, place);
      const auto at = static_cast<std::size_t>(std::find(rows.begin(), rows.begin() + arity, row) -
                                               rows.begin());
      if (at == arity) continue;
      const auto f = forces_of(layout, fields, place, rows, x_of, v_of);
      if (!(length(f[at]) <= most)) {
        most = length(f[at]);
        strongest = {set, static_cast<Index>(r)};
      }
    }
  }
  return strongest;
}

}  // namespace pliant::backend
