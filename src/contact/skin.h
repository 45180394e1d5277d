#pragma once

#include <cmath>

#include "math/real.h"

// The skin of surfaces that touch. Two places at a distance d below its thickness r push each other
// apart. Over the stiffness k their energy is
//
//   ½ (r - d)²               in the outer half, τ = r/2 ≤ d ≤ r
//   ½ τ² - τ² ln(d / τ)      in the inner one
//
// so that force and stiffness have no jump at τ (slopes -τ, curvatures 1), it is a plain spring as
// long as little presses, and no pressure brings d to zero.

namespace pliant::contact {

/// Distances below this part of the thickness count as that: numbers stay finite where surfaces
/// coincide, as only those can that were given so.
inline constexpr double least_distance = 1e-6;

/// Energy over stiffness (m²) at a distance, its slope (m), and the root of its curvature, with
/// which frequencies and critical damping grow.
template <class R>
struct Skin {
  R energy, slope, stiffening;

  PLIANT_HD Skin(R d, R thickness) {
    using std::log;
    const R half = R(0.5) * thickness;
    if (!(d < thickness)) {
      energy = slope = stiffening = R(0);
    } else if (d >= half) {
      energy = R(0.5) * (thickness - d) * (thickness - d);
      slope = d - thickness;
      stiffening = R(1);
    } else {
      const R least = R(least_distance) * thickness;
      const R near = d < least ? least : d;
      energy = half * half * (R(0.5) - log(near / half));
      slope = -half * half / near;
      stiffening = half / near;
    }
  }
};

}  // namespace pliant::contact
