#pragma once

#include "backend/layout/relation_reader.h"
#include "constraints/strain_limit.h"

namespace pliant::backend {

/// The springs of a model as a state has them, in the order of SpringOrder. `freedoms` are inverse
/// masses of the vertices by direction.
template <class R>
std::vector<LimitedSpring<R>> limited_springs(const CompiledModel& model, const Layout<R>& layout,
                                              const std::vector<std::vector<Field<R>>>& fields,
                                              std::span<const Vec3d> freedoms) {
  constexpr Vec3d one_apart[2] = {{0, 0, 0}, {1, 0, 0}};
  const auto gives_way = [&](Index v) {
    std::uint32_t bits = 0;
    for (int axis = 0; axis < 3; ++axis)
      if (freedoms[v][axis] > 0) bits |= 1u << axis;
    return bits;
  };
  const std::vector<SpringOrder::Spring>& springs = model.spring_order().springs;
  std::vector<LimitedSpring<R>> out(springs.size());
  parallel_for(springs.size(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [set, relation, a, b] = springs[i];
      const auto numbers = numbers_of(layout, fields, place_of(layout, set, relation));
      const double stretch = law_functions(model.sets[set].law).stretch(one_apart, numbers.data());
      out[i] = {layout.row_of_vertex[a], layout.row_of_vertex[b], gives_way(a) | gives_way(b) << 3,
                static_cast<R>(stretch)};
    }
  });
  return out;
}

}  // namespace pliant::backend
