#pragma once

#include <pliant/box.h>
#include <pliant/mesh.h>

#include <array>
#include <span>
#include <vector>

namespace pliant {

/// How a set of numbers is spread.
struct Spread {
  std::size_t count = 0;
  double minimum = 0, maximum = 0, mean = 0, median = 0, deviation = 0;
};
Spread spread(std::span<const double> values);

/// Counts of values in equal intervals from the least to the greatest.
struct Histogram {
  double minimum = 0, maximum = 0;
  std::vector<std::size_t> counts;
};
Histogram histogram(std::span<const double> values, std::size_t intervals);

/// The six angles between the faces of a tetrahedron, in degrees, at its edges 01 02 03 12 13 23.
std::array<double, 6> dihedral_angles(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                      const Vec3d& d);
/// Circumradius over shortest edge: 0.612 for the regular tetrahedron, infinite for a flat one.
double radius_edge_ratio(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);

/// One value a tetrahedron; six for the dihedral angles.
std::vector<double> tetrahedron_volumes(const Mesh& mesh);
std::vector<double> radius_edge_ratios(const Mesh& mesh);
std::vector<double> dihedral_angles(const Mesh& mesh);
std::vector<double> edge_lengths(std::span<const Vec3d> vertices, std::span<const Line> edges);
/// Half of the edges of the tetrahedra are longer than this; 0 where there are none.
double median_edge(std::span<const Vec3d> vertices, std::span<const Tetrahedron> tetrahedra);

/// Empty when there are no points.
Box bounding_box(std::span<const Vec3d> points);
double total_volume(std::span<const Vec3d> vertices, std::span<const Tetrahedron> tetrahedra);
double surface_area(std::span<const Vec3d> vertices, std::span<const Triangle> triangles);
/// By the divergence theorem; meaningful for closed surfaces.
double enclosed_volume(std::span<const Vec3d> vertices, std::span<const Triangle> triangles);

}  // namespace pliant
