#pragma once

#include <pliant/mesh.h>

namespace pliant {

/// A spring between a vertex and a place, as of a hand that drags it or of an elastic support: the
/// force stiffness (target - x) - damping v on the vertex. It comes from outside and conserves no
/// momentum.
struct Pull {
  Index vertex = 0;
  Vec3d target{};        ///< m
  double stiffness = 0;  ///< N/m
  double damping = 0;    ///< N s/m

  bool operator==(const Pull&) const = default;
};

}  // namespace pliant
