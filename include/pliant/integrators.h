#pragma once

#include <span>
#include <string_view>

// The list of integrators: their name in files and on the command line, that of the type in
// src/integrators/integrators.h and of the action in scenes, and one line of help. Whatever there
// is one of for each integrator is made from it.

#define PLIANT_INTEGRATORS(METHOD)                                                                 \
  METHOD(euler, Euler, "Explicit Euler: needs damping to be stable.")                              \
  METHOD(midpoint, Midpoint, "Explicit midpoint: two evaluations of the forces a step.")           \
  METHOD(verlet, Verlet, "Störmer-Verlet: carries displacements instead of velocities.")           \
  METHOD(euler_cromer, EulerCromer, "Semi-implicit Euler: taken where a scene has no integrator.") \
  METHOD(leap_frog, LeapFrog, "Leap-frog: velocities between the positions' times.")               \
  METHOD(runge_kutta_4, RungeKutta4,                                                               \
         "Runge-Kutta of fourth order: four evaluations of the forces a step.")

namespace pliant {

#define PLIANT_ENUMERATOR(name, Type, help) name,
enum class Integrator { PLIANT_INTEGRATORS(PLIANT_ENUMERATOR) };
#undef PLIANT_ENUMERATOR

std::string_view name(Integrator integrator);
Integrator integrator(std::string_view name);  ///< InputError where there is none
std::span<const Integrator> integrators();

}  // namespace pliant
