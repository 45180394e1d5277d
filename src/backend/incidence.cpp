#include "backend/incidence.h"

#include <algorithm>

#include "backend/backend.h"

namespace pliant::backend {

namespace {

std::vector<Tetrahedron> tetrahedra_of(std::span<const Index> vertices) {
  std::vector<Tetrahedron> out(vertices.size() / 4);
  for (std::size_t i = 0; i < vertices.size(); ++i) out[i / 4][i % 4] = vertices[i];
  return out;
}

}  // namespace

Lists turned_round(const Lists& lists, std::size_t rows) {
  Lists out;
  out.offsets.assign(rows + 1, 0);
  for (Index item : lists.items) ++out.offsets[item + 1];
  for (std::size_t i = 0; i < rows; ++i) out.offsets[i + 1] += out.offsets[i];
  out.items.resize(lists.items.size());
  std::vector<std::size_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (std::size_t row = 0; row < lists.size(); ++row)
    for (Index item : lists[row]) out.items[next[item]++] = static_cast<Index>(row);
  return out;
}

namespace {

Lists holders(std::span<const Index> relations, std::size_t arity,
              std::span<const Tetrahedron> tetrahedra, const Lists& touching) {
  Lists out;
  for (std::size_t at = 0; at < relations.size(); at += arity) {
    const std::span<const Index> vertices = relations.subspan(at, arity);
    for (Index t : touching[vertices[0]])
      if (std::ranges::all_of(vertices, [&](Index v) {
            return std::ranges::find(tetrahedra[t], v) != tetrahedra[t].end();
          }))
        out.items.push_back(t);
    out.offsets.push_back(out.items.size());
  }
  return out;
}

}  // namespace

Incidence::Incidence(const CompiledModel& model) {
  for (std::size_t set = 0; set < model.sets.size(); ++set)
    vertices.push_back(model.relation_vertices(set));
  const auto arity = [&](std::size_t set) {
    return static_cast<std::size_t>(laws()[model.sets[set].law].arity);
  };
  for (std::size_t t = 0; t < vertices.size(); ++t) {
    if (arity(t) != 4) continue;
    const std::vector<Tetrahedron> tetrahedra = tetrahedra_of(vertices[t]);
    const Lists touching = vertex_cells<4>(tetrahedra, model.masses.size());
    for (std::size_t s = 0; s < vertices.size(); ++s) {
      if (arity(s) >= 4) continue;
      Lists with = holders(vertices[s], arity(s), tetrahedra, touching);
      Lists of = turned_round(with, tetrahedra.size());
      within.push_back({t, s, std::move(of), std::move(with)});
    }
  }
}

}  // namespace pliant::backend
