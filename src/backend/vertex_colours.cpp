#include "backend/vertex_colours.h"

#include <algorithm>

namespace pliant::backend {

namespace {

constexpr std::uint32_t no_colour = static_cast<std::uint32_t>(-1);

// The relations of each vertex, of one set.
class RelationsOfVertices {
 public:
  RelationsOfVertices(const JoinedVertices& set, std::size_t vertices)
      : set_(set), begin_(vertices + 1, 0), places_(set.vertices.size()) {
    for (const Index v : set.vertices) ++begin_[v + 1];
    for (std::size_t v = 0; v < vertices; ++v) begin_[v + 1] += begin_[v];
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t i = 0; i < set.vertices.size(); ++i)
      places_[next[set.vertices[i]]++] = static_cast<Index>(i / set.arity);
  }
  template <class F>
  void for_neighbours(Index v, const F& f) const {
    for (std::size_t i = begin_[v]; i < begin_[v + 1]; ++i)
      for (const Index other : set_.vertices.subspan(places_[i] * set_.arity, set_.arity)) f(other);
  }

 private:
  JoinedVertices set_;
  std::vector<std::size_t> begin_;
  std::vector<Index> places_;
};

}  // namespace

std::vector<std::uint32_t> vertex_colours(std::span<const Index> order,
                                          std::span<const JoinedVertices> sets,
                                          Colouring colouring) {
  std::vector<RelationsOfVertices> relations;
  for (const JoinedVertices& set : sets) relations.emplace_back(set, order.size());
  std::vector<std::uint32_t> colours(order.size(), no_colour);
  std::vector<std::size_t> used;  // by colour, how often
  std::vector<Index> seen_by;     // by colour, the last vertex that has it beside it
  for (const Index v : order) {
    for (const RelationsOfVertices& set : relations)
      set.for_neighbours(v, [&](Index other) {
        if (colours[other] != no_colour) seen_by[colours[other]] = v;
      });
    std::size_t best = used.size();
    for (std::size_t c = 0; c < used.size(); ++c)
      if (seen_by[c] != v &&
          (best == used.size() || (colouring == Colouring::even && used[c] < used[best])))
        best = c;
    if (best == used.size()) {
      used.push_back(0);
      seen_by.push_back(no_index);
    }
    colours[v] = static_cast<std::uint32_t>(best);
    ++used[best];
  }
  return colours;
}

}  // namespace pliant::backend
