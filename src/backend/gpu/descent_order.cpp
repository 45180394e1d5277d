#include "backend/gpu/descent_order.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "backend/backend.h"
#include "backend/vertex_colours.h"
#include "backend/vertex_visits.h"
#include "relations/list.h"
#include "relations/one_vertex.h"

namespace pliant::gpu {

namespace {

// Vertices of a colour that are sorted by how many relations they have: enough for warps of like
// vertices, few enough to lie together.
constexpr std::size_t sorted_together = 512;
// So many warps of a multiprocessor should have something to do in each colour; where they have,
// few lanes a vertex waste less.
constexpr std::size_t wanted_warps = 8;
constexpr std::uint32_t least_width = 4;
// Vertices with more visits a lane get more lanes.
constexpr std::size_t most_rounds = 8;

// The visits of a vertex, of all sets, and who waits for it.
class Neighbourhood {
 public:
  Neighbourhood(const backend::CompiledModel& model, std::size_t vertices) {
    for (std::size_t s = 0; s < model.sets.size(); ++s) {
      const LawInfo& law = laws()[model.sets[s].law];
      joined.push_back(model.relation_vertices(s));
      arity.push_back(static_cast<std::size_t>(law.arity));
      visits.emplace_back(joined.back(), law, vertices);
      LawInfo pushes_all = law;
      pushes_all.pushed = 0;
      // A vertex that does not feel a relation must yet wait for those that do.
      if (law.pushed > 0 && law.pushed < law.arity)
        waits.emplace_back(s, backend::VertexVisits(joined.back(), pushes_all, vertices));
    }
  }
  std::size_t count(Index v) const {
    std::size_t sum = 0;
    for (const backend::VertexVisits& set : visits) sum += set.count(v);
    return sum;
  }
  std::span<const Index> vertices(std::size_t set, Index relation) const {
    return std::span(joined[set]).subspan(std::size_t(relation) * arity[set], arity[set]);
  }

  std::vector<std::vector<Index>> joined;  // by set
  std::vector<std::size_t> arity;
  std::vector<backend::VertexVisits> visits;
  std::vector<std::pair<std::size_t, backend::VertexVisits>> waits;
};

class DescentOrderMaker {
 public:
  DescentOrderMaker(const backend::CompiledModel& model, std::span<const Index> along,
                    DescentOrder& out)
      : along_(along),
        around_(model, along.size()),
        out_(out),
        row_(along.size()),
        local_(along.size(), 0),
        seen_(along.size(), 0) {
    for (std::size_t i = 0; i < along.size(); ++i) row_[along[i]] = static_cast<std::uint32_t>(i);
    for (std::size_t s = 0; s < model.sets.size(); ++s) {
      DescentOrder::Set& set = out.sets.emplace_back();
      set.law = model.sets[s].law;
      Laws::visit(set.law, [&]<class Law>() {
        set.alike = corners_alike<Law>;
        set.words = visit_words<Law>;
      });
    }
  }

  void make(std::uint32_t multiprocessors) {
    std::vector<backend::JoinedVertices> sets;
    for (std::size_t s = 0; s < around_.joined.size(); ++s)
      sets.push_back({around_.joined[s], around_.arity[s]});
    colour_ = backend::vertex_colours(along_, sets, backend::Colouring::few);
    std::vector<std::vector<Index>> of_colour;
    std::size_t visits = 0;
    for (const Index v : along_) {
      if (colour_[v] >= of_colour.size()) of_colour.resize(colour_[v] + 1);
      of_colour[colour_[v]].push_back(v);
      visits += around_.count(v);
    }
    out_.colours = static_cast<std::uint32_t>(of_colour.size());
    const std::size_t each = (visits + along_.size() - 1) / std::max<std::size_t>(along_.size(), 1);
    width_ = std::bit_ceil(static_cast<std::uint32_t>(std::clamp<std::size_t>(each, 1, warp)));
    const auto items_of_colour = [&](std::uint32_t width) {
      return along_.size() * width / warp / std::max<std::size_t>(of_colour.size(), 1);
    };
    while (width_ > least_width && items_of_colour(width_) > wanted_warps * multiprocessors)
      width_ /= 2;
    for (std::vector<Index>& vertices : of_colour) {
      sort(vertices);
      const std::size_t first = out_.items.size();
      for (std::size_t i = 0; i < vertices.size();) i += add_item(std::span(vertices).subspan(i));
      out_.most_items_of_colour = std::max(out_.most_items_of_colour,
                                           static_cast<std::uint32_t>(out_.items.size() - first));
    }
    for (std::size_t s = 0; s < out_.sets.size(); ++s) out_.sets[s].begin.push_back(packs(s));
  }

 private:
  void sort(std::vector<Index>& vertices) const {
    const auto more = [&](Index a, Index b) { return around_.count(a) > around_.count(b); };
    for (std::size_t first = 0; first < vertices.size(); first += sorted_together) {
      const auto begin = vertices.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = vertices.size() - first > sorted_together
                           ? begin + static_cast<std::ptrdiff_t>(sorted_together)
                           : vertices.end();
      std::stable_sort(begin, end, more);
    }
  }
  std::uint32_t packs(std::size_t set) const {
    return static_cast<std::uint32_t>(out_.sets[set].relations.size() / warp);
  }

  // Those that are taken into an item, of those that are left of a colour.
  std::size_t add_item(std::span<const Index> left) {
    std::uint32_t width = width_;
    while (width < warp && around_.count(left[0]) > most_rounds * width) width *= 2;
    const std::size_t most = std::min<std::size_t>(warp / width, left.size());
    // As many as have all their neighbours in a chunk.
    std::size_t taken = 0;
    begin_chunk(left.first(most));
    while (taken < most && take_all(left[taken])) ++taken;
    const auto number = static_cast<std::uint32_t>(out_.chunks.size());
    const auto own = left.first(std::max<std::size_t>(taken, 1));
    DescentItem item{{},
                     number,
                     static_cast<std::uint32_t>(out_.own.size()),
                     static_cast<std::uint16_t>(own.size()),
                     static_cast<std::uint16_t>(width),
                     1};
    if (taken > 0) {
      begin_chunk(own);
      for (const Index v : own) take_all(v);
      add_chunk(own, width, [](std::size_t, std::size_t) { return true; });
    } else {
      item.width = warp;
      item.chunks = add_many_chunks(left[0]);
    }
    item.chunk = out_.chunks[number];
    for (const Index v : own) out_.own.push_back(row_[v]);
    out_.items.push_back(item);
    return item.vertices;
  }

  void begin_chunk(std::span<const Index> own) {
    ++stamp_;
    near_.clear();
    for (const Index v : own) take(v);
  }
  bool take(Index v) {
    if (seen_[v] == stamp_) return true;
    if (near_.size() == most_near) return false;
    seen_[v] = stamp_;
    local_[v] = static_cast<std::uint8_t>(near_.size());
    near_.push_back(v);
    return true;
  }
  // All or nothing.
  bool take(std::span<const Index> vertices) {
    const std::size_t before = near_.size();
    for (const Index v : vertices)
      if (!take(v)) {
        for (; near_.size() > before; near_.pop_back()) seen_[near_.back()] = 0;
        return false;
      }
    return true;
  }
  bool take_all(Index v) {
    const auto all = [&](std::size_t s, const backend::VertexVisits& visits) {
      return std::ranges::all_of(visits.of(v), [&](const auto& visit) {
        return take(around_.vertices(s, visit.relation));
      });
    };
    for (std::size_t s = 0; s < around_.visits.size(); ++s)
      if (!all(s, around_.visits[s])) return false;
    return std::ranges::all_of(around_.waits,
                               [&](const auto& wait) { return all(wait.first, wait.second); });
  }

  // A vertex with so many neighbours that it looks at some of them after the others.
  std::uint32_t add_many_chunks(Index v) {
    std::uint32_t count = 0;
    const Index own[] = {v};
    std::size_t set = 0, next = 0;  // what comes next
    while (set < around_.visits.size()) {
      const std::size_t first_set = set, first = next;
      begin_chunk(own);
      for (bool fits = true; fits && set < around_.visits.size();) {
        const auto visits = around_.visits[set].of(v);
        while (next < visits.size() && (fits = take(around_.vertices(set, visits[next].relation))))
          ++next;
        if (fits) ++set, next = 0;
      }
      add_chunk(own, warp, [&](std::size_t s, std::size_t i) {
        const bool begun = s > first_set || (s == first_set && i >= first);
        return begun && (s < set || (s == set && i < next));
      });
      ++count;
    }
    for (const auto& [s, wait] : around_.waits)
      for (std::size_t i = 0; i < wait.count(v);) {
        begin_chunk(own);
        while (i < wait.count(v) && take(around_.vertices(s, wait.of(v)[i].relation))) ++i;
        add_chunk(own, warp, [](std::size_t, std::size_t) { return false; });
        ++count;
      }
    return count;
  }

  // Visits i of sets s for which has(s, i), of each of its own vertices.
  template <class Has>
  void add_chunk(std::span<const Index> own, std::uint32_t width, const Has& has) {
    // In the order of the rows, so that neighbouring lanes read the same lines.
    std::ranges::sort(near_.begin() + static_cast<std::ptrdiff_t>(own.size()), near_.end(), {},
                      [&](Index v) { return row_[v]; });
    for (std::size_t i = 0; i < near_.size(); ++i) local_[near_[i]] = static_cast<std::uint8_t>(i);
    const std::uint32_t first = out_.sets.empty() ? 0 : packs(0);
    out_.chunks.push_back({static_cast<std::uint32_t>(out_.near.size()),
                           static_cast<std::uint32_t>(near_.size()), first, first});
    for (const Index v : near_)
      out_.near.push_back(row_[v] | (colour_[v] < colour_[own[0]] ? is_earlier : 0));
    for (std::size_t s = 0; s < out_.sets.size(); ++s) {
      out_.sets[s].begin.push_back(packs(s));
      std::vector<std::vector<backend::VertexVisits::Visit>> of(own.size());
      std::size_t rounds = 0;
      for (std::size_t k = 0; k < own.size(); ++k) {
        const auto visits = around_.visits[s].of(own[k]);
        for (std::size_t i = 0; i < visits.size(); ++i)
          if (has(s, i)) of[k].push_back(visits[i]);
        rounds = std::max(rounds, (of[k].size() + width - 1) / width);
      }
      for (std::size_t round = 0; round < rounds; ++round)
        for (std::uint32_t lane = 0; lane < warp; ++lane) {
          const std::size_t k = lane / width, i = round * width + lane % width;
          const bool idle = k >= own.size() || i >= of[k].size();
          add_visit(s, lane, idle ? backend::VertexVisits::Visit{no_index, no_visit} : of[k][i]);
        }
    }
    if (!out_.sets.empty()) out_.chunks.back().end = packs(0);
  }
  void add_visit(std::size_t s, std::uint32_t lane, const backend::VertexVisits::Visit& visit) {
    DescentOrder::Set& set = out_.sets[s];
    if (lane == 0) set.corners_near.resize(set.corners_near.size() + set.words * warp, 0);
    set.relations.push_back(visit.relation);
    set.corners.push_back(visit.corner);
    const std::size_t others = around_.arity[s] - (set.alike ? 1 : 0);
    std::uint32_t* words = set.corners_near.data() + set.corners_near.size() - set.words * warp;
    const auto put = [&](std::size_t byte, std::uint32_t value) {
      words[byte / 4 * warp + lane] |= value << (8 * (byte % 4));
    };
    if (visit.relation == no_index) return put(others, no_visit);
    const auto joined = around_.vertices(s, visit.relation);
    for (std::size_t k = 0; k < others; ++k)
      put(k,
          local_[joined[set.alike ? static_cast<std::size_t>(last_corner[visit.corner][k]) : k]]);
    put(others, set.alike ? static_cast<std::uint32_t>(others) : visit.corner);
  }

  std::span<const Index> along_;
  Neighbourhood around_;
  DescentOrder& out_;
  std::vector<std::uint32_t> row_;     // of a vertex
  std::vector<std::uint32_t> colour_;  // likewise
  std::uint32_t width_ = warp;
  // The chunk that is being made.
  std::vector<Index> near_;
  std::vector<std::uint8_t> local_;  // of vertices that were seen with this stamp
  std::vector<std::uint32_t> seen_;
  std::uint32_t stamp_ = 0;
};

}  // namespace

DescentOrder::DescentOrder(const backend::CompiledModel& model, std::span<const Index> along,
                           std::uint32_t multiprocessors) {
  DescentOrderMaker(model, along, *this).make(multiprocessors);
}

}  // namespace pliant::gpu
