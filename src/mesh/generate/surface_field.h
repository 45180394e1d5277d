#pragma once

#include <pliant/mesh.h>

#include "mesh/generate/field.h"
#include "mesh/open_edges.h"
#include "mesh/triangle_tree.h"

namespace pliant::generate {

/// InputError unless a surface has triangles, valid indices and finite vertices.
void check_triangles(const Mesh& surface);

/// The solid inside a surface: where the generalised winding number exceeds 1/2.
class SurfaceField : public Field {
 public:
  /// Of a surface that check_triangles() has nothing against.
  explicit SurfaceField(const Mesh& surface);

  double volume() const { return volume_; }  ///< by the divergence theorem, never negative
  double area() const { return area_; }
  /// The volume cannot be told from none: the surface is a sheet, or parts of it face opposite
  /// ways.
  bool encloses_nothing() const { return encloses_nothing_; }
  /// Exact for wide plates.
  double thickness() const override { return encloses_nothing_ ? 0 : 2 * volume_ / area_; }
  bool inside_out() const { return sign_ < 0 && !encloses_nothing_; }
  bool closed() const { return open_.count == 0; }
  std::size_t open_edges() const { return open_.count; }  ///< sides without a partner
  std::size_t pieces() const { return pieces_; }          ///< that share no vertex

  const TriangleTree& tree() const { return tree_; }

  void sides(std::span<const Vec3d> points, std::span<Side> sides) const override;
  bool ball_is_on_one_side(const Vec3d& centre, double radius, Side& side) const override;
  double crossing(const Vec3d& inside, const Vec3d& outside) const override;

 private:
  double winding(const Vec3d& p) const { return sign_ * tree_.winding_number(p); }
  bool in_box(const Vec3d& p) const { return box().squared_distance(p) <= on_ * on_; }
  bool same_side(double winding, double distance, double step) const;

  TriangleTree tree_;
  double volume_ = 0, area_ = 0;
  bool encloses_nothing_ = false;
  double sign_ = 1;  // -1 where the triangles face inwards
  OpenEdges open_;
  std::size_t pieces_ = 0;
  double on_ = 0;  // points nearer to the surface than this lie on it
};

/// For each vertex the first one at the same place: files often repeat vertices along seams.
std::vector<Index> merged_vertices(const std::vector<Vec3d>& vertices);

/// Vertices that no triangle uses do not count.
Box box_of_triangles(const Mesh& surface);

}  // namespace pliant::generate
