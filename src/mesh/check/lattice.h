#pragma once

#include <array>
#include <cstdint>

namespace pliant {

/// A point with whole coordinates from 0 to 2^41.
using LatticePoint = std::array<std::int64_t, 3>;
inline constexpr int lattice_bits = 41;

/// Whether the corners span a plane.
bool spans_plane(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c);

/// Whether the segment p q and the triangle a b c, both with their borders, have a point in common.
/// Exact. The triangle must span a plane.
bool segment_meets_triangle(const LatticePoint& p, const LatticePoint& q, const LatticePoint& a,
                            const LatticePoint& b, const LatticePoint& c);

}  // namespace pliant
