#pragma once

#include <pliant/obstacle.h>

#include <vector>

#include "contact/gap.h"

// The signed distance to a closed surface, the same way on the host and on a card: boxes in boxes
// over the triangles, flat in memory, and with each triangle what tells the inside from the outside
// at its nearest point. That is the normal there: of the face, the mean of two at an edge, at a
// corner the mean weighted by angles (Baerentzen and Aanaes 2005). Unlike a grid of distances it is
// exact everywhere, and a vertex outside the surface's box costs six comparisons.

namespace pliant::contact {

struct SurfaceNode {
  Vec3d low, high;
  std::uint32_t first, count;  // of its faces
  std::uint32_t right;         // 0: a leaf; the left child follows its parent
};

struct SurfaceFace {
  Vec3d corners[3];
  Vec3d normals[7];  // inside the face, on edges 01, 12, 20, at corners 0, 1, 2
};

/// About the middle of the surface's box.
struct SurfaceView {
  const SurfaceNode* nodes;
  const SurfaceFace* faces;
};

struct SurfaceTree {
  std::vector<Vec3d> vertices;
  std::vector<Triangle> triangles;
  Vec3d centre;
  std::vector<SurfaceNode> nodes;
  std::vector<SurfaceFace> faces;

  SurfaceView view() const { return {nodes.data(), faces.data()}; }
};

struct OnFace {
  Vec3d point;
  int feature;  // which of the normals
};

/// The nearest point of a triangle, by the region of the plane that p lies over.
PLIANT_HD OnFace nearest_on(const SurfaceFace& face, const Vec3d& p) {
  const Vec3d a = face.corners[0], b = face.corners[1], c = face.corners[2];
  const Vec3d ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return {a, 4};
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return {b, 5};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + ab * (d1 / (d1 - d3)), 1};
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return {c, 6};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + ac * (d2 / (d2 - d6)), 3};
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return {b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))), 2};
  const double whole = 1 / (va + vb + vc);
  return {a + ab * (vb * whole) + ac * (vc * whole), 0};
}

PLIANT_HD double squared_distance(const SurfaceNode& node, const Vec3d& p) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double below = node.low[i] - p[i], above = p[i] - node.high[i];
    const double off = below > above ? below : above;
    if (off > 0) sum += off * off;
  }
  return sum;
}

/// How far p is from the surface, below zero inside. Far away where p is farther than `reach` from
/// the surface's box.
PLIANT_HD Gap<double> find_gap(const SurfaceView& surface, const Vec3d& p, double reach) {
  Gap<double> gap{far_away<double>(), {0, 1, 0}};
  if (squared_distance(surface.nodes[0], p) > reach * reach) return gap;
  constexpr int deepest = 40;  // every level halves the faces
  std::uint32_t stack[deepest];
  int top = 0;
  double nearest = far_away<double>();
  OnFace found{};
  std::uint32_t face = 0;
  stack[top++] = 0;
  while (top > 0) {
    const std::uint32_t i = stack[--top];
    const SurfaceNode& node = surface.nodes[i];
    if (squared_distance(node, p) > nearest) continue;
    if (node.right == 0) {
      for (std::uint32_t f = node.first; f < node.first + node.count; ++f) {
        const OnFace on = nearest_on(surface.faces[f], p);
        const double distance = squared_length(p - on.point);
        if (distance < nearest) {
          nearest = distance;
          found = on;
          face = f;
        }
      }
      continue;
    }
    const bool left_first =
        squared_distance(surface.nodes[i + 1], p) <= squared_distance(surface.nodes[node.right], p);
    stack[top++] = left_first ? node.right : i + 1;
    stack[top++] = left_first ? i + 1 : node.right;
  }
  const Vec3d normal = surface.faces[face].normals[found.feature], from = p - found.point;
  const double distance = length(from);
  const double side = dot(from, normal) < 0 ? -1 : 1;
  gap.distance = side * distance;
  // Very near, the direction is lost in rounding.
  gap.normal = distance > 1e-12 * (surface.nodes[0].high.x - surface.nodes[0].low.x)
                   ? from * (side / distance)
                   : normal;
  return gap;
}

/// The same on the host, compiled once.
Gap<double> gap_on_host(const SurfaceView& surface, const Vec3d& p, double reach);

}  // namespace pliant::contact
