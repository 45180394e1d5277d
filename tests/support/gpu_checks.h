#pragma once

#include <gtest/gtest.h>
#include <pliant/cut.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include <limits>

#include "support/direct_forces.h"
#include "support/gpu.h"

// What a card, or what stands in for it, must do. The CPU is the measure, to rounding; a run of its
// own, to the last bit.

namespace pliant::test {

/// A mesh whose vertices are pushed about at random.
inline TetMesh random_mesh(double tets, unsigned seed) {
  Mesh mesh = make_shape("critter", {{"tets", tets}, {"size", 1}});
  const double edge = edge_length(TetMesh(mesh));
  Samples samples(seed);
  for (Vec3d& p : mesh.vertices) p += samples.vector(0.1 * edge);
  return TetMesh(std::move(mesh));
}

/// Stiff, so that it keeps its shape on the floor: soft ones crumple, and no two runs crumple
/// alike.
inline Body body_with(const TetMesh& mesh, const LawInfo& law) {
  std::vector<const LawInfo*> wanted{&law};
  if (law.arity != 2) wanted.push_back(&pliant::law("DistanceSpring"));
  Body body = body_of(mesh, wanted);
  const double edge = edge_length(mesh);
  for (Relations& set : body.relations) {
    const LawInfo& info = pliant::law(set.law);
    if (info.arity == 1) continue;  // a newton is enough for what weighs a kilogram
    // Constants of laws that are not normalised have other units: lengths to some power.
    const bool published = info.name.ends_with("Published") || info.name.ends_with("Damping");
    const double power = !published ? 0 : info.arity == 2 ? 2 : info.arity == 3 ? 4 : 6;
    for (std::size_t field = 0; field < set.parameters.size(); ++field) {
      if (info.parameters[field].unit == "1") continue;  // an exponent, or a ratio
      for (double& value : set.parameters[field])
        value *= std::pow(edge, 2 - power) * (field == 0 ? 1e6 : 10);
    }
  }
  return body;
}

inline Dynamics falling(const Model& model, Integrator integrator) {
  Dynamics d;
  d.integrator = integrator;
  d.time_step = 0.1 * stable_step(model, {.integrator = Integrator::verlet});
  if (integrator == Integrator::euler)  // grows unless its steps are short beside the damping
    d.time_step = std::min(d.time_step, 0.3 * stable_step(model, d));
  d.damping = 0.5;
  if (model.compiled().has_springs()) d.strain_limit = 1.01;
  d.obstacles = {{Floor{{0, -0.3, 0}, {0.1, 1, 0}}}};
  return d;
}

/// The same body on both, from the same start; how far apart they are after some steps, over the
/// size of the body and what rounding may do in so many steps.
inline double rounding_apart(const Body& body, const Model& reference, const Model& model,
                             Integrator integrator, double strain_limit, int steps) {
  Dynamics d = falling(reference, integrator);
  d.strain_limit = strain_limit;
  State expected(reference, d), state(model, d);
  const double edge = length(body.vertices[body.relations[0].vertices[0]] -
                             body.vertices[body.relations[0].vertices[1]]);
  shake(expected, 0.01 * edge, 0.1);
  shake(state, 0.01 * edge, 0.1);
  step(reference, expected, steps);
  step(model, state, steps);
  const double epsilon = model.precision() == Precision::single_precision
                             ? double(std::numeric_limits<float>::epsilon())
                             : std::numeric_limits<double>::epsilon();
  return largest_difference(expected.positions(), state.positions()) /
         (epsilon * (10 + std::sqrt(double(steps))));
}

inline void check_every_law_and_integrator(int steps) {
  const TetMesh mesh = random_mesh(600, 3);
  for (const LawInfo& law : laws()) {
    const Body body = body_with(mesh, law);
    for (Precision precision : both_precisions) {
      const Model reference(body, {precision, ""}), model(body, on_card(precision));
      for (Integrator integrator : integrators()) {
        SCOPED_TRACE(std::string(law.name) + ", " + std::string(name(integrator)) +
                     (precision == Precision::single_precision ? ", single" : ", double"));
        EXPECT_LT(rounding_apart(body, reference, model, integrator, 0, steps), 100);
        // A strain limit is a sharp blow to what shakes so, and soon blows rounding up.
        if (!reference.compiled().has_springs()) continue;
        EXPECT_LT(rounding_apart(body, reference, model, integrator, 1.01, steps / 20), 1000);
      }
    }
  }
}

inline void check_forces(const TetMesh& mesh, const std::vector<const LawInfo*>& wanted) {
  const Body body = body_of(mesh, wanted);
  for (Precision precision : both_precisions) {
    const Model model(body, on_card(precision));
    State state(model, weightless(Integrator::verlet, 1e-3));
    shake(state, 0.2 * edge_length(mesh), 1);
    const auto expected = direct_forces(body, state.positions(), state.velocities());
    const double tolerance = precision == Precision::double_precision ? 1e-11 : 2e-3;
    EXPECT_LT(largest_difference(state.forces(), expected), tolerance * largest_length(expected));
  }
}

inline void check_forces_of_all_laws() {
  const TetMesh meshes[] = {TetMesh(make_shape("cube", {{"cells", 2}})), random_mesh(3000, 1),
                            TetMesh(make_shape("fan", {{"levels", 4}}))};
  for (const TetMesh& mesh : meshes) {
    for (const LawInfo& law : laws()) {
      SCOPED_TRACE(std::string(law.name));
      check_forces(mesh, {&law});
    }
    for (const LawInfo& on_tetrahedra : laws())
      for (const LawInfo& on_edges : laws())
        if (on_tetrahedra.arity == 4 && on_edges.arity == 2)
          check_forces(mesh, {&on_edges, &on_tetrahedra});
  }
}

/// However it runs and however the steps are asked for, the bits are the same.
inline void check_same_bits(double tets, int steps) {
  const Body body = mass_spring_solid(random_mesh(tets, 5), material("silicone"));
  for (Precision precision : both_precisions) {
    const Model model(body, on_card(precision));
    Dynamics d = falling(model, Integrator::euler_cromer);
    for (Integrator integrator : {Integrator::euler_cromer, Integrator::verlet}) {
      d.integrator = integrator;
      State first(model, d);
      shake(first, 0.001, 0.5);
      std::vector<Vec3d> v = first.velocities();
      for (Vec3d& fast : v) fast.x += 1000;  // so that the origin moves along
      first.set_velocities(v);
      State again = first, in_parts = first, otherwise = first;
      step(model, first, steps);
      step(model, again, steps);
      EXPECT_EQ(first.hash(), again.hash());
      for (int done = 0, part = 1; done < steps; part += 3) {
        const int now = std::min(part, steps - done);
        step(model, in_parts, now);
        done += now;
      }
      EXPECT_EQ(first.hash(), in_parts.hash());
      gpu::Plan& plan = plan_of(model);
      const gpu::Plan usual = plan;
      for (const gpu::Plan& other :
           {gpu::Plan{false, 128, false}, gpu::Plan{false, 256, true},
            gpu::Plan{usual.resident, 256, true}, gpu::Plan{usual.resident, 384, false}}) {
        plan = other;
        State state = otherwise;
        step(model, state, steps);
        EXPECT_EQ(first.hash(), state.hash());
      }
      plan = usual;
    }
  }
}

/// Relations that change while they run, as on the CPU.
inline void check_changes() {
  const TetMesh mesh = random_mesh(2500, 2);
  const Body body = mass_spring_solid(mesh, material("silicone"));
  for (Precision precision : both_precisions) {
    const Model reference(body, {precision, ""}), model(body, on_card(precision));
    const Dynamics d = falling(reference, Integrator::verlet);
    State expected(reference, d), state(model, d);
    const auto change = [&](State& s) {
      for (std::size_t set = 0; set < s.model().set_count(); ++set) {
        std::vector<Index> gone;
        for (std::size_t r = set; r < s.model().relation_count(set); r += 17)
          gone.push_back(static_cast<Index>(r));
        s.remove(set, gone);
      }
      s.set_parameter(0, "stiffness", 3, 0.5 * s.parameter(0, "stiffness", 3));
      s.set_parameter(1, "damping", 1e-6);
      std::size_t gone = cut(s, CuttingPlane{{0, 0, 0}, {1, 0.2, 0}});
      gone += cut(s, CuttingPlane{{0.1, 0.3, 0.2}, {0.1, 1, 0.3}, 0.2});
      gone += cut(s, Box{{0.2, -0.5, -0.5}, {0.4, -0.2, 0.1}});
      s.remove(0, std::vector<Index>{static_cast<Index>(gone % s.model().relation_count(0))});
      s.pin(std::vector<Index>{0, 5});
    };
    step(reference, expected, 50);
    step(model, state, 50);
    change(expected);
    change(state);
    EXPECT_EQ(expected.parameter(0, "stiffness", 3), state.parameter(0, "stiffness", 3));
    step(reference, expected, 50);
    step(model, state, 50);
    const double tolerance = precision == Precision::single_precision ? 1e-4 : 1e-11;
    EXPECT_LT(largest_difference(expected.positions(), state.positions()), tolerance);
    const double part = precision == Precision::single_precision ? 1e-2 : 1e-9;
    EXPECT_NEAR(expected.energy().elastic, state.energy().elastic,
                part * expected.energy().elastic);
  }
}

/// R06's worst case: all tetrahedra share a vertex.
inline void check_fan(double levels, int steps) {
  const TetMesh mesh(make_shape("fan", {{"levels", levels}}));
  const Body body = mass_spring_solid(mesh, material("silicone"));
  const Model model(body, on_card(Precision::double_precision));
  const Model reference(body, in_double);
  Dynamics d = falling(reference, Integrator::euler_cromer);
  State state(model, d), expected(reference, d);
  shake(state, 1e-4, 0.01);
  shake(expected, 1e-4, 0.01);
  step(model, state, steps);
  step(reference, expected, steps);
  EXPECT_LT(largest_difference(state.positions(), expected.positions()), 1e-11);
}

/// Falls far and fast: the origin must follow, and the body keep its shape.
inline void check_long_fall() {
  const Body body = mass_spring_solid(random_mesh(500, 1), make_material(5e4, 0.4, 1000, 1e-3));
  const Model model(body, on_card(Precision::single_precision));
  Dynamics d;
  d.time_step = 1e-3;
  State state(model, d);
  step(model, state, 20000);
  const double t = 20, fallen = -0.5 * 9.81 * t * (t + d.time_step);
  const std::vector<Vec3d> now = state.positions();
  double worst = 0;
  for (std::size_t v = 0; v < now.size(); ++v)
    worst = std::max(worst, length(now[v] - body.vertices[v] - Vec3d{0, fallen, 0}));
  EXPECT_LT(worst, 1e-2);
  EXPECT_NEAR(state.time(), t, 1e-9);
}

/// A body that runs away is named, and its state goes back.
inline void check_runaway() {
  const Body body = mass_spring_solid(random_mesh(2500, 4), material("silicone"));
  const Model model(body, on_card(Precision::single_precision));
  Dynamics d;
  d.time_step = 20 * stable_step(model, d);
  State state(model, d);
  shake(state, 1e-3, 0);
  EXPECT_THROW(step(model, state, 5000), Diverged);
  for (const Vec3d& x : state.positions()) ASSERT_TRUE(is_finite(x));
  EXPECT_LT(largest_length(state.positions()), 100.0);
  EXPECT_LE(state.steps(), 5000);
  d.time_step = 0;
  state.set_dynamics(d);
  step(model, state, 300);
}

/// A balloon's pressure follows its volume.
inline void check_balloon() {
  const Mesh sphere = make_shape("icosphere", {{"radius", 0.1}});
  const Body body = balloon(sphere, {});
  for (Precision precision : both_precisions) {
    const Model reference(body, {precision, ""}), model(body, on_card(precision));
    Dynamics d = weightless(Integrator::euler_cromer);
    d.time_step = 0.2 * stable_step(reference, d);
    State expected(reference, d), state(model, d);
    step(reference, expected, 100);
    step(model, state, 100);
    const double tolerance = precision == Precision::single_precision ? 1e-5 : 1e-12;
    EXPECT_LT(largest_difference(expected.positions(), state.positions()), tolerance);
    EXPECT_NEAR(expected.energy().elastic, state.energy().elastic,
                1e3 * tolerance * std::abs(expected.energy().elastic));
  }
}

/// Bodies of a world have the bits that they have alone, and go back together.
inline void check_world(const ModelOptions& options) {
  std::vector<Body> bodies{mass_spring_solid(random_mesh(600, 2), material("silicone")),
                           mass_spring_solid(random_mesh(1500, 4), material("silicone"))};
  for (Vec3d& x : bodies[1].vertices) x += Vec3d{1000, 0.2, 0};
  const Model model(bodies, options);
  Dynamics d = falling(model.body(1), Integrator::euler_cromer);
  State world(model, d);
  Dynamics other = d;
  other.gravity = {0, -3, 0};
  world.body(0).set_dynamics(other);
  step(model, world, 150);
  for (std::size_t b = 0; b < 2; ++b) {
    State alone(model.body(b), b == 0 ? other : d);
    step(model.body(b), alone, 150);
    EXPECT_EQ(world.body(b).hash(), alone.hash()) << b;
  }
  State copy(model, d);
  copy.restore(world.save());
  step(model, world, 20);
  step(model, copy, 20);
  EXPECT_EQ(copy.hash(), world.hash());
  world.body(1).set_parameter(0, "stiffness", 1e30);
  EXPECT_THROW(step(model, world, 1000), Diverged);
  EXPECT_EQ(world.body(0).steps(), world.body(1).steps());
}

}  // namespace pliant::test
