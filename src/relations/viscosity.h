#pragma once

#include "math/mat3.h"

namespace pliant {

/// F times it is the viscous stress of a solid where F changes at a rate, and s F: τ times the rate
/// of 2 μ E + λ tr(E), with Green's strain E, over max(1, |F|² - 2). In a stretched tetrahedron
/// damping then is no stronger than 1.5 times that at rest, for which steps are chosen.
template <class R>
PLIANT_HD Sym3<R> with_viscosity(const Mat3<R>& f, const Mat3<R>& f_rate, const R& shear,
                                 const R& lame, const R& damping, const R& s) {
  const Sym3<R> rate = gram_rate(f, f_rate);
  const R stretched = inner(f, f) - R(2);
  const R half_damping = R(0.5) * damping / select(stretched > R(1), stretched, R(1));
  return plus_diagonal(rate * (half_damping * (shear + shear)),
                       s + half_damping * lame * trace(rate));
}

}  // namespace pliant
