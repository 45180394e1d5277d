#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/advance.h>
#include <pliant/cage.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/hanging_surface.h>

#include <limits>
#include <numbers>

#include "model/carried_places.h"
#include "support/surfaces.h"
#include "support/touching_world.h"

// Surfaces that hang in cages touch, not the cages: nothing that is drawn passes through.

namespace pliant {
namespace {

using namespace test;

const Material soft = make_material(2e4, 0.4, 1000, 2e-3);
constexpr double radius = 0.1;

/// A body in a cage, with what hangs in it.
struct Caged {
  Body body;
  std::shared_ptr<const EmbeddedSurface> surface;

  Caged shifted(const Vec3d& by) const {
    auto there = std::make_shared<EmbeddedSurface>(*surface);
    for (Vec3d& x : there->surface.vertices) x += by;
    return {moved(body, by), there};
  }
};

Caged caged(const Mesh& surface, std::size_t tetrahedra, const Material& material = soft) {
  Cage cage = make_cage(surface, {.tetrahedra = tetrahedra});
  const TetMesh mesh(std::move(cage.mesh));
  Embedding embedding(std::move(cage.tetrahedra), std::move(cage.weights), mesh.tetrahedra(),
                      mesh.vertices().size());
  return {make_solid(mesh, &cage, SolidLaw::elastic, material),
          std::make_shared<EmbeddedSurface>(EmbeddedSurface{surface, std::move(embedding)})};
}

Mesh scaled(Mesh mesh, const Vec3d& by) {
  for (Vec3d& x : mesh.vertices) x = {x.x * by.x, x.y * by.y, x.z * by.z};
  return mesh;
}
/// Of many more triangles than its cage has.
Mesh ball() {
  return octasphere(radius, 3);
}
/// A rod bent round, open on the right, with ends as close to each other as it is thick.
Mesh horseshoe() {
  constexpr int along = 60, across = 10;
  Mesh mesh;
  for (int i = 0; i <= along; ++i)
    for (int j = 0; j < across; ++j) {
      const double a = 0.45 + (2 * std::numbers::pi - 0.9) * i / along,
                   b = 2 * std::numbers::pi * j / across;
      const double r = radius * (1 + 0.25 * std::cos(b));
      mesh.vertices.push_back({r * std::cos(a), 0.25 * radius * std::sin(b), r * std::sin(a)});
    }
  const auto at = [](int i, int j) { return static_cast<Index>(i * across + j % across); };
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < across; ++j) {
      mesh.triangles.cells.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      mesh.triangles.cells.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
  for (int j = 1; j + 1 < across; ++j) {
    mesh.triangles.cells.push_back({at(0, 0), at(0, j + 1), at(0, j)});
    mesh.triangles.cells.push_back({at(along, 0), at(along, j), at(along, j + 1)});
  }
  return mesh;
}

struct CagedWorld {
  std::vector<Caged> all;
  Model model;
  State state;

  CagedWorld(const std::vector<Caged>& caged, const Dynamics& dynamics, const Contact& contact,
             const ModelOptions& options = in_double)
      : all(caged), model(bodies_of(caged), options), state(model, dynamics) {
    set_contact(state, contact, hanging());
  }
  static std::vector<Body> bodies_of(const std::vector<Caged>& caged) {
    std::vector<Body> bodies;
    for (const Caged& one : caged) bodies.push_back(one.body);
    return bodies;
  }
  std::vector<HangingSurface> hanging() const {
    std::vector<HangingSurface> surfaces;
    for (std::size_t b = 0; b < all.size(); ++b)
      if (all[b].surface) surfaces.push_back({b, all[b].surface});
    return surfaces;
  }
  std::vector<Vec3d> drawn(std::size_t b) const {
    return all[b].surface->positions(state.body(b).positions());
  }
  /// What is drawn: surfaces that hang, or the bodies' own.
  Faces faces(std::span<const std::size_t> bodies) const {
    Faces faces;
    for (const std::size_t b : bodies)
      if (all[b].surface)
        faces.add(drawn(b), all[b].surface->surface.triangles.cells);
      else
        faces.add(state.body(b).positions(), surface(state.body(b)));
    return faces;
  }
  std::size_t intersections() const {
    std::vector<std::size_t> bodies(all.size());
    std::iota(bodies.begin(), bodies.end(), std::size_t{0});
    return faces(bodies).intersections();
  }
  /// Of two bodies, but for those of each with itself.
  std::size_t between(std::size_t first, std::size_t second) const {
    const Faces of_first = faces(std::array{first}), both = faces(std::array{first, second});
    std::vector<Index> some, others;
    for (Index f = 0; f < both.faces.size(); ++f)
      (f < of_first.faces.size() ? some : others).push_back(f);
    std::vector<Index> own(both.places.size());
    std::iota(own.begin(), own.end(), Index{0});
    const Points points = scaled_points(both.places, std::vector<char>(both.places.size(), 1));
    return collisions_of(points, both.faces, some, others, corner_places(points, both.faces, own))
        .size();
  }
};

double lowest(std::span<const Vec3d> places) {
  double y = std::numeric_limits<double>::infinity();
  for (const Vec3d& x : places) y = std::min(y, x.y);
  return y;
}

Caged held_block() {
  return {pinned(block({0.5, 0.05, 0.5}, 8, soft)), nullptr};
}

TEST(HangingSurfaces, ABallInACageLiesWithWhatIsDrawn) {
  const Caged round = caged(ball(), 150, make_material(2e4, 0.4, 1000, 0.03));
  const double below = lowest(round.surface->surface.vertices) - lowest(round.body.vertices);
  ASSERT_GT(below, 0.02) << "the cage reaches beyond";
  for (const ModelOptions& options : {in_single, in_double}) {
    CagedWorld world({held_block(), round.shifted({0, 0.05 + radius + 0.004, 0})}, {}, Contact{},
                     options);
    for (int i = 0; i < 30; ++i) {
      advance(world.model, world.state, 0.04);
      ASSERT_EQ(world.intersections(), 0u) << "at " << world.state.time();
    }
    const double weight = 9.81 * mass_of(world.state.body(1));
    EXPECT_NEAR(world.state.contact_force(1, 0).y, weight, 0.05 * weight);
    EXPECT_NEAR(lowest(world.drawn(1)), 0.05, 0.004) << "a skin above the block";
    Vec3d sum{};
    const std::vector<Vec3d> forces = world.state.contact_forces();
    for (std::size_t v = world.state.body(0).model().vertex_count(); v < forces.size(); ++v)
      sum += forces[v];
    EXPECT_NEAR(sum.y, weight, 0.05 * weight) << "on the vertices of the cage";
  }
}

TEST(HangingSurfaces, ThatHitEachOtherKeepMomentaAndGainNoEnergy) {
  const Caged round = caged(ball(), 300, make_material(2e4, 0.3, 1000, 0));
  Dynamics d = without_gravity();
  CagedWorld world({round, round.shifted({0.23, 0.04, 0.03})}, d, frictionless());
  throw_body(world.state.body(0), {0.3, 0.05, 0});
  throw_body(world.state.body(1), {-0.3, 0, 0.05});
  const Vec3d momentum = world.state.momentum(), angular = world.state.angular_momentum();
  const double energy = world.state.energy().total();
  bool touched = false;
  for (int i = 0; i < 100; ++i) {
    advance(world.model, world.state, 0.005);
    touched = touched || !world.state.contact_points().empty();
    ASSERT_EQ(world.intersections(), 0u);
    EXPECT_LT(world.state.energy().total(), 1.01 * energy);
  }
  EXPECT_TRUE(touched);
  EXPECT_GT(mean_velocity(world.state.body(1)).x, 0.1);
  EXPECT_LT(length(world.state.momentum() - momentum), 1e-9);
  EXPECT_LT(length(world.state.angular_momentum() - angular), 1e-6 * length(angular) + 1e-9);
}

TEST(HangingSurfaces, NothingPassesThroughWhateverTheSpeed) {
  const Caged round = caged(ball(), 100),
              flat = caged(scaled(ball(), {1, 0.08, 1}), 200, make_material(1e5, 0.3, 1000, 1e-3));
  for (const double sizes_a_step : {10.0, 1e-3})
    for (const ModelOptions& options : {in_single, in_double}) {
      CagedWorld world({round, flat.shifted({0.01, 0.13, 0.02}), round.shifted({0.03, 0.28, 0})},
                       without_gravity(), Contact{}, options);
      throw_body(world.state.body(0), {0, sizes_a_step * 2 * radius / world.state.time_step(), 0});
      bool torn = false;  // by such a blow; nothing must have passed through before
      for (int n = 0; n < 5 && !torn; ++n) {
        try {
          step(world.model, world.state, 4);
        } catch (const Diverged&) {
          torn = true;
        }
        // In so few cells all parts of a ball are joined: it may turn itself inside out.
        for (std::size_t b = 0; b < 3; ++b)
          ASSERT_EQ(world.between(b, (b + 1) % 3), 0u) << sizes_a_step << ", " << n;
      }
    }
}

// The ends are drawn together. They hang in cells of their own, as parts of the surface that share
// some do not keep each other off.
TEST(HangingSurfaces, ABodyTouchesItself) {
  const Caged bent = caged(horseshoe(), 1500);
  CagedWorld world({bent}, without_gravity(), Contact{});
  std::vector<Pull> pulls;
  for (Index v = 0; v < bent.body.vertices.size(); ++v) {
    const Vec3d& x = bent.body.vertices[v];
    if (x.x > 0.75 * radius)
      pulls.push_back({.vertex = v, .target = {x.x, x.y, 0}, .stiffness = 2, .damping = 0.02});
  }
  world.state.set_pulls(pulls);
  bool touched = false;
  for (int i = 0; i < 40; ++i) {
    advance(world.model, world.state, 0.02);
    touched = touched || !world.state.contact_points().empty();
    ASSERT_EQ(world.intersections(), 0u) << "at " << world.state.time();
  }
  EXPECT_TRUE(touched);
}

TEST(HangingSurfaces, BitsDoNotDependOnThreadsCallsOrSaving) {
  const Caged round = caged(ball(), 150);
  Dynamics d;
  d.obstacles = {{Floor{{0, 0, 0}, {0, 1, 0}}}};
  d.time_step = 5e-4;
  const std::vector<Caged> all{round.shifted({0, radius + 0.01, 0}),
                               round.shifted({0.02, 3 * radius + 0.02, 0.01})};
  const auto run = [&](int threads, std::int64_t at_a_time, bool saves) {
    const WithThreads with(threads);
    CagedWorld world(all, d, Contact{});
    for (std::int64_t done = 0; done < 600; done += at_a_time) {
      step(world.model, world.state, at_a_time);
      if (!saves) continue;
      State fresh(world.model, d);
      fresh.restore(world.state.save());
      world.state = fresh;
      world.model = fresh.model();
    }
    EXPECT_FALSE(world.state.contact_points().empty());
    EXPECT_EQ(world.intersections(), 0u);
    return world.state.hash();
  };
  const std::uint64_t one = run(1, 600, false);
  EXPECT_EQ(run(5, 100, false), one);
  EXPECT_EQ(run(2, 150, true), one);
}

// No vertex of a body carries more than it weighs.
TEST(HangingSurfaces, CarryNoMoreThanTheBodyWeighs) {
  const Caged round = caged(ball(), 200);
  const Embedding& embedding = round.surface->embedding;
  const std::vector<char> used(embedding.size(), 1);
  const std::vector<double> masses =
      carried_masses(embedding.vertices(), embedding.weights(), round.body.masses, used).masses;
  std::vector<double> carried(round.body.masses.size());
  for (std::size_t p = 0; p < masses.size(); ++p) {
    EXPECT_GT(masses[p], 0);
    for (std::size_t i = 0; i < 4; ++i)
      carried[embedding.vertices()[p][i]] += embedding.weights()[p][i] * masses[p];
  }
  for (std::size_t v = 0; v < carried.size(); ++v)
    EXPECT_LE(carried[v], 1.000001 * round.body.masses[v]);
}

TEST(HangingSurfaces, ThatDoNotHangInTheirBodyAreRefused) {
  const Caged round = caged(ball(), 100), other = caged(ball(), 200);
  const std::vector<Caged> two{round, round.shifted({0.3, 0, 0})};
  CagedWorld world(two, {}, Contact{});
  const auto refused = [&](const std::vector<HangingSurface>& surfaces, const char* words) {
    try {
      set_contact(world.state, Contact{}, surfaces);
      ADD_FAILURE() << words;
    } catch (const InputError& e) {
      EXPECT_THAT(e.what(), testing::HasSubstr(words));
    }
    EXPECT_TRUE(world.state.contact());
  };
  refused({{2, round.surface}}, "no body 2");
  refused({{0, nullptr}}, "no surface hangs in body 0");
  refused({{1, round.surface}, {1, round.surface}}, "two surfaces hang in body 1");
  refused({{0, other.surface}}, "other tetrahedra");
  EmbeddedSurface outside = *round.surface;
  std::vector<Index> tetrahedra(outside.embedding.tetrahedra().begin(),
                                outside.embedding.tetrahedra().end());
  std::vector<std::array<double, 4>> weights(outside.embedding.weights().begin(),
                                             outside.embedding.weights().end());
  weights[outside.surface.triangles.cells[0][0]] = {1.5, -0.5, 0, 0};
  outside.embedding =
      Embedding(tetrahedra, weights, round.body.tetrahedra, round.body.vertices.size());
  refused({{0, std::make_shared<EmbeddedSurface>(outside)}}, "is outside its tetrahedron");
}

}  // namespace
}  // namespace pliant
