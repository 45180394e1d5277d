#pragma once

#include <gtest/gtest.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include <limits>

#include "integrators/integrators.h"
#include "support/dynamics.h"

// What driven vertices must do on every backend.

namespace pliant::test {

/// Vertices of a body whose coordinate is the least, or the largest.
inline std::vector<Index> face(const Body& body, int axis, bool largest) {
  double least = 1e300, most = -1e300;
  for (const Vec3d& x : body.vertices) {
    least = std::min(least, x[axis]);
    most = std::max(most, x[axis]);
  }
  std::vector<Index> out;
  for (Index v = 0; v < body.vertices.size(); ++v)
    if (std::abs(body.vertices[v][axis] - (largest ? most : least)) < 1e-9 * (most - least))
      out.push_back(v);
  return out;
}

inline Pose turned_about_y(double angle, const Vec3d& shift) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{Vec3d{c, 0, s}, Vec3d{0, 1, 0}, Vec3d{-s, 0, c}}, shift};
}

inline Pose swinging(double time) {
  return turned_about_y(std::sin(5 * time), {0.2 * std::sin(20 * time), 0.5 * time, time * time});
}

inline Body driven_body() {
  return soft_cube(3, 1e-3);
}

/// What a number of about a metre may be off.
inline double rounding_of(Precision precision) {
  return precision == Precision::single_precision ? double(std::numeric_limits<float>::epsilon())
                                                  : std::numeric_limits<double>::epsilon();
}

inline Dynamics driven_dynamics(const Model& model, Integrator integrator) {
  Dynamics d;
  d.integrator = integrator;
  d.time_step = 0.1 * stable_step(model, {.integrator = Integrator::verlet});
  if (integrator == Integrator::euler)
    d.time_step = std::min(d.time_step, 0.3 * stable_step(model, d));
  d.damping = 0.5;
  return d;
}

inline void check_driven_vertices_keep_to_their_path(const ModelOptions& options) {
  const Body body = driven_body();
  const Model model(body, options);
  const std::vector<Index> ends[2] = {face(body, 0, false), face(body, 0, true)};
  for (Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    State state(model, driven_dynamics(model, integrator));
    const double h = state.dynamics().time_step, rounding = 8 * rounding_of(options.precision);
    step(model, state, 3);
    const std::vector<Vec3d> start = state.positions();
    state.add_drive({ends[0], {true, true, true}, swinging});
    state.add_drive({ends[1], {true, false, true}, swinging});
    for (const int steps : {1, 1, 40, 1}) {
      step(model, state, steps - 1);
      const std::vector<Vec3d> before = state.positions();
      step(model, state, 1);
      const std::vector<Vec3d> x = state.positions(), v = state.velocities();
      double off = 0, speed_off = 0, lag = 0;
      for (int end = 0; end < 2; ++end)
        for (Index i : ends[end])
          for (int axis = 0; axis < 3; ++axis) {
            const double wanted = swinging(state.time())(start[i])[axis];
            const double speed = (x[i][axis] - before[i][axis]) / h;
            if (end == 1 && axis == 1) {
              lag = std::max(lag, std::abs(x[i].y - wanted));
              continue;
            }
            off = std::max(off, std::abs(x[i][axis] - wanted));
            speed_off = std::max(speed_off, std::abs(v[i][axis] - speed));
          }
      EXPECT_LT(off, rounding);
      EXPECT_LT(speed_off, rounding / h);
      EXPECT_GT(lag, 100 * rounding) << "what is free has stayed free";
    }
  }
}

/// However the steps are asked for, also where the origin moves along and where a path turns.
inline void check_driven_bits(const ModelOptions& options) {
  const Body body = driven_body();
  const Model model(body, options);
  for (Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = driven_dynamics(model, integrator);
    d.strain_limit = 1.05;
    State first(model, d);
    first.set_velocities(std::vector<Vec3d>(model.vertex_count(), Vec3d{100, 0, 0}));
    const auto path = [](double time) {
      return turned_about_y(3 * time, {100 * time, time * time, 0});
    };
    first.add_drive({face(body, 1, true), {true, true, false}, path});
    first.add_drive({face(body, 0, true), {true, true, true}, path});
    State again = first;
    step(model, first, 300);
    step(model, again, 300);
    EXPECT_EQ(first.hash(), again.hash());
    for (const int at_a_time : {1, 32, 50}) {
      State in_parts(model, d);
      in_parts.set_velocities(std::vector<Vec3d>(model.vertex_count(), Vec3d{100, 0, 0}));
      in_parts.add_drive({face(body, 1, true), {true, true, false}, path});
      in_parts.add_drive({face(body, 0, true), {true, true, true}, path});
      for (int done = 0; done < 300; done += at_a_time)
        step(model, in_parts, std::min(at_a_time, 300 - done));
      EXPECT_EQ(first.hash(), in_parts.hash()) << at_a_time << " at a time";
    }
  }
}

/// Far away single precision must do: the origin follows what is led there.
inline void check_long_way(const ModelOptions& options) {
  const Body body = soft_cube(1, 1e-2);
  const Model model(body, options);
  Dynamics d;
  d.gravity = {};
  d.time_step = 1e-3;
  State state(model, d);
  const Vec3d speed{40, 10, 0};
  state.set_velocities(std::vector<Vec3d>(model.vertex_count(), speed));
  state.add_drive({face(body, 0, true), {true, true, true}, [&](double t) {
                     return Pose{.shift = speed * t};
                   }});
  step(model, state, 20000);
  double worst = 0;
  const std::vector<Vec3d> x = state.positions();
  for (std::size_t v = 0; v < x.size(); ++v)
    worst = std::max(worst, length(x[v] - body.vertices[v] - speed * state.time()));
  EXPECT_LT(worst, 1e-4);
}

inline void check_removed_drive(const ModelOptions& options) {
  const Body body = driven_body();
  const Model model(body, options);
  const Vec3d speed{1, 2, 3};
  std::vector<Index> all;
  for (Index v = 0; v < body.vertices.size(); ++v) all.push_back(v);
  for (Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = driven_dynamics(model, integrator);
    d.gravity = {};
    d.damping = 0;
    State state(model, d);
    const std::size_t drive = state.add_drive(
        {all, {true, true, true}, [&](double t) { return Pose{.shift = speed * t}; }});
    step(model, state, 20);
    state.remove_drive(drive);
    EXPECT_THROW(state.remove_drive(drive), InputError);
    step(model, state, 20);
    const std::vector<Vec3d> x = state.positions();
    const double tolerance = 2e3 * rounding_of(options.precision);
    for (std::size_t v = 0; v < x.size(); ++v)
      ASSERT_LT(length(x[v] - body.vertices[v] - speed * state.time()), tolerance);
  }
}

/// A path that ends: nothing is lost, and without it the state goes on.
inline void check_path_that_is_not_finite(const ModelOptions& options) {
  const Body body = driven_body();
  const Model model(body, options);
  State state(model, driven_dynamics(model, Integrator::euler_cromer));
  const double end = 400.5 * state.dynamics().time_step;
  const auto path = [end](double t) { return Pose{.shift = {t < end ? t : std::nan(""), 0, 0}}; };
  const std::size_t drive = state.add_drive({face(body, 0, true), {true, true, true}, path});
  EXPECT_THROW(step(model, state, 1000), InputError);
  EXPECT_LE(state.steps(), 400);
  EXPECT_GE(state.steps(), 100) << "what could be done is done";
  State other(model, state.dynamics());
  other.add_drive({face(body, 0, true), {true, true, true}, path});
  step(model, other, state.steps());
  EXPECT_EQ(other.hash(), state.hash());
  state.remove_drive(drive);
  step(model, state, 10);
  state.add_drive({face(body, 0, true), {true, true, true}, [](double) -> Pose {
                     throw std::runtime_error("no way");
                   }});
  const std::uint64_t before = state.hash();
  EXPECT_THROW(step(model, state, 1), std::runtime_error);
  EXPECT_EQ(state.hash(), before);
}

inline void check_driven_runaway(const ModelOptions& options) {
  const Body body = driven_body();
  const Model model(body, options);
  Dynamics d;
  d.time_step = 20 * stable_step(model, d);
  State state(model, d);
  shake(state, 1e-3, 0);
  const std::vector<Index> end = face(body, 0, true);
  state.add_drive({end, {true, true, true}, [](double) { return Pose{}; }});
  const Vec3d place = state.positions()[end[0]];
  EXPECT_THROW(step(model, state, 5000), Diverged);
  for (const Vec3d& x : state.positions()) ASSERT_TRUE(is_finite(x));
  d.time_step = 0;
  state.set_dynamics(d);
  step(model, state, 300);
  EXPECT_EQ(state.positions()[end[0]], place);
}

/// To rounding: a pulled and twisted body on both.
inline void check_driven_as_on_the_cpu(const ModelOptions& options) {
  const Body body = soft_cube(5, 1e-3);
  const Model reference(body, {options.precision, ""}), model(body, options);
  for (Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = driven_dynamics(reference, integrator);
    d.obstacles = {{.shape = Floor{{0, -0.01, 0}, {0.1, 1, 0}}, .bounce = 0.5}};
    d.obstacles.push_back({tabletop({0, 0.02, 0}, 0.7, 0.7, 0.1)});
    State expected(reference, d), state(model, d);
    for (State* s : {&expected, &state}) {
      s->add_drive({face(body, 0, false), {true, true, true}, [](double) { return Pose{}; }});
      s->add_drive({face(body, 0, true), {true, false, true}, swinging});
      step(s->model(), *s, 200);
    }
    EXPECT_LT(largest_difference(expected.positions(), state.positions()),
              1e3 * rounding_of(options.precision));
    EXPECT_NEAR(expected.time(), state.time(), 1e-12);
  }
}

}  // namespace pliant::test
