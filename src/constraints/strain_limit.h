#pragma once

#include <pliant/vec3.h>

#include <cmath>
#include <cstdint>

// No spring longer than so many times its rest length (L13 3.12, with its signs mended).
//
// That two vertices are no farther apart than l is a convex set of their places. Where a step has
// left it, the vertices are put back onto it, the lighter one farther, so that the centre of mass
// stays; and of the velocity with which they part as much is taken away as brought them out, at
// most all of it. So the limit is inelastic, whatever an integrator does with its velocities; what
// had been left over by steps before is put back without any velocity. Ends that are drawn together
// and kept the velocity across would lose angular momentum: they get as much faster as they come
// nearer, so far as the energy just taken away allows. Thus kinetic energy can only fall, and a
// body that spins at its limit goes on spinning.
//
// Springs are visited one after the other, each from where those before it have left its ends, in
// several sweeps. From the second on they are over-relaxed, since what one spring is put right by
// its neighbours must follow: that carries what holds a hanging body from end to end, and takes
// kinetic energy away as long as the factor is below two. Springs of one colour have no vertex in
// common, so that the order among them does not matter and threads may take them together. It is
// all done when a step has moved the vertices, and only where some spring was near its limit as the
// step began: while springs are short it costs a comparison each.

namespace pliant {

/// A spring as the limit sees it; `a` and `b` are rows.
template <class R>
struct LimitedSpring {
  std::uint32_t a, b;
  std::uint32_t gives_way;  // bit i: a along axis i; bit 3 + i: b
  R inverse_length;         // one over its length at rest; 0: it is removed
};

inline constexpr std::uint32_t limit_sweeps = 8;
/// By which part of what is too much springs give way in a sweep, the first of which is 1.
PLIANT_HD double limit_relaxation(std::uint32_t sweep) {
  return sweep == 1 ? 1.0 : 1.7;
}

/// How long, over its rest length, a spring is near the limit: nine tenths of what it may stretch.
constexpr double near_limit(double longest) {
  return longest - 0.1 * (longest - 1);
}

/// The numbers of a vertex that a limit changes.
template <class R>
struct LimitedEnd {
  R* particle;  // position, inverse mass, velocity
  R* move;      // the last displacement of an integrator that carries it on; else null
  R* impulse;   // kg m/s, added up

  PLIANT_HD Vec3<R> place() const { return {particle[0], particle[1], particle[2]}; }
  PLIANT_HD Vec3<R> velocity() const { return {particle[4], particle[5], particle[6]}; }
  /// Inverse masses by direction. What is led in some directions gives way in the others where the
  /// spring, along n, is mostly along these: else it would be levered away by what leads it.
  PLIANT_HD Vec3<R> weights(std::uint32_t gives_way, const Vec3<R>& n) const {
    const R w = particle[3];
    const Vec3<R> free{gives_way & 1 ? w : R(0), gives_way & 2 ? w : R(0),
                       gives_way & 4 ? w : R(0)};
    const R along = free.x * n.x * n.x + free.y * n.y * n.y + free.z * n.z * n.z;
    return along * R(2) > w ? free : Vec3<R>{R(0), R(0), R(0)};
  }
  PLIANT_HD void change(const Vec3<R>& w, const Vec3<R>& shift, const Vec3<R>& push, R h) const {
    for (int i = 0; i < 3; ++i) {
      particle[i] += w[i] * shift[i];
      particle[4 + i] += w[i] * push[i];
      if (move) move[i] += w[i] * push[i] * h;
      impulse[i] += push[i];
    }
  }
};

/// A sweep over the springs after a step.
template <class R>
struct LimitedStep {
  R longest, h, relaxation;
};

/// Gives way in all directions alike, or in none.
PLIANT_HD bool is_whole(std::uint32_t gives_way) {
  return gives_way == 0 || gives_way == 7;
}

/// False where the spring is short enough, or neither end gives way.
template <class R>
PLIANT_HD bool limit_spring(const LimitedSpring<R>& spring, const LimitedStep<R>& step,
                            const LimitedEnd<R>& a, const LimitedEnd<R>& b) {
  using std::sqrt;
  const R h = step.h;
  const Vec3<R> edge = b.place() - a.place();
  const R length = sqrt(dot(edge, edge));
  if (!(length * spring.inverse_length > step.longest)) return false;
  const Vec3<R> n = edge * (R(1) / length);
  const Vec3<R> w_a = a.weights(spring.gives_way, n), w_b = b.weights(spring.gives_way >> 3, n);
  R weight(0);
  for (int i = 0; i < 3; ++i) weight += (w_a[i] + w_b[i]) * n[i] * n[i];
  if (!(weight > R(0))) return false;
  const R target = step.longest / spring.inverse_length, excess = length - target;
  const Vec3<R> apart = b.velocity() - a.velocity();
  const R parting = dot(n, apart);
  const R brought = excess < parting * h ? excess / h : parting > R(0) ? parting : R(0);
  const R back = step.relaxation * excess, out = step.relaxation * brought;
  const Vec3<R> across = apart - n * parting;
  const R nearer = back / target, lost = out * (R(2) * parting - out), had = dot(across, across);
  R faster(0);
  if (is_whole(spring.gives_way & 7) && is_whole(spring.gives_way >> 3)) {
    const R part = had > R(0) ? lost / had : R(0);
    faster = nearer * (R(2) + nearer) < part ? nearer : part / (R(1) + sqrt(R(1) + part));
  }
  const Vec3<R> shift = n * (back / weight), push = (n * out - across * faster) * (R(1) / weight);
  a.change(w_a, shift, push, h);
  b.change(w_b, -shift, -push, h);
  return true;
}

}  // namespace pliant
