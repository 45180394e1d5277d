#pragma once

#include "spectral/handles.h"
#include "spectral/motion.h"

// Floor, table and balls: nodes of the surface do not enter them. A node that would do so within
// the step gets an impulse along the normal, and one along the surface up to friction times that;
// all of them together by projected Gauss-Seidel, within what the handles allow.

namespace pliant::spectral {

/// `places`: of the vertices on the surface, world; others are not looked at.
void resolve_contacts(const Data& data, Motion& motion, const Dynamics& dynamics,
                      const Handles::System& handles, std::span<const Vec3d> places, double h);

bool has_obstacles(const Dynamics& dynamics);

}  // namespace pliant::spectral
