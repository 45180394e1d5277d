#pragma once

#include <pliant/stage.h>

#include <optional>

namespace pliant {

/// What a user may not expect of a body that is ready to run: forces that were given twice, ground
/// that goes through it, a size or gravity unlike any, a material that cannot carry its own weight.
void note_start(const StagedBody& body, Notes& notes);

/// What dynamic selection takes from a body whose state is ready to run, and what of it never
/// sleeps.
void note_selection(const StagedBody& body, const State& state, Notes& notes);

/// Penalties of obstacles that a step does not carry as stiff as they were given.
void note_penalties(const std::string& body, const Dynamics& dynamics, Notes& notes);

/// How heavy a body is for its stiffness.
struct Burden {
  double young;    ///< Pa
  double density;  ///< kg/m³
  double gravity;  ///< m/s²
  double height;   ///< m, along gravity
};
/// What will happen where the pressure of its own weight is more than its Young's modulus; nothing
/// where it is not.
std::optional<std::string> too_soft(const std::string& body, const Burden& burden);

}  // namespace pliant
