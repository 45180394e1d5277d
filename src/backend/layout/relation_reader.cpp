#include "backend/layout/relation_reader.h"

#include <algorithm>

#include "backend/layout/group_kinds.h"
#include "base/parallel.h"

namespace pliant::backend {

template <class R>
Place place_of(const Layout<R>& layout, std::size_t set, std::size_t relation) {
  const Places& places = layout.places[set];
  const std::uint32_t number = places.number[relation];
  const std::size_t which = number & in_second_store ? 1 : 0;
  return {places.store[which], places.member[which], number & ~in_second_store};
}

template <class R>
std::array<Index, max_arity> rows_of(const Layout<R>& layout, const Place& place) {
  const GroupStore<R>& store = layout.stores[place.store];
  const GroupKind& kind = group_kinds()[store.kind];
  const std::size_t lane = place.number % layout.width;
  const std::size_t slot = place.number / layout.width % store.members[place.member].slots;
  const std::size_t pack = place.number / layout.width / store.members[place.member].slots;
  const auto after = std::ranges::upper_bound(store.block_begin, pack);
  const BlockLayout& block =
      layout.blocks[static_cast<std::size_t>(after - store.block_begin.begin()) - 1];
  std::array<Index, max_arity> rows{};
  const auto& corners = kind.members[place.member].vertices[slot];
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::size_t vertex =
        pack * static_cast<std::size_t>(kind.vertices) + static_cast<std::size_t>(corners[i]);
    rows[i] = static_cast<Index>(row_of(layout, block, store.at[vertex * layout.width + lane] / 4));
  }
  return rows;
}

template <class R>
std::vector<Index> vertices_of_relations(const Layout<R>& layout, std::size_t set,
                                         std::size_t count, int arity_) {
  const auto arity = static_cast<std::size_t>(arity_);
  std::vector<Index> vertex_of_row(layout.rows, no_index);
  for (std::size_t v = 0; v < layout.row_of_vertex.size(); ++v)
    vertex_of_row[layout.row_of_vertex[v]] = static_cast<Index>(v);
  std::vector<Index> out(count * arity);
  parallel_for(count, 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      const auto rows = rows_of(layout, place_of(layout, set, r));
      for (std::size_t i = 0; i < arity; ++i) out[r * arity + i] = vertex_of_row[rows[i]];
    }
  });
  return out;
}

template <class R>
std::array<double, max_law_fields> numbers_of(const Layout<R>& layout,
                                              const std::vector<std::vector<Field<R>>>& fields,
                                              const Place& place) {
  const auto& member = layout.stores[place.store].members[place.member];
  const LawInfo& info = laws()[member.law];
  std::array<double, max_law_fields> numbers{};
  for (std::size_t f = 0; f < info.rest.size() + info.parameters.size(); ++f) {
    const Field<R>& field = fields[place.store][member.first_field + f];
    numbers[f] = double((*field.values)[field.uniform ? 0 : place.number]);
  }
  return numbers;
}

template Place place_of(const Layout<float>&, std::size_t, std::size_t);
template Place place_of(const Layout<double>&, std::size_t, std::size_t);
template std::array<Index, max_arity> rows_of(const Layout<float>&, const Place&);
template std::array<Index, max_arity> rows_of(const Layout<double>&, const Place&);
template std::vector<Index> vertices_of_relations(const Layout<float>&, std::size_t, std::size_t,
                                                  int);
template std::vector<Index> vertices_of_relations(const Layout<double>&, std::size_t, std::size_t,
                                                  int);
template std::array<double, max_law_fields> numbers_of(
    const Layout<float>&, const std::vector<std::vector<Field<float>>>&, const Place&);
template std::array<double, max_law_fields> numbers_of(
    const Layout<double>&, const std::vector<std::vector<Field<double>>>&, const Place&);

}  // namespace pliant::backend
