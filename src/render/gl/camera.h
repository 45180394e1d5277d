#pragma once

#include <pliant/vec3.h>

#include <array>
#include <span>

namespace pliant::render::gl {

/// A 4 x 4 matrix, column after column as OpenGL wants it.
struct Matrix {
  std::array<double, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

  double& at(int row, int column) { return m[static_cast<std::size_t>(4 * column + row)]; }
  double at(int row, int column) const { return m[static_cast<std::size_t>(4 * column + row)]; }
  bool operator==(const Matrix&) const = default;

  friend Matrix operator*(const Matrix& a, const Matrix& b) {
    Matrix c;
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 4; ++column) {
        double sum = 0;
        for (int k = 0; k < 4; ++k) sum += a.at(row, k) * b.at(k, column);
        c.at(row, column) = sum;
      }
    return c;
  }

  std::array<float, 16> floats() const {
    std::array<float, 16> f;
    for (std::size_t i = 0; i < 16; ++i) f[i] = static_cast<float>(m[i]);
    return f;
  }
};

/// The matrix of a view whose axes are given in the world: x to the right, y up, z to the eye.
inline Matrix view_matrix(const Vec3d& right, const Vec3d& up, const Vec3d& back,
                          const Vec3d& eye) {
  Matrix v;
  const Vec3d axes[3] = {right, up, back};
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) v.at(row, column) = axes[row][column];
    v.at(row, 3) = -dot(axes[row], eye);
  }
  return v;
}

/// `tangent`: of half the vertical angle of view.
inline Matrix perspective(double tangent, double aspect, double nearest, double farthest) {
  Matrix p;
  p.at(0, 0) = 1 / (tangent * aspect);
  p.at(1, 1) = 1 / tangent;
  p.at(2, 2) = -(farthest + nearest) / (farthest - nearest);
  p.at(2, 3) = -2 * farthest * nearest / (farthest - nearest);
  p.at(3, 2) = -1;
  p.at(3, 3) = 0;
  return p;
}

/// Maps the box from `low` to `high`, z growing to the eye, to the cube that OpenGL draws.
inline Matrix orthographic(const Vec3d& low, const Vec3d& high) {
  Matrix o;
  for (int axis = 0; axis < 3; ++axis) {
    const double size = high[axis] - low[axis], sign = axis == 2 ? -1 : 1;
    o.at(axis, axis) = sign * 2 / size;
    o.at(axis, 3) = -sign * (high[axis] + low[axis]) / size;
  }
  return o;
}

/// An eye that looks at a point from a distance. Up is +y unless it is rolled.
struct Camera {
  Vec3d target{};
  double yaw = -35, pitch = 15;  ///< where the eye stands around and above the target, degrees
  double roll = 0;               ///< about the line of sight, anticlockwise, degrees
  double distance = 3;           ///< from the eye to the target, m
  double angle = 30;             ///< of view, from the lower to the upper edge, degrees

  double shift = 0;  ///< how far left of the middle the target is seen, in halves of the width

  Vec3d level_right() const;  ///< as it would be without roll
  Vec3d right() const;
  Vec3d up() const;
  Vec3d back() const;  ///< from the target to the eye
  Vec3d eye() const { return target + back() * distance; }

  /// World to the cube that OpenGL draws, for coordinates relative to `origin`.
  Matrix matrix(double aspect, const Vec3d& origin) const;

  /// Sees these points, all of them, as large as can be from the angles that are set; `zoom` 2 goes
  /// half as far away. Points that are not finite do not count. Where they would come into the
  /// share of the width `taken` at the right, they are fitted into what is left of it.
  void fit(std::span<const Vec3d> points, double aspect, double zoom = 1, double taken = 0);

 private:
  /// Into the part of the picture that `shift` leaves; returns how far right they reach, 1 being
  /// the edge.
  double fit_part(std::span<const Vec3d> points, double aspect, double zoom);
};

}  // namespace pliant::render::gl
