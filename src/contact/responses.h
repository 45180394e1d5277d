#pragma once

#include "contact/obstacles.h"

// The three ways in which an obstacle meets a vertex at the end of a step: a new position, which is
// keep_out, a new velocity or a new acceleration. The last two leave the position to the next step,
// so that it does not matter by how many stages that moves it.

namespace pliant::contact {

inline constexpr double resolved_part = 0.2;  // of a depth in a step, by an impulse

// What a penalty's stiffness is in steps: the square of its rate (1/s) times the step. A vertex by
// itself would bear a rate of 0.8 with critical damping; the rest is for the body's own forces.
inline constexpr double usual_rate = 0.25, highest_rate = 0.5;

/// 1/s²: a penalty that is stiffer is taken to be so stiff.
inline double stiffest_penalty(double h) {
  return (highest_rate / h) * (highest_rate / h);
}

/// How a vertex passes an obstacle, as seen from that, m/s.
template <class P>
struct Passage {
  Vec3<P> last;  // its mean velocity over this step
  Vec3<P> next;  // and over the next one, if what pushes it goes on
};

template <class P, class R>
PLIANT_HD Passage<P> passage(const Vec3<P>& velocity, const Vec3<P>& wall,
                             const Stride<P, R>& stride) {
  const Vec3<P> relative = velocity - wall, gain = velocity - stride.before;
  return {relative - gain * P(R(1) - stride.follows), relative + gain * P(stride.follows)};
}

/// m/s, along the normal: what ends the approach and brings a vertex a part of the way out, or back
/// with a bounce. It gives no energy that stays: one that comes out no faster than the last step
/// made it becomes slower again as it rises, and as the next step may press less than this one, a
/// bounce is slower by twice what this one pressed.
template <class P, class R>
PLIANT_HD P impulse(const SeenObstacle<R>& o, const Gap<P>& gap, const Passage<P>& way, R h) {
  const P rise = -gap.distance * P(R(resolved_part) / h);
  const P outward = dot(gap.normal, way.next), before = dot(gap.normal, way.last);
  const P wanted = larger(rise, before * P(-o.bounce) - larger(P(2) * (before - outward), P(0)));
  const P made = rise * P(R(1.01 / (1 - resolved_part)));
  return select(outward < larger(wanted, made), wanted - outward, P(0));
}

/// Likewise what a spring and a damper give in a step. They only push.
template <class P, class R>
PLIANT_HD P penalty(const SeenObstacle<R>& o, const Gap<P>& gap, const Passage<P>& way, R h) {
  const R highest = R(highest_rate) / h;
  const R rate = o.rate > R(0) ? (o.rate < highest ? o.rate : highest) : R(usual_rate) / h;
  const P spring = -gap.distance * P(rate * rate * h);
  const P damper = dot(gap.normal, way.last) * P(R(2) * o.damping * rate * h);
  return larger(spring - damper, P(0));
}

/// Changes the velocity of a vertex that is inside at the end of a step, or its last displacement
/// where the integrator carries that.
template <bool keeps_move, class P, class R, class Mask>
PLIANT_HD void push_away(const SeenObstacle<R>& o, const Gap<P>& gap, const Mask& free,
                         const Stride<P, R>& stride, Motion<P>& m) {
  const P zero(0), h(stride.h);
  const auto inside = free && gap.distance < zero;
  if (!any(inside)) return;
  Vec3<P> velocity = m.v;
  if constexpr (keeps_move) velocity = m.kept[0] * P(R(1) / stride.h);
  const Passage<P> way = passage(velocity, all_lanes<P>(o.velocity), stride);
  const P push = o.response == Response::impulse ? impulse(o, gap, way, stride.h)
                                                 : penalty(o, gap, way, stride.h);
  Vec3<P> change = gap.normal * push;
  if (o.friction > R(0)) {
    const Vec3<P> slip = way.next - gap.normal * dot(gap.normal, way.next);
    change -= slip * ended_part(length(slip), P(o.friction) * larger(push, zero));
  }
  change = select_all(inside, change, Vec3<P>{zero, zero, zero});
  m.v += change;
  if constexpr (keeps_move) m.kept[0] += change * h;
}

/// m: what is thinner than a vertex is far outside its surface still meets it.
template <class R>
PLIANT_HD R most_inset(const SeenObstacle<R>& o) {
  switch (o.kind) {
    case ShapeKind::ball:
    case ShapeKind::capsule:
      return R(0.5) * o.radius;
    case ShapeKind::cuboid:
      return R(0.5) * smaller(o.half.x, smaller(o.half.y, o.half.z));
    case ShapeKind::surface:
      return static_cast<R>(o.reach);
    default:
      return far_away<R>();
  }
}

/// `inset`: how far within the vertex its surface lies.
template <bool keeps_move, class P, class R, class Mask>
PLIANT_HD void meet(const SeenObstacle<R>& o, const Mask& free, const P& inset,
                    const Stride<P, R>& stride, Motion<P>& m) {
  Gap<P> gap = gap_to(o, m.x);
  gap.distance = gap.distance + smaller(inset, P(most_inset(o)));
  if (o.response == Response::constraint)
    keep_out<keeps_move>(o, gap, free, stride, m);
  else
    push_away<keeps_move>(o, gap, free, stride, m);
}

}  // namespace pliant::contact
