#pragma once

#include "math/mat3.h"

namespace pliant {

/// A symmetric matrix, made positive definite, as L D Lᵀ: to be solved with, never inverted. What
/// is definite stays as it is. Else a pivot that is too small for what stands below it, or
/// negative, is made larger just so far that no number of L √D exceeds the root of the largest
/// number of the matrix (Gill, Murray and Wright 1981, 4.4.2.2), so that solutions stay bounded.
template <class R>
class DefiniteFactors {
 public:
  /// No pivot becomes smaller than this share of the largest number of the matrix, or than `floor`,
  /// which must be above zero.
  PLIANT_HD DefiniteFactors(const Sym3<R>& a, const R& share, const R& floor) {
    const R on = larger(larger(size(a.xx), size(a.yy)), size(a.zz));
    const R off = larger(larger(size(a.xy), size(a.yz)), size(a.zx));
    // No off-diagonal number of a definite matrix is larger than all on the diagonal.
    const R most = larger(larger(on, off * R(0.35355339059327373)), floor);
    const R least = larger(share * larger(on, off), floor), inverse_most = R(1) / most;

    const R x = pivot(a.xx, larger(size(a.xy), size(a.zx)), least, inverse_most);
    inverse_x_ = R(1) / x;
    xy_ = a.xy * inverse_x_;
    xz_ = a.zx * inverse_x_;
    const R below = a.yz - xz_ * a.xy;
    const R y = pivot(a.yy - xy_ * a.xy, size(below), least, inverse_most);
    inverse_y_ = R(1) / y;
    yz_ = below * inverse_y_;
    inverse_z_ = R(1) / pivot(a.zz - xz_ * a.zx - yz_ * below, R(0), least, inverse_most);
  }

  /// The solution u of L D Lᵀ u = b.
  PLIANT_HD Vec3<R> solve(const Vec3<R>& b) const {
    const R y = b.y - xy_ * b.x, z = b.z - xz_ * b.x - yz_ * y;
    Vec3<R> u;
    u.z = z * inverse_z_;
    u.y = y * inverse_y_ - yz_ * u.z;
    u.x = b.x * inverse_x_ - xy_ * u.y - xz_ * u.z;
    return u;
  }

 private:
  PLIANT_HD static R size(const R& a) { return select(a > R(0), a, -a); }
  PLIANT_HD static R larger(const R& a, const R& b) { return select(a > b, a, b); }
  PLIANT_HD static R pivot(const R& found, const R& below, const R& least, const R& inverse_most) {
    return larger(larger(size(found), below * below * inverse_most), least);
  }

  R inverse_x_, inverse_y_, inverse_z_;  // of the pivots
  R xy_, xz_, yz_;                       // of L, by columns
};

}  // namespace pliant
