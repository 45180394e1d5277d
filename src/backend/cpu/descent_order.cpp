#include "backend/cpu/descent_order.h"

#include <algorithm>

#include "backend/vertex_visits.h"
#include "relations/list.h"
#include "relations/one_vertex.h"

namespace pliant::cpu {

namespace {

// Vertices of a colour that are sorted by how many relations they have: enough for full packs of
// like vertices, few enough to lie together.
constexpr std::size_t sorted_together = 512;
// Visits of packs that a thread does at once: some microseconds.
constexpr std::size_t visits_of_chunk = 192;

class OrderMaker {
 public:
  OrderMaker(const backend::CompiledModel& model, DescentOrder& out) : model_(model), out_(out) {
    for (std::size_t s = 0; s < model.sets.size(); ++s) {
      joined_.push_back(model.relation_vertices(s));
      visits_.emplace_back(joined_.back(), laws()[model.sets[s].law], out.vertices());
    }
  }

  void make_packs(std::span<const Index> along, backend::Colouring colouring) {
    std::vector<backend::JoinedVertices> sets;
    for (std::size_t s = 0; s < joined_.size(); ++s) sets.push_back({joined_[s], arity(s)});
    const std::vector<std::uint32_t> colour_of = backend::vertex_colours(along, sets, colouring);
    std::vector<std::vector<Index>> of_colour;
    for (const Index v : along) {
      if (colour_of[v] >= of_colour.size()) of_colour.resize(colour_of[v] + 1);
      of_colour[colour_of[v]].push_back(v);
    }
    for (std::vector<Index>& vertices : of_colour) {
      sort(vertices);
      first_pack_.push_back(out_.packs());
      out_.vertex_of_lane.insert(out_.vertex_of_lane.end(), vertices.begin(), vertices.end());
      while (out_.vertex_of_lane.size() % out_.width != 0) out_.vertex_of_lane.push_back(no_index);
    }
    first_pack_.push_back(out_.packs());
    for (const Index v : out_.vertex_of_lane)
      out_.at.push_back(
          static_cast<Index>(4 * (v == no_index ? out_.rows++ : out_.row_of_vertex[v])));
  }

  void make_visits() {
    for (std::size_t s = 0; s < joined_.size(); ++s) {
      DescentOrder::Set set;
      set.law = model_.sets[s].law;
      Laws::visit(set.law, [&]<class Law>() { set.alike = corners_alike<Law>; });
      set.others = arity(s) - (set.alike ? 1 : 0);
      for (std::size_t pack = 0; pack < out_.packs(); ++pack) {
        set.begin.push_back(static_cast<std::uint32_t>(set.relations.size() / out_.width));
        std::size_t most = 0;
        for (std::size_t lane = 0; lane < out_.width; ++lane)
          most = std::max(most, visits_[s].count(vertex(pack, lane)));
        for (std::size_t i = 0; i < most; ++i) add_visits(s, pack, i, set);
      }
      set.begin.push_back(static_cast<std::uint32_t>(set.relations.size() / out_.width));
      out_.sets.push_back(std::move(set));
    }
  }

  void make_chunks() {
    for (std::size_t c = 0; c + 1 < first_pack_.size(); ++c) {
      std::vector<Index> list;
      std::size_t work = visits_of_chunk;
      for (std::size_t pack = first_pack_[c]; pack < first_pack_[c + 1]; ++pack) {
        if (work >= visits_of_chunk) {
          list.push_back(static_cast<Index>(out_.chunks.size()));
          out_.chunks.push_back({static_cast<std::uint32_t>(pack), 0});
          work = 0;
        }
        ++work;
        for (const DescentOrder::Set& set : out_.sets)
          work += set.begin[pack + 1] - set.begin[pack];
        out_.chunks.back().end = static_cast<std::uint32_t>(pack + 1);
      }
      out_.colours.push_back(std::move(list));
    }
  }

 private:
  std::size_t arity(std::size_t set) const {
    return static_cast<std::size_t>(laws()[model_.sets[set].law].arity);
  }
  Index vertex(std::size_t pack, std::size_t lane) const {
    return out_.vertex_of_lane[pack * out_.width + lane];
  }
  void sort(std::vector<Index>& vertices) const {
    const auto more = [&](Index a, Index b) {
      for (const backend::VertexVisits& set : visits_)
        if (set.count(a) != set.count(b)) return set.count(a) > set.count(b);
      return false;
    };
    for (std::size_t first = 0; first < vertices.size(); first += sorted_together) {
      const auto begin = vertices.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = vertices.size() - first > sorted_together
                           ? begin + static_cast<std::ptrdiff_t>(sorted_together)
                           : vertices.end();
      std::stable_sort(begin, end, more);
    }
  }
  // The i-th visit of each lane. One that has fewer looks at vertices of another one, at which the
  // law certainly is finite.
  void add_visits(std::size_t s, std::size_t pack, std::size_t i, DescentOrder::Set& set) const {
    const std::size_t width = out_.width, first = set.at.size();
    set.at.resize(first + set.others * width);
    for (std::size_t lane = 0; lane < width; ++lane) {
      const Index v = vertex(pack, lane);
      const bool is_idle = i >= visits_[s].count(v);
      backend::VertexVisits::Visit visit{0, 0};
      if (visits_[s].count(v) > 0)
        visit = visits_[s].visits[visits_[s].begin[v] + (is_idle ? 0 : i)];
      set.relations.push_back(is_idle ? no_index : visit.relation);
      set.corners.push_back(visit.corner);
      const Index* joined = joined_[s].data() + std::size_t(visit.relation) * arity(s);
      for (std::size_t k = 0; k < set.others; ++k) {
        const Index other =
            joined[set.alike ? static_cast<std::size_t>(last_corner[visit.corner][k]) : k];
        set.at[first + k * width + lane] = static_cast<Index>(4 * out_.row_of_vertex[other]);
      }
    }
  }

  const backend::CompiledModel& model_;
  DescentOrder& out_;
  std::vector<std::vector<Index>> joined_;
  std::vector<backend::VertexVisits> visits_;
  std::vector<std::size_t> first_pack_;  // of each colour, and the end
};

}  // namespace

DescentOrder::DescentOrder(const backend::CompiledModel& model, std::span<const Index> along,
                           std::size_t pack_width, backend::Colouring colouring)
    : width(pack_width), rows(along.size()), row_of_vertex(along.size()) {
  for (std::size_t i = 0; i < along.size(); ++i) row_of_vertex[along[i]] = static_cast<Index>(i);
  OrderMaker maker(model, *this);
  maker.make_packs(along, colouring);
  maker.make_visits();
  maker.make_chunks();
}

std::vector<Index> DescentOrder::lanes_of_vertices() const {
  std::vector<Index> out(vertices());
  for (std::size_t i = 0; i < vertex_of_lane.size(); ++i)
    if (vertex_of_lane[i] != no_index) out[vertex_of_lane[i]] = static_cast<Index>(i);
  return out;
}

}  // namespace pliant::cpu
