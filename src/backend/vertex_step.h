#pragma once

#include <limits>

#include "math/definite.h"

// Where one vertex goes while all others stand still (docs/descent.md). R is a number, P one or a
// pack of them.

namespace pliant::backend {

template <class P>
PLIANT_HD Vec3<P> along(const Vec3<P>& free, const Vec3<P>& a) {
  return {a.x * free.x, a.y * free.y, a.z * free.z};
}

/// A vertex beside its relations.
template <class R, class P>
struct LoneVertex {
  Vec3<P> x, free;   // free: 0 in directions in which it is held, else 1
  Vec3<P> gradient;  // N, of inertia and terms
  Sym3<P> block;     // N/m, likewise

  /// `mass` is times the inertia.
  PLIANT_HD LoneVertex(const Vec3<P>& at, const Vec3<P>& target, const P& mass,
                       const Vec3<P>& freedom)
      : x(at), free(freedom), gradient((at - target) * mass) {
    const P zero(R(0));
    block = {mass, mass, mass, zero, zero, zero};
  }
  /// A term that was made about a place.
  PLIANT_HD void add(const Vec3<P>& slope, const Sym3<P>& more, const Vec3<P>& place) {
    gradient += slope + more * (x - place);
    block = block + more;
  }
  /// All forces in directions in which it is free.
  PLIANT_HD Vec3<P> force(const Vec3<P>& of_relations) const {
    return along(free, of_relations - gradient);
  }
  /// The step that makes the model of second order least.
  PLIANT_HD Vec3<P> step(const Vec3<P>& of_relations, const Sym3<P>& their_block) const {
    const Sym3<P> b = block + their_block;
    // What is held is a direction by itself, in which nothing pulls.
    const P one(R(1));
    const Sym3<P> own = {b.xx * free.x + (one - free.x), b.yy * free.y + (one - free.y),
                         b.zz * free.z + (one - free.z), b.xy * free.x * free.y,
                         b.yz * free.y * free.z,         b.zx * free.z * free.x};
    const DefiniteFactors<P> factors(own, P(R(4) * std::numeric_limits<R>::epsilon()), P(R(1e-30)));
    return factors.solve(force(of_relations));
  }
  /// The same cut off where it is farther than `most` from where it began.
  PLIANT_HD Vec3<P> within(const Vec3<P>& way, const Vec3<P>& begin, const P& most) const {
    const Vec3<P> whole = x + way - begin;
    const P square = squared_length(whole);
    const P part = select(square > most * most, most * inverse_sqrt(square + P(R(1e-30))), P(R(1)));
    return along(free, begin + whole * part - x);
  }
  /// What a step adds to the energy of inertia and terms.
  PLIANT_HD P change(const Vec3<P>& way) const {
    return dot(gradient, way) + P(R(0.5)) * dot(way, block * way);
  }
};

}  // namespace pliant::backend
