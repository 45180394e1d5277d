#pragma once

#include <pliant/body.h>
#include <pliant/model.h>

#include <span>
#include <vector>

#include "contact/responses.h"
#include "integrators/integrators.h"

// The volume inside a closed surface as one constraint on its vertices, E06 chapter 3.
//
// The gradient of the volume at a vertex i is B_i = 1/6 Σ (a - i) × (b - i) over its triangles
// i a b (Table 3.1 with the factor 1/6 of (3.17)). Seen from the vertex itself, the numbers are as
// small as its triangles, so that B loses no digits wherever the body is. The volume comes with it,
// as B r = 3 V; and since Σ B_i = 0, r may be taken about any point.

namespace pliant {

/// m³, E06 (3.18); the surface is closed and faces outwards.
double enclosed_volume(std::span<const Triangle> surface, std::span<const Vec3d> positions);

/// An edge that the triangles do not pass as often one way as the other; none: the surface is
/// closed.
std::vector<Line> open_edges(std::span<const Triangle> surface);

/// The vertices of a closed surface, each with a closed walk along its neighbours: the triangles
/// round it are its two-step parts. Where a vertex has several fans of triangles, the walk comes
/// back to its beginning after each; ways there and back cancel out.
struct SurfaceRings {
  std::vector<Index> vertices;     // in increasing order
  std::vector<std::size_t> begin;  // of each one's walk, and the end
  std::vector<Index> walks;        // the first vertex again at the end
};
SurfaceRings rings_of(std::span<const Triangle> surface);

/// Adds the triangle between a vertex and two neighbours, as seen from it, to 6 B.
template <class R>
PLIANT_HD void add_triangle(Vec3<R>& six_b, const Vec3<R>& a, const Vec3<R>& b) {
  // Their cross product, by two fused operations a number.
  six_b.x = six_b.x + a.y * b.z - a.z * b.y;
  six_b.y = six_b.y + a.z * b.x - a.x * b.z;
  six_b.z = six_b.z + a.x * b.y - a.y * b.x;
}

template <class R>
PLIANT_HD Vec3<R> by_direction(const Vec3<R>& a, const Vec3<R>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

/// Sums over the vertices of a surface.
struct VolumeSums {
  double compliance = 0;     // B M⁻¹ Bᵀ
  double three_volumes = 0;  // B rₙ
  double moved = 0;          // B (r' - rₙ)
};

/// What M⁻¹Bᵀ is multiplied by to keep the volume.
template <class R>
struct VolumeFactors {
  R shift;  // of positions
  R push;   // of velocities, times the step
};

/// Zero where nothing can give way. The printed form changes velocities only as far as they change
/// the volume: with what it does to the drift they would swing, or run away at another γ than 2/3.
PLIANT_HD VolumeFactors<double> volume_factors(const VolumeSums& sums, const VolumeGoal& goal,
                                               VolumeCorrection form) {
  if (!(sums.compliance > 0)) return {0, 0};
  const double drift = sums.three_volumes / 3 - goal.rest_volume;
  if (form == VolumeCorrection::corrected) {
    const double both = -(sums.moved + goal.strength * drift) / sums.compliance;
    return {both, both};
  }
  return {-goal.strength * (sums.moved + 3 * drift) / sums.compliance,
          -sums.moved / sums.compliance};
}

/// Moves a vertex with the inverse masses `w` by direction along `weighted`, its part of M⁻¹Bᵀ.
/// No obstacle gives way: what goes into one is put back without a bounce, as this is no impact. A
/// vertex that is led in some direction is left to the next step, and so is what obstacles do that
/// put none on their surface. `inset` as in Body::insets. Returns how far it was moved.
template <bool keeps_move, class R, class Obstacles>
PLIANT_HD Vec3<R> correct_motion(Motion<R>& m, const Vec3<R>& w, const R& inset,
                                 const Vec3<R>& weighted, const VolumeFactors<R>& factors, R h,
                                 const contact::FloorPlane<R>& floor, const Obstacles& others) {
  const Vec3<R> shift = weighted * factors.shift, push = weighted * factors.push;
  m.x += shift;
  m.v += push * (R(1) / h);
  if constexpr (keeps_move) m.kept[0] += push;
  const R zero(0);
  const auto free = w.x > zero && w.y > zero && w.z > zero;
  contact::keep_above<keeps_move>(floor, free, inset, h, m);
  for (const auto& other : others) {
    if (other.response != Response::constraint) continue;
    auto gap = contact::gap_to(other, m.x);
    gap.distance = gap.distance + contact::smaller(inset, R(contact::most_inset(other)));
    contact::put_back<keeps_move>(gap, contact::all_lanes<R>(other.velocity), free, h, m);
  }
  return shift;
}

}  // namespace pliant
