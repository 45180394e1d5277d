#pragma once

#include <pliant/model.h>

#include <optional>
#include <string>
#include <string_view>

namespace pliant {

/// "single" or "double".
std::string_view name(Precision precision);

/// The speed, in m/s, below which a body of this size stands still: in a step it gets less than
/// half way to the next number that the precision has.
double slowest_motion(double size, Precision precision, double time_step);

/// Whether gravity must act for longer than a twentieth of a second before the body begins to move:
/// a fall is then clearly wrong, and a slow motion does not happen. Without gravity it is that of
/// the earth. The time step is the dynamics', or the safe one where that is 0. With
/// large steps, whether rounding makes forces like those of a hundredth of gravity. Never so for
/// spectral solids, whose motion is computed in double precision.
bool loses_motion(const Model& model, const Dynamics& dynamics);

/// What to tell of a body that loses its motion; nothing where it does not. `raised`: it will be
/// computed in double precision instead.
std::optional<std::string> precision_note(const std::string& body, const Model& model,
                                          const Dynamics& dynamics, bool raised);

}  // namespace pliant
