#include "contact/closed_surface.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "constraints/total_volume.h"
#include "mesh/box_tree.h"

namespace pliant {

namespace {

using contact::SurfaceFace;
using contact::SurfaceTree;

void check_closed(const std::vector<Vec3d>& vertices, const std::vector<Triangle>& triangles) {
  if (triangles.empty())
    throw InputError("", 0, "an obstacle's surface has no triangles", "give a closed surface");
  for (const Vec3d& x : vertices)
    if (!is_finite(x))
      throw InputError("", 0, "a vertex of an obstacle's surface is not finite",
                       "give finite numbers");
  for (const Triangle& t : triangles)
    for (const Index v : t)
      if (v >= vertices.size())
        throw InputError("", 0, text("an obstacle's surface has no vertex ", v),
                         text("there are ", vertices.size()));
  const std::vector<Line> open = open_edges(triangles);
  if (!open.empty())
    throw InputError("", 0,
                     text("an obstacle's surface is not closed: ", open.size(),
                          " edges have a face on one side only, such as that between vertices ",
                          open[0][0], " and ", open[0][1]),
                     "mend it with 'pliant check FILE --repair MENDED', or take a solid mesh");
}

double angle_at(const Vec3d& at, const Vec3d& a, const Vec3d& b) {
  const Vec3d u = a - at, v = b - at;
  return std::atan2(length(cross(u, v)), dot(u, v));
}

struct Normals {
  std::vector<Vec3d> faces, corners;
  std::map<Line, Vec3d> edges;
};

Line edge_of(Index a, Index b) {
  return {std::min(a, b), std::max(a, b)};
}

Normals normals_of(const SurfaceTree& tree) {
  Normals out;
  out.corners.resize(tree.vertices.size());
  for (const Triangle& t : tree.triangles) {
    const auto& x = tree.vertices;
    const Vec3d across = cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]);
    const double size = length(across);
    const Vec3d normal = size > 0 ? across / size : Vec3d{};
    out.faces.push_back(normal);
    for (std::size_t i = 0; i < 3; ++i) {
      const Index a = t[i], b = t[(i + 1) % 3], c = t[(i + 2) % 3];
      out.corners[a] += normal * angle_at(x[a], x[b], x[c]);
      out.edges[edge_of(a, b)] += normal;
    }
  }
  return out;
}

SurfaceFace face_of(const SurfaceTree& tree, const Normals& normals, Index number) {
  const Triangle& t = tree.triangles[number];
  const auto unit = [&](const Vec3d& n) {
    const double size = length(n);
    return size > 0 ? n / size : normals.faces[number];
  };
  SurfaceFace face{};
  face.normals[0] = normals.faces[number];
  for (std::size_t i = 0; i < 3; ++i) {
    face.corners[i] = tree.vertices[t[i]] - tree.centre;
    face.normals[1 + i] = unit(normals.edges.at(edge_of(t[i], t[(i + 1) % 3])));
    face.normals[4 + i] = unit(normals.corners[t[i]]);
  }
  return face;
}

void build(SurfaceTree& tree) {
  std::vector<Vec3d> middles;
  for (const Triangle& t : tree.triangles)
    middles.push_back((tree.vertices[t[0]] + tree.vertices[t[1]] + tree.vertices[t[2]]) / 3.0);
  const BoxTree boxes(middles, [&](Index i) {
    Box box;
    for (const Index v : tree.triangles[i]) box.add(tree.vertices[v]);
    return box;
  });
  tree.centre = boxes.bounds().centre();
  for (const BoxTree::Node& node : boxes.nodes())
    tree.nodes.push_back({node.box.low - tree.centre, node.box.high - tree.centre, node.first,
                          node.count, node.right});
  const Normals normals = normals_of(tree);
  for (const Index item : boxes.items()) tree.faces.push_back(face_of(tree, normals, item));
}

}  // namespace

ClosedSurface::ClosedSurface(std::vector<Vec3d> vertices, std::vector<Triangle> triangles) {
  check_closed(vertices, triangles);
  const double volume = enclosed_volume(triangles, vertices);
  if (!(volume != 0) || !std::isfinite(volume))
    throw InputError("", 0, "an obstacle's surface encloses nothing",
                     "give a closed surface with an inside");
  if (volume < 0)
    for (Triangle& t : triangles) std::swap(t[1], t[2]);
  const auto tree = std::make_shared<SurfaceTree>();
  tree->vertices = std::move(vertices);
  tree->triangles = std::move(triangles);
  build(*tree);
  tree_ = tree;
}

ClosedSurface ClosedSurface::moved(const Vec3d& by) const {
  ClosedSurface out = *this;
  out.offset_ += by;
  return out;
}

std::span<const Vec3d> ClosedSurface::vertices() const {
  return tree_->vertices;
}
std::span<const Triangle> ClosedSurface::triangles() const {
  return tree_->triangles;
}
bool ClosedSurface::operator==(const ClosedSurface& other) const {
  return offset_ == other.offset_ &&
         (tree_ == other.tree_ ||
          (tree_->vertices == other.tree_->vertices && tree_->triangles == other.tree_->triangles));
}

namespace contact {

Gap<double> gap_on_host(const SurfaceView& surface, const Vec3d& p, double reach) {
  return find_gap(surface, p, reach);
}

}  // namespace contact

}  // namespace pliant
