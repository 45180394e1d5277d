#pragma once

#include <pliant/laws.h>
#include <pliant/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant::backend {

/// The relations of a set that push each vertex: those that it visits when it moves alone.
struct VertexVisits {
  struct Visit {
    Index relation;
    std::uint8_t corner;  // of the relation, which the vertex is
  };
  std::vector<std::size_t> begin;  // of each vertex, and the end
  std::vector<Visit> visits;

  /// `joined` has the vertices of one relation after the other.
  VertexVisits(std::span<const Index> joined, const LawInfo& law, std::size_t vertices)
      : begin(vertices + 1, 0) {
    const auto arity = static_cast<std::size_t>(law.arity);
    const auto pushed = law.pushed > 0 ? static_cast<std::size_t>(law.pushed) : arity;
    const auto for_all = [&](const auto& f) {
      for (std::size_t r = 0; r < joined.size() / arity; ++r)
        for (std::size_t i = 0; i < pushed; ++i)
          f(joined[r * arity + i], Visit{static_cast<Index>(r), static_cast<std::uint8_t>(i)});
    };
    for_all([&](Index v, const Visit&) { ++begin[v + 1]; });
    for (std::size_t v = 0; v < vertices; ++v) begin[v + 1] += begin[v];
    visits.resize(begin.back());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for_all([&](Index v, const Visit& visit) { visits[next[v]++] = visit; });
  }
  std::size_t count(Index v) const { return v == no_index ? 0 : begin[v + 1] - begin[v]; }
  std::span<const Visit> of(Index v) const { return std::span(visits).subspan(begin[v], count(v)); }
};

}  // namespace pliant::backend
