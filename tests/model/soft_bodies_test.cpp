// Soft materials from a centimetre to three metres, dropped, hung and pressed, with the step that
// is taken where none is given. A few of all combinations; all of them with PLIANT_LARGE=1.

#include <gtest/gtest.h>
#include <pliant/advance.h>
#include <pliant/cage.h>
#include <pliant/quality.h>
#include <pliant/solids.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>

#include "scene/starting_notes.h"
#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

constexpr double gravity = 9.81;  // m/s²

struct SoftCase {
  const char *material, *shape;
  double size;  // m
};
std::string in_words(const SoftCase& c) {
  return std::string(c.material) + " " + c.shape + " of " + std::to_string(c.size) + " m";
}

bool all_wanted() {
  return std::getenv("PLIANT_LARGE") != nullptr;
}

std::vector<SoftCase> soft_cases() {
  if (!all_wanted())
    return {{"jelly", "cube", 0.1},  {"brain", "cube", 3},   {"liver", "critter", 0.3},
            {"fat", "cube", 1},      {"jelly", "cube", 3},   {"brain", "critter", 0.01},
            {"jelly", "critter", 1}, {"brain", "cube", 0.1}, {"brain", "critter", 1}};
  std::vector<SoftCase> all;
  for (const char* material : {"liver", "jelly", "brain", "fat"})
    for (const char* shape : {"cube", "critter"})
      for (const double size : {0.01, 0.1, 1.0, 3.0}) all.push_back({material, shape, size});
  return all;
}

const TetMesh& unit_mesh(const std::string& shape) {
  static std::map<std::string, TetMesh> made;
  const auto found = made.find(shape);
  if (found != made.end()) return found->second;
  const auto settings = shape == "cube" ? std::map<std::string, double>{{"cells", 5}}
                                        : std::map<std::string, double>{{"tets", 900}, {"size", 1}};
  return made.emplace(shape, TetMesh(make_shape(shape, settings))).first->second;
}

TetMesh mesh_of(const SoftCase& c) {
  Mesh mesh = unit_mesh(c.shape).mesh();
  const double low = bounding_box(mesh.vertices).low.y;
  for (Vec3d& p : mesh.vertices) p = (p - Vec3d{0, low, 0}) * c.size;
  return TetMesh(std::move(mesh));
}

/// A body under a control, and what is asked of it.
class SoftBody {
 public:
  explicit SoftBody(const SoftCase& c, double height = 0, SolidLaw law = SolidLaw::elastic,
                    const ModelOptions& options = {})
      : size_(c.size),
        material_(material(c.material)),
        mesh_(mesh_of(c)),
        body_(make_solid(mesh_, law, material_)),
        model_(body_, options),
        state_(model_, on_floor()) {
    std::vector<Vec3d> x = state_.positions();
    for (Vec3d& p : x) p.y += height;
    state_.set_positions(x);
    control_.emplace(state_, stable_step(state_));
  }

  /// The highest or lowest tenth is held.
  void hold(bool top) {
    std::vector<Index> held;
    for (std::size_t v = 0; v < body_.vertices.size(); ++v) {
      const double part = body_.vertices[v].y / size_;
      if (top ? part > 0.9 : part < 0.1) held.push_back(static_cast<Index>(v));
    }
    state_.pin(held);
  }
  void change(const std::function<void(Dynamics&)>& work) {
    Dynamics dynamics = state_.dynamics();
    work(dynamics);
    state_.set_dynamics(dynamics);
  }
  void advance(double seconds) {
    const auto steps = static_cast<std::int64_t>(seconds / control_->whole_step()) + 1;
    control_->advance(model_, state_, steps);
  }
  /// Lets air slow it down until it lies still. What is long swings slowly, and air that is thick
  /// for its size would let it down for minutes.
  void settle() {
    for (int i = 0; i < 40 && (i < 4 || kinetic_share() > 1e-6); ++i) {
      const Vec3d sides = bounding_box(state_.positions()).size();
      const double length = std::max({sides.x, sides.y, sides.z});
      change([&](Dynamics& d) { d.damping = 2 * std::sqrt(gravity / length); });
      advance(2 * std::sqrt(length / gravity));
    }
    EXPECT_LT(kinetic_share(), 1e-4) << "it lies still";
  }
  // Of what it would weigh to lift it by its size.
  double kinetic_share() const { return state_.kinetic_energy() / (mass() * gravity * size_); }
  double mass() const { return mesh_.volume() * material_.density; }
  double volume_change() const { return volume_of(mesh_, state_.positions()) / mesh_.volume() - 1; }
  std::size_t inverted() const {
    const std::vector<Vec3d> x = state_.positions();
    return static_cast<std::size_t>(std::ranges::count_if(mesh_.tetrahedra(), [&](const auto& t) {
      return signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) <= 0;
    }));
  }
  /// As linear elasticity has it under the mean pressure of its own weight from all sides; where
  /// that is no longer small the law stiffens.
  double allowed_volume_change() const {
    const double pressure = 0.5 * material_.density * gravity * size_;
    return std::clamp(3 * (1 - 2 * material_.poisson) * pressure / material_.young, 0.01, 0.12);
  }
  State& state() { return state_; }
  const StepControl& control() const { return *control_; }
  double size() const { return size_; }

  void expect_sound() const {
    EXPECT_EQ(inverted(), 0u);
    EXPECT_LT(std::abs(volume_change()), allowed_volume_change());
    EXPECT_FALSE(control_->ran_away());
  }

 private:
  static Dynamics on_floor() {
    Dynamics d;
    d.obstacles = {{Floor{}}};
    return d;
  }
  double size_;
  Material material_;
  TetMesh mesh_;
  Body body_;
  Model model_;
  State state_;
  std::optional<StepControl> control_;
};

// Lowered so slowly that it never swings: what is at rest under its weight.
double elastic_at_rest(const SoftCase& c) {
  SoftBody body(c);
  for (int i = 1; i <= 10; ++i) {
    body.change([&](Dynamics& d) {
      d.gravity = {0, -0.1 * i * gravity, 0};
      d.damping = 4 * std::sqrt(gravity / c.size);
    });
    body.advance(std::sqrt(c.size / gravity));
  }
  body.settle();
  return body.state().energy().elastic;
}

TEST(SoftBodies, LandWhole) {
  for (const SoftCase& c : soft_cases()) {
    SCOPED_TRACE(in_words(c));
    SoftBody body(c, 0.5 * c.size);
    double last = body.state().energy().total(), least_volume = 0;
    const double unit = body.mass() * gravity * c.size, part = 0.1 * std::sqrt(c.size / gravity);
    for (int i = 0; i < 40; ++i) {
      body.advance(part);
      const double now = body.state().energy().total();
      EXPECT_LT(now, last + 0.02 * unit) << "it gains energy";
      last = std::min(last, now);
      least_volume = std::min(least_volume, body.volume_change());
    }
    EXPECT_GT(least_volume, -0.3);
    body.settle();
    body.expect_sound();
    EXPECT_LT(body.state().energy().elastic, elastic_at_rest(c) + 0.02 * unit) << "locked in";
    if (all_wanted())
      std::cout << in_words(c) << ": volume " << 100 * least_volume << " % landing, "
                << 100 * body.volume_change() << " % at rest, step divided by "
                << body.control().whole_step() / body.control().shortest_step() << "\n";
  }
}

// Springs lose their volume where a body is too soft for its weight; then a note says so
// beforehand.
#ifndef PLIANT_MINIMAL  // which has no notes of drops
TEST(SoftBodies, OfSpringsLandWholeOrAreNoted) {
  for (const SoftCase& c : soft_cases()) {
    SCOPED_TRACE(in_words(c));
    const Material m = material(c.material);
    const auto note = too_soft(c.shape, {m.young, m.density, gravity, c.size});
    SoftBody body(c, 0.5 * c.size, SolidLaw::mass_spring);
    body.settle();
    EXPECT_FALSE(body.control().ran_away());
    const bool whole = body.inverted() == 0 &&
                       std::abs(body.volume_change()) < body.allowed_volume_change() + 0.05;
    EXPECT_TRUE(whole || note) << 100 * body.volume_change() << " %";
  }
}
#endif

TEST(SoftBodies, Hang) {
  for (const SoftCase& c : soft_cases()) {
    // Three metres stretch to thirty, and legs hang by threads: that takes long.
    const bool takes_long = c.size > 1 || (c.size == 1 && std::string(c.shape) == "critter");
    if (takes_long && !all_wanted()) continue;
    SCOPED_TRACE(in_words(c));
    // Where a hundred metres are reached in steps of microseconds, positions of single precision
    // round away more than a step's way: it would tremble for ever.
    SoftBody body(
        c, 0, SolidLaw::elastic,
        {.precision = takes_long ? Precision::double_precision : Precision::single_precision});
    body.hold(true);
    body.change([](Dynamics& d) { d.obstacles.clear(); });
    body.advance(4 * std::sqrt(c.size / gravity));
    body.settle();
    body.expect_sound();
    if (all_wanted())
      std::cout << in_words(c) << ": hanging, volume " << 100 * body.volume_change()
                << " %, step divided by "
                << body.control().whole_step() / body.control().shortest_step() << "\n";
  }
}

// To half its height by a plate, and let go.
TEST(SoftBodies, ArePressedAndComeBack) {
  for (const SoftCase& c : soft_cases()) {
    SCOPED_TRACE(in_words(c));
    SoftBody body(c);
    body.settle();
    const double top = [&] {
      double highest = 0;
      for (const Vec3d& p : body.state().positions()) highest = std::max(highest, p.y);
      return highest;
    }();
    const double seconds = 2 * std::sqrt(c.size / gravity);
    const double before = body.state().energy().elastic;
    body.change([&](Dynamics& d) {
      Obstacle plate{Floor{{0, top, 0}, {0, -1, 0}}};
      plate.velocity = {0, -0.5 * top / seconds, 0};
      plate.since = body.state().time();
      d.obstacles.push_back(plate);
    });
    body.advance(seconds);
    EXPECT_EQ(body.inverted(), 0u);
    EXPECT_LT(std::abs(body.volume_change()), body.allowed_volume_change() + 0.1);
    body.change([&](Dynamics& d) { d.obstacles.resize(1); });
    body.settle();
    body.expect_sound();
    const double unit = body.mass() * gravity * c.size;
    EXPECT_NEAR(body.state().energy().elastic / unit, before / unit, 0.02);
  }
}

// Cells that hold next to nothing span creases, which close under the weight; no other is turned
// inside out.
TEST(SoftBodies, LieWholeInCages) {
  const TetMesh& solid = unit_mesh("critter");
  Mesh surface;
  surface.vertices.assign(solid.vertices().begin(), solid.vertices().end());
  surface.triangles.cells.assign(solid.boundary().begin(), solid.boundary().end());
  const Cage cage = make_cage(surface, {0, 1500});
  const TetMesh mesh(cage.mesh);
  for (const char* soft : {"liver", "brain", "fat"}) {
    SCOPED_TRACE(soft);
    const Model model(make_solid(mesh, &cage, SolidLaw::elastic, material(soft)));
    Dynamics d;
    d.obstacles = {{Floor{{0, bounding_box(surface.vertices).low.y - 0.5, 0}}}};
    d.damping = 2;
    State state(model, d);
    Notes notes;
    advance(model, state, 4, &notes);
    EXPECT_TRUE(notes.empty());
    const std::vector<Vec3d> x = state.positions();
    double before = 0, after = 0;
    for (std::size_t i = 0; i < cage.fill.size(); ++i) {
      const Tetrahedron& t = mesh.tetrahedra()[i];
      const double volume = signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
      after += cage.fill[i] * volume;
      before += cage.fill[i] * signed_volume(mesh.vertices()[t[0]], mesh.vertices()[t[1]],
                                             mesh.vertices()[t[2]], mesh.vertices()[t[3]]);
      EXPECT_TRUE(volume > 0 || cage.fill[i] < 0.05) << cage.fill[i];
    }
    EXPECT_NEAR(after / before, 1, 0.03);
  }
}

// The state goes back and on with a shorter step where the chosen one is far too long.
TEST(StepControl, GoesOnFromTheLastGoodStateWithShorterSteps) {
  const TetMesh mesh = cube_mesh(3, 0.1);
  for (const bool springs : {false, true}) {
    const Material m = material("rubber");
    const Model model(springs ? mass_spring_solid(mesh, m)
                              : continuum_solid(mesh, ContinuumModel::elastic, m));
    Dynamics d;
    d.obstacles = {{Floor{{0, -0.1, 0}}}};
    const double stable = stable_step(model, d);
    d.time_step = 3 * stable;
    State state(model, d);
    StepControl control(state, springs ? d.time_step : stable);
    control.advance(model, state, 200);
    EXPECT_NEAR(state.time(), 200 * d.time_step, 1e-9 * state.time());
    EXPECT_LT(control.shortest_step(), stable);
    EXPECT_EQ(control.ran_away().has_value(), springs) << "a look at the stiffness comes before";
    EXPECT_EQ(control.note().empty(), !springs);
    EXPECT_LT(std::abs(volume_of(mesh, state.positions()) / mesh.volume() - 1), 0.05);
  }
}

TEST(StepControl, WhereNothingIsDividedTheBitsAreThoseOfPlainSteps) {
  const TetMesh mesh = cube_mesh(3, 0.1);
  const Model model(continuum_solid(mesh, ContinuumModel::elastic, material("rubber")));
  State plain(model), controlled(model);
  StepControl control(controlled, stable_step(controlled));
  step(model, plain, 100);
  for (const std::int64_t steps : {1, 7, 30, 62}) control.advance(model, controlled, steps);
  EXPECT_EQ(plain.hash(), controlled.hash());
  EXPECT_EQ(control.shortest_step(), control.whole_step());
}

// Who saves a state and its control, and who takes steps a few at a time, gets the same bits, also
// while steps are divided.
TEST(StepControl, DividedStepsDoNotDependOnHowManyAreAskedFor) {
  const Model model(continuum_solid(cube_mesh(3, 1), ContinuumModel::elastic, material("brain")));
  Dynamics d;
  d.obstacles = {{Floor{{0, -0.6, 0}}}};
  State whole(model, d), parts(model, d);
  d.time_step = whole.dynamics().time_step;
  const std::vector<Vec3d> thrown(model.vertex_count(), {0, -8, 0});
  whole.set_velocities(thrown);
  parts.set_velocities(thrown);
  const double stable = stable_step(whole);
  StepControl control(whole, stable);
  std::optional<StepControl> other(std::in_place, parts, stable);
  const auto steps = static_cast<std::int64_t>(0.5 / d.time_step);
  control.advance(model, whole, steps);
  std::int64_t taken = 0;
  for (std::int64_t n = 1; taken < steps; n = n % 13 + 1) {
    other->advance(model, parts, std::min(n, steps - taken));
    taken = std::min(steps, taken + n);
    if (n != 6) continue;
    const std::vector<std::byte> saved = parts.save();
    const std::vector<double> memory = other->memory();
    std::optional<State> kept;
    const std::vector<std::byte> saved_kept =
        other->backup() ? other->backup()->save() : std::vector<std::byte>();
    parts = State(model, d);
    other.emplace(parts, stable);
    parts.restore(saved);
    if (!saved_kept.empty()) kept.emplace(parts).restore(saved_kept);
    other->remember(parts, memory, std::move(kept));
  }
  EXPECT_LT(control.shortest_step(), control.whole_step());
  EXPECT_EQ(whole.hash(), parts.hash());
}

TEST(StepControl, StepsGrowAgainWhereABodyHasComeToRest) {
  const Model model(continuum_solid(cube_mesh(3, 0.1), ContinuumModel::elastic, material("jelly")));
  Dynamics d;
  d.obstacles = {{Floor{{0, -0.01, 0}}}};
  d.damping = 10;
  State state(model, d);
  state.set_velocities(std::vector<Vec3d>(model.vertex_count(), {0, -10, 0}));
  StepControl control(state, stable_step(state));
  control.advance(model, state, static_cast<std::int64_t>(1.5 / control.whole_step()));
  EXPECT_LT(control.shortest_step(), control.whole_step());
  EXPECT_EQ(state.time_step(), control.whole_step());
}

TEST(StepControl, AdvanceEndsOnTime) {
  const Model model(continuum_solid(cube_mesh(3, 0.1), ContinuumModel::elastic, material("brain")));
  Dynamics d;
  d.obstacles = {{Floor{{0, -0.05, 0}}}};
  State state(model, d);
  Notes notes;
  advance(model, state, 0.3, &notes);
  EXPECT_NEAR(state.time(), 0.3, 1e-12);
  EXPECT_TRUE(notes.empty());
}

TEST(StepControl, WhoIsToldOfProgressMayEndIt) {
  const Model model(continuum_solid(cube_mesh(3, 0.1), ContinuumModel::elastic, material("brain")));
  State alone(model), told(model), ended(model);
  advance(model, alone, 0.2);
  std::vector<double> fractions;
  advance(model, told, 0.2, nullptr,
          [&](double done, std::string_view) { fractions.push_back(done); });
  EXPECT_EQ(told.hash(), alone.hash());
  EXPECT_EQ(fractions.front(), 0);
  EXPECT_TRUE(std::ranges::is_sorted(fractions));
  EXPECT_LT(fractions.back(), 1);
  ASSERT_GT(fractions.size(), 10U);

  struct Enough {};
  const auto end = [](double done, std::string_view) {
    if (done > 0.5) throw Enough();
  };
  EXPECT_THROW(advance(model, ended, 0.2, nullptr, end), Enough);
  EXPECT_GT(ended.time(), 0.1);
  EXPECT_LT(ended.time(), 0.15);
}

}  // namespace
}  // namespace pliant
