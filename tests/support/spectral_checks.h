#pragma once

#include <gtest/gtest.h>
#include <pliant/batch.h>
#include <pliant/error.h>

#include <cstdlib>

#include "spectral/spectral_solids.h"
#include "support/gpu.h"

// Spectral solids on a card, or on the host in its place, against the CPU.

namespace pliant::test {

/// Modes kept on disk: a build for servers has no eigensolver and takes them from there.
inline std::optional<Body> cached_body(const TetMesh& mesh, const SpectralOptions& options) {
  static const Material damped = make_material(1e6, 0.3, 1000, 0.001);
  try {
    return spectral_body(mesh, std::span(&damped, 1), options);
  } catch (const InputError& error) {
    if (std::string(error.what()).find("cache") == std::string::npos) throw;
    return std::nullopt;
  }
}

inline SpectralOptions hybrid_options(const TetMesh& mesh, bool fixed) {
  SpectralOptions options{.modes = 30, .rigid = {between(mesh, 0, 1)}};
  if (fixed) options.fixed = at_x(mesh, -0.5);
  return options;
}

inline double tolerance(Precision precision) {
  return precision == Precision::single_precision ? 2e-6 : 1e-11;
}

inline std::vector<Vec3d> tumbling(const Body& body) {
  std::vector<Vec3d> out;
  for (const Vec3d& x : body.vertices)
    out.push_back(Vec3d{1, 2, 0} + cross(Vec3d{1, 2, 3}, x) + Vec3d{0, x.x * x.x, 0});
  return out;
}

/// Few where a tool that checks every access slows everything down.
inline std::int64_t steps_to_take() {
  return std::getenv("PLIANT_FEW_STEPS") ? 12 : 300;
}

/// False where there are no modes.
inline bool check_spectral_states() {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  for (const bool fixed : {true, false})
    for (const Precision precision : both_precisions) {
      const std::optional<Body> body = cached_body(mesh, hybrid_options(mesh, fixed));
      if (!body) return false;
      const Model cpu(*body, {precision, "", Backend::cpu}), card(*body, on_card(precision));
      EXPECT_EQ(card.backend(), Backend::cuda);
      Dynamics dynamics;
      dynamics.time_step = 0.002;
      dynamics.obstacles = {{Floor{.point = {0, -0.4, 0}}}};
      dynamics.obstacles[0].friction = 0.4;
      State a(cpu, dynamics), b(card, dynamics);
      if (!fixed) {
        a.set_velocities(tumbling(*body));
        b.set_velocities(tumbling(*body));
      }
      step(cpu, a, steps_to_take());
      step(card, b, steps_to_take());
      EXPECT_LT(largest_difference(a.positions(), b.positions()), tolerance(precision));
      const State copy = b;
      EXPECT_EQ(copy.positions(), b.positions());
      State other(card, dynamics);
      other.restore(b.save());
      EXPECT_EQ(other.positions(), b.positions());
    }
  return true;
}

inline bool check_spectral_batches() {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  for (const bool fixed : {true, false})
    for (const Precision precision : both_precisions) {
      const std::optional<Body> body = cached_body(mesh, hybrid_options(mesh, fixed));
      if (!body) return false;
      const Model cpu(*body, {precision, "", Backend::cpu}), card(*body, on_card(precision));
      Dynamics dynamics;
      dynamics.time_step = 0.002;
      constexpr std::size_t copies = 11;
      Batch a(cpu, copies, dynamics), b(card, copies, dynamics);
      for (std::size_t i = 0; i < copies; ++i) {
        Dynamics own = dynamics;
        own.gravity = {0.3 * double(i), -1.0 * double(i), 0};
        own.damping = 0.1 * double(i);
        a.set_dynamics(i, own);
        b.set_dynamics(i, own);
      }
      a.set_velocities(3, tumbling(*body));
      b.set_velocities(3, tumbling(*body));
      step(a, steps_to_take());
      step(b, steps_to_take() / 3);
      step(b, steps_to_take() * 2 / 3);
      for (const std::size_t i : {0, 3, 7, 10}) {
        EXPECT_LT(largest_difference(a.positions(i), b.positions(i)), tolerance(precision)) << i;
        EXPECT_LT(largest_difference(a.velocities(i), b.velocities(i)), 1e-9) << i;
        EXPECT_FALSE(b.diverged(i));
      }
      Dynamics floored = dynamics;
      floored.obstacles = {{Floor{}}};
      EXPECT_THROW(b.set_dynamics(0, floored), InputError);
    }
  return true;
}

}  // namespace pliant::test
