#pragma once

#include <pliant/mesh.h>

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "mesh/box_tree.h"

namespace pliant {

/// A tree of boxes over the triangles of a surface: nearest points, winding numbers, crossings and
/// overlaps in logarithmic time. It keeps its own copy of the triangles.
class TriangleTree {
 public:
  /// Every index must lie below vertices.size() and every coordinate must be finite.
  TriangleTree(std::span<const Vec3d> vertices, std::span<const Triangle> triangles);

  struct Nearest {
    Index triangle = no_index;  ///< no_index where no triangle lies within the bound
    Vec3d point;
    double distance = std::numeric_limits<double>::infinity();
  };
  /// The nearest point of the surface among those not farther than `bound`.
  Nearest nearest(const Vec3d& p, double bound = std::numeric_limits<double>::infinity()) const;

  /// How often the surface turns round a point: 1 inside a closed surface that faces outwards,
  /// 0 outside it, in between where it has holes (Jacobson et al. 2013). Far parts of the surface
  /// enter by their expansion to second order (Barill et al. 2018), near ones exactly; the error
  /// stays below 1e-2.
  double winding_number(const Vec3d& p) const;

  /// Where the segment from a to b crosses triangles, as sorted fractions of the segment.
  /// A crossing on an edge that two triangles share may appear twice. Clears `fractions` first.
  void crossings(const Vec3d& a, const Vec3d& b, std::vector<double>& fractions) const;

  struct Hit {
    Index triangle = no_index;  ///< no_index where there is none within reach
    double distance = std::numeric_limits<double>::infinity();
  };
  /// The first triangle that a ray meets between `from` and `reach` along a unit vector.
  Hit first_hit(const Vec3d& origin, const Vec3d& direction, double from, double reach) const;

  /// Calls visit(triangle) for every triangle whose box overlaps `box`.
  template <class Visit>
  void overlapping(const Box& box, Visit&& visit) const {
    tree_.traverse([&](Index node) { return tree_.nodes()[node].box.overlaps(box); },
                   [&](Index slot) {
                     if (box_of(corners_[slot]).overlaps(box)) visit(tree_.items()[slot]);
                   });
  }

  Box bounds() const { return tree_.bounds(); }
  std::size_t size() const { return corners_.size(); }

 private:
  // Moments of the triangles below a node for the far field, and the ball that holds them.
  struct Expansion {
    Vec3d centre;
    double radius = 0;
    Vec3d dipole;                        // integral of n
    std::array<double, 6> quadrupole{};  // of n_i y_j, symmetrised: xx yy zz yz xz xy
    std::array<double, 10> octupole{};   // of n_i y_j y_k, symmetrised, see add_octupole
  };
  using Corners = std::array<Vec3d, 3>;

  Expansion expand(const BoxTree::Node& node) const;
  static double far_field(const Expansion& expansion, const Vec3d& p);
  static Box box_of(const Corners& corners);

  BoxTree tree_;
  std::vector<Expansion> expansions_;  // of each node
  std::vector<Corners> corners_;       // by slot, so that a leaf's triangles lie together
};

/// The point of triangle a b c nearest to p.
Vec3d nearest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// The solid angle of triangle a b c seen from p, positive where the triangle shows its back
/// (van Oosterom and Strackee 1983).
double solid_angle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c);

}  // namespace pliant
