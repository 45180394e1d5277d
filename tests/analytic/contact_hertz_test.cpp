#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "support/touching_world.h"

// Hertz: an elastic ball that is pressed against a rigid plane, or an equal ball. With
// E* = E / (1 - ν²), a the radius of what touches and d by how far it is pressed flat,
//   a² = R d,   F = 4/3 E* √R d^(3/2),   a³ = 3/4 F R / E*.

namespace pliant {
namespace {

using namespace test;

constexpr double radius = 0.1, young = 1e6, poisson = 0.3, density = 1000;
constexpr double stiffness = young / (1 - poisson * poisson);

Body ball(double cells, double damping_time) {
  const Mesh mesh = make_shape("sphere", {{"radius", radius}, {"cells", cells}});
  Body body = make_solid(TetMesh(mesh), SolidLaw::elastic,
                         make_material(young, poisson, density, damping_time));
  double lowest = 0;
  for (const Vec3d& x : body.vertices) lowest = std::min(lowest, x.y);
  return moved(body, {0, -lowest - radius, 0});
}

Body plate(double height) {
  return pinned(
      moved(block({0.2, 0.02, 0.2}, 4, make_material(young, poisson, density, 0)), {0, height, 0}));
}

/// What is seen where two bodies touch.
struct Seen {
  double force = 0, radius = 0, gap = 0;
};

// The pressure of Hertz, p0 √(1 - r²/a²), has the mean square radius 2/5 a².
Seen look(const State& world, std::size_t first, std::size_t second) {
  Seen seen;
  double squares = 0, least = 1;
  for (const ContactPoint& p : world.contact_points()) {
    if (std::max(p.bodies[0], p.bodies[1]) != std::max(first, second)) continue;
    if (std::min(p.bodies[0], p.bodies[1]) != std::min(first, second)) continue;
    const double push = std::abs(p.force.y);
    seen.force += push;
    squares += push * (p.place.x * p.place.x + p.place.z * p.place.z);
    seen.gap += push * p.gap;
    least = std::min(least, p.gap);
  }
  if (seen.force > 0) {
    seen.radius = std::sqrt(2.5 * squares / seen.force);
    seen.gap /= seen.force;
  }
  return seen;
}

// Between two plates whose distance gets less, by half an edge: Hertz' solid is linear, and strains
// here are about as large as a / R, so that this shrinks as the mesh is refined. What the middle of
// a ball moves towards a plate is less than Hertz' d, by what the ball yields as a whole: Tatara's
// term for a ball between two plates (1991), F / (π E) (2 (1 + ν) R² / (a² + 4 R²)^(3/2) + (1 - ν²)
// / (a² + 4 R²)^(1/2)).
struct Pressed {
  double force, radius;  // over those of Hertz
};
Pressed press(double cells) {
  const Body body = ball(cells, 5e-3);
  const double edge = radius / cells, start = radius + 0.15 * edge, down = 0.5 * edge;
  TouchingWorld world({body, plate(start), plate(-start - 0.02)}, without_gravity(),
                      frictionless(0.5, 0.1 * edge));
  constexpr double time = 0.15;
  for (const double side : {1.0, -1.0}) {
    State& of_plate = world.state.body(side > 0 ? 1 : 2);
    Drive drive;
    for (Index v = 0; v < of_plate.model().vertex_count(); ++v) drive.vertices.push_back(v);
    drive.path = [=](double t) {
      const double s = std::min(1.0, t / time);
      return Pose{.shift = {0, -side * down * s * s * (3 - 2 * s), 0}};
    };
    of_plate.add_drive(drive);
  }
  world.run(time + 0.15);
  EXPECT_EQ(intersections(world.state), 0u);
  const Seen above = look(world.state, 0, 1), below = look(world.state, 0, 2);
  const double force = 0.5 * (above.force + below.force);
  const double seen_radius = 0.5 * (above.radius + below.radius);
  const double depth = radius - (start - down) + 0.5 * (above.gap + below.gap);
  const double a = std::cbrt(0.75 * force * radius / stiffness), far = a * a + 4 * radius * radius;
  const double whole = force / (std::numbers::pi * young) *
                       (2 * (1 + poisson) * radius * radius / std::pow(far, 1.5) +
                        (1 - poisson * poisson) / std::sqrt(far));
  const double of_hertz = 4.0 / 3 * stiffness * std::sqrt(radius) * std::pow(depth + whole, 1.5);
  EXPECT_NEAR(above.force, below.force, 0.02 * force);
  return {force / of_hertz, seen_radius / a};
}

TEST(HertzianContact, ForceAndRadiusOfABallBetweenPlatesConverge) {
  std::vector<double> cells{10};
  if (long_tests()) cells.insert(cells.end(), {16, 24});
  for (const double n : cells) {
    const Pressed p = press(n);
    EXPECT_NEAR(p.force, 1, 0.4 / std::sqrt(n)) << n << " cells a radius";
    EXPECT_NEAR(p.radius, 1, 0.3 / std::sqrt(n)) << n << " cells a radius";
  }
}

// The time that a ball touches a plane which it hits slowly, T = 2.868 (m² / (R E*² v))^(1/5), how
// hard it is pressed, and what it keeps: nearly all. The skin under the mass of the outermost
// vertices rings, so that forces are taken in the mean of a tenth of that time; that and
// strains that are not small stay: finer balls (16 cells: 0.90 and 1.13) come no nearer.
struct Blow {
  double time, force, speed;  // over those of Hertz
};
Blow hit(double cells, bool on_another) {
  const double speed = 0.15, edge = radius / cells;
  const Body body = ball(cells, 0);
  const double away = radius + 0.15 * edge;
  // Two equal ones are each like one that hits a plane with half of what they come together by.
  TouchingWorld world(
      {moved(body, {0, away, 0}), on_another ? moved(body, {0, -away, 0}) : plate(-0.02)},
      without_gravity(), frictionless(0, 0.1 * edge));
  throw_body(world.state.body(0), {0, -speed, 0});
  if (on_another) throw_body(world.state.body(1), {0, speed, 0});
  const double mass = mass_of(world.state.body(0)), per = mass / (stiffness * std::sqrt(radius));
  const double duration =
      2.868 * std::pow(mass * mass / (radius * stiffness * stiffness * speed), 0.2);
  const double depth = std::pow(15.0 / 16 * per * speed * speed, 0.4);
  const double most = 4.0 / 3 * stiffness * std::sqrt(radius) * std::pow(depth, 1.5);
  const double look_every = duration / 100, energy = world.state.energy().total();
  double begin = -1, end = -1, impulse = 0, highest = energy, largest = 0;
  std::vector<double> impulses;
  for (int i = 0; i < 400 && (end < 0 || world.state.time() < end + 0.2 * duration); ++i) {
    world.run(look_every);
    const Seen seen = look(world.state, 0, 1);
    impulse += seen.force * look_every;
    if (seen.force > 0.02 * most) {
      if (begin < 0) begin = world.state.time();
      end = world.state.time();
    }
    impulses.push_back(impulse);
    if (i >= 10)
      largest = std::max(largest, (impulse - impulses[impulses.size() - 11]) / (10 * look_every));
    highest = std::max(highest, world.state.energy().total());
  }
  EXPECT_EQ(intersections(world.state), 0u);
  EXPECT_LT(highest, 1.005 * energy);
  const double after = mean_velocity(world.state.body(0)).y;
  EXPECT_NEAR(impulse, mass * (speed + after), 0.02 * impulse);
  return {(end - begin) / duration, largest / most, after / speed};
}

TEST(HertzianContact, ABlowTakesTheTimeAndForceOfHertz) {
  for (const bool on_another : {false, true}) {
    const Blow blow = hit(10, on_another);
    EXPECT_NEAR(blow.time, 1, 0.1);
    EXPECT_NEAR(blow.force, 1, 0.1);
    EXPECT_GT(blow.speed, 0.9);
    EXPECT_LT(blow.speed, 1.01);
  }
}

}  // namespace
}  // namespace pliant
