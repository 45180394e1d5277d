#pragma once

#include <pliant/box.h>
#include <pliant/mesh.h>

#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace pliant {

/// Boxes in boxes around the items of a set, such as triangles or tetrahedra. The items are sorted
/// into slots so that those of a node lie together; which item a slot holds tells items().
class BoxTree {
 public:
  struct Node {
    Box box;
    Index first = 0, count = 0;  ///< its slots
    Index right = 0;             ///< 0 for a leaf; the left child follows its parent
  };

  BoxTree() = default;
  /// Item i lies in box_of(i), about its centre, which must be finite.
  template <class BoxOf>
  BoxTree(std::span<const Vec3d> centres, BoxOf&& box_of) {
    sort(centres);
    refit(box_of);
  }

  /// The same for items that have moved: the order stays, boxes follow.
  template <class BoxOf>
  void refit(BoxOf&& box_of) {
    for (std::size_t i = nodes_.size(); i-- > 0;) {  // children come after their parents
      Node& node = nodes_[i];
      node.box = {};
      if (node.right == 0) {
        for (Index s = node.first; s < node.first + node.count; ++s)
          node.box.add(box_of(items_[s]));
      } else {
        node.box.add(nodes_[i + 1].box);
        node.box.add(nodes_[node.right].box);
      }
    }
  }

  std::span<const Index> items() const { return items_; }
  std::span<const Node> nodes() const { return nodes_; }
  Box bounds() const { return nodes_.empty() ? Box{} : nodes_[0].box; }

  /// Goes down from the root into the nodes for which enter(node number) holds, left before right;
  /// calls visit(slot) for the slots of the leaves it comes to.
  template <class Enter, class Visit>
  void traverse(Enter&& enter, Visit&& visit) const {
    if (nodes_.empty()) return;
    Index stack[stack_size];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const Index i = stack[--top];
      if (!enter(i)) continue;
      const Node& node = nodes_[i];
      if (node.right == 0) {
        visit_slots(node, visit);
      } else {
        stack[top++] = node.right;
        stack[top++] = i + 1;
      }
    }
  }

  /// Calls visit(slot) for the slots of the leaves no farther from p than the square root of
  /// `squared_reach`, nearer ones first. The visitor may make `squared_reach` smaller.
  template <class Visit>
  void traverse_near(const Vec3d& p, const double& squared_reach, Visit&& visit) const {
    if (nodes_.empty()) return;
    struct Entry {
      double squared_distance;
      Index node;
    };
    const auto entry = [&](Index i) { return Entry{nodes_[i].box.squared_distance(p), i}; };
    Entry stack[stack_size];
    int top = 0;
    stack[top++] = entry(0);
    while (top > 0) {
      const auto [squared_distance, i] = stack[--top];
      if (squared_distance > squared_reach) continue;
      const Node& node = nodes_[i];
      if (node.right == 0) {
        visit_slots(node, visit);
        continue;
      }
      Entry near = entry(i + 1), far = entry(node.right);
      if (far.squared_distance < near.squared_distance) std::swap(near, far);
      if (!(far.squared_distance > squared_reach)) stack[top++] = far;
      if (!(near.squared_distance > squared_reach)) stack[top++] = near;
    }
  }

 private:
  void sort(std::span<const Vec3d> centres);
  Index add_node(std::span<const Vec3d> centres, Index first, Index count);

  template <class Visit>
  static void visit_slots(const Node& node, Visit&& visit) {
    for (Index s = node.first; s < node.first + node.count; ++s) visit(s);
  }

  // Every level halves the items, so that 2^32 of them make 32 levels; each leaves one on the
  // stack.
  static constexpr int stack_size = 40;
  static constexpr Index leaf_size = 4;

  std::vector<Node> nodes_;
  std::vector<Index> items_;  // of each slot
};

}  // namespace pliant
