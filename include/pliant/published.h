#pragma once

#include <pliant/body.h>
#include <pliant/masses.h>
#include <pliant/tet_mesh.h>

#include <span>
#include <string_view>

// L13's bodies with its own numbers and forces as it prints them.

namespace pliant {

/// The numbers L13 gives for a body (Tables 5.2 and 6.3).
struct PublishedSolid {
  double mass = 1;                                 ///< kg
  double largest_inverse_mass = 0;                 ///< 1/kg; 0: none
  double distance = 50, distance_damping = 0.001;  ///< k_D of (3.7), and of (3.10)
  double volume = 20, volume_damping = 0.01;       ///< k_V of (3.8), and of (3.9) or (3.11)
  bool normal_damping = false;                     ///< (3.11) instead of (3.9)
  MassDistribution masses = MassDistribution::average_volume;  ///< (3.13)
};
/// Sets: DistanceSpringAsPublished, then VolumePreserveAsPublished or VolumePreserveNormalDamping.
/// InputError where the mass is not above zero.
Body published_solid(const TetMesh& mesh, const PublishedSolid& constants);

/// One of the five bodies that L13 shows.
struct PublishedBody {
  std::string_view name;  ///< "cube", "bunny", "bunny2", "dragon", "armadillo"
  PublishedSolid solid;
  double time_step;  ///< s, Table 6.3; with Verlet's method
};
std::span<const PublishedBody> published_bodies();
/// InputError with the nearest name where there is none.
const PublishedBody& published_body(std::string_view name);

/// L13 does not say how large its bodies are. With forces as printed, those of volumes grow with
/// the fifth power of an edge and those of springs with the first; where half of the edges are
/// longer than this, m, both count and the published time steps are at the edge of stability.
inline constexpr double published_median_edge = 1.5;

/// L13 3.3, m/s².
inline constexpr double published_gravity = 9.8;

}  // namespace pliant
