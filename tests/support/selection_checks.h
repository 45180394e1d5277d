#pragma once

#include <gtest/gtest.h>
#include <pliant/continuum.h>

#include "support/dynamics.h"
#include "support/solids.h"

// What dynamic selection must do on every backend.

namespace pliant::test {

/// A slab of n by n by `layers` cells and a side of 1 m, its underside held. `jitter` moves the
/// vertices of the inside by a part of the spacing.
inline TetMesh slab_mesh(Index n, Index layers, double jitter = 0) {
  Mesh mesh = grid(n, 1.0 / n, jitter);
  std::vector<Index> kept(mesh.vertices.size(), no_index);
  Mesh slab;
  const double top = layers * (1.0 / n) + 0.5 / n;
  for (const Tetrahedron& t : mesh.tetrahedra.cells) {
    const bool inside = std::ranges::all_of(t, [&](Index v) {
      const Index j = v / (n + 1) % (n + 1);
      return j <= layers;
    });
    if (!inside) continue;
    Tetrahedron next{};
    for (std::size_t i = 0; i < 4; ++i) {
      if (kept[t[i]] == no_index) {
        kept[t[i]] = static_cast<Index>(slab.vertices.size());
        slab.vertices.push_back(mesh.vertices[t[i]]);
        Vec3d& x = slab.vertices.back();
        if (t[i] / (n + 1) % (n + 1) == layers) x.y = top - 0.5 / n;  // it is flat
      }
      next[i] = kept[t[i]];
    }
    slab.tetrahedra.cells.push_back(next);
  }
  return TetMesh(std::move(slab));
}

enum class SlabModel { mass_spring, cpm3 };

inline Body held_slab(const TetMesh& mesh, SlabModel kind = SlabModel::mass_spring) {
  const Material stuff = make_material(1e5, 0.3, 1000, 1e-3);
  Body body = kind == SlabModel::cpm3 ? continuum_solid(mesh, ContinuumModel::corotated, stuff)
                                      : mass_spring_solid(mesh, stuff);
  for (std::size_t v = 0; v < body.vertices.size(); ++v)
    if (body.vertices[v].y < 1e-9) body.pinned.push_back(static_cast<Index>(v));
  return body;
}

inline Dynamics selecting(Dynamics d, const DynamicSelection& selection = {}) {
  d.selection = selection;
  return d;
}

inline double box_height(const Body& body) {
  double top = 0;
  for (const Vec3d& x : body.vertices) top = std::max(top, x.y);
  return top;
}

/// The vertex of a slab in the middle of its top.
inline Index middle_of_top(const Body& body) {
  const auto at = std::ranges::max_element(body.vertices, {}, [](const Vec3d& x) {
    return x.y - length(x - Vec3d{0.5, x.y, 0.5});
  });
  return static_cast<Index>(at - body.vertices.begin());
}

/// A ball that is pushed into the middle of a slab's top in `time`, held as long, and drawn out.
struct Poke {
  double radius, depth, time;  // m, m, s
  double top;                  // m

  std::vector<Obstacle> at(double t) const {
    const double speed = depth / time;
    double in = 0, velocity = 0;
    if (t < time) {
      in = speed * t;
      velocity = -speed;
    } else if (t < 2 * time) {
      in = depth;
    } else if (t < 3.5 * time) {
      in = depth - speed * (t - 2 * time);
      velocity = speed;
    } else {
      return {};
    }
    return {{.shape = Ball{{0.5, top + radius - in, 0.5}, radius},
             .velocity = {0, velocity, 0},
             .since = t}};
  }
};

struct Poked {
  double active = 0;     // the largest part of the nodes that was
  double error = 0;      // the largest distance to the whole simulation, m
  double left = 0;       // from where it was at first, at the end, m
  std::size_t last = 0;  // nodes that are active at the end
};

/// The same poke with and without selection.
inline Poked poke(const Model& model, const Body& body, const Poke& tool, const Dynamics& dynamics,
                  double rest_time) {
  State state(model, selecting(dynamics));
  const std::vector<Vec3d> before = state.positions();
  for (int i = 0; i < 1000 && state.active_count() > 0; ++i) step(model, state, 256);
  EXPECT_EQ(state.active_count(), 0u);
  State whole = state;  // at the same step: passes of damping go by their number
  whole.set_selection(std::nullopt);
  Poked out;
  const double h = state.dynamics().time_step, begin = state.time();
  const std::int64_t turn = 64;
  for (double t = 0; t < 4 * tool.time + rest_time; t = state.time() - begin) {
    std::vector<Obstacle> now = tool.at(t);
    for (Obstacle& o : now) o.since = state.time();
    const bool tells = t < 4 * tool.time;
    state.set_obstacles(now);
    step(model, state, turn);
    if (!tells) continue;
    whole.set_obstacles(now);
    step(model, whole, turn);
    out.active = std::max(out.active, double(state.active_count()) / double(body.vertices.size()));
    if (std::llround(t / h) / turn % 4 == 0)
      out.error = std::max(out.error, largest_difference(state.positions(), whole.positions()));
  }
  out.left = largest_difference(state.positions(), before);
  out.last = state.active_count();
  return out;
}

/// Nothing sleeps where thresholds are zero, and what is then done has the same bits.
inline void check_zero_thresholds(const ModelOptions& options) {
  const Body body = soft_cube(5, 1e-3);
  const Model model(body, options);
  for (const Equilibrium criterion :
       {Equilibrium::speed, Equilibrium::moved_distance, Equilibrium::neighbour_distance}) {
    for (const Integrator integrator : integrators()) {
      SCOPED_TRACE(std::string(name(integrator)));
      Dynamics d;
      d.integrator = integrator;
      d.obstacles = {{Floor{{0, -0.6, 0}}}, {.shape = Ball{{0.2, -1, 0.1}, 0.5}, .friction = 0.3}};
      State plain(model, d);
      State selected(model, selecting(plain.dynamics(), {.criterion = criterion}));
      for (State* s : {&plain, &selected}) step(model, *s, 300);
      EXPECT_EQ(plain.hash(), selected.hash());
      EXPECT_EQ(selected.active_count(), body.vertices.size());
    }
  }
}

/// The same where all is awake: a body that swings as a whole.
inline void check_all_awake(const ModelOptions& options) {
  Body body = held_slab(slab_mesh(8, 4));
  const Model model(body, options);
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = weightless(integrator);
    d.gravity = {5, -3, 2};
    State plain(model, d), selected(model, selecting(plain.dynamics()));
    for (State* s : {&plain, &selected}) step(model, *s, 200);
    EXPECT_EQ(selected.active_count(), body.vertices.size() - body.pinned.size());
    EXPECT_EQ(plain.hash(), selected.hash());
  }
}

/// What rests sleeps, and stays as it is.
inline void check_rest(const ModelOptions& options) {
  const Body body = held_slab(slab_mesh(10, 3));
  const Model model(body, options);
  State state(model, selecting(weightless(Integrator::euler_cromer)));
  const auto steps =
      static_cast<std::int64_t>(state.selection().active_time / state.dynamics().time_step);
  step(model, state, steps + 512);
  EXPECT_EQ(state.active_count(), 0u);
  const std::vector<Vec3d> x = state.positions();
  EXPECT_EQ(largest_length(state.velocities()), 0);
  step(model, state, 100'000);
  EXPECT_EQ(state.positions(), x);
  EXPECT_EQ(state.node_states(), std::vector<NodeState>(body.vertices.size(), NodeState::inactive));
}

/// Loads, parameters, cuts, pulls, drives and obstacles wake what they act on, and no more.
inline State asleep(const Model& model, const Dynamics& dynamics) {
  State state(model, selecting(dynamics));
  for (int i = 0; i < 400 && state.active_count() > 0; ++i) step(model, state, 256);
  EXPECT_EQ(state.active_count(), 0u);
  return state;
}

inline void check_waking(const ModelOptions& options) {
  const Body body = held_slab(slab_mesh(12, 3));
  const Model model(body, options);
  Dynamics d = weightless(Integrator::verlet);
  d.damping = 20;
  const State sleeping = asleep(model, d);
  const Index top = middle_of_top(body);
  const auto moved = [&](State& state, std::int64_t steps) {
    step(model, state, steps);
    return length(state.positions()[top] - sleeping.positions()[top]);
  };
  const std::vector<Index> one{top};
  {
    State state = sleeping;
    state.wake(one);
    step(model, state, 1);
    EXPECT_GT(state.active_count(), 0u);
    EXPECT_TRUE(model.backend() != Backend::cpu || state.active_count() == 1);
  }
  {
    State state = sleeping;
    state.set_pulls(std::vector<Pull>{{top, body.vertices[top] + Vec3d{0, 0.1, 0}, 50, 1}});
    EXPECT_GT(moved(state, 400), 1e-4);
  }
  {
    State state = sleeping;
    state.add_drive({.vertices = one, .path = [](double t) {
                       return Pose{.shift = {0, 0.005 * t, 0}};
                     }});
    EXPECT_GT(moved(state, 2000), 1e-5);
    EXPECT_GT(state.active_count(), 1u);
  }
  {
    State state = sleeping;
    state.set_obstacles(
        std::vector<Obstacle>{{.shape = Ball{body.vertices[top] + Vec3d{0, 0.15, 0}, 0.1},
                               .velocity = {0, -0.2, 0},
                               .since = state.time()}});
    EXPECT_GT(moved(state, static_cast<std::int64_t>(0.35 / state.dynamics().time_step)), 0.01);
    // When it goes, the slab comes back.
    state.set_obstacles({});
    step(model, state, static_cast<std::int64_t>(1 / state.dynamics().time_step));
    EXPECT_LT(moved(state, 1), 1e-3);
  }
  {
    State state = sleeping;
    state.set_dynamics([&] {
      Dynamics heavy = state.dynamics();
      heavy.gravity = {0, -9.81, 0};
      return heavy;
    }());
    EXPECT_GT(moved(state, 400), 1e-5);
  }
  {
    State state = sleeping;
    const std::vector<Index> vertices = model.relation_vertices(0);
    const auto at = std::ranges::find(vertices, top) - vertices.begin();
    const auto arity = static_cast<std::ptrdiff_t>(model.law(0).arity);
    state.remove(0, std::vector<Index>{static_cast<Index>(at / arity)});
    step(model, state, 1);
    EXPECT_GT(state.active_count(), 0u);
  }
}

/// The same bits on any number of threads, however steps are divided up, and after restoring.
inline void check_selected_bits(const ModelOptions& options) {
  const Body body = held_slab(slab_mesh(20, 2));
  const Model model(body, options);
  const Dynamics d = weightless(Integrator::leap_frog);
  const auto run = [&](std::int64_t turn, int threads, bool restores) {
    const WithThreads with(threads);
    State state(model, selecting(d));
    const Poke tool{0.06, 0.01, 20 * 96 * state.dynamics().time_step, box_height(body)};
    for (int part = 0; part < 60; ++part) {
      const std::vector<Obstacle> now = tool.at(state.time());
      state.set_obstacles(now);
      for (std::int64_t left = 96; left > 0; left -= turn) step(model, state, std::min(left, turn));
      if (!restores) continue;
      const std::vector<std::byte> saved = state.save();
      State other(model, selecting(state.dynamics()));
      other.restore(saved);
      state = std::move(other);
    }
    EXPECT_TRUE(model.backend() != Backend::cpu ||
                state.active_count() < body.vertices.size() - body.pinned.size());
    EXPECT_GT(state.active_count(), 0u);
    return std::pair(state.hash(), state.active_count());
  };
  const auto expected = run(96, 1, false);
  EXPECT_EQ(run(96, 2, false), expected);
  EXPECT_EQ(run(7, 2, false), expected);
  EXPECT_EQ(run(96, 1, true), expected);
}

/// A large slab with a ball that comes down on its corner: most of it sleeps on.
inline void check_far_parts_sleep(const ModelOptions& options) {
  const Body body = held_slab(slab_mesh(40, 1));
  const Model model(body, options);
  Dynamics d = weightless(Integrator::euler_cromer);
  d.damping = 50;
  const double top = box_height(body);
  d.obstacles = {{Ball{{0.05, top + 0.06, 0.05}, 0.05}}};  // bodies with obstacles are streamed
  State state = asleep(model, d);
  const std::vector<Vec3d> before = state.positions();
  state.set_obstacles(std::vector<Obstacle>{{.shape = Ball{{0.05, top + 0.06, 0.05}, 0.05},
                                             .velocity = {0, -0.05, 0},
                                             .since = state.time()}});
  step(model, state, static_cast<std::int64_t>(0.3 / state.dynamics().time_step));
  EXPECT_GT(state.active_count(), 0u);
  EXPECT_LT(state.active_count(), (body.vertices.size() - body.pinned.size()) * 2 / 3);
  EXPECT_GT(largest_difference(state.positions(), before), 1e-3);
  EXPECT_GT(std::ranges::count(state.node_states(), NodeState::constraint), 0);
}

/// A ball that has a velocity from the start, above what sleeps; and a floor that is taken away.
inline void check_obstacles_from_the_start(const ModelOptions& options) {
  const Body body = held_slab(slab_mesh(8, 2));
  const Model model(body, options);
  Dynamics d = weightless(Integrator::euler_cromer);
  d.damping = 20;
  d.obstacles = {
      {.shape = Ball{{0.5, box_height(body) + 0.4, 0.5}, 0.1}, .velocity = {0, -0.1, 0}}};
  State state(model, selecting(d));
  const std::vector<Vec3d> before = state.positions();
  step(model, state, static_cast<std::int64_t>(3.2 / state.dynamics().time_step));
  EXPECT_GT(largest_difference(state.positions(), before), 5e-3);

  const Body cube = soft_cube(3, 5e-3);
  const Model lies(cube, options);
  Dynamics on_floor;
  on_floor.damping = 20;
  on_floor.obstacles = {{.shape = Floor{{0, -0.5, 0}}, .friction = 0.5}};
  State resting = asleep(lies, on_floor);
  resting.set_obstacles({});
  const double high = resting.positions()[0].y;
  step(lies, resting, static_cast<std::int64_t>(0.3 / resting.dynamics().time_step));
  EXPECT_LT(resting.positions()[0].y, high - 0.05);
}

/// As the whole simulation, to within the tolerance.
inline void check_poke_as_whole(const ModelOptions& options) {
  const Body body = held_slab(slab_mesh(16, 3));
  const Model model(body, options);
  Dynamics d = weightless(Integrator::euler_cromer);
  d.damping = 20;
  const Poked poked = poke(model, body, {0.12, 0.03, 0.1, box_height(body)}, d, 2.5);
  EXPECT_LT(poked.error, 0.02 * 0.03);
  EXPECT_LT(poked.left, 1e-4);
  EXPECT_EQ(poked.last, 0u);
}

/// S07's criteria: a pull wakes what it moves, and when it is gone all falls asleep again.
inline void check_published_criteria(const ModelOptions& options) {
  const Body body = held_slab(slab_mesh(16, 3));
  const Model model(body, options);
  const Index top = middle_of_top(body);
  for (const auto& [criterion, threshold] : {std::pair(Equilibrium::speed, 1e-6),
                                             {Equilibrium::moved_distance, 2e-6},
                                             {Equilibrium::neighbour_distance, 2e-5}}) {
    SCOPED_TRACE(static_cast<int>(criterion));
    Dynamics d = weightless(Integrator::euler_cromer);
    d.damping = 20;
    const double h = State(model, d).dynamics().time_step;
    d.selection = {
        .criterion = criterion, .threshold = threshold, .active_time = 50 * h, .neighbour_time = h};
    State state(model, d);
    const auto falls_asleep = [&] {
      for (int i = 0; i < 400 && state.active_count() > 0; ++i) step(model, state, 100);
      return state.active_count() == 0;
    };
    EXPECT_TRUE(falls_asleep());
    state.set_pulls(std::vector<Pull>{{top, body.vertices[top] + Vec3d{0, 0.02, 0}, 50, 1}});
    step(model, state, 10);
    EXPECT_GT(state.active_count(), 0u);
    step(model, state, 400);
    EXPECT_GT(length(state.positions()[top] - body.vertices[top]), 1e-4);
    state.set_pulls({});
    EXPECT_TRUE(falls_asleep());
  }
}

/// A card steps few patches that are awake together, but not where there are obstacles: the same
/// bits, also where a spring meets its limit or more and more wake. The slab is one that a card has
/// to stream.
inline void check_listed_steps(const ModelOptions& options, Index cells, Index layers) {
  const Body body = held_slab(slab_mesh(cells, layers));
  const Model model(body, options);
  const Index top = middle_of_top(body);
  struct Trial {
    Integrator integrator;
    double limit, pulled_by;  // m
  };
  for (const Trial& trial : {Trial{Integrator::euler_cromer, 0, 3e-4},
                             {Integrator::verlet, 0, 3e-4},
                             {Integrator::runge_kutta_4, 0, 3e-4},
                             {Integrator::leap_frog, 1.02, 0.03},
                             {Integrator::verlet, 1.3, 0.1}}) {
    SCOPED_TRACE(std::string(name(trial.integrator)));
    Dynamics d = weightless(trial.integrator);
    d.damping = 50;
    d.strain_limit = trial.limit;
    State together = asleep(model, d);
    d.obstacles = {{Ball{{0.5, 100, 0.5}, 1}}};
    State apart = asleep(model, d);
    const double h = apart.dynamics().time_step, stiffness = 0.1 * body.masses[top] / (h * h);
    std::size_t fewest = body.vertices.size(), most = 0;
    for (int turn = 0; turn < 12; ++turn) {
      for (State* s : {&together, &apart}) {
        if (turn == 0 || turn == 4)
          s->set_pulls(std::vector<Pull>{
              {.vertex = top,
               .target = body.vertices[top] + Vec3d{0, turn == 0 ? trial.pulled_by : 0, 0},
               .stiffness = stiffness}});
        if (turn == 8) s->set_pulls({});
        step(model, *s, turn % 3 == 0 ? 256 : 150);
      }
      ASSERT_EQ(together.positions(), apart.positions()) << turn;
      ASSERT_EQ(together.velocities(), apart.velocities()) << turn;
      ASSERT_EQ(together.node_states(), apart.node_states()) << turn;
      fewest = std::min(fewest, together.active_count());
      most = std::max(most, together.active_count());
    }
    EXPECT_GT(largest_difference(together.positions(), body.vertices), 0);
    if (trial.limit > 0) continue;
    EXPECT_LT(fewest, body.vertices.size() / 4);
    EXPECT_GT(most, fewest);
  }
}

}  // namespace pliant::test
