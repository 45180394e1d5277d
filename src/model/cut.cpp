#include <pliant/cut.h>
#include <pliant/error.h>
#include <pliant/topology.h>

#include <algorithm>

#include "backend/backend.h"
#include "backend/blade.h"

namespace pliant {

namespace {

using backend::Blade;
using backend::Incidence;

std::vector<std::size_t> sets_of_arity(const Model& model, int arity) {
  std::vector<std::size_t> out;
  for (std::size_t set = 0; set < model.set_count(); ++set)
    if (model.law(set).arity == arity) out.push_back(set);
  return out;
}

template <std::size_t N>
std::vector<Cell<N>> cells_of(const Model& model, std::size_t set) {
  const std::vector<Index> flat = model.relation_vertices(set);
  std::vector<Cell<N>> cells(flat.size() / N);
  for (std::size_t i = 0; i < flat.size(); ++i) cells[i / N][i % N] = flat[i];
  return cells;
}

// What belonged to tetrahedra of which none is left.
std::size_t remove_hanging(State& state, const Incidence::Within& within,
                           std::span<const Index> gone_tetrahedra) {
  std::vector<Index> hanging;
  for (Index gone : gone_tetrahedra)
    for (Index relation : within.relations_of[gone])
      if (!state.removed(within.relations, relation) &&
          std::ranges::all_of(within.tetrahedra_with[relation],
                              [&](Index t) { return state.removed(within.tetrahedra, t); }))
        hanging.push_back(relation);
  std::ranges::sort(hanging);
  hanging.erase(std::unique(hanging.begin(), hanging.end()), hanging.end());
  state.remove(within.relations, hanging);
  return hanging.size();
}

std::size_t remove_met(State& state, const Blade& blade) {
  std::vector<std::vector<Index>> met = state.compiled().met(blade);
  std::size_t count = 0;
  for (std::size_t set = 0; set < met.size(); ++set) {
    std::erase_if(met[set], [&](Index relation) { return state.removed(set, relation); });
    state.remove(set, met[set]);
    count += met[set].size();
  }
  if (count > 0)
    for (const Incidence::Within& within : state.model().compiled().incidence().within)
      count += remove_hanging(state, within, met[within.tetrahedra]);
  return count;
}

}  // namespace

std::size_t cut(State& state, const CuttingPlane& plane) {
  if (!is_finite(plane.point) || !is_finite(plane.normal) || !(length(plane.normal) > 0) ||
      !(plane.radius >= 0))
    throw InputError("", 0, "the cutting plane is not finite, or its normal is zero",
                     "give a point, a direction and a radius of at least zero");
  return remove_met(state, {false, plane.point, plane.normal, plane.radius, {}, {}});
}

std::size_t cut(State& state, const Box& box) {
  return remove_met(state, {true, {}, {}, 0, box.low, box.high});
}

std::vector<Triangle> surface(const State& state) {
  const Model& model = state.model();
  std::vector<Triangle> out;
  const auto solids = sets_of_arity(model, 4);
  if (!solids.empty()) {
    std::vector<Tetrahedron> left;
    const auto all = cells_of<4>(model, solids[0]);
    for (std::size_t t = 0; t < all.size(); ++t)
      if (!state.removed(solids[0], t)) left.push_back(all[t]);
    const Lists touching = vertex_cells<4>(left, model.vertex_count());
    return boundary_triangles(left, tetrahedron_neighbours(left, touching));
  }
  // Further sets on triangles lie on the same ones.
  const auto sheets = sets_of_arity(model, 3);
  if (sheets.empty()) return out;
  const auto triangles = cells_of<3>(model, sheets[0]);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    if (!state.removed(sheets[0], t)) out.push_back(triangles[t]);
  return out;
}

}  // namespace pliant
