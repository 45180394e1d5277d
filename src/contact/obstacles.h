#pragma once

#include <cstdint>
#include <type_traits>

#include "contact/closed_surface.h"
#include "contact/gap.h"
#include "integrators/integrators.h"

// What keeps vertices out of obstacles, on the host and on a card.

namespace pliant::contact {

enum class ShapeKind : std::uint32_t { floor, ball, capsule, cuboid, surface };

/// An obstacle in plain numbers that go to a kernel, in the world.
struct PlainObstacle {
  ShapeKind kind;
  Vec3d place;    // m: a point of the floor, a centre, the begin of a capsule
  Vec3d axes[3];  // a floor's normal; a capsule's end from its begin; a cuboid's directions
  Vec3d half;     // of a cuboid's size
  double radius;  // of what is round
  double friction, bounce;
  Response response;
  double rate, damping;  // of a penalty: 1/s, 0 for the usual one; a part of critical damping
  Vec3d velocity;        // m/s
  double since;          // s: when it is at its place
  /// On a card: steps taken before the launch since the time from which `since` counts.
  std::int64_t steps;
  SurfaceView surface;
  double reach;  // m: a surface is looked for so far off
  /// For what sleeps: it was changed just now, by so many m.
  bool moved = false;
  double moved_by = 0;
};

/// The same as it is seen from the moving origin at the end of a step.
template <class R>
struct SeenObstacle {
  ShapeKind kind;
  Vec3<R> place, axes[3], half;
  R radius, friction, bounce;
  Response response;
  R rate, damping;
  Vec3<R> velocity;
  SurfaceView surface;
  double reach;
};

template <class R>
PLIANT_HD Vec3<R> rounded(const Vec3d& a) {
  return {static_cast<R>(a.x), static_cast<R>(a.y), static_cast<R>(a.z)};
}

/// `later`: s since it was at its place.
template <class R>
PLIANT_HD SeenObstacle<R> seen_from(const PlainObstacle& o, double later, const Vec3d& origin,
                                    const Vec3d& drift) {
  SeenObstacle<R> seen{};
  seen.kind = o.kind;
  Vec3d place = o.place + o.velocity * later - origin;
  // A floor's nearest point: any other may be far, and digits would be lost.
  if (o.kind == ShapeKind::floor) place = o.axes[0] * dot(o.axes[0], place);
  seen.place = rounded<R>(place);
  for (int i = 0; i < 3; ++i) seen.axes[i] = rounded<R>(o.axes[i]);
  seen.half = rounded<R>(o.half);
  seen.radius = static_cast<R>(o.radius);
  seen.friction = static_cast<R>(o.friction);
  seen.bounce = static_cast<R>(o.bounce);
  seen.response = o.response;
  seen.rate = static_cast<R>(o.rate);
  seen.damping = static_cast<R>(o.damping);
  seen.velocity = rounded<R>(o.velocity - drift);
  seen.surface = o.surface;
  seen.reach = o.reach;
  return seen;
}

template <class P, class R>
PLIANT_HD Vec3<P> all_lanes(const Vec3<R>& a) {
  return {P(a.x), P(a.y), P(a.z)};
}
template <class P>
PLIANT_HD P larger(const P& a, const P& b) {
  return select(a > b, a, b);
}
template <class P>
PLIANT_HD P smaller(const P& a, const P& b) {
  return select(a < b, a, b);
}
template <class P, class Mask>
PLIANT_HD Vec3<P> select_all(const Mask& mask, const Vec3<P>& yes, const Vec3<P>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

/// To a ball about the origin. At its very centre every way out is as short.
template <class P>
PLIANT_HD Gap<P> gap_to_ball(const Vec3<P>& from, const P& radius) {
  const P zero(0), one(1), distance = length(from);
  const auto apart = distance > zero;
  const P inverse = one / select(apart, distance, one);
  return {distance - radius, select_all(apart, from * inverse, Vec3<P>{zero, one, zero})};
}

template <class P, class R>
PLIANT_HD Gap<P> gap_to_capsule(const SeenObstacle<R>& o, const Vec3<P>& from) {
  const P zero(0), one(1);
  const R squared = squared_length(o.axes[0]);
  const P along = dot(from, all_lanes<P>(o.axes[0])) * P(squared > R(0) ? R(1) / squared : R(0));
  return gap_to_ball(from - all_lanes<P>(o.axes[0]) * larger(zero, smaller(one, along)),
                     P(o.radius));
}

/// Inside, the way out is through the nearest side.
template <class P, class R>
PLIANT_HD Gap<P> gap_to_cuboid(const SeenObstacle<R>& o, const Vec3<P>& from) {
  const P zero(0), one(1);
  Vec3<P> outside, sign;
  P deepest(-far_away<R>());  // of the distances to the sides, the least
  for (int i = 0; i < 3; ++i) {
    const P along = dot(from, all_lanes<P>(o.axes[i]));
    sign[i] = select(along < zero, P(-1), one);
    const P off = along * sign[i] - P(o.half[i]);
    outside[i] = larger(off, zero);
    deepest = larger(deepest, off);
  }
  const P apart = length(outside);
  const auto is_outside = apart > zero;
  const P inverse = one / select(is_outside, apart, one);
  Vec3<P> normal{zero, zero, zero};
  auto left = deepest <= deepest;
  for (int i = 0; i < 3; ++i) {
    const P off = dot(from, all_lanes<P>(o.axes[i])) * sign[i] - P(o.half[i]);
    const auto nearest = left && off >= deepest;
    left = left && off < deepest;
    const P part = select(is_outside, outside[i] * inverse, select(nearest, one, zero));
    normal += all_lanes<P>(o.axes[i]) * (part * sign[i]);
  }
  return {select(is_outside, apart, deepest), normal};
}

template <class P, class R>
PLIANT_HD Gap<P> gap_to_surface(const SeenObstacle<R>& o, const Vec3<P>& from) {
  if constexpr (std::is_floating_point_v<P>) {
    const Vec3d p{double(from.x), double(from.y), double(from.z)};
#if defined(__CUDA_ARCH__)
    const Gap<double> gap = find_gap(o.surface, p, o.reach);
#else
    const Gap<double> gap = gap_on_host(o.surface, p, o.reach);
#endif
    return {static_cast<P>(gap.distance), rounded<P>(gap.normal)};
  } else {
    constexpr std::size_t width = P::size;
    R x[3][width], distance[width], normal[3][width];
    for (int i = 0; i < 3; ++i) from[i].store_unaligned(x[i]);
    for (std::size_t lane = 0; lane < width; ++lane) {
      const Gap<R> gap = gap_to_surface<R, R>(o, Vec3<R>{x[0][lane], x[1][lane], x[2][lane]});
      distance[lane] = gap.distance;
      for (int i = 0; i < 3; ++i) normal[i][lane] = gap.normal[i];
    }
    return {
        P::load_unaligned(distance),
        {P::load_unaligned(normal[0]), P::load_unaligned(normal[1]), P::load_unaligned(normal[2])}};
  }
}

template <class P, class R>
PLIANT_HD Gap<P> gap_to(const SeenObstacle<R>& o, const Vec3<P>& x) {
  const Vec3<P> from = x - all_lanes<P>(o.place);
  switch (o.kind) {
    case ShapeKind::ball:
      return gap_to_ball(from, P(o.radius));
    case ShapeKind::capsule:
      return gap_to_capsule(o, from);
    case ShapeKind::cuboid:
      return gap_to_cuboid(o, from);
    case ShapeKind::surface:
      return gap_to_surface(o, from);
    default:
      break;
  }
  const Vec3<P> normal = all_lanes<P>(o.axes[0]);
  return {dot(normal, from), normal};
}

/// A floor that neither moves, bounces nor rubs is in the loop over all vertices: the half space
/// normal·x >= offset, whose boundary moves with `speed` as the origin moves along with the body. A
/// zero normal and offset: none.
template <class R>
struct FloorPlane {
  Vec3<R> normal;
  R offset;  // m
  R speed;   // m/s
};

/// Puts a vertex that has passed the floor back onto it along the normal and takes away the part of
/// its velocity that points into it (L13 chapter 6). Where the integrator carries the last
/// displacement instead of the velocity (`keeps_move`), the same happens to that. `inset`: how far
/// within the vertex its surface lies.
template <bool keeps_move, class R, class Mask>
PLIANT_HD void keep_above(const FloorPlane<R>& floor, const Mask& free, const R& inset, R h,
                          Motion<R>& m) {
  const R zero(0);
  const R depth = floor.offset - dot(floor.normal, m.x) - inset;
  const auto below = free && depth > zero;
  const R push = select(below, depth, zero);
  m.x += floor.normal * push;
  const auto stop = [&](Vec3<R>& motion, const R& of_floor) {
    const R inward = of_floor - dot(floor.normal, motion);
    motion += floor.normal * select(below && inward > zero, inward, zero);
  };
  stop(m.v, floor.speed);
  if constexpr (keeps_move) stop(m.kept[0], floor.speed * h);
}

/// Puts a vertex inside back onto the surface and takes away the part of its velocity that points
/// into it, and of its last displacement where the integrator carries that (`keeps_move`). No
/// impact: what constraints do to a vertex is undone like this.
template <bool keeps_move, class P, class Mask>
PLIANT_HD void put_back(const Gap<P>& gap, const Vec3<P>& wall, const Mask& free, P h,
                        Motion<P>& m) {
  const P zero(0);
  const auto inside = free && gap.distance < zero;
  m.x -= gap.normal * select(inside, gap.distance, zero);
  const auto stop = [&](Vec3<P>& motion, const P& time) {
    const P inward = dot(gap.normal, wall) * time - dot(gap.normal, motion);
    motion += gap.normal * select(inside && inward > zero, inward, zero);
  };
  stop(m.v, P(1));
  if constexpr (keeps_move) stop(m.kept[0], h);
}

/// What happened to a vertex in a step.
template <class P, class R>
struct Stride {
  Vec3<P> before;  // its velocity at the start, m/s
  R h;             // s
  /// How far its position follows where its velocity is changed at the end of the step, over h
  /// times that change; see integrators.h.
  R follows;
  Vec3<P> start;  // its position at the start, where it follows in part: of several stages
};

/// The part of a slip (m/s) that friction ends which changes velocities by `most`.
template <class P>
PLIANT_HD P ended_part(const P& slip, const P& most) {
  return select(slip > most, most / select(slip > P(0), slip, P(1)), P(1));
}

/// Keeps a vertex out of an obstacle at the end of a step: an impulse along the normal, and up to
/// friction times that one along the surface. Without a bounce the vertex is put on the surface, as
/// on a smooth floor. With one it gets no energy:
/// - Where positions follow the new velocity, v' = v + h a and x' = x + h v', an impulse J changes
///   what the method conserves, v·v'/2 and the energy of x, by J (v + v')/2. So v' is the old
///   velocity times minus the bounce, and x' goes with it; or just so that the vertex comes to lie
///   on the surface.
/// - Where they do not, the velocity alone is turned round, in the step before the vertex would
///   enter, which changes the kinetic energy alone. One that comes hardly faster than this step
///   pressed it lies there, and is put on the surface.
template <bool keeps_move, class P, class R, class Mask>
PLIANT_HD void keep_out(const SeenObstacle<R>& o, const Gap<P>& gap, const Mask& free,
                        const Stride<P, R>& stride, Motion<P>& m) {
  const P zero(0), h(stride.h), per_second(R(1) / stride.h);
  const Vec3<P>& normal = gap.normal;
  const Vec3<P> wall = all_lanes<P>(o.velocity);
  Vec3<P> velocity = m.v;
  if constexpr (keeps_move) velocity = m.kept[0] * per_second;
  const P depth = -gap.distance, inward = dot(normal, wall - velocity);
  P entered = depth, outward = zero;  // as it leaves the surface, m/s
  P lift = depth;
  if (o.bounce > R(0)) {
    const P approach = dot(normal, wall - stride.before), bounce(o.bounce);
    if (stride.follows == R(1)) {
      const P lands = smaller(depth * per_second - inward, zero);
      outward = select(approach > zero, bounce * approach, lands);
      lift = larger((outward + inward) * h, depth);
    } else {
      // Half as fast again: what falls from rest comes as fast as a step presses it in its second.
      const P pressed = P(R(1.5)) * (inward - approach);
      const auto strikes = inward > zero && approach > larger(pressed, zero);
      outward = select(strikes, bounce * inward, smaller(depth * per_second, zero));
      lift = select(strikes, zero, larger(depth, zero));
      entered = depth + larger(inward, zero) * h;
    }
  }
  const auto touches = free && entered > zero;
  if (!any(touches)) return;
  const P push = select(touches, larger(outward + inward, zero), zero);
  m.x += normal * select(touches, lift, zero);
  Vec3<P> change = normal * push;
  if (o.friction > R(0)) {
    const Vec3<P> relative = velocity - wall;
    const Vec3<P> slip = relative - normal * dot(normal, relative);
    const P rate = length(slip), most = P(o.friction) * push;
    const Vec3<P> drag = slip * select(touches, ended_part(rate, most), zero);
    change -= drag;
    Vec3<P> along = drag * (h * P(stride.follows));
    if (stride.follows > R(0) && stride.follows < R(1)) {
      // Stages have moved it by more than the mean of its velocities, so what sticks would creep.
      const Vec3<P> way = m.x - stride.start - wall * h;
      along = select_all(touches && rate <= most, way - normal * dot(normal, way), along);
    }
    m.x -= along;
  }
  if constexpr (keeps_move) {
    m.kept[0] += change * h;
    // The velocity is that at the end of the step: what presses until then is borne.
    const Vec3<P> carried = m.kept[0] * per_second;
    m.v = o.friction > R(0) ? select_all(touches, carried, m.v)
                            : m.v + normal * select(touches, dot(normal, carried - m.v), zero);
  } else {
    m.v += change;
  }
}

}  // namespace pliant::contact
