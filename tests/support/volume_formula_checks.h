#pragma once

#include "support/volume_bodies.h"

// What one correction of a volume must do: E06 (3.20) and its corrected form in plain sums.

namespace pliant::test {

/// The gradient of the volume, from the tetrahedra: those inside cancel out.
inline std::vector<Vec3d> volume_gradient(const TetMesh& mesh, const std::vector<Vec3d>& x) {
  std::vector<Vec3d> out(x.size());
  for (const Tetrahedron& t : mesh.tetrahedra()) {
    const Vec3d a = x[t[1]] - x[t[0]], b = x[t[2]] - x[t[0]], c = x[t[3]] - x[t[0]];
    const Vec3d on_1 = cross(b, c) / 6, on_2 = cross(c, a) / 6, on_3 = cross(a, b) / 6;
    out[t[1]] += on_1;
    out[t[2]] += on_2;
    out[t[3]] += on_3;
    out[t[0]] -= on_1 + on_2 + on_3;
  }
  return out;
}

/// A step beside the formula in plain sums, from a step without the constraint.
inline void check_volume_step(const ModelOptions& options) {
  const TetMesh mesh = cube_mesh(4);
  const double tolerance = options.precision == Precision::single_precision ? 2e-6 : 1e-13;
  for (const VolumeCorrection form : {VolumeCorrection::corrected, VolumeCorrection::as_published})
    for (const Integrator integrator : integrators()) {
      SCOPED_TRACE(std::string(name(integrator)) +
                   (form == VolumeCorrection::corrected ? "" : ", as published"));
      const double strength = 0.4, h = 1e-4;
      Body body = kept_cube(mesh, boundary_constraint(mesh, strength, form));
      body.pinned = {0, 3};
      const Model kept(body, options);
      body.volume_constraints.clear();
      const Model loose(body, options);
      const std::vector<Index> led = face(body, 1, true);
      const auto started = [&](const Model& model) {
        State state(model, {.integrator = integrator, .time_step = h});
        state.add_drive({led, {false, true, false}, [](double t) {
                           return Pose{.shift = {0, -0.5 * t, 0}};
                         }});
        shake(state, 0.02, 1);
        return state;
      };
      State state = started(kept), free = started(loose);
      const std::vector<Vec3d> before = free.positions();
      step(kept, state, 1);
      step(loose, free, 1);
      const std::vector<Vec3d> b = volume_gradient(mesh, before);
      std::vector<Vec3d> x = free.positions(), v = free.velocities(), w(x.size());
      double compliance = 0, moved = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        w[i] = Vec3d{1, 1, 1} / body.masses[i];
        if (i == 0 || i == 3) w[i] = {};
        if (std::ranges::binary_search(led, static_cast<Index>(i))) w[i].y = 0;
        for (int k = 0; k < 3; ++k) compliance += b[i][k] * b[i][k] * w[i][k];
        moved += dot(b[i], x[i] - before[i]);
      }
      const double drift = volume_of(mesh, before) - mesh.volume();
      const bool corrected = form == VolumeCorrection::corrected;
      const double shift = corrected ? moved + strength * drift : strength * (moved + 3 * drift);
      const double push = corrected ? shift : moved;
      double most = 0;
      for (std::size_t i = 0; i < x.size(); ++i)
        for (int k = 0; k < 3; ++k) {
          const double weighted = w[i][k] * b[i][k] / compliance;
          most = std::max(most, std::abs(weighted * shift));
          x[i][k] -= weighted * shift;
          v[i][k] -= weighted * push / h;
        }
      ASSERT_GT(most, 1e-5) << "it has something to do";
      EXPECT_LT(largest_difference(state.positions(), x), tolerance);
      if (integrator != Integrator::leap_frog) {  // whose velocities are brought to the present
        EXPECT_LT(largest_difference(state.velocities(), v), tolerance / h);
      }
    }
}

/// Nothing but the constraint acts: by what the drift is multiplied in a step.
inline double drift_factor(const ModelOptions& options, double strength, VolumeCorrection form) {
  const TetMesh mesh = cube_mesh(3);
  Body body{{mesh.vertices().begin(), mesh.vertices().end()}, {}, {}, {}, {}};
  for (std::size_t v = 0; v < body.vertices.size(); ++v)
    body.masses.push_back(1 + 0.1 * static_cast<double>(v % 7));
  body.volume_constraints = {boundary_constraint(mesh, strength, form)};
  const Model model(body, options);
  State state(model, weightless(Integrator::leap_frog, 1e-3));
  std::vector<Vec3d> x = body.vertices;
  for (Vec3d& p : x) p *= 1.0005;
  state.set_positions(x);
  const int steps = strength > 0.9 ? 1 : 3;
  const double first = state.constrained_volume(0) - mesh.volume();
  step(model, state, steps);
  const double last = state.constrained_volume(0) - mesh.volume();
  return std::copysign(std::pow(std::abs(last / first), 1.0 / steps), last / first);
}

inline void check_drift(const ModelOptions& options) {
  const auto published = VolumeCorrection::as_published;
  for (const double gamma : {0.2, 0.5})
    EXPECT_NEAR(drift_factor(options, gamma, VolumeCorrection::corrected), 1 - gamma, 5e-3);
  EXPECT_NEAR(drift_factor(options, 1, VolumeCorrection::corrected), 0, 5e-3);
  EXPECT_NEAR(drift_factor(options, 0.2, published), 0.4, 5e-3);
  EXPECT_NEAR(drift_factor(options, 0.5, published), -0.5, 5e-3);
  EXPECT_NEAR(drift_factor(options, 1, published), -2, 2e-2);
  EXPECT_NEAR(drift_factor(options, 0, published), 1, 1e-3);
}

/// (3.20) is stable below 2/3 and not above.
inline void check_published_limit(const ModelOptions& options) {
  for (const double gamma : {0.6, 0.75}) {
    const Model model(kept_cube(3, gamma, VolumeCorrection::as_published), options);
    State state(model, weightless(Integrator::leap_frog, 1e-4));
    std::vector<Vec3d> x = state.positions();
    for (Vec3d& p : x) p *= 1.0001;
    state.set_positions(x);
    const double drift = std::abs(state.constrained_volume(0) - 1);
    step(model, state, 20);
    const double later = std::abs(state.constrained_volume(0) - 1);
    if (gamma < 2.0 / 3) {
      EXPECT_LT(later, 0.1 * drift);
    } else {
      EXPECT_GT(later, 20 * drift);
    }
  }
}

}  // namespace pliant::test
