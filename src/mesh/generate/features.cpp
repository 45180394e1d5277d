#include "mesh/generate/features.h"

#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

#include "mesh/cells.h"
#include "mesh/check/surface_edges.h"
#include "mesh/disjoint_sets.h"
#include "mesh/generate/surface_field.h"

namespace pliant::generate {

namespace {

constexpr double cos_sharp = 0.766;  // 40 degrees
constexpr double cos_turn = 0.643;   // 50 degrees

// The edges between two faces that meet sharply, by vertices at different places.
std::vector<Line> sharp_edges(const Mesh& surface) {
  const std::vector<Index> merged = merged_vertices(surface.vertices);
  std::vector<Triangle> triangles = surface.triangles.cells;
  std::vector<char> counted(triangles.size());
  std::vector<Vec3d> normals(triangles.size());
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    for (Index& v : triangles[f]) v = merged[v];
    const auto& [a, b, c] = triangles[f];
    const Vec3d n =
        cross(surface.vertices[b] - surface.vertices[a], surface.vertices[c] - surface.vertices[a]);
    counted[f] = !repeats_vertex(triangles[f]) && squared_length(n) > 0;
    if (counted[f]) normals[f] = normalised(n);
  }
  const SurfaceEdges edges = surface_edges(triangles, counted);
  std::vector<Line> sharp;
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    const auto faces = edges.faces[e];
    if (faces.size() == 2 && dot(normals[faces[0]], normals[faces[1]]) < cos_sharp)
      sharp.push_back(edges.edges[e]);
  }
  return sharp;
}

}  // namespace

std::unique_ptr<TriangleTree> segment_tree(const std::vector<std::array<Vec3d, 2>>& segments) {
  std::vector<Vec3d> ends;
  std::vector<Triangle> triangles;
  for (const auto& [a, b] : segments) {
    const auto first = static_cast<Index>(ends.size());
    triangles.push_back({first, first + 1, first + 1});
    ends.push_back(a);
    ends.push_back(b);
  }
  return std::make_unique<TriangleTree>(ends, triangles);
}

Features::Features(const Mesh& surface, double least_length) {
  std::vector<Line> edges = sharp_edges(surface);
  const auto size = [&](const Line& e) {
    return pliant::length(surface.vertices[e[1]] - surface.vertices[e[0]]);
  };
  DisjointSets sets(surface.vertices.size());
  for (const auto& [a, b] : edges) sets.join(a, b);
  std::vector<double> together(surface.vertices.size());
  for (const Line& e : edges) together[sets.find(e[0])] += size(e);
  std::erase_if(edges, [&](const Line& e) { return together[sets.find(e[0])] < least_length; });
  for (const Line& e : edges) length_ += size(e);
  const double area = surface_area(surface.vertices, surface.triangles.cells);
  if (edges.empty() || length_ * least_length > 3 * area) {
    length_ = 0;
    return;
  }
  std::vector<std::vector<Index>> ends(surface.vertices.size());
  for (const auto& [a, b] : edges) {
    segments_.push_back({surface.vertices[a], surface.vertices[b]});
    ends[a].push_back(b);
    ends[b].push_back(a);
  }
  for (std::size_t v = 0; v < ends.size(); ++v) {
    if (ends[v].empty()) continue;
    const Vec3d& p = surface.vertices[v];
    const bool goes_on =
        ends[v].size() == 2 && dot(normalised(p - surface.vertices[ends[v][0]]),
                                   normalised(surface.vertices[ends[v][1]] - p)) > cos_turn;
    if (!goes_on) corners_.push_back(p);
  }
  tree_ = segment_tree(segments_);
}

TriangleTree::Nearest Features::nearest(const Vec3d& p, double bound) const {
  return tree_ ? tree_->nearest(p, bound) : TriangleTree::Nearest{};
}

}  // namespace pliant::generate
