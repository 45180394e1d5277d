#pragma once

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
PLIANT_HD FloorPlane<P> floor_of(const Motive<R>& motive) {
  return {spread<P>(motive.floor_normal), P(motive.floor_offset), P(motive.floor_speed),
          P(motive.floor_bounce)};
}
template <class P, class R>
PLIANT_HD TableTop<P> spread(const TableTop<R>& table) {
  return {spread<P>(table.centre), P(table.half_x), P(table.half_z), P(table.thickness),
          P(table.speed)};
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

/// Where the particles of some rows are.
template <class R, class Arch>
PLIANT_HD Vec3<Pack<R, Arch>> places_of(const R* particles, const Index* rows) {
  Pack<R, Arch> p[4];
  Lanes<R, Arch>::read([=](int lane) { return particles + 8 * std::size_t(rows[lane]); }, p);
  return {p[0], p[1], p[2]};
}

template <class R, class Arch>
void find_gradient(const SurfacePacks<R>& surface, const R* particles, const Vec3<R>& point,
                   VolumeSums& sums) {
  using P = Pack<R, Arch>;
  constexpr std::size_t width = pack_width<R, Arch>;
  const Vec3<P> from = spread<P>(point);
  LongSum<R, Arch> compliance, three_volumes;
  for (std::size_t pack = surface.first; pack < surface.last; ++pack) {
    const Vec3<P> x = places_of<R, Arch>(particles, surface.rows + pack * width);
    std::size_t entry = surface.begin[pack];
    Vec3<P> last = places_of<R, Arch>(particles, surface.walks + entry * width) - x;
    Vec3<P> b{P(0), P(0), P(0)};
    while (++entry < surface.begin[pack + 1]) {
      const Vec3<P> next = places_of<R, Arch>(particles, surface.walks + entry * width) - x;
      add_triangle(b, last, next);
      last = next;
    }
    b *= P(R(1.0 / 6));
    const std::size_t at = 3 * pack * width;
    store_three<R, Arch>(surface.before + at, x);
    store_three<R, Arch>(surface.gradient + at, b);
    const Vec3<P> inverse_masses = load_three<R, Arch>(surface.inverse_masses + at);
    compliance += dot(b, by_direction(b, inverse_masses));
    three_volumes += dot(b, x - from);
  }
  sums.compliance += compliance.value();
  sums.three_volumes += three_volumes.value();
}

template <class R, class Arch>
double find_moved(const SurfacePacks<R>& surface, const R* particles) {
  constexpr std::size_t width = pack_width<R, Arch>;
  LongSum<R, Arch> moved;
  for (std::size_t pack = surface.first; pack < surface.last; ++pack) {
    const std::size_t at = 3 * pack * width;
    moved += dot(load_three<R, Arch>(surface.gradient + at),
                 places_of<R, Arch>(particles, surface.rows + pack * width) -
                     load_three<R, Arch>(surface.before + at));
  }
  return moved.value();
}

template <bool keeps_move, class R, class Arch>
bool correct_packs(const SurfacePacks<R>& surface, const Rows<R>& rows,
                   const VolumeFactors<R>& factors, const Motive<R>& motive) {
  using P = Pack<R, Arch>;
  using L = Lanes<R, Arch>;
  constexpr std::size_t width = pack_width<R, Arch>;
  const FloorPlane<P> floor = floor_of<P>(motive);
  TableTop<P> table{};
  if (rows.table != nullptr) table = spread<P>(*rows.table);
  IsOver<R, Arch> bad;
  for (std::size_t pack = surface.first; pack < surface.last; ++pack) {
    const Index* row = surface.rows + pack * width;
    const auto particle = [=, &rows](int lane) {
      return rows.particles + 8 * std::size_t(row[lane]);
    };
    const auto kept = [=, &rows](int lane) { return rows.kept[0] + 4 * std::size_t(row[lane]); };
    const std::size_t at = 3 * pack * width;
    const Vec3<P> inverse_masses = load_three<R, Arch>(surface.inverse_masses + at);
    P p[8], move[4];
    L::read(particle, p);
    Motion<P> m;
    m.x = {p[0], p[1], p[2]};
    m.v = {p[4], p[5], p[6]};
    if constexpr (keeps_move) {
      L::read(kept, move);
      m.kept[0] = {move[0], move[1], move[2]};
    }
    const Vec3<P> shift =
        correct_motion<keeps_move>(m, inverse_masses, load_three<R, Arch>(surface.gradient + at),
                                   VolumeFactors<P>{P(factors.shift), P(factors.push)}, P(motive.h),
                                   floor, rows.table != nullptr ? &table : nullptr);
    bad(!(squared_length(shift) < P(motive.runaway)));
    p[0] = m.x.x, p[1] = m.x.y, p[2] = m.x.z;
    p[4] = m.v.x, p[5] = m.v.y, p[6] = m.v.z;
    L::write(particle, p);
    if constexpr (keeps_move) {
      move[0] = m.kept[0].x, move[1] = m.kept[0].y, move[2] = m.kept[0].z;
      L::write(kept, move);
    }
  }
  return any(bad.value);
}

template <class R, class Arch>
bool correct_surface(const SurfacePacks<R>& surface, const Rows<R>& rows,
                     const VolumeFactors<R>& factors, const Motive<R>& motive) {
  return rows.kept[0] != nullptr ? correct_packs<true, R, Arch>(surface, rows, factors, motive)
                                 : correct_packs<false, R, Arch>(surface, rows, factors, motive);
}

}  // namespace pliant::cpu
