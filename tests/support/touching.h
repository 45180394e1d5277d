#pragma once

#include <pliant/cut.h>
#include <pliant/solids.h>

#include <vector>

#include "mesh/check/collisions.h"
#include "support/dynamics.h"

// Bodies that touch, and whether any intersect.

namespace pliant::test {

/// Surfaces of bodies, one after the other.
struct Faces {
  std::vector<Vec3d> places;
  std::vector<Triangle> faces;

  void add(const std::vector<Vec3d>& x, std::span<const Triangle> of) {
    for (Triangle t : of) {
      for (Index& v : t) v += static_cast<Index>(places.size());
      faces.push_back(t);
    }
    places.insert(places.end(), x.begin(), x.end());
  }
  void add_bodies(const State& world) {
    for (std::size_t b = 0; b < world.body_count(); ++b)
      add(world.body(b).positions(), surface(world.body(b)));
  }
  std::size_t intersections() const;
};

/// How many faces cross or touch another, found exactly.
inline std::size_t Faces::intersections() const {
  std::vector<char> used(places.size());
  for (const Triangle& t : faces)
    for (const Index v : t) used[v] = 1;
  const Points points = scaled_points(places, used);
  std::vector<Index> place(places.size());
  for (Index v = 0; v < place.size(); ++v) place[v] = v;
  std::size_t found = 0;
  for (const Index other : collided_faces(points, faces, std::vector<char>(faces.size(), 1),
                                          corner_places(points, faces, place)))
    found += other != no_index;
  return found;
}

/// Of the bodies of a world.
inline std::size_t intersections(const State& world) {
  Faces all;
  all.add_bodies(world);
  return all.intersections();
}

/// Of the bodies with those obstacles of the first one that they touch.
inline std::size_t crossings(const State& world) {
  Faces all;
  all.add_bodies(world);
  for (const Obstacle& o : world.body(0).dynamics().obstacles) {
    if (o.response != Response::contact) continue;
    const Mesh there = surface_of(o, world.body(0).time());
    all.add(there.vertices, there.triangles.cells);
  }
  return all.intersections();
}

inline Body moved(Body body, const Vec3d& by) {
  for (Vec3d& x : body.vertices) x += by;
  return body;
}

inline Body pinned(Body body) {
  for (Index v = 0; v < body.vertices.size(); ++v) body.pinned.push_back(v);
  return body;
}

/// A block of an elastic solid, the middle of its lower side at the origin.
inline Body block(const Vec3d& size, double cells_along_x, const Material& material) {
  const double cell = size.x / cells_along_x;
  const Mesh mesh = make_shape("grid", {{"cells_x", cells_along_x},
                                        {"cells_y", std::max(1.0, std::round(size.y / cell))},
                                        {"cells_z", std::max(1.0, std::round(size.z / cell))},
                                        {"length", size.x},
                                        {"height", size.y},
                                        {"width", size.z}});
  return make_solid(TetMesh(mesh), SolidLaw::elastic, material);
}

/// A box as a closed surface of twelve triangles.
inline ClosedSurface box_to_touch(const Vec3d& size, const Vec3d& at) {
  const Mesh mesh = surface_of(Obstacle{.shape = Cuboid{at, size}}, 0);
  // Its sides have corners of their own; those of a closed surface are common.
  std::vector<Vec3d> corners;
  std::vector<Triangle> triangles = mesh.triangles.cells;
  for (Triangle& t : triangles)
    for (Index& v : t) {
      const auto found = std::ranges::find_if(
          corners, [&](const Vec3d& x) { return length(x - mesh.vertices[v]) < 1e-12; });
      const auto number = static_cast<Index>(found - corners.begin());
      if (found == corners.end()) corners.push_back(mesh.vertices[v]);
      v = number;
    }
  return {corners, triangles};
}

inline Obstacle touched(const ClosedSurface& surface, double friction = 0.5) {
  return {.shape = surface, .friction = friction, .response = Response::contact};
}

/// All vertices of a body get a velocity.
inline void throw_body(State& body, const Vec3d& velocity) {
  body.set_velocities(std::vector<Vec3d>(body.model().vertex_count(), velocity));
}

}  // namespace pliant::test
