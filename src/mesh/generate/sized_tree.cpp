#include "mesh/generate/sized_tree.h"

#include <algorithm>
#include <cmath>

namespace pliant::generate {

namespace {

double roots_along(const Box& box, int axis, double spacing) {
  return std::floor(box.size()[axis] / spacing + 1e-9) + 3;
}

Site child_offset(int child, int width) {
  return {(child & 1) * width, (child >> 1 & 1) * width, (child >> 2) * width};
}

}  // namespace

double root_count(const Box& box, double spacing) {
  return roots_along(box, 0, spacing) * roots_along(box, 1, spacing) * roots_along(box, 2, spacing);
}

SizedTree::SizedTree(const Box& box, double spacing, int levels)
    : low_(box.low),
      spacing_(spacing),
      half_(std::ldexp(spacing, -levels - 1)),
      levels_(levels),
      root_width_(2 << levels) {
  for (int axis = 0; axis < 3; ++axis)
    size_[axis] = static_cast<int>(roots_along(box, axis, spacing));
  roots_.resize(static_cast<std::size_t>(size_[0]) * size_[1] * size_[2]);
  children_.resize(roots_.size());
}

std::size_t SizedTree::root_of(const Site& s) const {
  const int shift = levels_ + 1;
  const int x = s.x >> shift, y = s.y >> shift, z = s.z >> shift;
  const bool within = x >= 0 && y >= 0 && z >= 0 && x < size_[0] && y < size_[1] && z < size_[2];
  return within ? (static_cast<std::size_t>(z) * size_[1] + y) * size_[0] + x : roots_.size();
}

Site SizedTree::root_site(std::size_t root) const {
  const auto row = static_cast<std::size_t>(size_[0]), slab = row * size_[1];
  return {static_cast<int>(root % row) * root_width_,
          static_cast<int>(root % slab / row) * root_width_,
          static_cast<int>(root / slab) * root_width_};
}

Site SizedTree::site_at(const Vec3d& p) const {
  const Vec3d d = (p - low_) / half_;
  return {static_cast<int>(std::floor(d.x)) + root_width_,
          static_cast<int>(std::floor(d.y)) + root_width_,
          static_cast<int>(std::floor(d.z)) + root_width_};
}

SizedTree::Leaf SizedTree::leaf_at(const Site& s) const {
  const std::size_t root = root_of(s);
  if (root == roots_.size()) return {{}, 0, -1};
  Leaf leaf{root_site(root), root_width_, 0};
  for (auto node = static_cast<Index>(root); children_[node] != 0;) {
    const int half = leaf.width / 2;
    const int child = (s.x - leaf.corner.x >= half) | (s.y - leaf.corner.y >= half) << 1 |
                      (s.z - leaf.corner.z >= half) << 2;
    leaf = {leaf.corner + child_offset(child, half), half, leaf.level + 1};
    node = children_[node] + static_cast<Index>(child);
  }
  return leaf;
}

void SizedTree::split(Index node) {
  children_[node] = static_cast<Index>(children_.size());
  children_.resize(children_.size() + 8);
}

void SizedTree::refine(const Vec3d& point, double size) {
  const double halvings = std::ceil(std::log2(spacing_ / size) - 1e-6);
  refine(site_at(point), static_cast<int>(std::clamp(halvings, 0.0, double(levels_))));
}

void SizedTree::refine(const Site& s, int level) {
  const std::size_t root = root_of(s);
  if (root == roots_.size()) return;
  Site corner = root_site(root);
  int half = root_width_ / 2;
  auto node = static_cast<Index>(root);
  for (int k = 0; k < std::min(level, levels_); ++k, half /= 2) {
    if (children_[node] == 0) split(node);
    const int child =
        (s.x - corner.x >= half) | (s.y - corner.y >= half) << 1 | (s.z - corner.z >= half) << 2;
    corner = corner + child_offset(child, half);
    node = children_[node] + static_cast<Index>(child);
  }
}

void SizedTree::balance() {
  for (int level = levels_; level >= 2; --level)
    for (const Leaf& leaf : leaves()) {
      if (leaf.level != level) continue;
      for (int i = 0; i < 27; ++i) {
        const Site step{(i % 3 - 1) * leaf.width, (i / 3 % 3 - 1) * leaf.width,
                        (i / 9 - 1) * leaf.width};
        refine(leaf.centre() + step, level - 1);
      }
    }
}

void SizedTree::push_leaves(Index node, const Leaf& leaf, std::vector<Leaf>& out) const {
  if (children_[node] == 0) {
    out.push_back(leaf);
    return;
  }
  const int half = leaf.width / 2;
  for (int child = 0; child < 8; ++child)
    push_leaves(children_[node] + static_cast<Index>(child),
                {leaf.corner + child_offset(child, half), half, leaf.level + 1}, out);
}

std::vector<SizedTree::Leaf> SizedTree::leaves() const {
  std::vector<Leaf> out;
  out.reserve(leaf_count());
  for (std::size_t root = 0; root < roots_.size(); ++root)
    push_leaves(static_cast<Index>(root), {root_site(root), root_width_, 0}, out);
  return out;
}

}  // namespace pliant::generate
