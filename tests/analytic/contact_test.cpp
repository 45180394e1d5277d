#include <gtest/gtest.h>
#include <pliant/advance.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/touching.h"

// Contact beside closed forms.

namespace pliant {
namespace {

using namespace test;

struct Pair {
  Model model;
  State state;
  Pair(const std::vector<Body>& bodies, const Dynamics& dynamics, const Contact& contact)
      : model(bodies, in_double), state(model, dynamics) {
    state.set_contact(contact);
  }
};

double velocity_along(const State& body) {
  return body.momentum().x /
         std::accumulate(body.model().masses().begin(), body.model().masses().end(), 0.0);
}

// A bar strikes an equal one that rests, end on end. The wave of pressure runs to the far ends and
// back in 2 L / c; then the first one rests and the other goes on with its velocity.
TEST(ContactOfBars, HandsMomentumOverInTheTimeOfAWave) {
  const double length_of_bar = 0.5, young = 1e5, density = 1000, speed = 0.1;
  const Body bar = block({length_of_bar, 0.05, 0.05}, 40, make_material(young, 0, density, 0));
  Dynamics d;
  d.gravity = {};
  Contact contact;
  contact.friction = 0;
  contact.damping = 0;
  Pair pair({bar, moved(bar, {length_of_bar + 0.003, 0, 0})}, d, contact);
  throw_body(pair.state.body(0), {speed, 0, 0});
  const double momentum = pair.state.momentum().x;
  double begin = -1, end = -1, largest = 0;
  const double look = 0.0005;
  for (int i = 0; i < 400 && (begin < 0 || end < 0 || pair.state.time() < end + 0.02); ++i) {
    advance(pair.model, pair.state, look);
    const double force = -pair.state.contact_force(0, 1).x;
    largest = std::max(largest, force);
    if (begin < 0 && force > 0) begin = pair.state.time();
    if (begin >= 0 && force > 0) end = pair.state.time();
  }
  const double c = std::sqrt(young / density);
  EXPECT_NEAR(end - begin, 2 * length_of_bar / c, 0.1 * 2 * length_of_bar / c);
  EXPECT_NEAR(velocity_along(pair.state.body(1)), speed, 0.06 * speed);
  EXPECT_NEAR(velocity_along(pair.state.body(0)), 0, 0.06 * speed);
  EXPECT_NEAR(pair.state.momentum().x, momentum, 1e-10);
  // The stress of the wave, ρ c v / 2, on the bar's end; the skin under the mass of the end rings
  // about that, to twice it at most and a little more, as the bar widens.
  const double expected = 0.5 * density * c * speed * 0.05 * 0.05;
  EXPECT_GT(largest, 0.95 * expected);
  EXPECT_LT(largest, 2.2 * expected);
}

TEST(ContactOfBlocks, ABlockRestsOnAnotherWithoutDrift) {
  const Material material = make_material(1e5, 0.3, 1000, 5e-3);
  std::vector<Body> blocks;
  const double size = 0.05;
  for (int i = 0; i < 2; ++i)
    blocks.push_back(moved(block({size, size, size}, 2, material),
                           {0.004 * (i % 2), i * (size + 0.002) + 0.001, 0.003 * (i % 3)}));
  Dynamics d;
  d.obstacles = {{Floor{{0, 0, 0}, {0, 1, 0}}, 0.6}};
  Contact contact;
  contact.self = false;
  Pair pair(blocks, d, contact);
  advance(pair.model, pair.state, 1.5);
  const std::vector<Vec3d> before = pair.state.positions();
  advance(pair.model, pair.state, 2.0);
  EXPECT_LT(largest_difference(pair.state.positions(), before), 1e-6);
  EXPECT_EQ(intersections(pair.state), 0u);
}

}  // namespace
}  // namespace pliant
