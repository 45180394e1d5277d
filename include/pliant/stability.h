#pragma once

#include <pliant/model.h>

namespace pliant {

/// The share of the largest stable step that is taken where none is given.
inline constexpr double safe_share = 0.8;

/// The largest step, in s, with which small motions about rest stay bounded, estimated from the
/// highest frequency and the strongest damping of the model (power iteration on M⁻¹K and M⁻¹C).
/// Explicit Euler has none without damping: 0. Infinite for a body without relations.
double stable_step(const Model& model, const Dynamics& dynamics = {});

}  // namespace pliant
