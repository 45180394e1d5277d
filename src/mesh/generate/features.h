#pragma once

#include <pliant/mesh.h>

#include <memory>
#include <vector>

#include "mesh/triangle_tree.h"

namespace pliant::generate {

/// The sharp edges and corners of a surface: where two triangles meet at an angle of more than 40
/// degrees, and where such edges end, branch or turn by more than 50 degrees.
class Features {
 public:
  /// Edges that together are shorter than `least_length` are no features but noise; where there
  /// are so many that cells of that length could not follow them, there are none.
  Features(const Mesh& surface, double least_length);

  bool empty() const { return segments_.empty(); }
  double length() const { return length_; }
  const std::vector<Vec3d>& corners() const { return corners_; }
  const std::vector<std::array<Vec3d, 2>>& segments() const { return segments_; }
  /// The nearest point of the sharp edges within `bound`; its triangle is no_index without one.
  TriangleTree::Nearest nearest(const Vec3d& p, double bound) const;

 private:
  std::vector<Vec3d> corners_;
  std::vector<std::array<Vec3d, 2>> segments_;
  double length_ = 0;
  std::unique_ptr<TriangleTree> tree_;
};

/// A tree over segments: triangles with two equal corners.
std::unique_ptr<TriangleTree> segment_tree(const std::vector<std::array<Vec3d, 2>>& segments);

}  // namespace pliant::generate
