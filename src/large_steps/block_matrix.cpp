#include "large_steps/block_matrix.h"

#include <algorithm>

#include "large_steps/interrupt.h"
#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

using Pair = std::array<Index, 2>;

// Products, which are made of many relations at once, in the time of telling their stiffness.
constexpr double cost_of_telling = 25;

BlockMatrix with_pairs(std::size_t size, std::vector<Pair> pairs) {
  for (std::size_t i = 0; i < size; ++i)
    pairs.push_back({static_cast<Index>(i), static_cast<Index>(i)});
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  BlockMatrix out;
  out.rows.assign(size + 1, 0);
  for (const Pair& pair : pairs) {
    ++out.rows[pair[0] + 1];
    out.columns.push_back(pair[1]);
  }
  for (std::size_t i = 0; i < size; ++i) out.rows[i + 1] += out.rows[i];
  return out;
}

std::vector<Pair> pairs_of(const Model& model) {
  std::vector<Pair> pairs;
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    const auto arity = static_cast<std::size_t>(model.law(set).arity);
    const std::vector<Index> vertices = model.relation_vertices(set);
    for (std::size_t first = 0; first + arity <= vertices.size(); first += arity)
      for (std::size_t i = 0; i < arity; ++i)
        for (std::size_t j = 0; j < arity; ++j)
          if (i != j) pairs.push_back({vertices[first + i], vertices[first + j]});
  }
  return pairs;
}

// Each vertex gets the first colour that nobody has who is two neighbours away or less.
std::vector<std::vector<Index>> colours_of(const BlockMatrix& pattern) {
  constexpr Index none = no_index;
  std::vector<std::vector<Index>> colours;
  std::vector<Index> colour(pattern.size(), none), seen;
  for (std::size_t v = 0; v < pattern.size(); ++v) {
    for (std::size_t k = pattern.rows[v]; k < pattern.rows[v + 1]; ++k) {
      const Index near = pattern.columns[k];
      for (std::size_t l = pattern.rows[near]; l < pattern.rows[near + 1]; ++l)
        if (const Index c = colour[pattern.columns[l]]; c != none) seen[c] = static_cast<Index>(v);
    }
    std::size_t c = 0;
    while (c < seen.size() && seen[c] == static_cast<Index>(v)) ++c;
    if (c == colours.size()) {
      colours.emplace_back();
      seen.push_back(none);
    }
    colour[v] = static_cast<Index>(c);
    colours[c].push_back(static_cast<Index>(v));
  }
  return colours;
}

}  // namespace

std::size_t BlockMatrix::place(std::size_t row, std::size_t column) const {
  const auto begin = columns.begin() + static_cast<std::ptrdiff_t>(rows[row]);
  const auto end = columns.begin() + static_cast<std::ptrdiff_t>(rows[row + 1]);
  return static_cast<std::size_t>(std::lower_bound(begin, end, static_cast<Index>(column)) -
                                  columns.begin());
}

HessianFinder::HessianFinder(const Objective& objective, bool by_products) : objective_(objective) {
  double told = 0, all = 0;
  for (const Part& part : objective.parts()) {
    OfPart& own = parts_.emplace_back();
    own.pattern = with_pairs(part.target.size(), pairs_of(part.body->model));
    if (!by_products) own.tells = dynamic_cast<const backend::StiffnessOfRelations*>(part.body);
    const auto size = static_cast<double>(part.target.size());
    all += size;
    if (own.tells) {
      told += size;
    } else {
      own.colours = colours_of(own.pattern);
      products_ = std::max(products_, 3 * own.colours.size());
    }
  }
  cost_ = std::max(cost_of_telling * told / all, static_cast<double>(products_));
}

void HessianFinder::add_told(std::size_t part, BlockMatrix& out) const {
  const std::size_t first = objective_.first_vertex(part);
  parts_[part].tells->tell_stiffness(objective_.share(part), [&](std::span<const Index> vertices,
                                                                 std::span<const double> numbers) {
    const std::size_t arity = vertices.size();
    for (std::size_t i = 0; 9 * i * arity < numbers.size(); ++i)
      for (std::size_t j = 0; j < arity; ++j) {
        std::array<double, 9>& block =
            out.blocks[out.place(first + vertices[i], first + vertices[j])];
        for (std::size_t k = 0; k < 9; ++k) block[k] += numbers[9 * (i * arity + j) + k];
      }
  });
}

void HessianFinder::add_products(std::size_t part, BlockMatrix& out) const {
  const OfPart& own = parts_[part];
  const std::size_t first = objective_.first_vertex(part);
  std::vector<Vec3d> directions(own.pattern.size());
  for (const std::vector<Index>& colour : own.colours)
    for (int axis = 0; axis < 3; ++axis) {
      stop_if_asked(0);  // it was counted as a whole
      for (const Index v : colour) directions[v][axis] = 1;
      const std::vector<Vec3d> along = objective_.product_of_relations(part, directions);
      for (const Index v : colour) {
        directions[v] = {};
        for (std::size_t k = own.pattern.rows[v]; k < own.pattern.rows[v + 1]; ++k) {
          const Index row = own.pattern.columns[k];
          std::array<double, 9>& block = out.blocks[out.place(first + row, first + v)];
          for (int i = 0; i < 3; ++i)
            block[static_cast<std::size_t>(3 * i + axis)] += along[row][i];
        }
      }
    }
}

BlockMatrix HessianFinder::pattern_with(std::span<const TermPair> terms) const {
  std::vector<Pair> pairs;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const BlockMatrix& pattern = parts_[p].pattern;
    const auto first = static_cast<Index>(objective_.first_vertex(p));
    for (Index v = 0; v < pattern.size(); ++v)
      for (std::size_t k = pattern.rows[v]; k < pattern.rows[v + 1]; ++k)
        pairs.push_back({first + v, first + pattern.columns[k]});
  }
  for (const TermPair& term : terms) {
    pairs.push_back({term.first, term.second});
    pairs.push_back({term.second, term.first});
  }
  return with_pairs(objective_.vertex_count(), std::move(pairs));
}

BlockMatrix HessianFinder::pattern() const {
  return pattern_with(objective_.term_pairs());
}

BlockMatrix HessianFinder::find() const {
  const std::vector<TermPair> terms = objective_.term_pairs();
  BlockMatrix out = pattern_with(terms);
  out.blocks.assign(out.columns.size(), {});
  const auto add = [&](std::size_t row, std::size_t column, const Sym3<double>& b) {
    const std::array<double, 9> numbers{b.xx, b.xy, b.zx, b.xy, b.yy, b.yz, b.zx, b.yz, b.zz};
    std::array<double, 9>& block = out.blocks[out.place(row, column)];
    for (std::size_t i = 0; i < 9; ++i) block[i] += numbers[i];
  };
  for (std::size_t p = 0; p < parts_.size(); ++p)
    parts_[p].tells ? add_told(p, out) : add_products(p, out);
  for (const TermPair& term : terms) {
    add(term.first, term.second, term.block);
    add(term.second, term.first, term.block);
  }
  const std::vector<Sym3<double>> others = objective_.blocks_without_relations();
  for (std::size_t v = 0; v < out.size(); ++v) add(v, v, others[v]);
  // Symmetric, and without the directions that are held.
  for (std::size_t v = 0; v < out.size(); ++v)
    for (std::size_t k = out.rows[v]; k < out.rows[v + 1] && out.columns[k] <= v; ++k) {
      const Index other = out.columns[k];
      std::array<double, 9>&a = out.blocks[k], &b = out.blocks[out.place(other, v)];
      for (int i = 0; i < 3; ++i)
        for (int j = other == v ? i : 0; j < 3; ++j) {
          double &here = a[static_cast<std::size_t>(3 * i + j)],
                 &there = b[static_cast<std::size_t>(3 * j + i)];
          const bool free = objective_.is_free(v, i) && objective_.is_free(other, j);
          here = there = free ? 0.5 * (here + there) : other == v && i == j ? 1 : 0;
        }
    }
  return out;
}

}  // namespace pliant::large_steps
