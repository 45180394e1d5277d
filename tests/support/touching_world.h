#pragma once

#include <pliant/advance.h>

#include <numeric>

#include "support/long_tests.h"
#include "support/touching.h"

// A world of bodies that touch, beside closed forms.

namespace pliant::test {

struct TouchingWorld {
  Model model;
  State state;
  TouchingWorld(const std::vector<Body>& bodies, const Dynamics& dynamics,
                const Contact& contact = {}, const ModelOptions& options = in_double)
      : model(bodies, options), state(model, dynamics) {
    state.set_contact(contact);
  }
  void run(double seconds) { advance(model, state, seconds); }
};

inline Contact frictionless(double damping = 0, double thickness = 0) {
  Contact contact;
  contact.thickness = thickness;
  contact.friction = 0;
  contact.damping = damping;
  return contact;
}

inline Dynamics without_gravity() {
  Dynamics d;
  d.gravity = {};
  return d;
}

inline Vec3d middle(const State& body) {
  const std::vector<Vec3d> x = body.positions();
  return std::accumulate(x.begin(), x.end(), Vec3d{}) / static_cast<double>(x.size());
}
inline double mass_of(const State& body) {
  return std::accumulate(body.model().masses().begin(), body.model().masses().end(), 0.0);
}
inline Vec3d mean_velocity(const State& body) {
  return body.momentum() / mass_of(body);
}

}  // namespace pliant::test
