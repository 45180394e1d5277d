#include "backend/layout/grouping.h"

#include <pliant/box.h>
#include <pliant/topology.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "backend/layout/group_kinds.h"

namespace pliant::backend {

namespace {

class Bisection {
 public:
  Bisection(std::span<const Vec3d> vertices, std::span<const double> weights, Blocks& blocks)
      : vertices_(vertices), weights_(weights), blocks_(blocks) {}

  void split(std::span<Index> order, std::size_t parts, std::size_t first) {
    if (parts == 1) {
      std::ranges::sort(order);
      blocks_.begin.push_back(first);
      return;
    }
    const std::size_t left = parts / 2;
    const std::size_t at =
        weights_.empty() ? by_count(order, left, parts) : by_weight(order, left, parts);
    split(order.first(at), left, first);
    split(order.subspan(at), parts - left, first + at);
  }

 private:
  auto along_longest_axis(std::span<const Index> order) const {
    Box box;
    for (Index v : order) box.add(vertices_[v]);
    return [this, axis = box.longest_axis()](Index a, Index b) {
      const double xa = vertices_[a][axis], xb = vertices_[b][axis];
      return xa != xb ? xa < xb : a < b;
    };
  }
  std::size_t by_count(std::span<Index> order, std::size_t left, std::size_t parts) const {
    const std::size_t at = order.size() * left / parts;
    std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(at),
                             along_longest_axis(order));
    return at;
  }
  std::size_t by_weight(std::span<Index> order, std::size_t left, std::size_t parts) const {
    std::ranges::sort(order, along_longest_axis(order));
    double all = 0, sum = 0;
    for (Index v : order) all += weights_[v];
    const double wanted = all * static_cast<double>(left) / static_cast<double>(parts);
    std::size_t at = 0;
    while (at < order.size() && sum + 0.5 * weights_[order[at]] < wanted)
      sum += weights_[order[at++]];
    // Every part gets a vertex where there are enough.
    const std::size_t least = std::min(left, order.size());
    const std::size_t most = order.size() - std::min(parts - left, order.size() - least);
    return std::clamp(at, least, std::max(least, most));
  }

  std::span<const Vec3d> vertices_;
  std::span<const double> weights_;
  Blocks& blocks_;
};

// Chooses the block that owns most of a relation's vertices; among equals the one of the vertex
// with fewest relations, so that a vertex with thousands of them does not load one block with all.
class BlockChoice {
 public:
  BlockChoice(const Body& body, const Blocks& blocks)
      : blocks_(blocks), degree_(body.vertices.size(), 0) {
    for (const Relations& set : body.relations)
      for (Index v : set.vertices) ++degree_[v];
  }
  std::uint32_t operator()(std::span<const Index> vertices) const {
    Index best = vertices[0];
    std::size_t most = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const Index v = vertices[i];
      const auto here = blocks_.of_vertex[v];
      std::size_t shared = 0;  // a vertex that occurs twice, to fill up a relation, counts once
      for (std::size_t k = 0; k < vertices.size(); ++k)
        if (blocks_.of_vertex[vertices[k]] == here &&
            std::ranges::count(vertices.first(k), vertices[k]) == 0)
          ++shared;
      if (shared > most ||
          (shared == most && std::pair(degree_[v], v) < std::pair(degree_[best], best))) {
        best = v;
        most = shared;
      }
    }
    return blocks_.of_vertex[best];
  }

 private:
  const Blocks& blocks_;
  std::vector<std::uint32_t> degree_;
};

GroupDraft draft_for(std::size_t kind) {
  const GroupKind& info = group_kinds()[kind];
  GroupDraft draft;
  draft.kind = kind;
  draft.vertices_each = static_cast<std::size_t>(info.vertices);
  draft.pushed_each = static_cast<std::size_t>(info.pushed);
  for (const GroupKind::Member& member : info.members) {
    draft.member_slots.push_back(member.slots);
    draft.slots_each += member.slots;
  }
  return draft;
}

GroupDraft single_groups(const Body& body, std::size_t set, const BlockChoice& choose,
                         const std::vector<bool>& done) {
  const Relations& relations = body.relations[set];
  GroupDraft draft = draft_for(single_kind(relations.law));
  draft.member_set = {set};
  const std::size_t arity = draft.vertices_each;
  const std::size_t count = relations.vertices.size() / arity;
  for (std::size_t r = 0; r < count; ++r) {
    if (!done.empty() && done[r]) continue;
    const std::span<const Index> vertices(relations.vertices.data() + r * arity, arity);
    draft.vertices.insert(draft.vertices.end(), vertices.begin(), vertices.end());
    draft.relations.push_back(static_cast<Index>(r));
    draft.block.push_back(choose(vertices));
  }
  return draft;
}

// --- Pairs of tetrahedra with the edges from one of their vertices ---

// The vertices of `t` turned so that the one opposite is last: (face, opposite), same orientation.
Tetrahedron facing(const Tetrahedron& t, int opposite) {
  const int* f = tetrahedron_face[opposite];
  return {t[f[0]], t[f[2]], t[f[1]], t[opposite]};
}

// Matches neighbours within blocks, those with the fewest free neighbours first.
class Matching {
 public:
  Matching(std::span<const Tetrahedron> tetrahedra, std::span<const std::uint32_t> block,
           std::size_t vertex_count)
      : tetrahedra_(tetrahedra),
        neighbours_(tetrahedron_neighbours(tetrahedra, vertex_cells<4>(tetrahedra, vertex_count))),
        block_(block),
        partner_(tetrahedra.size(), no_index) {
    for (std::size_t t = 0; t < tetrahedra.size(); ++t)
      if (free_neighbours(static_cast<Index>(t)) == 1) only_one_.push_back(static_cast<Index>(t));
    for (std::size_t t = 0; t < tetrahedra.size(); ++t) {
      match(static_cast<Index>(t));
      while (!only_one_.empty()) {
        const Index next = only_one_.back();
        only_one_.pop_back();
        match(next);
      }
    }
  }
  Index partner(std::size_t t) const { return partner_[t]; }
  /// Which face of t is shared with u.
  int face_to(Index t, Index u) const {
    for (int i = 0; i < 4; ++i)
      if (neighbours_[t][static_cast<std::size_t>(i)] == u) return i;
    return 0;
  }

 private:
  bool can_join(Index t, int face) const {
    const Index u = neighbours_[t][static_cast<std::size_t>(face)];
    if (u == no_index || partner_[u] != no_index || block_[u] != block_[t]) return false;
    // Both must see the face from opposite sides, which bad meshes may violate.
    const Tetrahedron a = facing(tetrahedra_[t], face), b = facing(tetrahedra_[u], face_to(u, t));
    for (std::size_t i = 0; i < 3; ++i)
      if (a[0] == b[i]) return a[1] == b[(i + 2) % 3];
    return false;
  }
  int free_neighbours(Index t) const {
    int count = 0;
    for (int i = 0; i < 4; ++i) count += can_join(t, i);
    return count;
  }
  void match(Index t) {
    if (partner_[t] != no_index) return;
    Index best = no_index;
    int fewest = 5;
    for (int i = 0; i < 4; ++i) {
      if (!can_join(t, i)) continue;
      const Index u = neighbours_[t][static_cast<std::size_t>(i)];
      const int others = free_neighbours(u);
      if (others < fewest) {
        best = u;
        fewest = others;
      }
    }
    if (best == no_index) return;
    partner_[t] = best;
    partner_[best] = t;
    for (Index done : {t, best})
      for (Index u : neighbours_[done])
        if (u != no_index && partner_[u] == no_index && free_neighbours(u) == 1)
          only_one_.push_back(u);
  }

  std::span<const Tetrahedron> tetrahedra_;
  std::vector<Cell<4>> neighbours_;
  std::span<const std::uint32_t> block_;
  std::vector<Index> partner_;
  std::vector<Index> only_one_;
};

// The edges between vertices that no group has taken yet.
class FreeEdges {
 public:
  FreeEdges(std::span<const Line> edges, std::size_t vertex_count)
      : edges_(edges), at_vertex_(vertex_cells<2>(edges, vertex_count)), taken(edges.size()) {}

  Index find(Index a, Index b) const {
    if (a == no_index || b == no_index) return no_index;
    for (Index e : at_vertex_[a])
      if (!taken[e] && (edges_[e][0] == b || edges_[e][1] == b)) return e;
    return no_index;
  }

 private:
  std::span<const Line> edges_;
  Lists at_vertex_;

 public:
  std::vector<bool> taken;
};

using PairVertices = std::array<Index, 5>;  // as in Pair: face 0 1 2, then the two apexes

PairVertices turned(const PairVertices& p, std::size_t by) {
  return {p[by % 3], p[(by + 1) % 3], p[(by + 2) % 3], p[3], p[4]};
}

// The turn of the common face from whose first vertex most free edges start.
PairVertices best_turn(const PairVertices& pair, const FreeEdges& edges) {
  PairVertices best = pair;
  int most = -1;
  for (std::size_t by = 0; by < 3; ++by) {
    const PairVertices candidate = turned(pair, by);
    int found = 0;
    for (std::size_t i = 1; i < 5; ++i) found += edges.find(candidate[0], candidate[i]) != no_index;
    if (found > most) {
      best = candidate;
      most = found;
    }
  }
  return best;
}

template <std::size_t N>
std::span<const Cell<N>> as_cells(const std::vector<Index>& vertices) {
  static_assert(sizeof(Cell<N>) == N * sizeof(Index));
  return {reinterpret_cast<const Cell<N>*>(vertices.data()), vertices.size() / N};
}

GroupDraft pair_groups(const Body& body, std::size_t tetrahedron_set, std::size_t edge_set,
                       std::size_t kind, const BlockChoice& choose, std::vector<bool>& edges_done) {
  const auto tetrahedra = as_cells<4>(body.relations[tetrahedron_set].vertices);
  std::vector<std::uint32_t> block(tetrahedra.size());
  for (std::size_t t = 0; t < tetrahedra.size(); ++t) block[t] = choose(tetrahedra[t]);
  const Matching matching(tetrahedra, block, body.vertices.size());
  FreeEdges edges(as_cells<2>(body.relations[edge_set].vertices), body.vertices.size());

  GroupDraft draft = draft_for(kind);
  draft.member_set = {tetrahedron_set, edge_set};
  for (std::size_t i = 0; i < tetrahedra.size(); ++i) {
    const auto t = static_cast<Index>(i);
    const Index u = matching.partner(i);
    if (u != no_index && u < t) continue;
    const Tetrahedron first =
        u == no_index ? tetrahedra[t] : facing(tetrahedra[t], matching.face_to(t, u));
    PairVertices pair{first[0], first[1], first[2], first[3], no_index};
    if (u != no_index) pair[4] = tetrahedra[u][static_cast<std::size_t>(matching.face_to(u, t))];
    pair = best_turn(pair, edges);
    draft.vertices.insert(draft.vertices.end(), pair.begin(), pair.end());
    draft.relations.push_back(t);
    draft.relations.push_back(u);
    for (std::size_t k = 1; k < 5; ++k) {
      const Index e = edges.find(pair[0], pair[k]);
      draft.relations.push_back(e);
      if (e != no_index) edges.taken[e] = true;
    }
    draft.block.push_back(block[t]);
  }
  edges_done = std::move(edges.taken);
  return draft;
}

// Relations with a given rest state keep the order of their vertices, which a pair may turn.
bool may_turn(const Relations& set) {
  return set.rest.empty();
}

}  // namespace

Blocks bisect(std::span<const Vec3d> vertices, std::size_t count, std::span<const double> weights) {
  Blocks blocks;
  blocks.order.resize(vertices.size());
  std::iota(blocks.order.begin(), blocks.order.end(), Index(0));
  Bisection(vertices, weights, blocks).split(blocks.order, count, 0);
  blocks.begin.push_back(vertices.size());
  blocks.of_vertex.resize(vertices.size());
  for (std::size_t b = 0; b < blocks.count(); ++b)
    for (std::size_t i = blocks.begin[b]; i < blocks.begin[b + 1]; ++i)
      blocks.of_vertex[blocks.order[i]] = static_cast<std::uint32_t>(b);
  return blocks;
}

std::vector<GroupDraft> group_relations(const Body& body, const Blocks& blocks) {
  const BlockChoice choose(body, blocks);
  std::vector<GroupDraft> drafts;
  std::vector<bool> grouped(body.relations.size());
  std::vector<std::vector<bool>> done(body.relations.size());
  for (std::size_t t = 0; t < body.relations.size(); ++t)
    for (std::size_t e = 0; e < body.relations.size(); ++e) {
      const std::size_t kind = pair_kind(body.relations[t].law, body.relations[e].law);
      if (kind == no_kind || grouped[t] || grouped[e]) continue;
      if (!may_turn(body.relations[t]) || !may_turn(body.relations[e])) continue;
      drafts.push_back(pair_groups(body, t, e, kind, choose, done[e]));
      grouped[t] = grouped[e] = true;
      done[t].assign(body.relations[t].vertices.size() / 4, true);
    }
  for (std::size_t s = 0; s < body.relations.size(); ++s) {
    GroupDraft draft = single_groups(body, s, choose, done[s]);
    if (draft.size() > 0) drafts.push_back(std::move(draft));
  }
  return drafts;
}

}  // namespace pliant::backend
