#include <gtest/gtest.h>
#include <pliant/box.h>
#include <pliant/io.h>

#include <cstdlib>

#include "base/text.h"
#include "support/models.h"
#include "support/selection_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(DynamicSelection, WithThresholdsOfZeroItIsTheWholeSimulation) {
  for (const ModelOptions& options : {in_single, in_double}) check_zero_thresholds(options);
}
TEST(DynamicSelection, WhereAllIsAwakeBitsAreTheSame) {
  for (const ModelOptions& options : all_options()) check_all_awake(options);
}
TEST(DynamicSelection, WhatRestsSleeps) {
  for (const ModelOptions& options : {in_single, in_double}) check_rest(options);
}
TEST(DynamicSelection, ChangesWakeWhatTheyActOn) {
  for (const ModelOptions& options : {in_single, in_double}) check_waking(options);
}
TEST(DynamicSelection, FarPartsSleepOn) {
  for (const ModelOptions& options : {in_single, in_double}) check_far_parts_sleep(options);
}
TEST(DynamicSelection, ObstaclesAreWatchedFromTheStart) {
  for (const ModelOptions& options : {in_single, in_double})
    check_obstacles_from_the_start(options);
}
TEST(DynamicSelection, BitsDependOnNothingElse) {
  for (const ModelOptions& options : {in_single, in_double}) check_selected_bits(options);
}

// 100 000 vertices with PLIANT_LARGE=1, which takes minutes.
TEST(DynamicSelection, APokeIsLocalAndNearTheWhole) {
  const bool large = std::getenv("PLIANT_LARGE") != nullptr;
  const Index n = large ? 145 : 48, layers = large ? 4 : 3;
  const double spacing = 1.0 / n;
  for (const SlabModel kind : {SlabModel::mass_spring, SlabModel::cpm3})
    for (const double jitter : {0.0, 0.25}) {
      SCOPED_TRACE(text(kind == SlabModel::cpm3 ? "CPM3" : "mass-spring", " jitter ", jitter));
      const Body body = held_slab(slab_mesh(n, layers, jitter), kind);
      const Model model(body);
      Dynamics d = weightless(Integrator::euler_cromer);
      d.damping = 20;
      const double depth = 0.25 * layers * spacing;
      const Poked poked = poke(model, body, {3 * spacing, depth, 0.1, box_height(body)}, d, 6);
      RecordProperty(text("active_", int(kind), "_", int(jitter > 0)),
                     text(100 * poked.active, " %"));
      RecordProperty(text("error_", int(kind), "_", int(jitter > 0)),
                     text(100 * poked.error / depth, " % of the depth"));
      EXPECT_LT(poked.active, large ? 0.05 : 0.5);
      EXPECT_LT(poked.error, 0.02 * depth);
      EXPECT_LT(poked.left, 1e-4);
      EXPECT_EQ(poked.last, 0u);
    }
}

// --- nothing stays frozen that the whole simulation moves ---

// Point loads on some vertices of a body, which change at random.
class LoadedBody {
 public:
  LoadedBody(Body body, unsigned seed, double strength) : samples_(seed), strength_(strength) {
    Relations loads{.law = "point_load", .vertices = {}, .parameters = {}, .rest = {}};
    for (int i = 0; i < 3; ++i)
      loads.vertices.push_back(static_cast<Index>((samples_.vector(1).x * 0.5 + 0.5) *
                                                  double(body.vertices.size() - 1)));
    std::ranges::sort(loads.vertices);
    for (int axis = 0; axis < 3; ++axis)
      loads.parameters.push_back(std::vector<double>(loads.vertices.size(), 0));
    set_ = body.relations.size();
    body.relations.push_back(loads);
    model_.emplace(body);
    Dynamics d = weightless(Integrator::euler_cromer);
    d.damping = 10;
    whole_.emplace(*model_, d);
    selected_.emplace(*model_, selecting(whole_->dynamics()));
  }
  // Another load on one of the vertices, or none again.
  void change() {
    const auto which = static_cast<std::size_t>((samples_.vector(1).x * 0.5 + 0.5) * 2.999);
    const bool none = samples_.vector(1).x > 0.3;
    const Vec3d force = none ? Vec3d{} : samples_.vector(strength_);
    for (State* s : {&*whole_, &*selected_})
      for (int axis = 0; axis < 3; ++axis)
        s->set_parameter(set_, std::string(1, "xyz"[axis]), which, force[axis]);
  }
  void run(std::int64_t steps) {
    for (State* s : {&*whole_, &*selected_}) step(*model_, *s, steps);
    error_ = std::max(error_, largest_difference(whole_->positions(), selected_->positions()));
    most_ = std::max(most_, largest_difference(whole_->positions(), rest_));
  }
  void forget_error() { error_ = 0; }
  void keep_rest() { rest_ = whole_->positions(); }
  double error() const { return error_; }
  double most() const { return most_; }
  State& selected() { return *selected_; }
  double tolerance() const { return selected_->selection().tolerance; }

 private:
  Samples samples_;
  double strength_;
  std::size_t set_ = 0;
  std::optional<Model> model_;
  std::optional<State> whole_, selected_;
  std::vector<Vec3d> rest_;
  double error_ = 0, most_ = 0;
};

// Loads come, go and come back; the body never differs from the whole one by much more than the
// tolerance, which is that of one node against its neighbours.
void expect_near_whole(const Body& body, unsigned seed, double strength) {
  SCOPED_TRACE(text("seed ", seed, " strength ", strength));
  LoadedBody loaded(body, seed, strength);
  loaded.keep_rest();
  loaded.run(2000);
  for (int i = 0; i < 8; ++i) {
    loaded.change();
    loaded.run(1500);
  }
  EXPECT_LT(loaded.error(), 4 * loaded.tolerance());
  loaded.forget_error();
  loaded.run(10000);
  EXPECT_LT(loaded.error(), 4 * loaded.tolerance());
}

TEST(DynamicSelection, FollowsRandomLoads) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const Body body = held_slab(slab_mesh(10, 5, 0.2 * (seed % 2)));
    for (const double strength : {1e-4, 0.1, 5.0}) expect_near_whole(body, seed, strength);
  }
}
TEST(DynamicSelection, FollowsRandomLoadsOnARealMesh) {
  PLIANT_NEEDS_MODELS();
  const Mesh mesh = read_mesh(model("bunny_raw.node"));
  Body body = mass_spring_solid(TetMesh(mesh), make_material(1e5, 0.3, 1000, 1e-3));
  Box box;
  for (const Vec3d& x : body.vertices) box.add(x);
  for (std::size_t v = 0; v < body.vertices.size(); ++v)
    if (body.vertices[v].y < box.low.y + 0.05 * box.size().y)
      body.pinned.push_back(static_cast<Index>(v));
  const double weight = 1e-4 * 1e5 * box.size().x * box.size().x;
  for (unsigned seed = 1; seed <= 2; ++seed) expect_near_whole(body, seed, weight);
}

TEST(DynamicSelection, ASlowCreepIsFollowed) {
  Body body = held_slab(slab_mesh(6, 3));
  const Model model(body);
  std::vector<Index> top;
  for (std::size_t v = 0; v < body.vertices.size(); ++v)
    if (body.vertices[v].y > box_height(body) - 1e-9) top.push_back(static_cast<Index>(v));
  Dynamics d = weightless(Integrator::euler_cromer);
  d.damping = 20;
  State whole(model, d), selected(model, selecting(whole.dynamics()));
  for (State* s : {&whole, &selected}) {
    // A hundredth of its height in ten seconds.
    s->add_drive({.vertices = top, .path = [](double t) {
                    return Pose{.shift = {5e-4 * t, 0, 0}};
                  }});
    step(model, *s, static_cast<std::int64_t>(10 / whole.dynamics().time_step));
  }
  EXPECT_LT(largest_difference(whole.positions(), selected.positions()),
            5 * selected.selection().tolerance);
}

TEST(DynamicSelection, WhatSpinsOrIsCarriedStaysAwake) {
  const Body body = soft_cube(4, 1e-3);
  const Model model(body);
  for (const double speed : {2.0, 1e-3}) {
    for (const bool spins : {true, false}) {
      SCOPED_TRACE(text(spins ? "spins " : "drifts ", speed));
      State whole(model, weightless(Integrator::euler_cromer));
      std::vector<Vec3d> v = body.vertices;
      for (Vec3d& x : v) x = spins ? cross(Vec3d{0, speed, 0}, x) : Vec3d{speed, 0, 0};
      State selected(model, selecting(whole.dynamics()));
      for (State* s : {&whole, &selected}) {
        s->set_velocities(v);
        step(model, *s, 4000);
      }
      EXPECT_EQ(selected.active_count(), body.vertices.size());
      EXPECT_EQ(whole.hash(), selected.hash());
    }
  }
}

// --- energy ---

TEST(DynamicSelection, FreezingAndWakingGivesNoEnergy) {
  const Body body = held_slab(slab_mesh(8, 3));
  const Model model(body, in_double);
  Dynamics d = weightless(Integrator::euler_cromer);
  d.gravity = {0, -9.81, 0};
  d.damping = 20;
  State state = asleep(model, d);
  const double start = state.energy().total();
  const double tolerance = state.selection().tolerance;
  double stiffest = 0;  // N/m, about
  for (const double m : body.masses)
    stiffest = std::max(stiffest, 4 * m / std::pow(state.dynamics().time_step, 2));
  const double small = double(body.vertices.size()) * stiffest * tolerance * tolerance;
  double last = start;
  for (int cycle = 0; cycle < 1000; ++cycle) {
    state.wake();
    step(model, state, 1);
    for (int i = 0; i < 100 && state.active_count() > 0; ++i) step(model, state, 32);
    const double now = state.energy().total();
    ASSERT_LT(now, last + small);
    last = now;
  }
  EXPECT_LT(last, start + small);
}

// --- S07's own way ---

TEST(DynamicSelection, AsPublishedNodesSleepAfterTheActiveTimeAndWakeTheirNeighbours) {
  const Body body = held_slab(slab_mesh(12, 4));
  const Model model(body);
  for (const Equilibrium criterion :
       {Equilibrium::speed, Equilibrium::moved_distance, Equilibrium::neighbour_distance}) {
    SCOPED_TRACE(int(criterion));
    Dynamics d = weightless(Integrator::verlet);
    d.damping = 5;
    State whole(model, d);
    const double h = whole.dynamics().time_step, speed = 0.01;
    DynamicSelection s{.criterion = criterion, .active_time = 100 * h, .neighbour_time = 0};
    s.threshold = criterion == Equilibrium::speed            ? speed * speed
                  : criterion == Equilibrium::moved_distance ? speed * h
                                                             : speed * h * 12;
    State state(model, selecting(whole.dynamics(), s));
    step(model, state, 100);
    EXPECT_EQ(state.active_count(), body.vertices.size() - body.pinned.size());
    step(model, state, 2);
    EXPECT_EQ(state.active_count(), 0u);
    const Index top = middle_of_top(body);
    state.set_pulls(std::vector<Pull>{{top, body.vertices[top] + Vec3d{0, 0.1, 0}, 100, 1}});
    step(model, state, 1);
    EXPECT_GE(state.active_count(), 1u);
    EXPECT_LT(state.active_count(), 30u);
    EXPECT_EQ(state.node_states()[top], NodeState::active);
    EXPECT_GT(std::ranges::count(state.node_states(), NodeState::constraint), 5);
    step(model, state, 30);
    EXPECT_GT(state.active_count(), 10u);
  }
}

TEST(DynamicSelection, SurfacesWhoseVolumeIsKeptStayAwakeAndTheInsideSleeps) {
  const TetMesh mesh = slab_mesh(10, 8);
  Body body = mass_spring_solid(mesh, make_material(1e5, 0.3, 1000, 1e-3));
  body.volume_constraints.push_back({.surface = {mesh.boundary().begin(), mesh.boundary().end()}});
  std::vector<bool> outside(body.vertices.size());
  for (const Triangle& t : mesh.boundary())
    for (const Index v : t) outside[v] = true;
  const Model model(body);
  State state(model, selecting(weightless(Integrator::euler_cromer)));
  state.pin(std::vector<Index>{0, 1, 2, 3});
  for (int i = 0; i < 60; ++i) step(model, state, 256);
  const std::vector<NodeState> nodes = state.node_states();
  std::size_t asleep_inside = 0, inside = 0;
  for (std::size_t v = 4; v < nodes.size(); ++v) {
    EXPECT_TRUE(!outside[v] || nodes[v] == NodeState::active) << v;
    inside += !outside[v];
    asleep_inside += !outside[v] && nodes[v] != NodeState::active;
  }
  EXPECT_EQ(asleep_inside, inside);
}

// --- the strain limit and cuts ---

TEST(DynamicSelection, WorksWithAStrainLimitAndDampingPasses) {
  Body body = held_slab(slab_mesh(10, 3));
  const Model model(body);
  Dynamics d = weightless(Integrator::euler_cromer);
  d.strain_limit = 1.05;
  d.damping = 5;
  State whole(model, d), selected = asleep(model, whole.dynamics());
  step(model, whole, selected.steps());
  const Index top = middle_of_top(body);
  for (State* s : {&whole, &selected}) {
    s->set_pulls(std::vector<Pull>{{top, body.vertices[top] + Vec3d{0, 0.2, 0}, 300, 5}});
    step(model, *s, 3000);
  }
  EXPECT_LT(largest_difference(whole.positions(), selected.positions()), 2e-3);
  EXPECT_GT(length(selected.positions()[top] - body.vertices[top]), 2e-3);
}

TEST(DynamicSelection, SelectsByTheCriteriaOfS07) {
  for (const Precision precision : {Precision::single_precision, Precision::double_precision})
    check_published_criteria({.precision = precision});
}

}  // namespace
}  // namespace pliant
