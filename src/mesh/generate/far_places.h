#pragma once

#include <span>
#include <vector>

#include "mesh/generate/fitted_part.h"
#include "mesh/generate/sized_stuffing.h"

namespace pliant::generate {

/// A place on a mesh's boundary or on its surface that is far from the other of the two.
struct FarPlace {
  Vec3d point, nearest;
};

struct FarPlaces {
  std::vector<FarPlace> places;
  double greatest = 0;  ///< of all distances, also those that are not far
  double area = 0;      ///< that the far places stand for
};

/// Where a part and the tetrahedra of a mesh that are kept lie farther apart than `most`.
FarPlaces far_places(const FittedPart& part, const SizedMesh& mesh, const std::vector<char>& kept,
                     double most);

/// The leaves on the way from each place to the other side, of half the length.
std::vector<SizeSample> halved_at(const SizedTree& tree, std::span<const FarPlace> places);

}  // namespace pliant::generate
