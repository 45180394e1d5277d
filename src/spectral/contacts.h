#pragma once

#include "spectral/handles.h"
#include "spectral/motion.h"

// Obstacles: nodes of the surface do not enter them. A node that would do so within
// the step gets an impulse along the normal, and one along the surface up to friction times that;
// all of them together by projected Gauss-Seidel, within what the handles allow.

namespace pliant::spectral {

/// What obstacles give a solid within a step, kg m/s and, about the origin, kg m²/s.
struct Impulses {
  Vec3d linear, angular;
};

/// `places`: of the vertices on the surface, world, at `time`; others are not looked at. The
/// impulses of the handles become those that they need beside the contacts.
Impulses resolve_contacts(const Data& data, Motion& motion, const Dynamics& dynamics,
                          Handles::System& handles, std::span<const Vec3d> places, double time,
                          double h);

bool has_obstacles(const Dynamics& dynamics);

}  // namespace pliant::spectral
