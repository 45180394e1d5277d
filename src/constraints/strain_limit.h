#pragma once

#include "relations/law.h"

namespace pliant {

/// One end of a spring.
template <class R>
struct SpringEnd {
  Vec3<R> x;
  R inverse_mass, share;
};

/// L13 (3.12) with its signs mended: a spring longer than `longest` times its rest length draws
/// its ends together, the lighter one more, so that the centre of mass stays. The corrections are
/// found for all springs from the same positions and then added up. Many springs may pull at one
/// vertex, so each takes only a share of its excess: one over half the number of springs there.
/// A pair of vertices by itself is corrected exactly as printed. Velocities change along with the
/// positions, as in Verlet's method, or what stretches a spring would go on accelerating its ends.
///
/// Adds how far the ends move; false where the spring is short enough.
template <class Law, class R>
PLIANT_HD bool limit_spring(const SpringEnd<R>& a, const SpringEnd<R>& b,
                            const typename Law::template Rest<R>& rest, R longest, Vec3<R>& move_a,
                            Vec3<R>& move_b) {
  const Vec3<R> x[2] = {a.x, b.x};
  const R stretch = Law::stretch(x, rest);
  if (!(stretch > longest)) return false;
  const R weights = a.inverse_mass * a.share + b.inverse_mass * b.share;
  if (!(weights > R(0))) return true;
  const R excess = R(1) - longest / stretch;  // of the present length
  const Vec3<R> pull = (b.x - a.x) * (excess / weights);
  move_a += pull * a.inverse_mass;
  move_b -= pull * b.inverse_mass;
  return true;
}

}  // namespace pliant
