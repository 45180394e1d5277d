#pragma once

#include "math/real.h"

namespace pliant::contact {

/// The rotation that takes places near to where they went, by least squares: from the moment of
/// what they moved, Σ r × u = I ω. For a pure rotation by an angle t, |ω| = sin t.
class Turn {
 public:
  /// A place from the middle of all, and how far it went.
  PLIANT_HD void add(const Vec3d& r, const Vec3d& moved) {
    moment_ += cross(r, moved);
    const double rr = dot(r, r);
    xx_ += rr - r.x * r.x, yy_ += rr - r.y * r.y, zz_ += rr - r.z * r.z;
    xy_ -= r.x * r.y, yz_ -= r.y * r.z, zx_ -= r.z * r.x;
  }
  PLIANT_HD void finish() {
    const double least = 1e-9 * (xx_ + yy_ + zz_);  // all on a line: about that they may turn
    const Vec3d a{xx_ + least, xy_, zx_}, b{xy_, yy_ + least, yz_}, c{zx_, yz_, zz_ + least};
    const double volume = dot(a, cross(b, c));
    if (!(volume > 0)) return;
    const Vec3d rate =
        (cross(b, c) * moment_.x + cross(c, a) * moment_.y + cross(a, b) * moment_.z) / volume;
    const double cosine2 = 1 - dot(rate, rate);
    using std::sqrt;
    half_ = rate / (1 + (cosine2 > 0 ? sqrt(cosine2) : 0));
    scale_ = 2 / (1 + dot(half_, half_));
  }
  PLIANT_HD Vec3d operator()(const Vec3d& r) const {
    const Vec3d turned = cross(half_, r);
    return r + (turned + cross(half_, turned)) * scale_;
  }

 private:
  Vec3d moment_{};
  double xx_ = 0, yy_ = 0, zz_ = 0, xy_ = 0, yz_ = 0, zx_ = 0;
  Vec3d half_{};  // the axis times tan(t / 2)
  double scale_ = 0;
};

}  // namespace pliant::contact
