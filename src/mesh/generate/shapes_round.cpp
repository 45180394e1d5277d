#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "base/text.h"
#include "mesh/generate/shapes_blocks.h"
#include "mesh/generate/shapes_builders.h"

namespace pliant::shape {

namespace {

double fraction(std::size_t i, std::size_t n) {
  return static_cast<double>(i) / static_cast<double>(n);
}

// Where the direction (u, v, 1) of a cube's face, u and v in [-1, 1], meets the unit sphere. The
// tangents spread the points evenly in angle.
Vec3d on_sphere(const Vec3d& on_cube) {
  const double quarter = std::numbers::pi / 4;
  return normalised(Vec3d{std::tan(quarter * on_cube.x), std::tan(quarter * on_cube.y),
                          std::tan(quarter * on_cube.z)});
}

// A point of the ball's inner block, which is a cube whose faces bulge a little. The numbers are
// those that give the largest least dihedral angle.
Vec3d in_core(const Vec3d& q) {
  constexpr double half = 0.37, bulge = 0.5, radius = 1.4;
  const double largest = std::max({std::abs(q.x), std::abs(q.y), std::abs(q.z)});
  if (largest == 0) return {};
  const double share = bulge * largest * largest;
  return half * ((1 - share) * q + share * radius * largest * on_sphere(q / largest));
}

// Vertices of a ball: a core of n^3 cells and `shells` layers around it. A vertex outside the
// core is found by its place on the core's surface and its layer.
class RoundMesh {
 public:
  RoundMesh(std::size_t cells, std::size_t shells) : cells_{cells, cells, cells}, shells_(shells) {
    mesh_ = block({2, 2, 2}, cells_);
    for (auto& v : mesh_.vertices) {
      v.y -= 1;
      directions_.push_back(v);
      v = in_core(v);
    }
    add_shells();
  }

  Mesh take() && { return std::move(mesh_); }

 private:
  Index outside(Index core, std::size_t shell) {
    if (shell == 0) return core;
    const std::size_t key = shell * directions_.size() + core;
    const auto [entry, added] = known_.try_emplace(key, static_cast<Index>(mesh_.vertices.size()));
    if (added) {
      const double t = fraction(shell, shells_);
      mesh_.vertices.push_back((1 - t) * mesh_.vertices[core] + t * on_sphere(directions_[core]));
    }
    return entry->second;
  }

  // The four corners of a cell's face on a side of the core, turning counter-clockwise seen from
  // outside.
  Cell<4> face(int axis, bool far, std::size_t i, std::size_t j) const {
    const auto corner = [&](std::size_t a, std::size_t b) {
      std::size_t at[3];
      at[axis] = far ? cells_.x : 0;
      at[(axis + 1) % 3] = a;
      at[(axis + 2) % 3] = b;
      return cells_.vertex(at[0], at[1], at[2]);
    };
    if (far) return {corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)};
    return {corner(i, j), corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j)};
  }

  void add_shells() {
    for (std::size_t shell = 0; shell < shells_; ++shell)
      for (int axis = 0; axis < 3; ++axis)
        for (const bool far : {false, true})
          for (std::size_t i = 0; i < cells_.x; ++i)
            for (std::size_t j = 0; j < cells_.x; ++j) {
              Hexahedron h;
              const Cell<4> corners = face(axis, far, i, j);
              for (int k = 0; k < 4; ++k) {
                h[k] = outside(corners[k], shell);
                h[k + 4] = outside(corners[k], shell + 1);
              }
              mesh_.hexahedra.cells.push_back(h);
            }
  }

  BlockCells cells_;
  std::size_t shells_;
  Mesh mesh_;
  std::vector<Vec3d> directions_;  // of the core's vertices, as points of the cube [-1, 1]^3
  std::unordered_map<std::size_t, Index> known_;
};

}  // namespace

Mesh sphere(const Values& values) {
  const std::size_t cells = values.count("cells"), shells = (cells + 1) / 2;
  const double n = values["cells"];
  check_cell_count(n * n * (n + 6 * static_cast<double>(shells)));
  Mesh mesh = RoundMesh(cells, shells).take();
  const double radius = values["radius"];
  const double lowest = std::ranges::min(mesh.vertices, {}, &Vec3d::y).y;
  for (auto& v : mesh.vertices) v = radius * (v - Vec3d{0, lowest, 0});
  split_in_six(mesh);
  return mesh;
}

Mesh cylinder(const Values& values) {
  const std::size_t cells = values.count("cells");
  const double radius = values["radius"], height = values["height"];
  const Plane plane = disc(cells, (cells + 1) / 2);
  // Cells about as high as those of the rim are long.
  const double rim = 2 * std::numbers::pi * radius / (4 * values["cells"]);
  const double wanted = std::max(1.0, std::round(height / rim));
  check_cell_count(wanted * static_cast<double>(plane.quads.size()));
  const auto layers = static_cast<std::size_t>(wanted);
  // The figure's v axis is -z, so that it turns counter-clockwise seen from above.
  Mesh mesh = sweep(plane, layers, false, [&](const Plane::Point& p, std::size_t step) {
    return Vec3d{radius * p.u, height * fraction(step, layers), -radius * p.v};
  });
  split_in_six(mesh);
  return mesh;
}

Mesh torus(const Values& values) {
  const std::size_t cells = values.count("cells"), around = values.count("around");
  const double radius = values["radius"], tube = values["tube"];
  if (tube > 0.9 * radius)
    throw InputError("", 0, text("a tube of radius ", tube, " m closes the hole of the ring"),
                     text("for a ring of ", radius, " m it must be at most ", 0.9 * radius));
  const Plane plane = disc(cells, (cells + 1) / 2);
  check_cell_count(static_cast<double>(around) * static_cast<double>(plane.quads.size()));
  // Not always -1: with an odd number of cells in a quarter no vertex is at the bottom.
  const double lowest = std::ranges::min(plane.points, {}, &Plane::Point::v).v;
  Mesh mesh = sweep(plane, around, true, [&](const Plane::Point& p, std::size_t step) {
    const double angle = 2 * std::numbers::pi * fraction(step, around);
    const double out = radius + tube * p.u;
    return Vec3d{out * std::cos(angle), tube * (p.v - lowest), out * std::sin(angle)};
  });
  split_in_six(mesh);
  return mesh;
}

}  // namespace pliant::shape
