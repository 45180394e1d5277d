#pragma once

#include <gtest/gtest.h>

#include "backend/cpu/cpu_model.h"
#include "backend/cpu/cpu_state.h"
#include "backend/cpu/descent.h"
#include "backend/gpu/descent.h"
#include "backend/gpu/gpu_state.h"
#include "support/gpu_checks.h"

// Vertex block descent on a card. In the same order of the vertices the processor's is the measure.

namespace pliant::test {

inline constexpr double descent_step = 1.0 / 60;

/// A body on the card, and the same with its vertices in the same order on the processor.
template <class R>
class DescendingOnBoth {
 public:
  DescendingOnBoth(const Body& body, double moves, double damped_over = 0)
      : model_(body, on_card(precision())),
        reference_(body, {precision(), ""}),
        state_(model_, weightless(Integrator::euler_cromer, 1e-3)),
        expected_(reference_, state_.dynamics()),
        descent(as_gpu<R>(model_)) {
    for (State* state : {&state_, &expected_}) shake(*state, moves, 0);
    start = target = expected_.positions();
    if (damped_over > 0) {
      Samples samples(3);
      for (Vec3d& x : start) x += samples.vector(moves);
      problem.span = damped_over;
    }
    const auto& plan = as_gpu<R>(model_).descent_plan();
    std::vector<Index> along(plan.row_of_vertex.size());
    for (Index v = 0; v < along.size(); ++v) along[plan.row_of_vertex[v]] = v;
    const auto& compiled = dynamic_cast<const cpu::CpuModel<R>&>(reference_.compiled());
    on_processor.emplace(std::make_shared<const cpu::DescentOrder>(
                             compiled, along, compiled.kernels.width, backend::Colouring::few),
                         cpu::descent_kernels<R>(compiled.kernels.instruction_set));
  }
  void begin() {
    problem.target = target;
    problem.start = start;
    const auto& compiled = dynamic_cast<const cpu::CpuModel<R>&>(reference_.compiled());
    const std::vector<Vec3d> x = expected_.positions(), free = expected_.freedoms();
    on_processor->renew(compiled.layout,
                        dynamic_cast<cpu::CpuState<R>&>(expected_.compiled()).fields());
    on_processor->begin(problem, {reference_.masses(), free, compiled.origin}, x);
    descent.renew(dynamic_cast<gpu::GpuState<R>&>(state_.compiled()).copies());
    descent.begin(problem, free, compiled.origin, x);
  }
  /// How far apart they are, over how far the vertices went.
  double apart() const {
    const std::vector<Vec3d> there = on_processor->places();
    return largest_difference(there, descent.places()) /
           largest_difference(there, expected_.positions());
  }
  State& state() { return state_; }
  State& expected() { return expected_; }

 private:
  static constexpr Precision precision() {
    return sizeof(R) == sizeof(float) ? Precision::single_precision : Precision::double_precision;
  }
  Model model_, reference_;
  State state_, expected_;

 public:
  std::vector<Vec3d> target, start;
  large_steps::BodyProblem problem{{}, 1 / (descent_step * descent_step), {}};
  gpu::Descent<R> descent;
  std::optional<cpu::Descent<R>> on_processor;
};

/// Calls f with a number of the precision.
template <class F>
void in_precision(const ModelOptions& options, const F& f) {
  if (options.precision == Precision::single_precision)
    f(0.0f, 1e-4);
  else
    f(0.0, 1e-10);
}

inline Body neo_hookean_critter(double tets, double damping_time = 0) {
  return continuum_solid(TetMesh(make_shape("critter", {{"tets", tets}})),
                         ContinuumModel::neo_hookean, make_material(1e5, 0.4, 1000, damping_time));
}

/// The forces of every law on meshes with few and with many relations a vertex.
inline void check_descent_knows_all_forces(const ModelOptions& options) {
  const TetMesh mesh(make_shape("critter", {{"tets", 500}}));
  const TetMesh fan(make_shape("fan", {{"levels", 2}}));
  in_precision(options, [&]<class R>(R, double) {
    const auto expect = [&](const TetMesh& of, const std::vector<const LawInfo*>& wanted) {
      const Body body = body_of(of, wanted);
      DescendingOnBoth<R> a(body, 0.2 * edge_length(of), 0.1);
      a.problem.inertia = 0;
      a.begin();
      const std::vector<Vec3d> x = a.expected().positions();
      std::vector<Vec3d> velocities;
      for (std::size_t v = 0; v < x.size(); ++v) velocities.push_back((x[v] - a.start[v]) * 10.0);
      const std::vector<Vec3d> expected = direct_forces(body, x, velocities);
      using Vector = backend::DescentVectors::Vector;
      a.descent.find_forces(Vector::force);
      EXPECT_LT(largest_difference(a.descent.read(Vector::force), expected),
                (sizeof(R) == sizeof(float) ? 2e-3 : 1e-10) * largest_length(expected));
    };
    for (const LawInfo& law : laws()) {
      SCOPED_TRACE(law.name);
      expect(mesh, {&law});
      expect(fan, {&law});
    }
    expect(mesh,
           {&law("NeoHookean"), &law("DistanceSpring"), &law("VoronoiFace6"), &law("point_load")});
  });
}

/// Sweeps with and without damping, care, held directions, terms and reaches are the processor's.
inline void check_sweeps_as_on_the_processor(const ModelOptions& options) {
  in_precision(options, [&]<class R>(R, double rounding) {
    const auto expect = [&](const Body& body, double moves, double damped_over, bool with_care,
                            bool held) {
      SCOPED_TRACE(testing::Message() << body.relations[0].law << ' ' << with_care << held);
      DescendingOnBoth<R> a(body, moves, damped_over);
      std::vector<large_steps::VertexTerm> terms;
      std::vector<double> reach;
      if (held) {
        for (State* state : {&a.state(), &a.expected()}) {
          state->pin(std::vector<Index>{0, 3});
          state->add_drive({.vertices = {5, 6}, .axes = {true, false, true}, .path = [](double) {
                              return Pose{};
                            }});
        }
        for (Vec3d& y : a.target) y += Vec3d{0.01, -0.02, 0};
        terms.push_back({4, {-100, 50, 0}, {1e4, 2e4, 1e4, 10, 20, 30}});
        terms.push_back({9, {1, 0, 3}, {1e3, 0, 0, 0, 0, 0}});
        reach.assign(a.target.size(), 1e300);
        for (std::size_t v = 10; v < 20; ++v) reach[v] = 1e-4 * double(v);
        a.problem.terms = terms;
        a.problem.reach = reach;
      }
      a.begin();
      for (const int count : {1, 3}) {
        a.on_processor->sweep(count, 1, with_care);
        a.descent.sweep(count, with_care);
      }
      // With care rounding decides what is halved where energies hardly differ.
      EXPECT_LT(a.apart(), with_care && sizeof(R) == sizeof(float) ? 1e-2 : rounding);
    };
    const Body solid = neo_hookean_critter(2000), damped = neo_hookean_critter(2000, 0.01);
    // Farther from rest single vertices are near a place where rounding decides which way they go:
    // what both differ by grows a million times there, in double precision as in single.
    constexpr double near_rest = 0.005;
    expect(solid, near_rest, 0, false, false);
    expect(solid, near_rest, 0, false, true);
    expect(solid, near_rest, 0, true, true);
    expect(damped, near_rest, descent_step, false, true);
    const Body springs = soft_cube(4, 1e-3);
    expect(springs, 0.01, descent_step, false, true);
    expect(springs, 0.05, 0, true, false);
    Body fan = continuum_solid(TetMesh(make_shape("fan", {{"levels", 4}})),
                               ContinuumModel::mooney_rivlin, make_material(1e5, 0.4, 1000));
    expect(fan, 0.001, 0, false, false);
    expect(fan, 0.001, 0, true, false);
    Body corotated =
        continuum_solid(cube_mesh(3), ContinuumModel::corotated, make_material(1e5, 0.4, 1000));
    expect(corotated, 0.01, 0, false, true);
  });
}

/// However sweeps are divided up, and whenever they are made again.
inline void check_descent_bits(const ModelOptions& options) {
  in_precision(options, [&]<class R>(R, double) {
    const Body body = neo_hookean_critter(5000);
    std::vector<std::vector<Vec3d>> ends;
    for (const std::vector<int>& counts : {std::vector{6}, {6}, {1, 2, 3}}) {
      DescendingOnBoth<R> a(body, 0.01);
      for (int run = 0; run < 2; ++run) {
        a.begin();
        for (const int count : counts) a.descent.sweep(count, false);
        ends.push_back(a.descent.places());
      }
    }
    for (const auto& end : ends) EXPECT_TRUE(end == ends[0]);
  });
}

/// What a state changes is taken anew.
inline void check_descent_follows_changes(const ModelOptions& options) {
  in_precision(options, [&]<class R>(R, double rounding) {
    DescendingOnBoth<R> a(neo_hookean_critter(1000), 0.01);
    const auto expect = [&] {
      a.begin();
      a.on_processor->sweep(2, 1);
      a.descent.sweep(2, false);
      EXPECT_LT(a.apart(), rounding);
    };
    const auto both = [&](const auto& change) {
      change(a.state());
      change(a.expected());
      expect();
    };
    expect();
    const std::vector<Index> some{0, 3, 7, 8, 20};
    both([](State& s) { s.set_parameter(0, "shear", 5e4); });
    both([](State& s) { s.set_parameter(0, "shear", 3, 2e5); });
    both([&](State& s) { s.remove(0, some); });
    both([&](State& s) { s.put_back(0, std::vector<Index>{3, 7}); });
  });
}

inline Body held_beam(double young) {
  const TetMesh mesh(
      make_shape("beam", {{"length", 1}, {"width", 0.1}, {"height", 0.1}, {"cells", 20}}));
  Body body = continuum_solid(mesh, ContinuumModel::neo_hookean, make_material(young, 0.4, 1000));
  double least = 1;
  for (const Vec3d& x : body.vertices) least = std::min(least, x.x);
  for (Index v = 0; v < body.vertices.size(); ++v)
    if (body.vertices[v].x < least + 1e-9) body.pinned.push_back(v);
  return body;
}

inline Dynamics in_large_steps(int sweeps) {
  Dynamics d;
  d.time_step = descent_step;
  d.large_steps = LargeSteps{.method = Minimiser::descent, .iterations = sweeps, .tolerance = 1e-9};
  return d;
}

/// Whole steps end where the processor's do, to what sweeps leave: both near the minimum.
inline void check_large_steps_as_on_the_processor(const ModelOptions& options) {
  const auto expect = [&](const Body& body, const Dynamics& dynamics, int steps, double tolerance,
                          const auto& prepare) {
    const Model reference(body, {options.precision, ""}), model(body, options);
    State expected(reference, dynamics), state(model, dynamics);
    for (State* one : {&expected, &state}) prepare(*one);
    step(reference, expected, steps);
    step(model, state, steps);
    const double far = largest_difference(expected.positions(), body.vertices);
    EXPECT_GT(far, 0);
    EXPECT_LT(largest_difference(expected.positions(), state.positions()), tolerance * far);
    EXPECT_EQ(state.large_step_counts().halved, 0);
  };
  const bool single = options.precision == Precision::single_precision;
  const auto nothing = [](State&) {};
  const Body beam = held_beam(1e6);
  // With a coarse level of the body as it is, of the model at rest, without one.
  expect(beam, in_large_steps(100), 10, single ? 2e-3 : 1e-6, nothing);
  expect(beam, in_large_steps(40), 10, single ? 2e-3 : 1e-3, nothing);
  Dynamics on_floor = in_large_steps(200);
  on_floor.obstacles.push_back({.shape = Floor{{0, -0.06, 0}, {0, 1, 0}}});
  expect(beam, on_floor, 3, 0.02, nothing);
  expect(soft_cube(3), in_large_steps(60), 5, single ? 1e-3 : 1e-5, [](State& s) {
    s.pin(std::vector<Index>{0, 1, 2});
    s.add_drive({.vertices = {20, 21}, .axes = {true, true, true}, .path = [](double t) {
                   return Pose{.shift = {0.1 * t, 0, 0}};
                 }});
  });
}

/// Stiff springs with a heavy mass at their end, which need care and a coarse level.
inline void check_strand_on_a_card(const ModelOptions& options) {
  constexpr std::size_t count = 100;
  std::vector<Vec3d> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back({0, -0.01 * double(i), 0});
  Body body = chain(points, {.mass = 0.5, .stiffness = 1e8});
  body.masses.back() = 1000;
  body.pinned = {0};
  const Model model(body, options);
  State state(model, in_large_steps(100));
  step(model, state, 30);
  // Hooke: each spring carries what hangs below it.
  double stretch = 0;
  for (std::size_t i = 1; i < count; ++i)
    stretch += 9.81 * (1000 + 0.5 * double(count - 1 - i)) / 1e8;
  const double hangs = -state.positions().back().y - 0.01 * double(count - 1);
  EXPECT_NEAR(hangs, stretch, 0.3 * stretch);
}

/// Restored, it goes on with the same bits.
inline void check_large_steps_go_on(const ModelOptions& options) {
  const Model model(held_beam(1e6), options);
  for (const int sweeps : {8, 100}) {
    State state(model, in_large_steps(sweeps));
    step(model, state, 3);
    const std::vector<std::byte> saved = state.save();
    step(model, state, 3);
    State again(model, in_large_steps(sweeps));
    again.restore(saved);
    step(model, again, 3);
    EXPECT_EQ(again.hash(), state.hash());
    State other(model, in_large_steps(sweeps));
    step(model, other, 6);
    EXPECT_EQ(other.hash(), state.hash());
  }
}

}  // namespace pliant::test
