#pragma once

#include <pliant/bodies.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <cmath>
#include <functional>

#include "math/mat3.h"
#include "support/statics.h"

// A block of tetrahedra of a hyperelastic law, whose faces are held and led.

namespace pliant::test {

using Vector = Eigen::VectorXd;

/// Lamé constants.
struct Moduli {
  double shear, lame;
};
/// Of the laws that have such numbers.
inline constexpr double ratio = 0.4;
inline const OgdenTerms terms{{1.3, 5, -2.5}, {0.5, 0.2, 0.3}};

inline Body solid_of(const TetMesh& mesh, ContinuumModel model, const Moduli& m) {
  ContinuumOptions options;
  options.mooney_ratio = ratio;
  options.ogden = terms;
  SolidOptions nothing_softened;
  nothing_softened.fastest = 0;
  Body body = continuum_solid(mesh, model, make_material(1, 0.3, 1000), nothing_softened, options);
  body.relations[0].parameters[0] = {m.shear};
  body.relations[0].parameters[1] = {m.lame};
  return body;
}

/// A block, of which coordinates are held.
class Block {
 public:
  Block() : held(3 * mesh.vertices().size()), box_(bounding_box(mesh.vertices())) {}

  bool is_at(Index v, int axis, bool high) const {
    return std::abs(mesh.vertices()[v][axis] - (high ? box_.high : box_.low)[axis]) < 1e-9;
  }
  /// This coordinate of the vertices of a face.
  void hold(int axis, bool high, int coordinate) {
    for (Index v = 0; v < mesh.vertices().size(); ++v)
      if (is_at(v, axis, high)) held[3 * v + static_cast<unsigned>(coordinate)] = true;
  }
  void hold_surface() {
    for (int axis = 0; axis < 3; ++axis)
      for (const bool high : {false, true})
        for (int coordinate = 0; coordinate < 3; ++coordinate) hold(axis, high, coordinate);
  }
  /// So that it can only be stretched along its axes.
  void hold_three_faces() {
    for (int axis = 0; axis < 3; ++axis) hold(axis, false, axis);
  }
  /// Leads what is held to where F puts it; what is free goes along.
  void lead(Vector& x, const Mat3<double>& from, const Mat3<double>& to) const {
    for (Index v = 0; v < mesh.vertices().size(); ++v) {
      const Vec3d& at = mesh.vertices()[v];
      const Vec3d there = to * at, move = (to - from) * at;
      for (int k = 0; k < 3; ++k)
        x[3 * v + k] = held[3 * v + static_cast<unsigned>(k)] ? there[k] : x[3 * v + k] + move[k];
    }
  }
  /// By volume, where F changes as told: P : dF.
  template <class Law>
  double work(const Body& body, const Vector& x, const Mat3<double>& change) const {
    const Vector forces = Statics<Law>(body).linear_at(x).forces;
    double sum = 0;
    for (Index v = 0; v < mesh.vertices().size(); ++v)
      for (int k = 0; k < 3; ++k) sum -= forces[3 * v + k] * (change * mesh.vertices()[v])[k];
    return sum / mesh.volume();
  }

  const TetMesh mesh{from_origin(make_shape("grid", {{"length", 0.3},
                                                     {"height", 0.2},
                                                     {"width", 0.1},
                                                     {"cells_x", 3},
                                                     {"cells_y", 2},
                                                     {"cells_z", 2}}))};
  std::vector<bool> held;  // by vertex and coordinate

 private:
  static Mesh from_origin(Mesh mesh) {
    const Vec3d low = bounding_box(mesh.vertices).low;
    for (Vec3d& x : mesh.vertices) x -= low;
    return mesh;
  }
  Box box_;
};

inline Mat3<double> diagonal(double x, double y, double z) {
  return {Vec3d{x, 0, 0}, {0, y, 0}, {0, 0, z}};
}

/// The equilibrium where F of what is held goes along a path, from 0 to 1.
template <class Law>
Vector settled(const Block& block, const Body& body,
               const std::function<Mat3<double>(double)>& path) {
  const Statics<Law> statics(body);
  Vector x = statics.rest_positions();
  constexpr int steps = 20;
  for (int i = 1; i <= steps; ++i) {
    block.lead(x, path(double(i - 1) / steps), path(double(i) / steps));
    x = statics.equilibrium(x, Vector::Zero(x.size()), block.held, i < steps ? 3 : 10);
  }
  return x;
}
template <class Law>
Vector settled(const Block& block, const Body& body, const Mat3<double>& to) {
  const Mat3<double> one = diagonal(1, 1, 1);
  return settled<Law>(block, body, [&](double part) { return one + (to - one) * part; });
}

}  // namespace pliant::test
