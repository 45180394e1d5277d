#pragma once

#include "backend/layout/relation_reader.h"
#include "backend/stiffness_of_relations.h"

namespace pliant::backend {

/// See StiffnessOfRelations; x tells of any row.
template <class R, class X>
void tell_stiffness_of(const CompiledModel& model, const Layout<R>& layout,
                       const std::vector<std::vector<Field<R>>>& fields, double share,
                       const X& x_of, const StiffnessOfRelations::Take& take) {
  constexpr std::size_t at_a_time = 1 << 12;
  std::vector<double> found;
  for (std::size_t set = 0; set < model.sets.size(); ++set) {
    const LawInfo& law = laws()[model.sets[set].law];
    const auto arity = static_cast<std::size_t>(law.arity);
    const std::size_t size =
        9 * arity * static_cast<std::size_t>(law.pushed > 0 ? law.pushed : law.arity);
    const std::span<const Index> vertices = model.incidence().vertices[set];
    for (std::size_t first = 0; first < model.sets[set].count; first += at_a_time) {
      const std::size_t count = std::min(at_a_time, model.sets[set].count - first);
      found.resize(count * size);
      parallel_for(count, 128, [&](std::size_t begin, std::size_t end) {
        std::array<Vec3d, max_arity> x;
        for (std::size_t i = begin; i < end; ++i) {
          const Place place = place_of(layout, set, first + i);
          const auto numbers = numbers_of(layout, fields, place);
          const auto rows = rows_of(layout, place);
          for (std::size_t k = 0; k < arity; ++k) x[k] = x_of(rows[k]);
          law_functions(model.sets[set].law)
              .stiffness(x.data(), numbers.data(), numbers.data() + law.rest.size(), share,
                         found.data() + i * size);
        }
      });
      for (std::size_t i = 0; i < count; ++i)
        take(vertices.subspan((first + i) * arity, arity),
             std::span(found).subspan(i * size, size));
    }
  }
}

}  // namespace pliant::backend
