#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/sensitivities.h>
#include <pliant/shapes.h>
#include <pliant/solids.h>
#include <pliant/stability.h>
#include <pliant/threads.h>

#include <cmath>

namespace pliant {
namespace {

constexpr int steps = 60;

TetMesh block() {
  return TetMesh(make_shape("cube", {{"size", 0.2}, {"cells", 2}}));
}

// A run of a State, in the same steps: another implementation.
struct Ran {
  std::vector<Vec3d> positions, velocities;
};
Ran run(const Start& start, int count = steps) {
  const Model model(start.body, {.precision = Precision::double_precision});
  State state(model, start.dynamics);
  if (!start.positions.empty()) state.set_positions(start.positions);
  if (!start.velocities.empty()) state.set_velocities(start.velocities);
  step(model, state, count);
  return {state.positions(), state.velocities()};
}

double largest(const std::vector<Vec3d>& a) {
  double most = 0;
  for (const Vec3d& x : a) most = std::max(most, length(x));
  return most;
}
double largest_difference(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, length(a[i] - b[i]));
  return most;
}

// Values against a State's, slopes against central differences of two States.
void check(const Sensitivities::Make& make, const std::vector<double>& at, int count = steps,
           double tolerance = 1e-6, double difference = 3e-5) {
  Sensitivities slopes(make, at);
  slopes.step(count);
  const Ran here = run(make(at), count);
  EXPECT_LT(largest_difference(slopes.positions(), here.positions),
            1e-11 * (1 + largest(here.positions)));
  EXPECT_LT(largest_difference(slopes.velocities(), here.velocities),
            1e-9 * (1 + largest(here.velocities)));
  for (std::size_t p = 0; p < at.size(); ++p) {
    const double half = difference * std::abs(at[p]);
    std::vector<double> moved = at;
    moved[p] = at[p] + half;
    const Ran above = run(make(moved), count);
    moved[p] = at[p] - half;
    const Ran below = run(make(moved), count);
    const auto compare = [&](const std::vector<Vec3d>& a, const std::vector<Vec3d>& b,
                             const std::vector<Vec3d>& found, const char* what) {
      std::vector<Vec3d> wanted;
      for (std::size_t i = 0; i < a.size(); ++i) wanted.push_back((a[i] - b[i]) * (0.5 / half));
      EXPECT_GT(largest(wanted), 0) << what << " by parameter " << p;
      EXPECT_LT(largest_difference(found, wanted), tolerance * largest(wanted))
          << what << " by parameter " << p;
    };
    compare(above.positions, below.positions, slopes.position_slopes(p), "positions");
    compare(above.velocities, below.velocities, slopes.velocity_slopes(p), "velocities");
  }
}

// A block that is held at its top, swings, and is damped by its material and as a whole.
Start hanging(const TetMesh& mesh, SolidLaw law, Integrator integrator, std::span<const double> p) {
  Start start{.body = make_solid(mesh, law, make_material(p[0], p[1], p[2], 2e-4))};
  start.body.pinned = {0, 1, 2};
  start.dynamics.integrator = integrator;
  start.dynamics.time_step = 2e-4;
  start.dynamics.damping = 3;
  for (std::size_t v = 0; v < start.body.vertices.size(); ++v)
    start.velocities.push_back({0.5 * double(v % 3), 0.1, -0.2 * double(v % 5)});
  return start;
}

TEST(Sensitivities, EqualCentralDifferencesForEverySolidLaw) {
  const TetMesh mesh = block();
  for (const SolidLawInfo& law : solid_laws()) {
    SCOPED_TRACE(law.name);
    check(
        [&](std::span<const double> p) {
          return hanging(mesh, law.law, Integrator::euler_cromer, p);
        },
        {2e5, 0.3, 1000});
  }
}

TEST(Sensitivities, EqualCentralDifferencesForEveryIntegrator) {
  const TetMesh mesh = block();
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(name(integrator));
    check(
        [&](std::span<const double> p) { return hanging(mesh, SolidLaw::elastic, integrator, p); },
        {2e5, 0.3, 1000});
  }
}

// Four at once, which are two runs.
TEST(Sensitivities, GoThroughWhatMovesTheWholeBody) {
  const TetMesh mesh = block();
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(name(integrator));
    check(
        [&](std::span<const double> p) {
          Start start =
              hanging(mesh, SolidLaw::neo_hookean, integrator, std::vector<double>{2e5, 0.3, 1000});
          start.dynamics.damping = p[0];
          start.dynamics.gravity = {0.3 * p[1], -p[1], 0};
          for (Vec3d& v : start.velocities) v *= p[2];
          start.dynamics.pulls = {{.vertex = 20,
                                   .target = {0.1, p[3], 0},
                                   .stiffness = 30 * p[3],
                                   .damping = 0.2 * p[3]}};
          return start;
        },
        {4, 9.81, 1.1, 0.7});
  }
}

// On a floor that rubs, and within a ball's reach: slopes of the same steps at which vertices meet
// them.
TEST(Sensitivities, GoThroughObstacles) {
  const TetMesh mesh = block();
  for (const double bounce : {0.0, 0.4})
    for (const double friction : {0.0, 0.3}) {
      SCOPED_TRACE(bounce);
      SCOPED_TRACE(friction);
      const auto make = [&](std::span<const double> p) {
        Start start{.body = make_solid(mesh, SolidLaw::elastic, make_material(p[0], 0.3, p[1]))};
        start.dynamics.time_step = 2e-4;
        start.dynamics.obstacles = {
            {.shape = Floor{{0, -0.001, 0}, {0, 1, 0}}, .friction = friction, .bounce = bounce},
            {.shape = Ball{{0.15, 0.1, 0}, 0.06}, .friction = friction}};
        start.velocities.assign(start.body.vertices.size(), {0.4, -0.5, 0.1});
        return start;
      };
      Sensitivities slopes(make, std::vector<double>{2e5, 1000});
      EXPECT_FALSE(slopes.met_obstacles());
      slopes.step(60);
      EXPECT_TRUE(slopes.met_obstacles());
      check(make, {2e5, 1000}, 60, 1e-5);
    }
}

// What changes rest states.
TEST(Sensitivities, GoThroughShapes) {
  check(
      [](std::span<const double> p) {
        Mesh mesh = make_shape("cube", {{"size", 0.2}, {"cells", 2}});
        for (Vec3d& x : mesh.vertices) x.y *= p[0];
        Start start = hanging(TetMesh(mesh), SolidLaw::elastic, Integrator::euler_cromer,
                              std::vector<double>{2e5, 0.3, 1000});
        start.dynamics.damping = p[1];
        return start;
      },
      {1.2, 3});
}

TEST(Sensitivities, GoThroughSheets) {
  const Mesh sheet = make_shape("cloth");
  check(
      [&](std::span<const double> p) {
        Start start{.body = cloth(sheet, {p[0], p[1], 40, p[2], 1e-4})};
        start.body.pinned = {0, 1};
        start.dynamics.time_step = 5e-5;
        for (std::size_t v = 0; v < start.body.vertices.size(); ++v)
          start.velocities.push_back({0.5 * double(v % 3), 0.3 * double(v % 4), 0.1});
        return start;
      },
      {0.2, 50, 0.5}, steps, 1e-6, 3e-4);  // light: forces round off more of the velocities
}

TEST(Sensitivities, HaveTheSameBitsOnAnyNumberOfThreads) {
  const TetMesh mesh(make_shape("cube", {{"size", 0.2}, {"cells", 9}}));
  const auto make = [&](std::span<const double> p) {
    return hanging(mesh, SolidLaw::elastic, Integrator::leap_frog, p);
  };
  const int threads = thread_count();
  std::vector<std::vector<Vec3d>> found;
  for (const int count : {1, 4}) {
    set_thread_count(count);
    Sensitivities slopes(make, std::vector<double>{2e5, 0.3, 1000});
    slopes.step(40);
    for (std::size_t p = 0; p < 3; ++p) found.push_back(slopes.velocity_slopes(p));
  }
  set_thread_count(threads);
  for (std::size_t p = 0; p < 3; ++p) EXPECT_EQ(found[p], found[p + 3]);
}

TEST(Sensitivities, AdvanceInEqualSteps) {
  const TetMesh mesh = block();
  const auto make = [&](std::span<const double> p) {
    return hanging(mesh, SolidLaw::elastic, Integrator::leap_frog, p);
  };
  Sensitivities slopes(make, std::vector<double>{2e5, 0.3, 1000});
  slopes.advance(0.00101);
  EXPECT_EQ(slopes.steps(), 6);
  EXPECT_NEAR(slopes.time(), 0.00101, 1e-15);
  slopes.advance(0.002);
  EXPECT_EQ(slopes.steps(), 16);
  EXPECT_DOUBLE_EQ(slopes.time_step(), 2e-4);
  EXPECT_THROW(slopes.advance(-1), InputError);
}

TEST(Sensitivities, RefuseWhatTheyDoNotGoThrough) {
  const TetMesh mesh = block();
  const auto refused = [&](const auto& change, const char* word) {
    const auto make = [&](std::span<const double> p) {
      Start start = hanging(mesh, SolidLaw::elastic, Integrator::euler_cromer,
                            std::vector<double>{p[0], 0.3, 1000});
      change(start, p[0]);
      return start;
    };
    try {
      const Sensitivities slopes(make, std::vector<double>{2e5});
      ADD_FAILURE() << word;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  refused([](Start& s, double) { s.dynamics.strain_limit = 1.1; }, "strain limit");
  refused([](Start& s, double) { s.dynamics.selection.emplace(); }, "selection");
  refused([](Start& s, double) { s.dynamics.large_steps.emplace(); }, "large steps");
  refused([](Start& s, double p) { s.dynamics.time_step = 1e-9 * p; }, "time steps");
  refused(
      [](Start& s, double p) {
        if (p > 2e5) s.body.relations.pop_back();
      },
      "relations");
  refused(
      [](Start& s, double p) {
        if (p > 2e5) s.body.pinned.pop_back();
      },
      "pinned");
  refused(
      [](Start& s, double) {
        for (double& time : s.body.relations[0].parameters.back()) time = 0.05;
        s.dynamics.time_step = 1e-3;
      },
      "damping of relations");
  refused([](Start& s, double) { s.velocities.pop_back(); }, "velocities");
  const auto make = [&](std::span<const double> p) {
    return hanging(mesh, SolidLaw::elastic, Integrator::euler_cromer, p);
  };
  EXPECT_THROW(Sensitivities(make, std::vector<double>{}), InputError);
  Sensitivities slopes(make, std::vector<double>{2e5, 0.3, 1000});
  EXPECT_THROW(slopes.position_slopes(3), InputError);
  EXPECT_THROW(slopes.step(-1), InputError);
}

TEST(Sensitivities, TellWhereTheyRunAway) {
  const TetMesh mesh = block();
  const auto make = [&](std::span<const double> p) {
    Start start{.body = make_solid(mesh, SolidLaw::elastic, make_material(p[0], 0.3, 1000))};
    start.dynamics.time_step = 0.05;
    start.velocities.assign(start.body.vertices.size(), {});
    start.velocities[3] = {1, 2, 3};
    return start;
  };
  Sensitivities slopes(make, std::vector<double>{2e5});
  EXPECT_THROW(slopes.step(1000), Diverged);
}

}  // namespace
}  // namespace pliant
