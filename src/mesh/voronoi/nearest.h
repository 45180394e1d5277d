#pragma once

#include <pliant/tet_mesh.h>

#include <cstddef>
#include <vector>

namespace pliant::voronoi {

/// Finds nearest vertices: a k-d tree for each connected part of the mesh. With BoxTrees in their
/// place clipped diagrams take about a tenth longer.
class NearestVertex {
 public:
  explicit NearestVertex(const TetMesh& mesh);

  /// The vertex nearest to x among those connected with `like`, and nearer than `below` (a squared
  /// distance); no_index where there is none. Of equals the lowest.
  Index find(const Vec3d& x, Index like, double below) const;

 private:
  struct Point {
    Vec3d at;
    Index vertex;
  };
  struct Range {
    std::size_t begin, end;
  };

  void sort(std::size_t begin, std::size_t end, std::size_t node);

  static constexpr std::size_t leaf_size = 8;

  std::vector<Point> points_;  // each part's together, halved again and again
  std::vector<Index> part_;    // of each vertex
  std::vector<Range> parts_;   // their points
  std::vector<std::size_t> first_node_;
  struct Node {
    double split;
    int axis;
  };
  std::vector<Node> nodes_;  // of each part a heap: the children of n are 2n+1 and 2n+2
};

}  // namespace pliant::voronoi
