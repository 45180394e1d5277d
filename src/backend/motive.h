#pragma once

#include <pliant/model.h>
#include <pliant/vec3.h>

#include <limits>

#include "contact/table.h"
#include "integrators/integrators.h"

// What moves a vertex besides the relations, in plain numbers that go to a kernel.

namespace pliant::backend {

/// Stages of a step, and numbers a vertex carries from one to the next.
struct IntegratorNeeds {
  int stages, kept;
};
template <class... I>
IntegratorNeeds needs_of(Integrator i, IntegratorList<I...>) {
  static constexpr IntegratorNeeds all[] = {{I::stages, I::kept}...};
  return all[static_cast<std::size_t>(i)];
}
inline IntegratorNeeds needs_of(Integrator i) {
  return needs_of(i, Integrators());
}
/// Which part of a step has passed where one of its stages leaves positions.
PLIANT_HD double part_after(int stage, int stages) {
  return stage + 1 == stages || stage == 2 ? 1 : 0.5;
}

/// All in the coordinates of the moving origin.
template <class R>
struct Motive {
  R h;
  Vec3<R> gravity;
  R damping;             // 1/s
  Vec3<R> floor_normal;  // zero: no floor
  R floor_offset;        // normal·x of points on the floor
  R floor_speed;         // along its normal
  R floor_bounce;
  R runaway;   // squared distance in a step that counts as diverged
  bool first;  // the first step of an integrator that starts differently
};

/// Dynamics and a body's size.
struct PlainDynamics {
  double h;
  Vec3d gravity;
  double damping;
  double longest;  // strain limit; infinity: none
  bool has_floor;
  Vec3d floor_normal, floor_point;
  double floor_bounce;
  bool has_table;
  Vec3d table_centre;
  double table_half_x, table_half_z, table_thickness;
  double size;  // of the body, m
};

inline PlainDynamics plain(const Dynamics& d, double size) {
  PlainDynamics p{};
  p.h = d.time_step;
  p.gravity = d.gravity;
  p.damping = d.damping;
  p.longest = d.strain_limit > 0 ? d.strain_limit : std::numeric_limits<double>::infinity();
  p.has_floor = d.floor.has_value();
  if (d.floor) {
    p.floor_normal = normalised(d.floor->normal);
    p.floor_point = d.floor->point;
    p.floor_bounce = d.floor->bounce;
  }
  p.has_table = d.table.has_value();
  if (d.table) {
    p.table_centre = d.table->centre;
    p.table_half_x = 0.5 * d.table->length_x;
    p.table_half_z = 0.5 * d.table->length_z;
    p.table_thickness = d.table->thickness;
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
  m.floor_bounce = static_cast<R>(d.floor_bounce);
  const R far = R(10) * static_cast<R>(d.size);
  m.runaway =
      far > R(0) ? far * far : std::numeric_limits<R>::infinity();  // a single point has no size
  m.first = first;
  return m;
}

/// The table as it is seen from an origin that has come to this place.
template <class R>
PLIANT_HD TableTop<R> table_at(const PlainDynamics& d, const Vec3d& origin, const Vec3d& drift) {
  return {as<R>(d.table_centre - origin), static_cast<R>(d.table_half_x),
          static_cast<R>(d.table_half_z), static_cast<R>(d.table_thickness),
          static_cast<R>(-drift.y)};
}

}  // namespace pliant::backend
