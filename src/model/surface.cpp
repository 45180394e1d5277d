#include <pliant/cut.h>
#include <pliant/topology.h>

#include <algorithm>
#include <map>

#include "backend/backend.h"

namespace pliant {

namespace {

bool holds(std::span<const Index> cell, std::span<const Index> vertices) {
  return std::ranges::all_of(vertices,
                             [&](Index v) { return std::ranges::find(cell, v) != cell.end(); });
}

// Which cells of a body are gone, from the relations that are.
template <std::size_t N>
class GoneCells {
 public:
  GoneCells(std::span<const Cell<N>> cells, const State& state)
      : cells_(cells), touching_(vertex_cells<N>(cells, state.model().vertex_count())) {
    std::vector<int> own(cells.size()), own_gone(cells.size());
    std::vector<bool> torn(cells.size());
    const Model& model = state.model();
    for (std::size_t set = 0; set < model.set_count(); ++set) {
      const LawInfo& law = model.law(set);
      const auto arity = static_cast<std::size_t>(law.arity);
      const auto pushed = law.pushed > 0 ? static_cast<std::size_t>(law.pushed) : arity;
      const std::vector<Index> vertices = model.relation_vertices(set);
      for (std::size_t r = 0; r < model.relation_count(set); ++r) {
        const bool is_gone = state.removed(set, r);
        if (pushed != N && !is_gone) continue;
        for_cells_with(std::span(vertices).subspan(r * arity, pushed), [&](Index cell) {
          if (pushed == N) {
            ++own[cell];
            own_gone[cell] += is_gone;
          } else {
            torn[cell] = true;
          }
        });
      }
    }
    gone_.resize(cells.size());
    for (std::size_t c = 0; c < cells.size(); ++c)
      gone_[c] = own[c] > 0 ? own_gone[c] == own[c] : torn[c];
  }
  std::vector<bool> operator()() && { return std::move(gone_); }

 private:
  template <class F>
  void for_cells_with(std::span<const Index> vertices, const F& f) const {
    for (const Index c : touching_[vertices[0]])
      if (holds(cells_[c], vertices)) f(c);
  }

  std::span<const Cell<N>> cells_;
  Lists touching_;
  std::vector<bool> gone_;
};

bool is_whole(const State& state) {
  return std::ranges::all_of(state.compiled().removed, [](const auto& of_set) {
    return std::ranges::find(of_set, true) == of_set.end();
  });
}

template <std::size_t N>
std::vector<Cell<N>> left_of(const std::vector<Cell<N>>& cells, const State& state) {
  if (is_whole(state)) return cells;
  const std::vector<bool> gone = GoneCells<N>(cells, state)();
  std::vector<Cell<N>> left;
  for (std::size_t c = 0; c < cells.size(); ++c)
    if (!gone[c]) left.push_back(cells[c]);
  return left;
}

}  // namespace

std::vector<Triangle> surface(const State& state) {
  const backend::CompiledModel& model = state.model().compiled();
  if (!model.tetrahedra.empty()) {
    const std::vector<Tetrahedron> left = left_of<4>(model.tetrahedra, state);
    const Lists touching = vertex_cells<4>(left, state.model().vertex_count());
    return boundary_triangles(left, tetrahedron_neighbours(left, touching));
  }
  if (!model.hexahedra.empty()) return boundary_triangles(left_of<8>(model.hexahedra, state));
  return left_of<3>(model.triangles, state);
}

std::vector<bool> removed_tetrahedra(const State& state) {
  if (is_whole(state)) return {};
  std::vector<bool> gone = GoneCells<4>(state.model().compiled().tetrahedra, state)();
  if (std::ranges::find(gone, true) == gone.end()) return {};
  return gone;
}

}  // namespace pliant
