#pragma once

#include <pliant/model.h>

namespace pliant {

/// The share of the largest stable step that is taken where none is given. The largest one holds
/// for small motions; a body that bends or is squashed far needs less.
inline constexpr double safe_share = 0.5;
/// The longest step, in s, that is taken where none is given, however soft the body: fall and
/// flight shall be right, too.
inline constexpr double longest_safe_step = 0.002;

/// The largest step, in s, with which small motions about rest stay bounded, estimated from the
/// highest frequency and the strongest damping of the model (power iteration on M⁻¹K and M⁻¹C).
/// Explicit Euler has none without damping: 0. Infinite for a body without relations. Spectral
/// solids are stable with every step; theirs resolves the slowest mode. Of a world, the smallest of
/// its bodies'.
double stable_step(const Model& model, const Dynamics& dynamics = {});

/// The same with the state's parameters, pins and what is left of its relations. Its own dynamics,
/// or others.
double stable_step(const State& state);
double stable_step(const State& state, const Dynamics& dynamics);

/// The step that is taken where none is given. InputError where the integrator has no stable one.
double safe_step(const Model& model, const Dynamics& dynamics = {});
double safe_step(const State& state, const Dynamics& dynamics);
/// The same where the largest stable step is known.
double safe_step(double largest_stable);

}  // namespace pliant
