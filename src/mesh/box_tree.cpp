#include "mesh/box_tree.h"

#include <algorithm>
#include <numeric>

namespace pliant {

void BoxTree::sort(std::span<const Vec3d> centres) {
  if (centres.empty()) return;
  items_.resize(centres.size());
  std::iota(items_.begin(), items_.end(), Index{0});
  nodes_.reserve(centres.size());
  add_node(centres, 0, static_cast<Index>(centres.size()));
}

// Splits at the median along the longest side of the centres' box.
Index BoxTree::add_node(std::span<const Vec3d> centres, Index first, Index count) {
  const auto at = static_cast<Index>(nodes_.size());
  nodes_.push_back({{}, first, count, 0});
  if (count <= leaf_size) return at;
  Box box;
  for (Index i = first; i < first + count; ++i) box.add(centres[items_[i]]);
  const int axis = box.longest_axis();
  const auto begin = items_.begin() + first;
  const Index half = count / 2;
  std::nth_element(begin, begin + half, begin + count, [&](Index a, Index b) {
    const double x = centres[a][axis], y = centres[b][axis];
    return x != y ? x < y : a < b;
  });
  add_node(centres, first, half);
  nodes_[at].right = add_node(centres, first + half, count - half);
  return at;
}

}  // namespace pliant
