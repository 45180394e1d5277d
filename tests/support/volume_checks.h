#pragma once

#include <pliant/batch.h>
#include <pliant/topology.h>

#include "support/drive_checks.h"

// What volume constraints must do on every backend.

namespace pliant::test {

inline VolumeConstraint boundary_constraint(const TetMesh& mesh, double strength = 1,
                                            VolumeCorrection form = VolumeCorrection::corrected) {
  return {{mesh.boundary().begin(), mesh.boundary().end()}, 0, strength, form};
}

/// A soft cube whose volume is kept.
inline Body kept_cube(const TetMesh& mesh, const VolumeConstraint& constraint) {
  Body body = mass_spring_solid(mesh, make_material(1e5, 0.3, 1000, 1e-3));
  body.volume_constraints = {constraint};
  return body;
}
inline Body kept_cube(double cells, double strength = 1,
                      VolumeCorrection form = VolumeCorrection::corrected) {
  const TetMesh mesh = cube_mesh(cells);
  return kept_cube(mesh, boundary_constraint(mesh, strength, form));
}

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

/// Pressed to 76 % of its length by two faces that move, for every integrator.
inline void check_compression(const ModelOptions& options, std::span<const Integrator> wanted,
                              int steps) {
  for (const Integrator integrator : wanted) {
    SCOPED_TRACE(std::string(name(integrator)));
    const Body body = kept_cube(3);
    const Model model(body, options);
    Dynamics d = driven_dynamics(model, integrator);
    State state(model, d);
    const double end = steps * d.time_step * 0.7;
    const auto press = [&](bool right) {
      state.add_drive({face(body, 0, right), {true, false, false}, [=](double t) {
                         const double way = 0.12 * std::min(t / end, 1.0);
                         return Pose{.shift = {right ? -way : way, 0, 0}};
                       }});
    };
    press(false);
    press(true);
    step(model, state, steps);
    EXPECT_NEAR(state.constrained_volume(0), 1, 1e-4);
    const std::vector<Vec3d> x = state.positions();
    const auto [least, most] = std::ranges::minmax(x, {}, &Vec3d::x);
    EXPECT_NEAR(most.x - least.x, 0.76, 0.02);
  }
}

/// A free body: linear momentum stays to rounding, and so does the volume.
inline void check_free_body(const ModelOptions& options, int steps) {
  const Body body = kept_cube(4);
  const Model model(body, options);
  State state(model, weightless(Integrator::leap_frog, 2e-4));
  shake(state, 0.01, 0.5);
  const Vec3d before = state.momentum();
  double size = 0, mass = 0;
  for (std::size_t v = 0; v < body.masses.size(); ++v) mass += body.masses[v];
  size = mass * 0.5;
  step(model, state, steps);
  EXPECT_LT(length(state.momentum() - before),
            20 * std::sqrt(double(steps)) * rounding_of(options.precision) * size);
  EXPECT_NEAR(state.constrained_volume(0), 1, 1e-5);
}

/// On a floor or a table nothing sinks in, and the volume stays.
inline void check_resting(const ModelOptions& options) {
  const Body body = kept_cube(4);
  const Model model(body, options);
  for (const bool on_table : {false, true}) {
    Dynamics d;
    d.integrator = Integrator::verlet;
    d.time_step = 2e-4;
    d.damping = 5;
    d.strain_limit = 1.3;
    if (on_table)
      d.table = Table{{0, -0.01, 0}, 3, 3, 0.5};
    else
      d.floor = Floor{{0, -0.01, 0}, {0, 1, 0}, 0.3};
    State state(model, d);
    step(model, state, 1000);
    EXPECT_GT(lowest(state), -0.01 - 1e-6);
    EXPECT_LT(lowest(state), -0.01 + 1e-3);
    EXPECT_NEAR(state.constrained_volume(0), 1, 1e-4);
  }
}

/// Strength, rest volume, on and off while it runs; saved with the state.
inline void check_goals(const ModelOptions& options) {
  const Model model(kept_cube(3), options);
  State state(model, weightless(Integrator::euler_cromer, 2e-4));
  EXPECT_EQ(state.volume_goal(0).strength, 1);
  EXPECT_NEAR(state.volume_goal(0).rest_volume, 1, 1e-12);
  state.set_volume_goal(0, {1.05, 0.1, true});
  step(model, state, 200);
  EXPECT_NEAR(state.constrained_volume(0), 1.05, 1e-4);
  const std::vector<std::byte> saved = state.save();
  State other(model, weightless(Integrator::verlet, 1e-4));
  other.restore(saved);
  EXPECT_EQ(other.volume_goal(0).rest_volume, 1.05);
  EXPECT_EQ(other.volume_goal(0).strength, 0.1);
  step(model, state, 100);
  step(model, other, 60);
  step(model, other, 40);
  EXPECT_EQ(state.hash(), other.hash());
  state.set_volume_goal(0, {1.05, 1, false});
  step(model, state, 300);
  EXPECT_GT(std::abs(state.constrained_volume(0) - 1.05), 1e-3) << "it is let go";
  state.set_volume_goal(0, {1e6, 1, true});
  EXPECT_THROW(step(model, state, 300), Diverged);
  for (const Vec3d& x : state.positions()) ASSERT_TRUE(is_finite(x)) << "it goes back";
  EXPECT_THROW(state.volume_goal(1), InputError);
  EXPECT_THROW(state.set_volume_goal(0, {0, 1, true}), InputError);
  EXPECT_THROW(state.set_volume_goal(0, {1, 1.5, true}), InputError);
}

/// A region and the whole boundary's others: two parts that do not touch.
inline Body two_regions(const TetMesh& mesh, double part) {
  Body body = mass_spring_solid(mesh, make_material(1e5, 0.3, 1000, 1e-3));
  for (const double side : {-1.0, 1.0}) {
    std::vector<Tetrahedron> inside;
    for (const Tetrahedron& t : mesh.tetrahedra())
      if (std::ranges::all_of(t, [&](Index v) { return side * mesh.vertices()[v].x > part; }))
        inside.push_back(t);
    const Lists touching = vertex_cells<4>(inside, mesh.vertices().size());
    const auto boundary = boundary_triangles(inside, tetrahedron_neighbours(inside, touching));
    body.volume_constraints.push_back({boundary, 0, 1, VolumeCorrection::corrected});
  }
  return body;
}

inline void check_regions(const ModelOptions& options) {
  const TetMesh mesh = cube_mesh(6);
  Body body = two_regions(mesh, 0.1);
  const Model model(body, options);
  const double rest[2] = {State(model).constrained_volume(0), State(model).constrained_volume(1)};
  EXPECT_NEAR(rest[0], 1.0 / 3, 1e-6);
  State state(model, {.integrator = Integrator::leap_frog, .time_step = 2e-4});
  state.pin(face(body, 1, false));
  shake(state, 0.01, 1);
  step(model, state, 400);
  for (const std::size_t i : {0u, 1u})
    EXPECT_NEAR(state.constrained_volume(i), rest[i], 1e-4 * rest[i]);
  EXPECT_GT(std::abs(volume_of(mesh, state.positions()) - 1), 1e-4) << "between them it may change";
}

/// However the steps are asked for, the bits are the same, also far away and fast.
inline void check_volume_bits(const ModelOptions& options) {
  const Body body = kept_cube(5);
  const Model model(body, options);
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = driven_dynamics(model, integrator);
    d.floor = Floor{{0, -0.02, 0}, {0.1, 1, 0}};
    State first(model, d);
    shake(first, 1e-3, 0.5);
    std::vector<Vec3d> v = first.velocities();
    for (Vec3d& fast : v) fast.x += 500;  // so that the origin moves along
    first.set_velocities(v);
    State in_parts = first;
    step(model, first, 300);
    for (const int part : {1, 31, 2, 99, 130, 37}) step(model, in_parts, part);
    EXPECT_EQ(first.hash(), in_parts.hash());
    EXPECT_NEAR(first.constrained_volume(0), 1, 1e-4);
  }
}

/// Copies of a batch are as single states.
inline void check_volume_batch(const ModelOptions& options) {
  const Model model(kept_cube(4), options);
  const Dynamics d = driven_dynamics(model, Integrator::verlet);
  Batch batch(model, 3, d);
  std::vector<State> states;
  for (std::size_t copy = 0; copy < 3; ++copy) {
    states.emplace_back(model, d);
    shake(states.back(), 0.005, 0.5, static_cast<unsigned>(copy + 1));
    const std::vector<Vec3d> x = states.back().positions(), v = states.back().velocities();
    states.back().set_positions(x);
    states.back().set_velocities(v);
    batch.set_positions(copy, x);
    batch.set_velocities(copy, v);
  }
  step(batch, 100);
  for (std::size_t copy = 0; copy < 3; ++copy) {
    step(model, states[copy], 100);
    EXPECT_EQ(largest_difference(batch.positions(copy), states[copy].positions()), 0);
    EXPECT_NEAR(states[copy].constrained_volume(0), 1, 1e-4);
  }
}

/// The same body on the CPU and elsewhere: apart by rounding alone.
inline void check_volume_as_on_the_cpu(const ModelOptions& options) {
  const TetMesh mesh = cube_mesh(6);
  const Body bodies[] = {kept_cube(mesh, boundary_constraint(mesh, 0.5)), two_regions(mesh, 0.1)};
  for (const Body& body : bodies)
    for (const Integrator integrator : integrators()) {
      SCOPED_TRACE(std::string(name(integrator)));
      const Model reference(body, {options.precision, ""}), model(body, options);
      Dynamics d = driven_dynamics(reference, integrator);
      // What lies on a floor is above or below it by rounding, and Euler's method, which moves by
      // the last velocity, shows which.
      if (integrator != Integrator::euler) d.floor = Floor{{0, -0.001, 0}, {0.1, 1, 0}};
      d.strain_limit = 1.2;
      State expected(reference, d), state(model, d);
      for (State* s : {&expected, &state}) {
        shake(*s, 1e-3, 0.3);
        s->pin(std::vector<Index>{3, 40});
        s->add_drive({face(body, 1, true), {true, true, false}, [](double t) {
                        return turned_about_y(3 * t, {0, -0.5 * t, 0});
                      }});
        step(s->model(), *s, 150);
      }
      EXPECT_LT(largest_difference(expected.positions(), state.positions()),
                2000 * rounding_of(options.precision));
    }
}

inline void check_volumes_kept(const ModelOptions& options) {
  check_volume_step(options);
  check_drift(options);
  check_published_limit(options);
  check_free_body(options, 500);
  check_goals(options);
  check_regions(options);
  check_volume_bits(options);
  check_volume_batch(options);
}

}  // namespace pliant::test
