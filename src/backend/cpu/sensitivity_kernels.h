#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "backend/cpu/kernels.h"

// The inner loops of a run that carries slopes along: how its numbers change with some parameters
// (pliant/sensitivities.h). A row has its numbers, then the same of each lane: their derivatives by
// the lane's parameter. The laws get dual numbers, so slopes are those of the arithmetic itself.
// Always in double precision.

namespace pliant::cpu {

/// A run has so many lanes, or one.
inline constexpr int most_sloped_lanes = 3;

template <int lanes>
inline constexpr std::size_t sloped_particle = 8 * (1 + lanes);  // numbers of a row
template <int lanes>
inline constexpr std::size_t sloped_vector = 4 * (1 + lanes);

/// Whether rest states may have slopes. In a run of several lanes they are constants, and what is
/// multiplied by them costs no more than it must.
template <int lanes>
inline constexpr bool rest_has_slopes = lanes == 1;

template <int lanes>
struct SlopedGroups {
  Groups<double> own;
  /// `values` is null where a number does not depend on the lane's parameter.
  Groups<double>::Field slopes[lanes][max_law_fields];
  bool damped;  // some of the relations are
};

template <int lanes>
struct SlopedMotive {
  Motive<double> own;
  Vec3d gravity[lanes];
  double damping[lanes];
};

/// Rows of one range of vertices, all of them full packs.
struct SlopedRows {
  double* particles;
  const double* forces;
  double* kept[4];  // those the integrator needs, or null
  std::size_t count;
  std::span<const contact::SeenObstacle<double>> obstacles;  // but the floor of the motive
};

/// What happened to any of the rows.
struct Happened {
  bool ran_away = false, met = false;  // `met`: an obstacle moved it
};

template <int lanes>
struct SensitivityKernels {
  /// By kind, see group_kinds().
  using Forces = void (*)(const SlopedGroups<lanes>&, const double* particles, double* forces);
  std::span<const Forces> forces;
  using Advance = Happened (*)(const SlopedRows&, const SlopedMotive<lanes>&);
  std::span<const Advance> advance;  // [integrator][stage of 4]
};

template <int lanes>
const SensitivityKernels<lanes>& sensitivity_kernels(std::string_view instruction_set);

}  // namespace pliant::cpu
