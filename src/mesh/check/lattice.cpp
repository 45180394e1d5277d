#include "mesh/check/lattice.h"

#include <cmath>

namespace pliant {

namespace {

// Differences have 42 bits with their sign, 3x3 determinants of them stay below 2^126.
__extension__ typedef __int128 Wide;

using WidePoint = std::array<Wide, 3>;

std::array<std::int64_t, 3> minus(const LatticePoint& a, const LatticePoint& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

WidePoint cross(const LatticePoint& a, const LatticePoint& b) {
  return {static_cast<Wide>(a[1]) * b[2] - static_cast<Wide>(a[2]) * b[1],
          static_cast<Wide>(a[2]) * b[0] - static_cast<Wide>(a[0]) * b[2],
          static_cast<Wide>(a[0]) * b[1] - static_cast<Wide>(a[1]) * b[0]};
}

int sign(Wide x) {
  return (x > 0) - (x < 0);
}

int side_of(const WidePoint& normal, const LatticePoint& from, const LatticePoint& p) {
  const LatticePoint d = minus(p, from);
  return sign(normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2]);
}

int orientation(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c,
                const LatticePoint& d) {
  return side_of(cross(minus(b, a), minus(c, a)), a, d);
}

// The two axes along which a plane is seen least edge-on.
struct View {
  int x, y;

  int turn(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c) const {
    return sign(static_cast<Wide>(b[x] - a[x]) * (c[y] - a[y]) -
                static_cast<Wide>(b[y] - a[y]) * (c[x] - a[x]));
  }
};

View best_view(const WidePoint& normal) {
  const auto size = [&](int k) { return normal[k] < 0 ? -normal[k] : normal[k]; };
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (size(k) > size(axis)) axis = k;
  return {(axis + 1) % 3, (axis + 2) % 3};
}

bool inside(const View& view, const LatticePoint& p, const LatticePoint& a, const LatticePoint& b,
            const LatticePoint& c) {
  const int s = view.turn(a, b, p), t = view.turn(b, c, p), u = view.turn(c, a, p);
  return (s >= 0 && t >= 0 && u >= 0) || (s <= 0 && t <= 0 && u <= 0);
}

// Crossing in the open: touching ends are found by `inside`, as they lie on the triangle's border
// or the triangle's corners on the segment cross its other edges.
bool segments_meet(const View& view, const LatticePoint& p, const LatticePoint& q,
                   const LatticePoint& a, const LatticePoint& b) {
  const int pa = view.turn(a, b, p), qa = view.turn(a, b, q);
  const int ap = view.turn(p, q, a), bp = view.turn(p, q, b);
  return pa * qa <= 0 && ap * bp <= 0 && !(pa == 0 && qa == 0);
}

bool meets_within_plane(const View& view, const LatticePoint& p, const LatticePoint& q,
                        const LatticePoint& a, const LatticePoint& b, const LatticePoint& c) {
  return inside(view, p, a, b, c) || inside(view, q, a, b, c) || segments_meet(view, p, q, a, b) ||
         segments_meet(view, p, q, b, c) || segments_meet(view, p, q, c, a);
}

}  // namespace

bool spans_plane(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c) {
  const WidePoint n = cross(minus(b, a), minus(c, a));
  return n[0] != 0 || n[1] != 0 || n[2] != 0;
}

bool segment_meets_triangle(const LatticePoint& p, const LatticePoint& q, const LatticePoint& a,
                            const LatticePoint& b, const LatticePoint& c) {
  const WidePoint normal = cross(minus(b, a), minus(c, a));
  const int above = side_of(normal, a, p), below = side_of(normal, a, q);
  if (above * below > 0) return false;
  if (above == 0 && below == 0) return meets_within_plane(best_view(normal), p, q, a, b, c);
  const int s = orientation(p, q, a, b), t = orientation(p, q, b, c), u = orientation(p, q, c, a);
  return (s >= 0 && t >= 0 && u >= 0) || (s <= 0 && t <= 0 && u <= 0);
}

}  // namespace pliant
