#pragma once

#include <pliant/mesh.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "mesh/generate/lattice.h"

// The tetrahedra of the body-centred cubic lattice by number. Each spans the centres of two cubes
// that share a face and one of that face's four edges. In half-units of the cubes all their faces
// lie in the planes x ± y, y ± z, z ± x = even: tetrahedra are the cells of six families of planes.

namespace pliant::generate {

/// One tetrahedron of the lattice: from the centre of a cube along an axis to the next one, and the
/// edge of the face between them that lies on one side of another axis.
struct LatticeTet {
  int cube[3]{};   ///< the lower one of the two; not negative
  int axis = 0;    ///< from its centre to the other one's
  int beside = 1;  ///< the axis across whose ends the edge lies
  int side = 1;    ///< +1 or -1: at which end

  int along() const { return 3 - axis - beside; }  ///< the axis that the edge is parallel to

  std::uint64_t key() const {
    std::uint64_t k = 0;
    for (const int c : cube) k = k << 20 | static_cast<std::uint64_t>(c);
    const int quarter = 2 * ((beside - axis + 3) % 3 - 1) + (side > 0);
    return k << 4 | static_cast<std::uint64_t>(4 * axis + quarter);
  }
  static LatticeTet of(std::uint64_t key) {
    LatticeTet t;
    const int kind = static_cast<int>(key & 15);
    t.axis = kind / 4;
    t.beside = (t.axis + 1 + kind % 4 / 2) % 3;
    t.side = kind % 2 ? 1 : -1;
    key >>= 4;
    for (int i = 2; i >= 0; --i, key >>= 20) t.cube[i] = static_cast<int>(key & 0xfffff);
    return t;
  }

  /// Wound so that the volume is positive.
  std::array<Site, 4> sites() const {
    std::array<int, 3> p[4];
    for (int i = 0; i < 3; ++i) p[0][i] = p[1][i] = p[2][i] = p[3][i] = 2 * cube[i] + 1;
    p[1][axis] += 2;
    const bool turn = ((beside - axis + 3) % 3 == 1) == (side > 0);
    for (int e = 2; e < 4; ++e) {
      p[e][axis] += 1;
      p[e][beside] += side;
      p[e][along()] += (e == 2) == turn ? -1 : 1;
    }
    std::array<Site, 4> out;
    for (int e = 0; e < 4; ++e) out[e] = {p[e][0], p[e][1], p[e][2]};
    return out;
  }

  /// The tetrahedron across the face opposite to site i of sites().
  LatticeTet neighbour(int i) const {
    LatticeTet t = *this;
    if (i >= 2) {  // round the line between the centres, to the side of the site that stays
      const Site stays = sites()[5 - i];
      const int at = along() == 0 ? stays.x : along() == 1 ? stays.y : stays.z;
      t.beside = along();
      t.side = at - (2 * cube[along()] + 1);
      return t;
    }
    if (i == 0) ++t.cube[axis];  // round the edge, within the cube whose centre stays
    t.axis = beside;
    t.beside = axis;
    t.side = i == 0 ? -1 : 1;
    if (side < 0) --t.cube[beside];
    return t;
  }
};

inline Vec3d point_of(const Site& s) {
  return {static_cast<double>(s.x), static_cast<double>(s.y), static_cast<double>(s.z)};
}

/// The tetrahedron around a point, in half-units; its coordinates must be greater than 2.
inline LatticeTet tet_at(const Vec3d& p) {
  LatticeTet t;
  double off[3], size[3];
  for (int i = 0; i < 3; ++i) {
    t.cube[i] = static_cast<int>(std::floor(p[i] / 2));
    off[i] = p[i] - (2 * t.cube[i] + 1);
    size[i] = std::abs(off[i]);
  }
  t.axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
  const int b = (t.axis + 1) % 3, c = (t.axis + 2) % 3;
  t.beside = size[b] >= size[c] ? b : c;
  t.side = off[t.beside] >= 0 ? 1 : -1;
  if (off[t.axis] < 0) --t.cube[t.axis];
  return t;
}

/// The volume of each tetrahedron in cubes of half-units: a twelfth of a cube.
inline constexpr double tet_volume = 8.0 / 12;
/// Its mean width in half-units: the sum of (π - dihedral angle) * length / 4π over its edges.
inline constexpr double tet_mean_width = 2 * 0.82735;

/// Numbers in order of first appearance for keys below 2^64 - 1; constant time.
class KeyNumbers {
 public:
  explicit KeyNumbers(std::size_t expected = 0) { resize(expected); }

  Index find(std::uint64_t key) const {
    for (std::size_t s = slot(key);; s = (s + 1) & mask_) {
      if (slots_[s] == no_index) return no_index;
      if (keys_[slots_[s]] == key) return slots_[s];
    }
  }
  Index add(std::uint64_t key) {
    std::size_t s = slot(key);
    for (; slots_[s] != no_index; s = (s + 1) & mask_)
      if (keys_[slots_[s]] == key) return slots_[s];
    const auto number = static_cast<Index>(keys_.size());
    slots_[s] = number;
    keys_.push_back(key);
    if (2 * keys_.size() > slots_.size()) resize(keys_.size());
    return number;
  }
  const std::vector<std::uint64_t>& keys() const { return keys_; }
  std::size_t size() const { return keys_.size(); }

 private:
  std::size_t slot(std::uint64_t key) const {
    key *= 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(key ^ key >> 32) & mask_;
  }
  void resize(std::size_t count) {
    std::size_t size = 64;
    while (size < 4 * count) size *= 2;
    mask_ = size - 1;
    slots_.assign(size, no_index);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      std::size_t s = slot(keys_[i]);
      while (slots_[s] != no_index) s = (s + 1) & mask_;
      slots_[s] = static_cast<Index>(i);
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<Index> slots_;
  std::size_t mask_ = 0;
};

}  // namespace pliant::generate
