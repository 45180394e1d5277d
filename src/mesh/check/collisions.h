#pragma once

#include <pliant/mesh.h>

#include <span>
#include <utility>
#include <vector>

#include "mesh/check/geometry.h"

namespace pliant {

/// Places of vertices such that no face with an area has two corners at one: where the given ones
/// are too coarse for that, as beside a vertex very far away, only vertices that the rounding below
/// makes equal stay together.
std::vector<Index> corner_places(const Points& points, std::span<const Triangle> faces,
                                 std::vector<Index> place);

/// For each face one that it crosses, touches or lies on without sharing an edge with it; no_index
/// where there is none. Vertices of one of the `corner_places` count as shared. Faces not in
/// `counted` and those of no area are left out. Coordinates are rounded to 2^-41 of the object's
/// longest side; on the rounded ones the answer is exact.
std::vector<Index> collided_faces(const Points& points, std::span<const Triangle> faces,
                                  const std::vector<char>& counted,
                                  const std::vector<Index>& place);

/// All pairs of a face of one list and one of another that cross, touch or lie on each other as
/// above, sorted; the lists may be the same, and then the first of a pair is the lower one.
std::vector<std::pair<Index, Index>> collisions_of(const Points& points,
                                                   std::span<const Triangle> faces,
                                                   std::span<const Index> some,
                                                   std::span<const Index> others,
                                                   const std::vector<Index>& place);

/// For each of several lists of faces whether one of them collides with one of the target's.
std::vector<char> collide_with(const Points& points, std::span<const Triangle> faces,
                               std::span<const Index> target,
                               std::span<const std::span<const Index>> others,
                               const std::vector<Index>& place);

}  // namespace pliant
