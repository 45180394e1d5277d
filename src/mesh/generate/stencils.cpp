#include "mesh/generate/stencils.h"

#include <tuple>
#include <utility>

namespace pliant::generate {

namespace {

int squared_distance(const Site& a, const Site& b) {
  const Site d = a - b;
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

// A face with inner corners a and b and outer corner m leaves the quadrilateral a, b, and the cuts
// of b m and a m. True when its diagonal starts from a. Both tetrahedra on the face must agree, so
// this depends on the three sites alone; and it orders the inner corners for each outer one, so
// that no prism gets three diagonals in a circle. The corner with the shorter cut edge comes first.
// Where both are equal in a lattice of one size, the coordinates of a and b compared to those of m
// differ in one place, so one of them is greater in an even number of places: that one is it.
bool diagonal_from_first(const Site& a, const Site& b, const Site& m) {
  const int to_a = squared_distance(a, m), to_b = squared_distance(b, m);
  if (to_a != to_b) return to_a < to_b;
  const auto even = [&](const Site& s) {
    return (((s.x > m.x) + (s.y > m.y) + (s.z > m.z)) & 1) == 0;
  };
  if (even(a) != even(b)) return even(a);
  return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

void add(Cut& cut, const Piece& a, const Piece& b, const Piece& c, const Piece& d) {
  cut.tetrahedra[cut.count++] = {a, b, c, d};
}

// A prism with its triangles `top` and `bottom`, `bottom` on the positive side of `top`.
// down[i] tells that the side of columns i and i + 1 has its diagonal from top[i] to
// bottom[i + 1], not from top[i + 1] to bottom[i]. Not all three may be equal.
void add_prism(Cut& cut, const std::array<Piece, 3>& top, const std::array<Piece, 3>& bottom,
               const std::array<bool, 3>& down) {
  // The column whose top has both diagonals, and the one whose bottom has both.
  int first = 0, last = 0;
  for (int i = 0; i < 3; ++i) {
    if (down[i] && !down[(i + 2) % 3]) first = i;
    if (!down[i] && down[(i + 2) % 3]) last = i;
  }
  const int middle = 3 - first - last;
  const bool even = (first + 1) % 3 == middle;
  const auto& [i, j, k] = std::array{first, middle, last};
  const auto oriented = [&](const Piece& a, const Piece& b, const Piece& c, const Piece& d) {
    even ? add(cut, a, b, c, d) : add(cut, a, b, d, c);
  };
  oriented(top[i], top[j], top[k], bottom[k]);
  oriented(top[i], top[j], bottom[k], bottom[j]);
  oriented(top[i], bottom[i], bottom[j], bottom[k]);
}

// Two inner corners, one on the surface, one outside: a pyramid with its top in z.
void cut_pyramid(Cut& cut, const Site& a, const Site& b, const Site& z, const Site& m) {
  if (diagonal_from_first(a, b, m)) {
    add(cut, {a, a}, {b, b}, {z, z}, {b, m});
    add(cut, {a, a}, {b, m}, {z, z}, {a, m});
  } else {
    add(cut, {a, a}, {b, b}, {z, z}, {a, m});
    add(cut, {a, m}, {b, b}, {z, z}, {b, m});
  }
}

// Three inner corners and one outside.
void cut_corner(Cut& cut, const Site& a, const Site& b, const Site& c, const Site& m) {
  add_prism(
      cut, {{{a, a}, {b, b}, {c, c}}}, {{{a, m}, {b, m}, {c, m}}},
      {diagonal_from_first(a, b, m), diagonal_from_first(b, c, m), diagonal_from_first(c, a, m)});
}

// Two inner corners and two outside: a prism from the end at a to the end at b. Its side on the
// surface is nobody else's and takes the diagonal that the other two leave possible.
void cut_wedge(Cut& cut, const Site& a, const Site& b, const Site& m, const Site& n) {
  const bool first = diagonal_from_first(a, b, m);
  const bool third = !diagonal_from_first(a, b, n);
  add_prism(cut, {{{a, a}, {a, m}, {a, n}}}, {{{b, b}, {b, m}, {b, n}}}, {first, !first, third});
}

}  // namespace

Cut cut_tetrahedron(const std::array<Corner, 4>& corners) {
  // Sorted inner corners first, those on the surface next, outer ones last; an odd number of
  // exchanges is made good by one more at the end.
  std::array<Corner, 4> c = corners;
  bool odd = false;
  for (int i = 1; i < 4; ++i)
    for (int j = i; j > 0 && c[j].side > c[j - 1].side; --j) {
      std::swap(c[j], c[j - 1]);
      odd = !odd;
    }
  int inner = 0, outer = 0;
  for (const Corner& corner : c) {
    inner += corner.side == Side::inside;
    outer += corner.side == Side::outside;
  }
  Cut cut;
  if (inner == 0) return cut;
  const auto whole_or_cut = [&](int i) {
    return c[i].side == Side::outside ? Piece{c[0].site, c[i].site} : Piece{c[i].site, c[i].site};
  };
  if (outer == 0 || inner == 1) {
    add(cut, whole_or_cut(0), whole_or_cut(1), whole_or_cut(2), whole_or_cut(3));
  } else if (inner == 3) {
    cut_corner(cut, c[0].site, c[1].site, c[2].site, c[3].site);
  } else if (outer == 1) {
    cut_pyramid(cut, c[0].site, c[1].site, c[2].site, c[3].site);
  } else {
    cut_wedge(cut, c[0].site, c[1].site, c[2].site, c[3].site);
  }
  if (odd)
    for (int i = 0; i < cut.count; ++i) std::swap(cut.tetrahedra[i][2], cut.tetrahedra[i][3]);
  return cut;
}

}  // namespace pliant::generate
