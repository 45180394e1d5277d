#pragma once

#include "integrators/integrators.h"
#include "math/real.h"

namespace pliant {

/// A horizontal top as it is seen from the moving origin.
template <class R>
struct TableTop {
  Vec3<R> centre;               // m
  R half_x, half_z, thickness;  // m
  R speed;                      // m/s, upward
};

/// Puts a vertex that is less than the thickness below the top back onto it and takes away its
/// downward velocity; see keep_above for `keeps_move`.
template <bool keeps_move, class R, class Mask>
PLIANT_HD void keep_on(const TableTop<R>& table, const Mask& free, R h, Motion<R>& m) {
  const R zero(0);
  const Vec3<R> from = m.x - table.centre;
  const auto inside = from.x < table.half_x && -from.x < table.half_x && from.z < table.half_z &&
                      -from.z < table.half_z;
  const auto under = free && inside && from.y < zero && -from.y < table.thickness;
  m.x.y = select(under, table.centre.y, m.x.y);
  const auto stop = [&](R& upward, const R& of_table) {
    upward = select(under && upward < of_table, of_table, upward);
  };
  stop(m.v.y, table.speed);
  if constexpr (keeps_move) stop(m.kept[0].y, table.speed * h);
}

}  // namespace pliant
