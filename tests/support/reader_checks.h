#pragma once

#include <pliant/cut.h>
#include <pliant/state_reader.h>

#include "support/selection_checks.h"

// A StateReader must tell what the state itself does, on every backend, and read what moved alone.

namespace pliant::test {

/// A slab of which a corner is pulled, and who reads it all the time.
class ReadSlab {
 public:
  ReadSlab(const ModelOptions& options, SlabModel kind, Integrator integrator, Index n = 32)
      : mesh(std::make_shared<const TetMesh>(slab_mesh(n, 3, 0.2))),
        body(held_slab(*mesh, kind)),
        model(body, options),
        state(model, dynamics(integrator)) {}

  void expect_same(const char* after) {
    SCOPED_TRACE(after);
    EXPECT_EQ(reader.positions(state), state.positions());
    EXPECT_EQ(reader.velocities(state), state.velocities());
    EXPECT_EQ(reader.kinetic_energy(state), state.kinetic_energy());
    EXPECT_EQ(reader.gravitational_energy(state), state.gravitational_energy());
    const State::Energy is = reader.energy(state), shall = state.energy();
    EXPECT_EQ(is.kinetic, shall.kinetic);
    EXPECT_EQ(is.elastic, shall.elastic);
    EXPECT_EQ(is.gravitational, shall.gravitational);
    EXPECT_EQ(reader.stresses(mesh, state), element_stresses(*mesh, state));
    expect_editions();
  }
  /// Positions of a run that has kept its number have not moved.
  void expect_editions() {
    const std::vector<Vec3d>& x = reader.positions(state);
    const std::vector<std::uint64_t>& now = reader.editions();
    for (std::size_t v = 0; v < seen_.size(); ++v) {
      const std::size_t run = v / StateReader::vertices_of_run;
      if (now[run] == editions_[run]) {
        ASSERT_EQ(x[v], seen_[v]) << v;
      }
    }
    seen_ = x;
    editions_ = now;
  }
  /// All of it, and how much that was.
  StateReader::Work read() {
    reader.positions(state);
    reader.velocities(state);
    const StateReader::Work work = reader.last_work();
    reader.stresses(mesh, state);
    reader.energy(state);
    return {work.positions, work.velocities, reader.last_work().stresses,
            reader.last_work().energies};
  }
  void steps(std::int64_t count) { step(model, state, count); }
  /// True where all of it sleeps in the end.
  bool fall_asleep() {
    for (int i = 0; i < 4000 && state.active_count() > 0; ++i) steps(64);
    return state.active_count() == 0;
  }
  void pull_corner() {
    const double stiffness =
        0.05 * body.masses[corner()] / (state.dynamics().time_step * state.dynamics().time_step);
    const Vec3d to = state.positions()[corner()] + Vec3d{0, 0.3 / 32, 0};
    state.set_pulls(std::vector<Pull>{{corner(), to, stiffness, 0}});
  }
  /// The vertex of the top that is nearest to the origin.
  Index corner() const {
    const double top = box_height(body);
    const auto at = std::ranges::min_element(body.vertices, {}, [&](const Vec3d& x) {
      return length(x - Vec3d{0, top, 0});
    });
    return static_cast<Index>(at - body.vertices.begin());
  }

  std::shared_ptr<const TetMesh> mesh;
  Body body;
  Model model;
  State state;
  StateReader reader;

 private:
  static Dynamics dynamics(Integrator integrator) {
    Dynamics d = selecting(weightless(integrator));
    d.gravity = {0, -1, 0};
    d.damping = 40;
    return d;
  }
  std::vector<Vec3d> seen_;
  std::vector<std::uint64_t> editions_;
};

/// Through sleep, waking and steps in between.
inline void check_reading_asleep_and_awake(ReadSlab& slab) {
  slab.expect_same("start");
  slab.steps(20);
  slab.expect_same("20 steps");
  ASSERT_TRUE(slab.fall_asleep());
  slab.expect_same("all asleep");
  slab.steps(100);
  slab.expect_same("100 steps asleep");
  slab.pull_corner();
  slab.expect_same("a pull");
  for (int i = 0; i < 4; ++i) {
    slab.steps(1 + 20 * i);
    slab.expect_same("a corner awake");
  }
  EXPECT_GT(slab.state.active_count(), 0u);
  slab.state.set_pulls({});
  slab.expect_same("no pull");
  slab.steps(50);
  slab.expect_same("let go");
}

/// Changes from outside, each looked at before and after steps, with most of the body asleep.
inline void check_reading_changes(ReadSlab& slab) {
  ASSERT_TRUE(slab.fall_asleep());
  slab.expect_same("all asleep");
  const auto after = [&](const char* change, const auto& make) {
    make(slab.state);
    slab.expect_same(change);
    slab.steps(3);
    slab.expect_same(change);
  };
  const std::vector<Index> some{3, 4, 700};
  const std::string stiffness{slab.model.law(0).parameters[0].name};
  const std::vector<std::byte> saved = slab.state.save();
  const State copy = slab.state;
  after("parameters", [&](State& s) {
    s.set_parameters(0, stiffness, some, std::vector{2 * s.parameter(0, stiffness, 3)});
  });
  after("removed", [&](State& s) { s.remove(0, some); });
  after("put back", [&](State& s) { s.put_back(0, some); });
  after("a cut", [](State& s) { cut(s, Box{{0.05, 0, 0.05}, {0.1, 1, 0.1}}); });
  after("restored", [&](State& s) { s.restore(saved); });
  after("pinned", [&](State& s) { s.pin(std::vector<Index>{slab.corner()}); });
  after("copied", [&](State& s) { s = copy; });
  after("woken", [&](State& s) { s.wake(std::vector<Index>{slab.corner()}); });
  after("a parameter of all",
        [&](State& s) { s.set_parameter(0, stiffness, 1.01 * s.parameter(0, stiffness, 3)); });
  after("positions", [&](State& s) {
    std::vector<Vec3d> x = s.positions();
    x[slab.corner()].y += 1e-3;
    s.set_positions(x);
  });
  after("velocities", [&](State& s) {
    std::vector<Vec3d> v = s.velocities();
    v[slab.corner()].y += 1e-3;
    s.set_velocities(v);
  });
  after("no selection", [](State& s) { s.set_selection(std::nullopt); });
  after("selection again", [](State& s) { s.set_selection(DynamicSelection{}); });
}

/// A state that is replaced by one of another past with as many changes.
inline void check_reading_another_state(ReadSlab& slab) {
  ASSERT_TRUE(slab.fall_asleep());
  State other = slab.state;
  slab.expect_same("all asleep");
  for (int i = 0; i < 5; ++i) {
    for (State* s : {&slab.state, &other}) {
      s->wake(std::vector<Index>{s == &other ? slab.corner() : Index(0)});
      step(slab.model, *s, 10);
    }
    slab.expect_same("one");
    std::swap(slab.state, other);
    slab.expect_same("the other");
  }
}

/// Nothing is read of what sleeps.
inline void check_reading_nothing(ReadSlab& slab) {
  ASSERT_TRUE(slab.fall_asleep());
  StateReader::Work work = slab.read();
  EXPECT_EQ(work.velocities, slab.model.vertex_count());
  EXPECT_EQ(work.stresses, slab.mesh->tetrahedra().size());
  slab.steps(1000);
  work = slab.read();
  EXPECT_EQ(work.positions, 0u);
  EXPECT_EQ(work.velocities, 0u);
  EXPECT_EQ(work.stresses, 0u);
  EXPECT_EQ(work.energies, 0u);
}

/// What is read is what moved.
inline void check_reading_little(ReadSlab& slab) {
  check_reading_nothing(slab);
  const std::size_t vertices = slab.model.vertex_count(),
                    tetrahedra = slab.mesh->tetrahedra().size();
  slab.pull_corner();
  slab.steps(8);
  ASSERT_GT(slab.state.active_count(), 0u);
  ASSERT_LT(slab.state.active_count(), vertices / 10);
  const StateReader::Work work = slab.read();
  EXPECT_GE(work.velocities, slab.state.active_count());
  EXPECT_LT(work.velocities, vertices / 2);
  EXPECT_GT(work.stresses, 0u);
  EXPECT_LT(work.stresses, 2 * tetrahedra / 3);
  EXPECT_GT(work.energies, 0u);
}

}  // namespace pliant::test
