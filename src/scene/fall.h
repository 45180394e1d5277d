#pragma once

#include <pliant/integrators.h>
#include <pliant/material.h>
#include <pliant/simulation.h>

#include <optional>

namespace pliant {

/// As of rubber or skin on wood: a body that has landed comes to rest.
inline constexpr double usual_floor_friction = 0.5;

/// How a body falls on a level floor at height 0.
struct FallMotion {
  double gravity = 9.81;                   ///< m/s²
  double friction = usual_floor_friction;  ///< Coulomb's coefficient of the floor
  double damping = 0;                      ///< 1/s, as of air
  double strain_limit = 0;                 ///< see Dynamics; 0: none
  std::optional<Integrator> integrator{};  ///< none: the usual one
  /// "explicit", or what LargeSteps has for a method, "auto" among them.
  std::string steps = "explicit";
};

/// The scene of `pliant drop` and of a mesh in the window: a body and nothing but a floor. `forces`
/// is the action that holds it together. How long it falls is left to say.
Simulation falling(BodySource body, std::shared_ptr<const Action> forces,
                   const FallMotion& motion = {});

/// The action of a SolidLaw, by its name, for the body's own material, or with the moduli of
/// another one.
std::shared_ptr<const Action> solid_forces(std::string_view law, const Material* moduli = nullptr);

}  // namespace pliant
