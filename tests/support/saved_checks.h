#pragma once

#include <numeric>

#include "base/fingerprint.h"
#include "support/drive_checks.h"

// What a saved state must do on every backend.

namespace pliant::test {

/// Everything that a state can be: fast, on a bouncing floor, changed, cut, pinned, driven.
inline State busy_state(const Model& model, Integrator integrator, bool pinned, unsigned seed) {
  Dynamics d = driven_dynamics(model, integrator);
  d.strain_limit = 1.02;
  d.obstacles = {{.shape = Floor{{0, -0.01, 0}, {0.1, 1, 0}}, .bounce = 0.5}};
  d.obstacles.push_back({tabletop({0.3, 0.02, 0.3}, 0.5, 0.5, 0.05)});
  State state(model, d);
  shake(state, 0.002, 1, seed);
  std::vector<Vec3d> v = state.velocities();
  for (Vec3d& fast : v) fast.x += 300;  // so that the origin moves along
  state.set_velocities(v);
  if (pinned) state.pin(std::vector<Index>{1, 7});
  return state;
}

inline void change_relations(State& state) {
  std::vector<Index> some(state.model().relation_count(1) / 3);
  std::iota(some.begin(), some.end(), Index(2));
  state.remove(1, some);
  state.set_parameter(0, "stiffness", 5, 2 * state.parameter(0, "stiffness", 5));
  state.set_parameter(1, "damping", 0.5 * state.parameter(1, "damping", 0));
}

inline std::size_t drive_top(const Body& body, State& state, std::vector<Vec3d> places = {}) {
  return state.add_drive({face(body, 1, true),
                          {false, true, true},
                          [](double t) {
                            return turned_about_y(t, {0, 0.1 * std::sin(9 * t), 0});
                          },
                          std::move(places)});
}

/// Restored into a state that has been elsewhere, it goes on as if nothing had been.
inline void check_saved_states_go_on(const ModelOptions& options) {
  const Body body = soft_cube(4, 1e-3);
  const Model model(body, options);
  for (Integrator integrator : integrators())
    for (const bool pinned : {false, true})
      for (const bool driven : {false, true}) {
        SCOPED_TRACE(std::string(name(integrator)) + (pinned ? ", pinned" : "") +
                     (driven ? ", driven" : ""));
        State state = busy_state(model, integrator, pinned, 1);
        step(model, state, 20);
        change_relations(state);
        std::vector<Vec3d> places;
        if (driven) places = state.drive(drive_top(body, state)).places;
        step(model, state, 57);
        const std::vector<std::byte> saved = state.save();
        State other = busy_state(model, Integrator::verlet, !pinned, 2);
        step(model, other, 10);
        if (driven) drive_top(body, other, places);
        other.restore(saved);
        EXPECT_EQ(other.hash(), state.hash());
        EXPECT_EQ(other.steps(), 77);
        EXPECT_EQ(other.removed(1, 3), true);
        EXPECT_EQ(other.parameter(0, "stiffness", 5), state.parameter(0, "stiffness", 5));
        EXPECT_TRUE(other.save() == saved) << "what is saved at once again";
        step(model, state, 200);
        step(model, other, 33);
        step(model, other, 167);
        EXPECT_EQ(other.hash(), state.hash());
        EXPECT_EQ(other.time(), state.time());
        EXPECT_TRUE(other.save() == state.save());
      }
}

inline void check_damaged_states_are_refused(const ModelOptions& options) {
  const Body body = soft_cube(1);
  const Model model(body, options);
  State state(model, {.obstacles = {{Floor{}}}}), other(model);
  state.set_parameter(0, "stiffness", 2, 3);
  step(model, state, 7);
  const std::vector<std::byte> saved = state.save();
  const std::uint64_t before = other.hash();
  for (std::size_t i = 0; i < saved.size(); ++i) {
    std::vector<std::byte> damaged = saved;
    damaged[i] ^= std::byte(1 << i % 8);
    EXPECT_THROW(other.restore(damaged), InputError) << "byte " << i;
    EXPECT_THROW(other.restore(std::span(saved).first(i)), InputError) << i << " bytes";
  }
  std::vector<std::byte> longer = saved;
  longer.push_back(std::byte(0));
  EXPECT_THROW(other.restore(longer), InputError);
  EXPECT_EQ(other.hash(), before) << "a state that was not restored stays as it is";

  Body heavier = body;
  heavier.masses[3] *= 2;
  const Model another(heavier, options);
  State of_another(another);
  EXPECT_THROW(of_another.restore(saved), InputError);
  const Precision precision = options.precision == Precision::single_precision
                                  ? Precision::double_precision
                                  : Precision::single_precision;
  const Model finer(body, {precision, options.instruction_set, options.backend});
  State in_another_precision(finer);
  EXPECT_THROW(in_another_precision.restore(saved), InputError);
  other.restore(saved);
  EXPECT_EQ(other.hash(), state.hash());
}

/// The forces of all sets, added up.
inline void check_relation_forces(const ModelOptions& options) {
  Body body = soft_cube(3, 1e-3);
  body.relations.push_back({"point_load", {0, 4, 4}, {{1}, {2, 3, 4}, {5}}, {}});
  const Model model(body, options);
  State state(model, driven_dynamics(model, Integrator::verlet));
  shake(state, 0.01, 1);
  change_relations(state);
  step(model, state, 10);
  std::vector<Vec3d> sum(model.vertex_count());
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    const std::vector<Index> vertices = model.relation_vertices(set);
    const std::vector<Vec3d> forces = state.relation_forces(set);
    ASSERT_EQ(forces.size(), vertices.size());
    for (std::size_t i = 0; i < forces.size(); ++i) sum[vertices[i]] += forces[i];
  }
  const std::vector<Vec3d> forces = state.forces();
  EXPECT_GT(largest_length(forces), 1);
  EXPECT_LT(largest_difference(sum, forces),
            300 * rounding_of(options.precision) * largest_length(forces));
  EXPECT_EQ(state.relation_forces(2)[1], (Vec3d{1, 3, 5}));
  EXPECT_EQ(state.relation_forces(1)[4 * 3], Vec3d{}) << "of one that was removed";
  EXPECT_THROW(state.relation_forces(3), InputError);
}

}  // namespace pliant::test
