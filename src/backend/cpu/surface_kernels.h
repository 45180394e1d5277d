#pragma once

#include <algorithm>

#include "backend/cpu/kernels.h"
#include "backend/cpu/lanes.h"

// Included by kernels_impl.h: the inner loops of volume constraints, and what they share with
// those that move all vertices.

namespace pliant::cpu {

template <class R, class Arch>
struct IsOver {
  decltype(Pack<R, Arch>() > Pack<R, Arch>()) value = Pack<R, Arch>(0) > Pack<R, Arch>(0);
  template <class Mask>
  PLIANT_HD void operator()(const Mask& mask) {
    value = value || mask;
  }
};

template <class P, class R>
PLIANT_HD Vec3<P> spread(const Vec3<R>& a) {
  return {P(a.x), P(a.y), P(a.z)};
}

template <class P, class R>
PLIANT_HD contact::FloorPlane<P> floor_of(const Motive<R>& motive) {
  return {spread<P>(motive.floor_normal), P(motive.floor_offset), P(motive.floor_speed)};
}

/// A sum over packs. A few are added up as they come, what they make in double precision.
template <class R, class Arch>
class LongSum {
 public:
  using P = Pack<R, Arch>;
  PLIANT_HD void operator+=(const P& pack) {
    part_ += pack;
    if (++count_ == 8) take_up();
  }
  PLIANT_HD double value() {
    take_up();
    return sum_;
  }

 private:
  PLIANT_HD void take_up() {
    constexpr int width = pack_width<R, Arch>;
    R lanes[width];
    store_pack<R, Arch>(lanes, part_);
    for (int lane = 0; lane < width; ++lane) sum_ += double(lanes[lane]);
    part_ = P(0);
    count_ = 0;
  }
  P part_ = P(0);
  int count_ = 0;
  double sum_ = 0;
};

/// Three packs side by side.
template <class R, class Arch>
PLIANT_HD Vec3<Pack<R, Arch>> load_three(const R* from) {
  constexpr int width = pack_width<R, Arch>;
  return {load_pack<R, Arch>(from), load_pack<R, Arch>(from + width),
          load_pack<R, Arch>(from + 2 * width)};
}
template <class R, class Arch>
PLIANT_HD void store_three(R* to, const Vec3<Pack<R, Arch>>& a) {
  for (int i = 0; i < 3; ++i) store_pack<R, Arch>(to + i * pack_width<R, Arch>, a[i]);
}

/// Where some particles are.
template <class R, class Arch>
PLIANT_HD Vec3<Pack<R, Arch>> places_of(const R* particles, const Index* begin) {
  Pack<R, Arch> p[4];
  Lanes<R, Arch>::read([=](int lane) { return particles + begin[lane]; }, p);
  return {p[0], p[1], p[2]};
}

template <class R, class Arch>
VolumeSums find_gradient(const SurfaceSlots<R>& surface, const R* particles) {
  using P = Pack<R, Arch>;
  using L = Lanes<R, Arch>;
  constexpr std::size_t width = pack_width<R, Arch>;
  const P zero(0);
  LongSum<R, Arch> compliance, three_volumes;
  for (std::size_t slot = surface.first; slot < surface.last; slot += width) {
    const Vec3<P> x = places_of<R, Arch>(particles, surface.places + slot);
    const Index* walk = surface.walks + surface.begin[slot / width] * width;
    const Index* end = surface.walks + surface.begin[slot / width + 1] * width;
    const Vec3<P> start = places_of<R, Arch>(particles, walk) - x;
    Vec3<P> b{zero, zero, zero}, last = start;
    while ((walk += width) < end) {
      const Vec3<P> next = places_of<R, Arch>(particles, walk) - x;
      add_triangle(b, last, next);
      last = next;
    }
    add_triangle(b, last, start);
    b *= P(R(1.0 / 6));
    const Vec3<P> weighted =
        by_direction(b, load_three<R, Arch>(surface.inverse_masses + 3 * slot));
    store_three<R, Arch>(surface.before + 3 * slot, x);
    store_three<R, Arch>(surface.gradient + 3 * slot, b);
    const P row[4] = {weighted.x, weighted.y, weighted.z, zero};
    L::write([=, &surface](int lane) { return surface.weighted + 4 * (slot + lane); }, row);
    compliance += dot(b, weighted);
    three_volumes += dot(b, x);
  }
  return {compliance.value(), three_volumes.value(), 0};
}

template <class R, class Arch>
double find_moved(const SurfaceSlots<R>& surface, const R* particles) {
  LongSum<R, Arch> moved;
  for (std::size_t slot = surface.first; slot < surface.last; slot += pack_width<R, Arch>)
    moved += dot(load_three<R, Arch>(surface.gradient + 3 * slot),
                 places_of<R, Arch>(particles, surface.places + slot) -
                     load_three<R, Arch>(surface.before + 3 * slot));
  return moved.value();
}

/// As vertices lie in memory: a transpose into packs and back would cost more than all else.
template <bool keeps_move, class R>
void correct_in_the_open(const SurfaceSlots<R>& surface, const Rows<R>& rows,
                         const VolumeFactors<R>& factors, R h) {
  using Four __attribute__((vector_size(4 * sizeof(R)), may_alias)) = R;
  using Eight __attribute__((vector_size(8 * sizeof(R)), may_alias)) = R;
  const R shift = factors.shift, push = factors.push, faster = push / h;
  const Eight change{shift, shift, shift, 0, faster, faster, faster, 0};
  const auto* weighted = reinterpret_cast<const Four*>(surface.weighted);
  const Index *places = surface.places, *sources = surface.sources;
  R *particles = rows.particles, *kept = rows.kept[0];
  for (std::size_t slot = surface.first; slot < surface.last; ++slot) {
    const Four w = weighted[sources[slot]];
    *reinterpret_cast<Eight*>(particles + places[slot]) +=
        __builtin_shufflevector(w, w, 0, 1, 2, 3, 0, 1, 2, 3) * change;
    if constexpr (keeps_move) *reinterpret_cast<Four*>(kept + places[slot] / 2) += w * push;
  }
}

template <bool keeps_move, class R, class Arch>
void correct_near_obstacles(const SurfaceSlots<R>& surface, const Rows<R>& rows,
                            const VolumeFactors<R>& factors, const Motive<R>& motive) {
  using P = Pack<R, Arch>;
  using L = Lanes<R, Arch>;
  constexpr std::size_t width = pack_width<R, Arch>;
  const contact::FloorPlane<P> floor = floor_of<P>(motive);
  for (std::size_t slot = surface.first; slot < surface.last; slot += width) {
    const Index* place = surface.places + slot;
    const auto particle = [=, &rows](int lane) { return rows.particles + place[lane]; };
    const auto kept = [=, &rows](int lane) { return rows.kept[0] + place[lane] / 2; };
    const auto weighted = [=, &surface](std::size_t lane) {
      return surface.weighted + 4 * std::size_t(surface.sources[slot + lane]);
    };
    P p[8], b[4], move[4];
    L::read(particle, p);
    L::read(weighted, b);
    Motion<P> m;
    m.x = {p[0], p[1], p[2]};
    m.v = {p[4], p[5], p[6]};
    if constexpr (keeps_move) {
      L::read(kept, move);
      m.kept[0] = {move[0], move[1], move[2]};
    }
    correct_motion<keeps_move>(
        m, load_three<R, Arch>(surface.inverse_masses + 3 * slot), p[7], Vec3<P>{b[0], b[1], b[2]},
        VolumeFactors<P>{P(factors.shift), P(factors.push)}, P(motive.h), floor, rows.obstacles);
    p[0] = m.x.x, p[1] = m.x.y, p[2] = m.x.z;
    p[4] = m.v.x, p[5] = m.v.y, p[6] = m.v.z;
    L::write(particle, p);
    if constexpr (keeps_move) {
      move[0] = m.kept[0].x, move[1] = m.kept[0].y, move[2] = m.kept[0].z;
      L::write(kept, move);
    }
  }
}

template <bool keeps_move, class R, class Arch>
void correct_slots(const SurfaceSlots<R>& surface, const Rows<R>& rows,
                   const VolumeFactors<R>& factors, const Motive<R>& motive) {
  if (squared_length(motive.floor_normal) > 0 || !rows.obstacles.empty())
    correct_near_obstacles<keeps_move, R, Arch>(surface, rows, factors, motive);
  else
    correct_in_the_open<keeps_move>(surface, rows, factors, motive.h);
}

template <class R, class Arch>
void correct_surface(const SurfaceSlots<R>& surface, const Rows<R>& rows,
                     const VolumeFactors<R>& factors, const Motive<R>& motive) {
  if (rows.kept[0] != nullptr)
    correct_slots<true, R, Arch>(surface, rows, factors, motive);
  else
    correct_slots<false, R, Arch>(surface, rows, factors, motive);
}

}  // namespace pliant::cpu
