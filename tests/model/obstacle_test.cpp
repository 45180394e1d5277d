#include <pliant/error.h>

#include "contact/plain.h"
#include "support/obstacle_checks.h"

namespace pliant {
namespace {

using namespace test;

contact::SeenObstacle<double> seen(const Obstacle& obstacle) {
  auto out = contact::seen_from<double>(contact::plain(obstacle), 0, {}, {});
  out.reach = 1e9;
  return out;
}

TEST(Obstacles, BearWhatFallsOnThem) {
  for (const ModelOptions& options : all_options()) check_shapes(options);
}

TEST(Obstacles, TakeAlongWhatIsInTheirWay) {
  for (const ModelOptions& options : all_options()) check_moving_obstacles(options);
}
TEST(Obstacles, MeetTheSurfaceWithinACage) {
  for (const ModelOptions& options : all_options()) check_insets(options);
}

// Two ways to the same distance: a formula, and the tree over the triangles.
TEST(Obstacles, ASurfaceHasTheDistanceOfTheShapeItIsOf) {
  const Cuboid cuboid{{0.1, 0.2, 0.3}, {1, 0.2, 2}};
  const ClosedSurface surface = surface_of_cuboid(cuboid);
  const auto exact = seen({cuboid}), by_tree = seen({surface});
  Samples samples(3);
  for (int i = 0; i < 20000; ++i) {
    const Vec3d x = samples.vector(1.5);
    const auto a = contact::gap_to<double, double>(exact, x);
    const auto b = contact::gap_to<double, double>(by_tree, x);
    ASSERT_NEAR(a.distance, b.distance, 1e-12);
    if (std::abs(a.distance) > 1e-6) {
      // Along the way out the distance changes as much as one goes.
      const auto further = contact::gap_to<double, double>(by_tree, x + b.normal * 1e-7);
      ASSERT_NEAR(further.distance - b.distance, 1e-7, 2e-10);
    }
  }
}

TEST(Obstacles, ASurfaceTurnedInsideOutIsTurnedRound) {
  const ClosedSurface good = surface_of_cuboid({});
  std::vector<Triangle> turned(good.triangles().begin(), good.triangles().end());
  for (Triangle& t : turned) std::swap(t[0], t[1]);
  const ClosedSurface round({good.vertices().begin(), good.vertices().end()}, turned);
  const auto gap = contact::gap_to<double, double>(seen({round}), {0, 0.4, 0});
  EXPECT_NEAR(gap.distance, -0.1, 1e-12);
}

TEST(Obstacles, BadOnesAreRefused) {
  const Model model(points({{0, 0, 0}, {1, 0, 0}}));
  State state(model);
  const double nan = std::nan("");
  for (const Obstacle& bad : std::vector<Obstacle>{{Ball{{0, 0, 0}, 0}},
                                                   {Ball{{nan, 0, 0}, 1}},
                                                   {Ball{{0, 0, 0}, -1}},
                                                   {Capsule{{0, 0, 0}, {0, 1, 0}, 0}},
                                                   {Capsule{{0, 0, 0}, {0, nan, 0}, 1}},
                                                   {Cuboid{{0, 0, 0}, {1, 0, 1}}},
                                                   {Cuboid{{0, 0, nan}, {1, 1, 1}}},
                                                   {Floor{{0, 0, 0}, {0, 0, 0}}},
                                                   {.shape = Floor{}, .friction = -0.1},
                                                   {.shape = Floor{}, .friction = nan},
                                                   {.shape = Floor{}, .bounce = 1.1},
                                                   {.shape = Floor{}, .velocity = {0, nan, 0}}}) {
    Dynamics d;
    d.obstacles = {bad};
    EXPECT_THROW(state.set_dynamics(d), InputError);
    EXPECT_THROW(state.set_obstacles(d.obstacles), InputError);
  }
  Cuboid skewed;
  skewed.axes[0] = {1, 0.1, 0};
  EXPECT_THROW(state.set_obstacles(std::vector<Obstacle>{{skewed}}), InputError);
}

TEST(Obstacles, AnOpenSurfaceIsRefusedWithACure) {
  const ClosedSurface good = surface_of_cuboid({});
  std::vector<Vec3d> vertices(good.vertices().begin(), good.vertices().end());
  std::vector<Triangle> open(good.triangles().begin(), good.triangles().end() - 1);
  try {
    const ClosedSurface surface(vertices, open);
    ADD_FAILURE() << "it has a hole";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("not closed: 3 edges"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("--repair"), std::string::npos);
  }
  EXPECT_THROW(ClosedSurface({}, {}), InputError);
  EXPECT_THROW(ClosedSurface(vertices, {{0, 1, 99}}), InputError);
  vertices[0].x = HUGE_VAL;
  EXPECT_THROW(ClosedSurface(vertices, {good.triangles().begin(), good.triangles().end()}),
               InputError);
}

TEST(Obstacles, ASavedStateHasThem) {
  const Model model(soft_cube(1, 1e-3));
  Dynamics d;
  d.obstacles = {{Floor{{0, -0.3, 0}}},
                 {.shape = Ball{{0, -0.5, 0}, 0.4}, .friction = 0.4, .bounce = 0.3},
                 {.shape = Capsule{}, .velocity = {1, 0, 0}, .since = 0.5},
                 {Cuboid{{3, 0, 0}, {1, 2, 3}}},
                 {surface_of_cuboid({{0, -1, 0}, {3, 1.2, 3}}).moved({0, 0.1, 0})}};
  State state(model, d), other(model);
  step(model, state, 50);
  other.restore(state.save());
  EXPECT_EQ(other.dynamics(), state.dynamics());
  step(model, state, 200);
  step(model, other, 200);
  EXPECT_EQ(other.hash(), state.hash());
}

TEST(Obstacles, ABlockOfEachModelSticksOrSlides) {
  const TetMesh mesh = cube_mesh(2, 0.2);
  const Material hard = make_material(1e6, 0.3, 1000, 2e-4);
  std::vector<Body> bodies{mass_spring_solid(mesh, hard)};
  for (const ContinuumModel model :
       {ContinuumModel::voronoi_faces, ContinuumModel::sub_faces, ContinuumModel::corotated})
    bodies.push_back(continuum_solid(mesh, model, hard));
  for (const Body& body : bodies) {
    SCOPED_TRACE(body.relations[0].law);
    check_slope(body, in_single, Integrator::euler_cromer);
    check_slope(body, in_double, Integrator::leap_frog);
  }
  for (const Integrator integrator : integrators()) check_slope(bodies[0], in_double, integrator);
}

// The figures before: 10 to 10⁴ times the energy at the default step, 40 to 80 % more at a tenth.
TEST(Obstacles, GiveNoEnergyHoweverTheyBounce) {
  const Body elastic = soft_cube(2), damped = soft_cube(2, 1e-3);
  for (const Integrator integrator : integrators()) {
    const Body& body = needs_damping(integrator) ? damped : elastic;
    Dynamics d;
    d.integrator = integrator;
    const double stable = stable_step(Model(body, in_double), d);
    for (const double bounce : {0.0, 0.5, 0.9, 1.0})
      for (const double part : {0.5, 0.05}) {
        SCOPED_TRACE(std::string(name(integrator)) + ", bounce " + std::to_string(bounce) + ", " +
                     std::to_string(part) + " of the largest step");
        d.time_step = part * stable;
        // What such methods conserve is so of linear springs; these turn.
        const double allowed = part < 0.5 ? 0.0005 : 0.005;
        const Obstacle kind{.shape = Floor{}, .bounce = bounce};
        EXPECT_LT(most_energy_gained(body, in_double, d, kind, part < 0.5 ? 3 : 10), allowed);
      }
  }
}

TEST(Obstacles, AFloorAsAnObstacleAndASlabOfATableAreAlike) {
  const Model model(soft_cube(2, 1e-3), in_double);
  Dynamics d;
  d.obstacles = {{.shape = Floor{{0, -0.6, 0}}, .bounce = 0.4}};
  State on_floor(model, d);
  d.obstacles = {{.shape = tabletop({0, -0.6, 0}, 10, 10, 1), .bounce = 0.4}};
  State on_table(model, d);
  for (State* state : {&on_floor, &on_table}) step(model, *state, 500);
  EXPECT_LT(largest_difference(on_floor.positions(), on_table.positions()), 1e-12);
}

// It hung over the edge of a table, whose slab snapped vertices up from its side for ever.
TEST(Obstacles, ASheetHungOverATableComesToRest) {
  const TetMesh mesh(make_shape("mattress", {{"cells", 10}}));
  const Model model(mass_spring_solid(mesh, make_material(2e5, 0.4, 300, 2e-3)));
  double low = 1e300;
  for (const Vec3d& x : mesh.vertices()) low = std::min(low, x.y);
  Dynamics d;
  d.damping = 2;
  d.obstacles = {{tabletop({0, low - 0.02, 0}, 0.8, 0.8, 0.1)}, {Floor{{0, low - 1, 0}}}};
  State state(model, d);
  step(model, state, static_cast<std::int64_t>(6 / state.dynamics().time_step));
  EXPECT_LT(state.energy().kinetic, 0.01);
  EXPECT_GT(lowest(state), low - 0.9) << "it hangs";
}

}  // namespace
}  // namespace pliant
