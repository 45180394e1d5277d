#pragma once

#include "math/real.h"

// What damping and friction add to the push of a skin.

namespace pliant::contact {

/// What a contact that lasts remembers: how far it was drawn from where it gripped, m.
struct Grip {
  Vec3d slip{};
  bool slides = false;
};

/// What presses two surfaces together at a place.
struct Resistance {
  Vec3d normal, moved;        // unit; m, of one side past the other since the last step
  double push;                // N
  double stiffness, damping;  // N/m, N s/m, of a grip
  double stiffening;          // of the damping along the normal
};

/// By how much a force falls as two sides go apart, or along each other.
struct Growth {
  double normal, along;  // N/m
};

/// The force on the first side, N. `held`, `sliding`: friction; `per_second`: one over the time in
/// which it moved so. `energy` (J) gains what the grip stores.
PLIANT_HD Vec3d resist(const Resistance& c, double held, double sliding, double per_second,
                       Grip& grip, double& energy, Growth& growth) {
  const double apart = dot(c.moved, c.normal);
  const double wanted_damping = -c.damping * c.stiffening * apart * per_second;
  const double damped = wanted_damping > -c.push ? wanted_damping : -c.push;  // it never draws
  const double pressing = c.push + damped;
  const Vec3d along = c.moved - c.normal * apart;
  // What rests is the same however often it is looked at.
  const bool moves = c.moved != Vec3d{};
  if (moves) {
    grip.slip += along;
    grip.slip -= c.normal * dot(grip.slip, c.normal);
  }
  Vec3d hold = grip.slip * -c.stiffness - along * (c.damping * per_second);
  const double most = (grip.slides ? sliding : held) * pressing;
  const double wanted = length(hold);
  growth = {damped > -c.push ? c.damping * c.stiffening * per_second : 0,
            c.stiffness + c.damping * per_second};
  if (wanted > most) {
    const double limit = sliding * pressing;
    hold *= limit / wanted;
    growth.along *= limit / wanted;
    const double drawn = c.stiffness * length(grip.slip);
    if (moves && drawn > limit) grip.slip *= limit / drawn;
  }
  if (moves) grip.slides = wanted > most;
  energy += 0.5 * c.stiffness * squared_length(grip.slip);
  return hold + c.normal * damped;
}

}  // namespace pliant::contact
