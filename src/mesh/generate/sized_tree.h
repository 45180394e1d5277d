#pragma once

#include <pliant/box.h>
#include <pliant/mesh.h>

#include <span>
#include <vector>

#include "mesh/generate/lattice.h"

namespace pliant::generate {

/// A place where the lattice's cubes are to be no longer than `size`.
struct SizeSample {
  Vec3d point;
  double size = 0;
};

/// A grid of cubes over a box, each the root of an octree. Leaves that share a face, an edge or a
/// corner differ by one level at most. Sites are half-units of the cubes of the finest level.
class SizedTree {
 public:
  static constexpr int most_levels = 10;

  struct Leaf {
    Site corner;    ///< the lowest
    int width = 0;  ///< in half-units
    int level = 0;  ///< 0: a root
    Site centre() const { return corner + Site{width / 2, width / 2, width / 2}; }
  };

  /// Roots of length `spacing` whose planes pass the low corner of the box, one beyond it on all
  /// sides. `levels` is the number of times that a root may be halved.
  SizedTree(const Box& box, double spacing, int levels);

  /// Splits the leaf at a point until its cubes are no longer than `size`.
  void refine(const Vec3d& point, double size);
  /// Splits the leaf at a site until its level is at least this.
  void refine(const Site& site, int level);
  /// Splits the leaves that are more than twice as long as one they touch.
  void balance();

  /// The leaf that holds a site in the half-open sense; level -1 outside.
  Leaf leaf_at(const Site& site) const;
  int level_at(const Site& site) const { return leaf_at(site).level; }
  /// All leaves, neighbours close together.
  std::vector<Leaf> leaves() const;
  std::size_t leaf_count() const {
    return roots_.size() + (children_.size() - roots_.size()) / 8 * 7;
  }

  Site site_at(const Vec3d& point) const;
  Vec3d position(const Site& s) const {
    return {low_.x + half_ * (s.x - root_width_), low_.y + half_ * (s.y - root_width_),
            low_.z + half_ * (s.z - root_width_)};
  }
  double spacing() const { return spacing_; }
  double length_of(const Leaf& leaf) const { return half_ * leaf.width; }
  int levels() const { return levels_; }
  int root_width() const { return root_width_; }  ///< in half-units

 private:
  std::size_t root_of(const Site& site) const;
  Site root_site(std::size_t root) const;
  void split(Index node);
  void push_leaves(Index node, const Leaf& leaf, std::vector<Leaf>& out) const;

  Vec3d low_;
  double spacing_, half_;
  int levels_, root_width_;
  int size_[3];
  std::vector<char> roots_;      // one for each, so that their number is known
  std::vector<Index> children_;  // the first of eight, or 0 for a leaf
};

/// How many roots such a tree has.
double root_count(const Box& box, double spacing);

}  // namespace pliant::generate
