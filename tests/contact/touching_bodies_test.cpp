#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/advance.h>
#include <pliant/cut.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include <numbers>
#include <numeric>

#include "support/long_tests.h"
#include "support/touching.h"

// Bodies that touch each other and themselves: nothing passes through, momenta are kept, energy is
// not gained, friction holds what Coulomb lets it, and bits do not depend on threads and saving.

namespace pliant {
namespace {

using namespace test;

const Material soft = make_material(2e4, 0.4, 1000, 2e-3);
const Material undamped = make_material(2e4, 0.3, 1000, 0);

Dynamics floating() {
  Dynamics d;
  d.gravity = {};
  return d;
}

/// A world of bodies that touch.
struct World {
  Model model;
  State state;
  World(const std::vector<Body>& bodies, const Dynamics& dynamics, const Contact& contact = {},
        const ModelOptions& options = in_double)
      : model(bodies, options), state(model, dynamics) {
    state.set_contact(contact);
  }
  void run(double seconds) { advance(model, state, seconds); }
  void steps(std::int64_t count) { step(model, state, count); }
};

/// A sheet in the plane y = 0, turned into z = 0.
Body turned_upright(Body body) {
  for (Vec3d& x : body.vertices) x = {x.x, x.z, -x.y};
  return body;
}
double height_of(const State& body) {
  const std::vector<Vec3d> x = body.positions();
  double sum = 0;
  for (const Vec3d& p : x) sum += p.y / static_cast<double>(x.size());
  return sum;
}
Vec3d middle_of(const State& body) {
  const std::vector<Vec3d> x = body.positions();
  return std::accumulate(x.begin(), x.end(), Vec3d{}) / static_cast<double>(x.size());
}
Vec3d mean_velocity(const State& body) {
  const std::vector<Vec3d> v = body.velocities();
  return std::accumulate(v.begin(), v.end(), Vec3d{}) / static_cast<double>(v.size());
}
double kinetic_of(const State& body) {
  return body.kinetic_energy();
}

TEST(TouchingBodies, AFallingCubeLandsOnAnother) {
  for (const ModelOptions& options : {in_single, in_double}) {
    const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
    Dynamics d;
    d.obstacles = {{Floor{{0, 0, 0}, {0, 1, 0}}, 0.5}};
    World world({moved(cube, {0, 0.001, 0}), moved(cube, {0.011, 0.12, 0.007})}, d, {}, options);
    for (int i = 0; i < 60; ++i) {
      world.run(0.03);
      ASSERT_EQ(intersections(world.state), 0u) << "at " << world.state.time();
    }
    EXPECT_NEAR(height_of(world.state.body(1)), 0.15, 0.01);
    EXPECT_LT(kinetic_of(world.state), 5e-3);
    // It carries the weight.
    const double weight = std::accumulate(cube.masses.begin(), cube.masses.end(), 0.0) * 9.81;
    EXPECT_NEAR(world.state.contact_force(1, 0).y, weight, 0.02 * weight);
    EXPECT_NEAR(world.state.contact_force(0, 1).y, -weight, 0.02 * weight);
    EXPECT_GT(world.state.contact_points().size(), 3u);
  }
}

TEST(TouchingBodies, MomentaAreKeptAndEnergyIsNotGained) {
  const Body cube = block({0.1, 0.1, 0.1}, 4, undamped);
  Contact frictionless;
  frictionless.friction = 0;
  frictionless.damping = 0;
  World world({cube, moved(cube, {0.13, 0.04, 0.03})}, floating(), frictionless);
  throw_body(world.state.body(0), {0.3, 0.05, 0});
  throw_body(world.state.body(1), {-0.3, 0, 0.05});
  const Vec3d momentum = world.state.momentum(), angular = world.state.angular_momentum();
  const double energy = world.state.energy().total();
  double least = energy;
  bool touched = false;
  for (int i = 0; i < 100; ++i) {
    world.run(0.004);
    touched = touched || !world.state.contact_points().empty();
    ASSERT_EQ(intersections(world.state), 0u);
    const double now = world.state.energy().total();
    EXPECT_LT(now, energy * 1.02);
    least = std::min(least, now);
  }
  EXPECT_TRUE(touched);
  EXPECT_GT(least, 0.9 * energy);
  EXPECT_LT(length(world.state.momentum() - momentum), 1e-9);
  EXPECT_LT(length(world.state.angular_momentum() - angular), 1e-6 * length(angular) + 1e-9);
}

// tan a = 0.5: gravity is tilted instead of the slope.
TEST(TouchingBodies, FrictionHoldsOnASlopeOrDoesNot) {
  const Body base = pinned(block({0.4, 0.05, 0.2}, 8, soft));
  const Body cube =
      moved(block({0.05, 0.05, 0.05}, 2, make_material(1e5, 0.3, 1000, 1e-3)), {-0.1, 0.0503, 0});
  for (const auto& [friction, slides] :
       {std::pair(0.45, true), std::pair(0.49, true), std::pair(0.51, false)}) {
    Dynamics d;
    d.gravity = Vec3d{0.5, -1, 0} * (9.81 / std::sqrt(1.25));
    Contact contact;
    contact.friction = friction;
    World world({base, cube}, d, contact);
    world.run(slides ? 0.4 : 1.5);
    const Vec3d before = middle_of(world.state.body(1)), speed = mean_velocity(world.state.body(1));
    world.run(0.3);
    const Vec3d gone = middle_of(world.state.body(1)) - before;
    if (slides) {
      const double a = 9.81 * (0.5 - friction) / std::sqrt(1.25);  // g (sin - mu cos)
      EXPECT_NEAR(mean_velocity(world.state.body(1)).x - speed.x, 0.3 * a, 0.3 * 0.02);
    } else {
      EXPECT_LT(length(gone), 1e-6);
    }
  }
}

// Cubes on a slope of tan a = 0.5, all by one Contact; each has what is said of it alone.
TEST(TouchingBodies, PairsAndGroupsHaveTheirOwnFriction) {
  const Body base = pinned(block({0.9, 0.05, 0.2}, 18, soft));
  const Body cube = block({0.05, 0.05, 0.05}, 2, make_material(1e5, 0.3, 1000, 1e-3));
  const auto at = [&](double x) { return moved(cube, {x, 0.0503, 0}); };
  Dynamics d;
  d.gravity = Vec3d{0.5, -1, 0} * (9.81 / std::sqrt(1.25));
  Contact contact;
  contact.friction = 0.3;
  std::vector<Index> sole, half;
  for (Index v = 0; v < cube.vertices.size(); ++v)
    if (cube.vertices[v].y == 0) sole.push_back(v);
  for (Index v = 0; v < base.vertices.size(); ++v)
    if (base.vertices[v].x > 0.1) half.push_back(v);
  contact.pairs = {{.first = 2, .second = 0, .friction = 0.8, .sliding_friction = 0.7}};
  contact.groups = {{.body = 3, .vertices = sole, .friction = 0.6},
                    {.body = 0, .vertices = half, .friction = 0.1}};
  World world({base, at(-0.1), at(-0.4), at(-0.3), at(0.2)}, d, contact);
  world.run(0.1);
  std::vector<Vec3d> speed;
  for (std::size_t b = 0; b < 5; ++b) speed.push_back(mean_velocity(world.state.body(b)));
  world.run(0.15);
  const auto slide = [](double friction) {
    return 0.15 * 9.81 * (0.5 - friction) / std::sqrt(1.25);
  };
  for (const auto& [body, friction] :
       {std::pair(std::size_t{1}, 0.3), std::pair(std::size_t{4}, 0.1)})  // by what it lies on
    EXPECT_NEAR(mean_velocity(world.state.body(body)).x - speed[body].x, slide(friction),
                0.05 * slide(friction));
  world.run(1.8);
  std::vector<Vec3d> before;
  for (std::size_t b = 0; b < 5; ++b) before.push_back(middle_of(world.state.body(b)));
  world.run(0.3);
  for (const std::size_t body : {2, 3})  // as a pair, and by its own sole
    EXPECT_LT(length(middle_of(world.state.body(body)) - before[body]), 5e-6);
}

TEST(TouchingBodies, WhatAGroupLeavesOutIsPassedThrough) {
  const Body base = pinned(block({0.4, 0.05, 0.2}, 8, soft));
  const Body cube = block({0.05, 0.05, 0.05}, 2, soft);
  Contact contact;
  std::vector<Index> left;
  for (Index v = 0; v < base.vertices.size(); ++v)
    if (base.vertices[v].x < 0.01) left.push_back(v);
  contact.groups = {{.body = 0, .vertices = left, .touches = false}};
  World world({base, moved(cube, {-0.1, 0.06, 0}), moved(cube, {0.13, 0.06, 0})}, {}, contact);
  world.run(0.4);
  EXPECT_LT(height_of(world.state.body(1)), -0.2);
  EXPECT_GT(height_of(world.state.body(2)), 0.07);
}

// A skin of its own between two of three cubes: the gap follows it.
TEST(TouchingBodies, APairHasItsOwnThickness) {
  const Body base = pinned(block({0.4, 0.05, 0.2}, 8, soft));
  const Body cube = block({0.05, 0.05, 0.05}, 2, make_material(1e5, 0.3, 1000, 1e-2));
  std::vector<double> gaps;  // of the other
  for (const double thickness : {5e-4, 0.02}) {
    Contact contact;
    contact.pairs = {{.first = 0, .second = 2, .thickness = thickness}};
    World world({base, moved(cube, {-0.1, 0.08, 0}), moved(cube, {0.1, 0.08, 0})}, {}, contact);
    world.run(1);
    double gap = 1, gap_of_pair = 1;
    for (const ContactPoint& p : world.state.contact_points()) {
      const bool of_pair = p.bodies[0] == 2 || p.bodies[1] == 2;
      double& least = of_pair ? gap_of_pair : gap;
      least = std::min(least, p.gap);
    }
    gaps.push_back(gap);
    EXPECT_LT(gap_of_pair, thickness);
    EXPECT_GT(gap_of_pair, 0.5 * thickness);  // so light a cube stays in the outer half
    EXPECT_EQ(intersections(world.state), 0u);
  }
  EXPECT_NEAR(gaps[0], gaps[1], 1e-2 * gaps[0]);  // as friction has left it
}

TEST(TouchingBodies, BitsDoNotDependOnThreadsCallsOrSaving) {
  const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
  const std::vector<Body> bodies{moved(cube, {0, 0.01, 0}), moved(cube, {0.03, 0.13, 0.01}),
                                 moved(cube, {-0.02, 0.25, 0.02})};
  Dynamics d;
  d.obstacles = {{Floor{{0, 0, 0}, {0, 1, 0}}}};
  d.time_step = 2e-4;
  const auto run = [&](int threads, std::int64_t at_a_time, bool saves) {
    const WithThreads with(threads);
    World world(bodies, d);
    for (std::int64_t done = 0; done < 1200; done += at_a_time) {
      world.steps(at_a_time);
      if (!saves) continue;
      const std::vector<std::byte> bytes = world.state.save();
      World fresh(bodies, d);
      fresh.state.restore(bytes);
      world.state = fresh.state;
      world.model = fresh.state.model();
    }
    EXPECT_FALSE(world.state.contact_points().empty());
    return world.state.hash();
  };
  const std::uint64_t one = run(1, 1200, false);
  EXPECT_EQ(run(2, 1200, false), one);
  EXPECT_EQ(run(5, 100, false), one);
  EXPECT_EQ(run(1, 1, false), one);
  EXPECT_EQ(run(2, 300, true), one);
}

TEST(TouchingBodies, ABodyTouchesItself) {
  // A strip bent into a horseshoe whose ends are drawn together.
  const Body strip = block({0.6, 0.02, 0.05}, 48, make_material(1e5, 0.3, 1000, 2e-3));
  World world({strip}, floating());
  std::vector<Index> left, right;
  for (Index v = 0; v < strip.vertices.size(); ++v) {
    if (strip.vertices[v].x < 0.03) left.push_back(v);
    if (strip.vertices[v].x > 0.57) right.push_back(v);
  }
  std::vector<Pull> pulls;
  for (const Index v : left)
    pulls.push_back({.vertex = v, .target = {0.3, 0.2, 0.025}, .stiffness = 2, .damping = 0.02});
  for (const Index v : right)
    pulls.push_back({.vertex = v, .target = {0.3, 0.2, 0.025}, .stiffness = 2, .damping = 0.02});
  world.state.set_pulls(pulls);
  for (int i = 0; i < 30; ++i) {
    world.run(0.04);
    ASSERT_EQ(intersections(world.state), 0u) << "at " << world.state.time();
  }
  EXPECT_FALSE(world.state.contact_points().empty());
}

// A strip folded like a hairpin falls on the floor lying on its side, so fast that its arms are
// held from passing through each other while the lower one is on the floor: that is not drawn into
// it by the rest, which still falls.
TEST(TouchingBodies, WhatIsHeldIsNotDrawnThroughTheFloor) {
  Body hairpin = block({0.4, 0.02, 0.04}, 40, make_material(2e4, 0.3, 1000, 1e-3));
  const double bend = 0.03;  // m, its radius
  for (Vec3d& x : hairpin.vertices) {
    const double along = x.x, out = x.y - 0.01;
    const double a = std::clamp(along / bend, -0.5 * std::numbers::pi, 0.5 * std::numbers::pi);
    const double left = along - a * bend;
    x = {(bend - out) * std::cos(a) - std::abs(left), 0.05 + (bend - out) * std::sin(a), x.z};
  }
  Mesh mesh;
  mesh.vertices = hairpin.vertices;
  mesh.tetrahedra.cells = hairpin.tetrahedra;
  hairpin = make_solid(TetMesh(mesh), SolidLaw::elastic, make_material(2e4, 0.3, 1000, 1e-3));
  Dynamics d;
  d.obstacles = {{Floor{{0, 0, 0}, {0, 1, 0}}, 0.5}};
  World world({hairpin}, d);
  throw_body(world.state, {0, -6, 0});
  const double energy = world.state.energy().total();
  for (int i = 0; i < 30; ++i) {
    world.steps(2);
    double lowest = 1;
    for (const Vec3d& x : world.state.positions()) lowest = std::min(lowest, x.y);
    EXPECT_GT(lowest, -1e-6) << world.state.time();
  }
  EXPECT_LT(world.state.energy().total(), energy);
  EXPECT_GT(world.state.contact_counts().held_vertices, 0);
}

// Blocks and thin sheets, in both precisions, at ten sizes a step and slower.
TEST(TouchingBodies, NothingPassesThroughWhateverTheSpeed) {
  Samples samples(11);
  for (int i = 0; i < (long_tests() ? 200 : 8); ++i) {
    const double size = 0.1;
    std::vector<Body> bodies;
    for (int k = 0; k < 3; ++k)
      bodies.push_back(moved(
          block({size, i % 2 == 0 ? size : 0.1 * size, size}, i % 2 == 0 ? 2 : 10,
                make_material(samples.between(1e3, 1e6), 0.3, 1000, 1e-3)),
          {1.3 * size * k, samples.between(-0.3, 0.3) * size, samples.between(-0.3, 0.3) * size}));
    World world(bodies, floating(), {}, i / 2 % 2 == 0 ? in_double : in_single);
    const double fastest = 10 * size / world.state.time_step();
    for (int k = 0; k < 3; ++k) {
      const double slower = samples.between(0, 4);
      throw_body(
          world.state.body(std::size_t(k)),
          Vec3d{k == 0 ? 1.0 : -1.0, 0.1, 0} * (fastest * std::pow(10, i % 8 < 4 ? 0 : -slower)));
    }
    bool torn = false;  // by such a blow; nothing must have passed through before
    for (int n = 0; n < 8 && !torn; ++n) {
      try {
        world.steps(4);
      } catch (const Diverged&) {
        torn = true;
      }
      ASSERT_EQ(intersections(world.state), 0u) << "run " << i << ", " << n;
    }
  }
}

TEST(TouchingBodies, ClothAndChainsTouch) {
  const Mesh sheet =
      make_shape("cloth", {{"length", 0.4}, {"width", 0.4}, {"cells_x", 12}, {"cells_z", 12}});
  const Body table = pinned(moved(block({0.1, 0.1, 0.1}, 4, soft), {0, -0.11, 0}));
  RopeOptions rope_options;
  Body thread = moved(rope(make_shape("chain", {{"length", 0.3}, {"links", 30}}), rope_options),
                      {0, 0.05, 0.01});
  World world({table, cloth(sheet), thread}, {});
  for (int i = 0; i < 40; ++i) {
    world.run(0.02);
    ASSERT_EQ(intersections(world.state), 0u) << "at " << world.state.time();
  }
  // The cloth lies on the block and the thread on the cloth.
  double highest = -1, thread_highest = -1;
  for (const Vec3d& x : world.state.body(1).positions()) highest = std::max(highest, x.y);
  for (const Vec3d& x : world.state.body(2).positions())
    thread_highest = std::max(thread_highest, x.y);
  EXPECT_NEAR(highest, -0.01, 0.01);
  EXPECT_GT(thread_highest, -0.02);
}

TEST(TouchingBodies, WhatACutOpensTouches) {
  const Body bar = block({0.3, 0.06, 0.06}, 15, soft);
  Dynamics d;
  World world({bar}, d);
  std::vector<Index> held;
  for (Index v = 0; v < bar.vertices.size(); ++v)
    if (bar.vertices[v].x < 0.001) held.push_back(v);
  world.state.pin(held);
  world.run(0.02);
  EXPECT_GT(cut(world.state, CuttingPlane{{0.15, 0.03, 0.03}, {1, 0, 0}}), 0u);
  for (int i = 0; i < 10; ++i) {
    world.run(0.02);
    ASSERT_EQ(intersections(world.state), 0u);
  }
}

TEST(TouchingBodies, StartsThatIntersectAreRefusedOrLeftAlone) {
  const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
  const std::vector<Body> bodies{cube, moved(cube, {0.05, 0.05, 0.05}), moved(cube, {0, 0.3, 0})};
  const Model model(bodies);
  State state(model, {});
  try {
    state.set_contact(Contact{});
    ADD_FAILURE() << "it was taken";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("body 0 and body 1 intersect already"));
  }
  EXPECT_FALSE(state.contact().has_value());
  Contact ignoring;
  ignoring.at_start = IntersectedAtStart::ignore;
  state.set_contact(ignoring);
  step(model, state, 100);
}

struct Entangled {
  const char* name;
  std::vector<Body> bodies;
};

// Bodies that are in each other come apart by themselves, slowly, with all their momentum.
TEST(TouchingBodies, StartsThatIntersectAreRepaired) {
  const Body cube = block({0.1, 0.1, 0.1}, 4, soft), bar = block({0.3, 0.05, 0.05}, 12, soft);
  Body across = bar;
  for (Vec3d& x : across.vertices) x = {x.z + 0.13, x.y + 0.013, x.x - 0.12};
  const Body ball = make_solid(TetMesh(make_shape("sphere", {{"radius", 0.06}, {"cells", 3}})),
                               SolidLaw::elastic, soft);
  Body tetrahedron;
  {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}};
    mesh.tetrahedra.cells = {{0, 1, 2, 3}};
    tetrahedron = make_solid(TetMesh(mesh), SolidLaw::elastic, soft);
  }
  for (const Entangled& start :
       {Entangled{"a corner in a corner", {cube, moved(cube, {0.06, 0.07, 0.05})}},
        Entangled{"nearly all of it", {cube, moved(cube, {0.012, 0.003, 0.007})}},
        Entangled{"the same place", {cube, cube}}, Entangled{"crossed bars", {bar, across}},
        Entangled{"three",
                  {cube, moved(cube, {0.06, 0.02, 0.03}), moved(cube, {0.02, 0.07, -0.05})}},
        Entangled{"round", {ball, moved(ball, {0.03, 0.05, 0.02})}},
        Entangled{"edges alone", {tetrahedron, moved(tetrahedron, {0.02, -0.045, 0.045})}}}) {
    SCOPED_TRACE(start.name);
    for (const ModelOptions& options : {in_single, in_double}) {
      Contact contact;
      contact.at_start = IntersectedAtStart::repair;
      World world(start.bodies, floating(), contact, options);
      ASSERT_GT(world.state.contact_counts().intersecting, 0u);
      double fastest = 0;
      for (int i = 0; i < 200 && world.state.contact_counts().intersecting > 0; ++i) {
        world.run(0.01);
        for (const Vec3d& v : world.state.velocities()) fastest = std::max(fastest, length(v));
      }
      EXPECT_EQ(world.state.contact_counts().intersecting, 0u);
      EXPECT_EQ(intersections(world.state), 0u);
      EXPECT_LT(fastest, 5) << "m/s";
      EXPECT_LT(length(world.state.momentum()), 1e-5);
      for (int i = 0; i < 20; ++i) {
        world.run(0.02);
        ASSERT_EQ(intersections(world.state), 0u);
      }
      // They do not fly apart.
      for (std::size_t b = 0; b < world.state.body_count(); ++b)
        EXPECT_LT(length(mean_velocity(world.state.body(b))), 1.5);
    }
  }
}

TEST(TouchingBodies, ARepairHasTheSameBitsWhoeverSavesIt) {
  const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
  const Mesh sheet =
      make_shape("cloth", {{"length", 0.1}, {"width", 0.1}, {"cells_x", 6}, {"cells_z", 6}});
  const std::vector<Body> bodies{cube, moved(cube, {0.04, 0.06, 0.05}),
                                 moved(cloth(sheet), {0.3, 0, 0}),
                                 moved(turned_upright(cloth(sheet)), {0.3, 0.02, 0.01})};
  Dynamics d = floating();
  d.time_step = 2e-4;
  Contact contact;
  contact.at_start = IntersectedAtStart::repair;
  const auto run = [&](int threads, std::int64_t at_a_time, bool saves) {
    const WithThreads with(threads);
    World world(bodies, d, contact);
    for (std::int64_t done = 0; done < 900; done += at_a_time) {
      world.steps(at_a_time);
      if (!saves) continue;
      const std::vector<std::byte> bytes = world.state.save();
      State fresh(world.model, d);
      fresh.restore(bytes);
      world.state = fresh;
      world.model = fresh.model();
    }
    return world.state.hash();
  };
  const std::uint64_t one = run(1, 900, false);
  EXPECT_EQ(run(5, 100, false), one);
  EXPECT_EQ(run(1, 1, false), one);
  EXPECT_EQ(run(2, 150, true), one);
}

// Two sheets that cross, drawn through each other by gravity: no face more crosses than at first.
TEST(TouchingBodies, TangledClothDoesNotGetWorse) {
  const Mesh sheet =
      make_shape("cloth", {{"length", 0.2}, {"width", 0.2}, {"cells_x", 12}, {"cells_z", 12}});
  Body held = cloth(sheet);
  for (Index v = 0; v < held.vertices.size(); ++v)
    if (std::abs(std::abs(held.vertices[v].x) - 0.1) < 1e-6) held.pinned.push_back(v);
  Contact contact;
  contact.at_start = IntersectedAtStart::repair;
  World world({held, moved(turned_upright(cloth(sheet)), {0.007, 0.06, 0.009})}, {}, contact);
  const std::size_t first = intersections(world.state);
  ASSERT_GT(first, 0u);
  for (int i = 0; i < 40; ++i) {
    world.run(0.01);
    EXPECT_LE(intersections(world.state), 2 * first) << "at " << world.state.time();
  }
}

TEST(TouchingBodies, BadSettingsAreNamed) {
  const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
  const Model model(std::vector<Body>{cube, moved(cube, {0, 0.3, 0})});
  State state(model, {});
  const auto refused = [&](const auto& change, const char* words) {
    Contact c;
    change(c);
    try {
      state.set_contact(c);
      ADD_FAILURE() << words;
    } catch (const InputError& e) {
      EXPECT_THAT(e.what(), testing::HasSubstr(words));
    }
  };
  refused([](Contact& c) { c.friction = -1; }, "friction of -1");
  refused([](Contact& c) { c.sliding_friction = 0.9; }, "sliding friction of 0.9 above 0.5");
  refused([](Contact& c) { c.damping = 2; }, "damping of contact of 2");
  refused([](Contact& c) { c.thickness = 1; }, "thicker than the shortest edge");
  refused([](Contact& c) { c.thickness = -1; }, "thickness of -1 m");
  refused([](Contact& c) { c.pairs = {{.first = 0, .second = 7}}; }, "no body 7");
  refused([](Contact& c) { c.without = {5}; }, "no body 5");
  refused([](Contact& c) { c.thickness = 1e-300; }, "give a thickness of at least");
  const auto pair = [&](const ContactPair& wrong, const char* words) {
    refused([&](Contact& c) { c.pairs = {wrong}; }, words);
  };
  pair({.first = 0, .second = 1, .friction = -1}, "a friction of body 0 and body 1 of -1");
  pair({.first = 0, .second = 1, .sliding_friction = 0.9}, "of 0.9 above 0.5");
  pair({.first = 0, .second = 1, .thickness = 0.05}, "at most 0.0333");
  pair({.first = 0, .second = 1, .thickness = 0}, "a thickness of 0 m between body 0 and body 1");
  pair({.first = 0, .second = 1, .thickness = std::nan("")}, "a thickness of nan m");
  pair({.first = 0, .second = 1, .thickness = 1e-300}, "give a thickness of at least");
  const auto group = [&](const ContactGroup& wrong, const char* words) {
    refused([&](Contact& c) { c.groups = {wrong}; }, words);
  };
  group({.body = 2}, "no body 2");
  group({.body = 1, .vertices = {64}}, "has vertex 64");
  group({.body = 1, .vertices = {0}, .friction = -1}, "a friction of a group of body 1 of -1");
  group({.body = 1, .friction = 0.1, .sliding_friction = 0.2}, "of 0.2 above 0.1");
  EXPECT_THROW(state.body(0).set_contact(Contact{}), InputError);
}

}  // namespace
}  // namespace pliant
