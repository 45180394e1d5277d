#include "support/contact_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(PointLoad, AcceleratesByForceOverMass) {
  for (const ModelOptions& options : {in_single, in_double}) check_load(options);
}
TEST(PointLoad, HasItsEnergyWhereverItIs) {
  for (const ModelOptions& options : {in_single, in_double}) check_energy_of_a_far_load(options);
}
TEST(BouncingFloor, GivesBackPartOfTheHeight) {
  for (const ModelOptions& options : all_options()) check_bounce(options);
}
TEST(Table, BearsWhatFallsOnIt) {
  for (const ModelOptions& options : all_options()) check_table(options);
}

TEST(Table, BearsAFastBodyWhoseOriginMovesAlong) {
  // Seen from the moving origin, the table flies by; the cube lands on it as if it did not.
  const Body body = soft_cube(3, 1e-3);
  for (const ModelOptions& options : {in_single, in_double}) {
    const Model model(body, options);
    Dynamics d;
    d.time_step = 0.3 * stable_step(model, d);
    d.obstacles.push_back({tabletop({0, -0.05, 0}, 1000, 1000, 0.2)});
    Dynamics on_floor = d;
    on_floor.obstacles = {{Floor{{0, -0.05, 0}}}};
    State state(model, d), expected(model, on_floor);
    for (State* s : {&state, &expected}) {
      s->set_velocities(std::vector<Vec3d>(model.vertex_count(), Vec3d{200, 0, 100}));
      step(model, *s, 400);
    }
    EXPECT_LT(largest_difference(state.positions(), expected.positions()),
              options.precision == Precision::single_precision ? 1e-2 : 1e-9);
    EXPECT_GT(lowest(state), -0.05 - 1e-4);
    EXPECT_GT(state.positions()[0].x, 50);
  }
}

TEST(Contact, BadFloorsAndTablesAreRefused) {
  const Model model(points({{0, 0, 0}, {1, 0, 0}}));
  State state(model);
  const auto refused = [&](const Dynamics& d) { EXPECT_THROW(state.set_dynamics(d), InputError); };
  for (const double bounce : {-0.1, 1.1, std::nan("")})
    refused({.obstacles = {{.shape = Floor{}, .bounce = bounce}}});
  refused({.obstacles = {{tabletop({std::nan(""), 0, 0}, 1, 1, 1)}}});
  for (const double length : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    refused({.obstacles = {{tabletop({0, 0, 0}, length, 1, 1)}}});
    refused({.obstacles = {{tabletop({0, 0, 0}, 1, length, 1)}}});
    refused({.obstacles = {{tabletop({0, 0, 0}, 1, 1, length)}}});
  }
}

}  // namespace
}  // namespace pliant
