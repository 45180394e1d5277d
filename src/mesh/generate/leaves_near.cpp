#include "mesh/generate/leaves_near.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/parallel.h"

namespace pliant::generate {

namespace {

constexpr int block_roots = 4;  // along one axis

// Blocks of roots over a tree.
class Blocks {
 public:
  Blocks(const SizedTree& tree, const std::vector<SizedTree::Leaf>& leaves)
      : tree_(tree), width_(block_roots * tree.root_width()) {
    for (const SizedTree::Leaf& leaf : leaves) {
      const std::array<int, 3> at = place(leaf.corner);
      for (int axis = 0; axis < 3; ++axis) size_[axis] = std::max(size_[axis], at[axis] + 1);
    }
  }

  std::size_t count() const { return static_cast<std::size_t>(size_[0]) * size_[1] * size_[2]; }
  std::size_t of(const Site& site) const {
    const auto [x, y, z] = place(site);
    return (static_cast<std::size_t>(z) * size_[1] + y) * size_[0] + x;
  }

  // True when nothing of the solid lies within two roots of a block: what begins in the block then
  // reaches no place that matters.
  bool is_far(const Field& field, std::size_t block) const {
    constexpr double margin = 2;
    const auto row = static_cast<std::size_t>(size_[0]), slab = row * size_[1];
    const Site corner{static_cast<int>(block % row) * width_,
                      static_cast<int>(block % slab / row) * width_,
                      static_cast<int>(block / slab) * width_};
    const Site half{width_ / 2, width_ / 2, width_ / 2};
    const double radius =
        std::numbers::sqrt3 * (block_roots / 2.0 + margin) * tree_.spacing() * (1 + 1e-9);
    Side side = Side::on;
    return field.ball_is_on_one_side(tree_.position(corner + half), radius, side) &&
           side == Side::outside;
  }

 private:
  std::array<int, 3> place(const Site& s) const {
    return {s.x / width_, s.y / width_, s.z / width_};
  }

  const SizedTree& tree_;
  int width_;
  std::array<int, 3> size_{1, 1, 1};
};

}  // namespace

std::vector<SizedTree::Leaf> leaves_near(const Field& field, const SizedTree& tree) {
  std::vector<SizedTree::Leaf> leaves = tree.leaves();
  const Blocks blocks(tree, leaves);
  std::vector<char> far(blocks.count());
  parallel_for(far.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) far[block] = blocks.is_far(field, block);
  });
  std::erase_if(leaves, [&](const SizedTree::Leaf& leaf) { return far[blocks.of(leaf.corner)]; });
  return leaves;
}

}  // namespace pliant::generate
