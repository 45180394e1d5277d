#pragma once

#include <array>

#include "backend/layout/layout.h"

namespace pliant::backend {

struct Place {
  std::size_t store, member, number;
};

/// Where a relation's numbers are.
template <class R>
Place place_of(const Layout<R>& layout, std::size_t set, std::size_t relation);

/// The rows of the vertices that a relation joins. Slow; for what is not done every step.
template <class R>
std::array<Index, 8> rows_of(const Layout<R>& layout, const Place& place);

/// Its rest state, then its parameters.
template <class R>
std::array<double, max_group_fields> numbers_of(const Layout<R>& layout,
                                                const std::vector<std::vector<Field<R>>>& fields,
                                                const Place& place);

}  // namespace pliant::backend
