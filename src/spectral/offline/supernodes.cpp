#include "spectral/offline/supernodes.h"

#include <metis.h>

#include <algorithm>
#include <new>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace pliant::spectral::offline {

namespace {

constexpr Index none = ~Index{0};

std::vector<Index> inverse(const std::vector<Index>& order) {
  std::vector<Index> position(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = static_cast<Index>(i);
  return position;
}

std::vector<Index> dissected(const Matrices& matrices) {
  const std::size_t n = matrices.size();
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), Index{0});
  std::vector<idx_t> start(n + 1), neighbours;
  neighbours.reserve(matrices.columns.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = matrices.rows[i]; k < matrices.rows[i + 1]; ++k)
      if (matrices.columns[k] != i) neighbours.push_back(static_cast<idx_t>(matrices.columns[k]));
    start[i + 1] = static_cast<idx_t>(neighbours.size());
  }
  if (neighbours.empty()) return order;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  idx_t count = static_cast<idx_t>(n);
  std::vector<idx_t> new_order(n), new_position(n);
  const int status = METIS_NodeND(&count, start.data(), neighbours.data(), nullptr, options,
                                  new_order.data(), new_position.data());
  if (status == METIS_ERROR_MEMORY) throw std::bad_alloc();
  if (status != METIS_OK) throw std::runtime_error("METIS could not order the mesh");
  std::ranges::transform(new_order, order.begin(), [](idx_t i) { return static_cast<Index>(i); });
  return order;
}

// The first row below the diagonal in each column of L: the tree along which columns act on others.
std::vector<Index> elimination_tree(const Matrices& matrices, const FillIn& fill) {
  const std::size_t n = fill.order.size();
  std::vector<Index> parent(n, none), ancestor(n, none);
  for (std::size_t j = 0; j < n; ++j) {
    const Index row = fill.order[j];
    for (std::size_t k = matrices.rows[row]; k < matrices.rows[row + 1]; ++k) {
      Index i = fill.position[matrices.columns[k]];
      while (i < j) {
        const Index next = std::exchange(ancestor[i], static_cast<Index>(j));
        if (next == none) parent[i] = static_cast<Index>(j);
        if (next == none || next == j) break;
        i = next;
      }
    }
  }
  return parent;
}

// Every subtree in one piece, children before their parents.
std::vector<Index> postorder(const std::vector<Index>& parent) {
  const std::size_t n = parent.size();
  std::vector<Index> child(n, none), sibling(n, none), out, stack;
  std::vector<Index> roots;
  for (std::size_t i = n; i-- > 0;) {
    if (parent[i] == none) {
      roots.push_back(static_cast<Index>(i));
      continue;
    }
    sibling[i] = child[parent[i]];
    child[parent[i]] = static_cast<Index>(i);
  }
  out.reserve(n);
  while (!roots.empty()) {
    stack.push_back(roots.back());
    roots.pop_back();
    while (!stack.empty()) {
      const Index top = stack.back();
      if (child[top] != none) {
        stack.push_back(std::exchange(child[top], none));
        continue;
      }
      out.push_back(top);
      stack.pop_back();
      if (sibling[top] != none) stack.push_back(sibling[top]);
    }
  }
  return out;
}

double entries(std::size_t width, std::size_t below) {
  const double w = 3 * static_cast<double>(width), r = 3 * static_cast<double>(below);
  return w * (w + 1) / 2 + w * r;
}

// Dense products pay off for wide supernodes: narrow ones are joined with their parents though
// some zeros are then computed with.
bool worth_joining(std::size_t width, double zeros, double all) {
  const double share = zeros / all;
  return width <= 2 || (width <= 6 && share < 0.8) || (width <= 16 && share < 0.2) || share < 0.05;
}

class Finder {
 public:
  Finder(const Matrices& matrices, FillIn& fill)
      : matrices_(matrices), fill_(fill), parent_(elimination_tree(matrices, fill)) {
    const std::size_t n = fill.order.size();
    mark_.assign(n, none);
    children_.resize(n);
    for (std::size_t j = 0; j < n; ++j) add_column(static_cast<Index>(j));
    if (n > 0) finish_last();
    find_parents();
  }

 private:
  // A column continues the last supernode where it has the same pattern.
  void add_column(Index j) {
    std::vector<Index> below;
    const auto add = [&](Index i) {
      if (i <= j || mark_[i] == j) return;
      mark_[i] = j;
      below.push_back(i);
    };
    const Index row = fill_.order[j];
    for (std::size_t k = matrices_.rows[row]; k < matrices_.rows[row + 1]; ++k)
      add(fill_.position[matrices_.columns[k]]);
    for (const std::vector<Index>& rows : children_[j])
      for (const Index i : rows) add(i);
    children_[j].clear();
    const bool child = j > 0 && parent_[j - 1] == j;
    if (child)
      for (const Index i : fill_.supernodes.back().below) add(i);
    if (child && below.size() + 1 == fill_.supernodes.back().below.size()) {
      ++fill_.supernodes.back().width;
      fill_.supernodes.back().below = std::move(below);
      return;
    }
    if (j > 0) finish_last();
    fill_.supernodes.push_back({j, 1, std::move(below)});
    zeros_.push_back(0);
  }

  // The last supernode has all its columns: its parent will need its rows, and its last child may
  // become a part of it.
  void finish_last() {
    auto& all = fill_.supernodes;
    std::ranges::sort(all.back().below);
    while (all.size() > 1 && joined_with_last_child()) {
    }
    const Supernode& last = all.back();
    const Index next = parent_[last.first + last.width - 1];
    if (next != none && next != last.first + last.width) children_[next].push_back(last.below);
  }

  bool joined_with_last_child() {
    auto& all = fill_.supernodes;
    Supernode &child = all[all.size() - 2], &last = all.back();
    const Index above = parent_[child.first + child.width - 1];
    if (above == none || above < last.first || above >= last.first + last.width) return false;
    const std::size_t width = child.width + last.width;
    const double together = entries(width, last.below.size());
    const double zeros = zeros_[all.size() - 2] + zeros_.back() + together -
                         entries(child.width, child.below.size()) -
                         entries(last.width, last.below.size());
    if (!worth_joining(width, zeros, together)) return false;
    child.width = width;
    child.below = std::move(last.below);
    zeros_[all.size() - 2] = zeros;
    all.pop_back();
    zeros_.pop_back();
    return true;
  }

  void find_parents() {
    const auto& all = fill_.supernodes;
    std::vector<std::size_t> of(fill_.order.size());
    for (std::size_t s = 0; s < all.size(); ++s)
      std::fill_n(of.begin() + static_cast<std::ptrdiff_t>(all[s].first), all[s].width, s);
    for (const Supernode& s : all)
      fill_.parent.push_back(s.below.empty() ? all.size() : of[s.below.front()]);
  }

  const Matrices& matrices_;
  FillIn& fill_;
  std::vector<Index> parent_;                              // of columns
  std::vector<Index> mark_;                                // the column that has met a row last
  std::vector<std::vector<std::vector<Index>>> children_;  // rows of supernodes, by their parents
  std::vector<double> zeros_;                              // in each supernode
};

}  // namespace

FillIn find_fill_in(const Matrices& matrices, std::vector<Index> order) {
  FillIn fill;
  fill.order = std::move(order);
  fill.position = inverse(fill.order);
  const std::vector<Index> after = postorder(elimination_tree(matrices, fill));
  std::vector<Index> sorted(after.size());
  std::ranges::transform(after, sorted.begin(), [&](Index i) { return fill.order[i]; });
  fill.order = std::move(sorted);
  fill.position = inverse(fill.order);
  Finder(matrices, fill);
  return fill;
}

FillIn find_fill_in(const Matrices& matrices) {
  return find_fill_in(matrices, dissected(matrices));
}

}  // namespace pliant::spectral::offline
