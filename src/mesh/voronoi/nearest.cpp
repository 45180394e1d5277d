#include "mesh/voronoi/nearest.h"

#include <pliant/box.h>

#include <algorithm>
#include <utility>

#include "mesh/disjoint_sets.h"

namespace pliant::voronoi {

namespace {

// For each vertex the lowest vertex of its connected part; no_index for those of no tetrahedron.
std::vector<Index> connected_parts(const TetMesh& mesh) {
  DisjointSets sets(mesh.vertices().size());
  for (const auto& [a, b] : mesh.edges()) sets.join(a, b);
  std::vector<Index> parts(mesh.vertices().size(), no_index);
  for (Index v = 0; v < parts.size(); ++v)
    if (!mesh.vertex_tetrahedra()[v].empty()) parts[v] = sets.find(v);
  return parts;
}

// The nodes of a tree over that many points: halves differ by at most one point, so the first
// child's half, the larger, bounds the depth.
std::size_t node_count(std::size_t points, std::size_t leaf_size) {
  std::size_t nodes = 0;
  for (std::size_t level = 1; points > leaf_size; level *= 2) {
    nodes += level;
    points = (points + 1) / 2;
  }
  return nodes;
}

}  // namespace

NearestVertex::NearestVertex(const TetMesh& mesh) : part_(connected_parts(mesh)) {
  for (Index v = 0; v < part_.size(); ++v)
    if (part_[v] != no_index) points_.push_back({mesh.vertices()[v], v});
  std::ranges::stable_sort(points_, {}, [&](const Point& p) { return part_[p.vertex]; });
  std::size_t nodes = 0;
  for (std::size_t begin = 0; begin < points_.size();) {
    const Index part = part_[points_[begin].vertex];
    std::size_t end = begin;
    for (; end < points_.size() && part_[points_[end].vertex] == part; ++end)
      part_[points_[end].vertex] = static_cast<Index>(parts_.size());
    parts_.push_back({begin, end});
    first_node_.push_back(nodes);
    nodes += node_count(end - begin, leaf_size);
    begin = end;
  }
  nodes_.resize(nodes);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::size_t first = first_node_[i];
    struct Job {
      std::size_t begin, end, node;
    };
    std::vector<Job> jobs{{parts_[i].begin, parts_[i].end, 0}};
    while (!jobs.empty()) {
      const Job job = jobs.back();
      jobs.pop_back();
      if (job.end - job.begin <= leaf_size) continue;
      sort(job.begin, job.end, first + job.node);
      const std::size_t middle = job.begin + (job.end - job.begin + 1) / 2;
      jobs.push_back({job.begin, middle, 2 * job.node + 1});
      jobs.push_back({middle, job.end, 2 * job.node + 2});
    }
  }
}

// Splits a range in halves across the longest side of its box.
void NearestVertex::sort(std::size_t begin, std::size_t end, std::size_t node) {
  Box box;
  for (std::size_t i = begin; i < end; ++i) box.add(points_[i].at);
  const int axis = box.longest_axis();
  const auto first = points_.begin();
  const auto middle = first + static_cast<std::ptrdiff_t>(begin + (end - begin + 1) / 2);
  std::nth_element(first + static_cast<std::ptrdiff_t>(begin), middle,
                   first + static_cast<std::ptrdiff_t>(end), [&](const Point& a, const Point& b) {
                     return std::pair(a.at[axis], a.vertex) < std::pair(b.at[axis], b.vertex);
                   });
  nodes_[node] = {middle->at[axis], axis};
}

Index NearestVertex::find(const Vec3d& x, Index like, double below) const {
  struct Visit {
    std::size_t begin, end, node;
    double gap;  // squared distance from x to the range's half space, at least
  };
  const Index part = part_[like];
  const Node* nodes = nodes_.data() + first_node_[part];
  Visit stack[64];
  int depth = 0;
  stack[depth++] = {parts_[part].begin, parts_[part].end, 0, 0};
  Index best = no_index;
  while (depth > 0) {
    Visit at = stack[--depth];
    if (at.gap > below) continue;
    while (at.end - at.begin > leaf_size) {
      const Node& node = nodes[at.node];
      const double beyond = x[node.axis] - node.split;
      const std::size_t middle = at.begin + (at.end - at.begin + 1) / 2;
      Visit lower{at.begin, middle, 2 * at.node + 1, at.gap};
      Visit upper{middle, at.end, 2 * at.node + 2, at.gap};
      Visit& farther = beyond < 0 ? upper : lower;
      farther.gap = std::max(at.gap, beyond * beyond);
      if (farther.gap <= below) stack[depth++] = farther;
      at = beyond < 0 ? lower : upper;
    }
    for (std::size_t i = at.begin; i < at.end; ++i) {
      const double distance = squared_length(points_[i].at - x);
      if (distance < below || (distance == below && best != no_index && points_[i].vertex < best)) {
        below = distance;
        best = points_[i].vertex;
      }
    }
  }
  return best;
}

}  // namespace pliant::voronoi
