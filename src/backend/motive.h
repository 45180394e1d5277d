#pragma once

#include <pliant/model.h>
#include <pliant/vec3.h>

#include <limits>

#include "constraints/strain_limit.h"
#include "contact/plain.h"
#include "integrators/integrators.h"

// What moves a vertex besides the relations, in plain numbers that go to a kernel.

namespace pliant::backend {

/// All in the coordinates of the moving origin.
template <class R>
struct Motive {
  R h;
  Vec3<R> gravity;
  R damping;             // 1/s
  Vec3<R> floor_normal;  // zero: no floor
  R floor_offset;        // normal·x of points on the floor
  R floor_speed;         // along its normal
  R runaway;             // squared distance in a step that counts as diverged
  bool first;            // the first step of an integrator that starts differently
};

/// Dynamics and a body's size.
struct PlainDynamics {
  double h;
  Vec3d gravity;
  double damping;
  double longest, near_limit;  // strain limit, and where it begins to look; infinity: none
  bool has_floor;
  Vec3d floor_normal, floor_point;
  std::uint32_t first_obstacle, obstacles;  // of the others, where those of all copies are listed
  double size;                              // of the body, m
};

inline PlainDynamics plain(const Dynamics& d, double size) {
  PlainDynamics p{};
  p.h = d.time_step;
  p.gravity = d.gravity;
  p.damping = d.damping;
  p.longest = d.strain_limit > 0 ? d.strain_limit : std::numeric_limits<double>::infinity();
  p.near_limit = d.strain_limit > 0 ? near_limit(d.strain_limit) : p.longest;
  if (const Floor* floor = contact::smooth_floor(d.obstacles)) {
    p.has_floor = true;
    p.floor_normal = normalised(floor->normal);
    p.floor_point = floor->point;
  }
  p.size = size;
  return p;
}

/// normal·x of points on the floor, seen from an origin at this place after one more step; far away
/// where there is none, so that no vertex is below it.
PLIANT_HD double floor_at(const PlainDynamics& d, const Vec3d& origin, const Vec3d& drift) {
  return d.has_floor ? dot(d.floor_normal, d.floor_point - (origin + drift * d.h))
                     : -std::numeric_limits<double>::max();
}
template <class R>
PLIANT_HD R floor_number(double offset) {
  const double most = std::numeric_limits<R>::max();
  return static_cast<R>(offset > most ? most : offset < -most ? -most : offset);
}

template <class R>
PLIANT_HD Vec3<R> as(const Vec3d& a) {
  return {static_cast<R>(a.x), static_cast<R>(a.y), static_cast<R>(a.z)};
}

/// Seen from an origin that moves along with the body the floor moves the other way.
template <class R>
PLIANT_HD Motive<R> motive_of(const PlainDynamics& d, const Vec3d& origin, const Vec3d& drift,
                              bool first) {
  Motive<R> m{};
  m.h = static_cast<R>(d.h);
  m.gravity = as<R>(d.gravity - drift * d.damping);
  m.damping = static_cast<R>(d.damping);
  m.floor_normal = as<R>(d.floor_normal);
  m.floor_offset = floor_number<R>(floor_at(d, origin, drift));
  m.floor_speed = d.has_floor ? static_cast<R>(-dot(d.floor_normal, drift)) : R(0);
  const R far = R(10) * static_cast<R>(d.size);
  m.runaway =
      far > R(0) ? far * far : std::numeric_limits<R>::infinity();  // a single point has no size
  m.first = first;
  return m;
}

}  // namespace pliant::backend
