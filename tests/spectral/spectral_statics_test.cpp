#include <gtest/gtest.h>

#include "spectral/spectral_solids.h"

// Spectral solids against linear finite elements and against what bends as a beam does.

namespace pliant {
namespace {

using namespace test;

const Material soft = make_material(1e6, 0.3, 1000);

// At rest under a load: damping takes all motion away.
State settled(const Model& model, const Vec3d& gravity, double seconds, double damping) {
  Dynamics dynamics;
  dynamics.time_step = 0.01;
  dynamics.gravity = gravity;
  dynamics.damping = damping;
  State state(model, dynamics);
  step(model, state, static_cast<std::int64_t>(seconds / dynamics.time_step));
  return state;
}

std::vector<Vec3d> weights(const Body& body, const Vec3d& gravity) {
  std::vector<Vec3d> out;
  for (const double mass : body.masses) out.push_back(gravity * mass);
  return out;
}

double relative_error(const std::vector<Vec3d>& is, const std::vector<Vec3d>& shall) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < is.size(); ++i) {
    difference += squared_length(is[i] - shall[i]);
    size += squared_length(shall[i]);
  }
  return std::sqrt(difference / size);
}

TEST(SpectralStatics, SmallWeightBendsItAsLinearElementsDo) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  const Vec3d gravity{0, -1e-3, 2e-4};
  for (const bool warped : {true, false}) {
    double before = 1;
    for (const std::size_t modes : {4, 16, 64, 200}) {
      SpectralOptions options{.modes = modes, .fixed = at_x(mesh, -0.5), .warped = warped};
      const Body body = body_of(mesh, soft, options);
      const std::vector<Vec3d> shall =
          static_displacements(mesh.vertices(), mesh.tetrahedra(), std::span(&soft, 1),
                               options.fixed, weights(body, gravity));
      const Model model(body, in_double);
      const State state = settled(model, gravity, 6, 6);
      std::vector<Vec3d> is = state.positions();
      for (std::size_t i = 0; i < is.size(); ++i) is[i] -= mesh.vertices()[i];
      const double error = relative_error(is, shall);
      EXPECT_LT(error, std::max(before * 0.7, 5e-5)) << modes;
      before = error;
    }
    EXPECT_LT(before, 2e-4) << warped;
  }
}

// The same, half of it rigid: elements there that are very stiff.
TEST(SpectralStatics, RigidHalfIsLikeOneOfVeryStiffElements) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  const Vec3d gravity{0, -1e-3, 0};
  SpectralOptions options{.modes = 60, .rigid = {between(mesh, 0, 1)}, .fixed = at_x(mesh, -0.5)};
  std::vector<Material> materials(mesh.tetrahedra().size(), soft);
  for (const Index t : options.rigid[0]) materials[t].young *= 1e5;
  const Body body = body_of(mesh, soft, options);
  const std::vector<Vec3d> shall = static_displacements(
      mesh.vertices(), mesh.tetrahedra(), materials, options.fixed, weights(body, gravity));
  const Model model(body, in_double);
  const State state = settled(model, gravity, 8, 4);
  std::vector<Vec3d> is = state.positions();
  for (std::size_t i = 0; i < is.size(); ++i) is[i] -= mesh.vertices()[i];
  EXPECT_LT(relative_error(is, shall), 0.05);
}

TEST(SpectralStatics, HybridFrequenciesComeDownToThoseOfAStiffRegion) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  const std::vector<Index> rigid = between(mesh, 0, 1);
  std::vector<Material> materials(mesh.tetrahedra().size(), soft);
  for (const Index t : rigid) materials[t].young *= 1e4;
  const Modes shall = lowest_modes(mesh.vertices(), mesh.tetrahedra(), materials,
                                   {.count = 10, .mass = MassMatrix::lumped, .cached = false});
  double before = 1;
  for (const std::size_t modes : {30, 60, 150}) {
    SpectralOptions options{.modes = modes, .rigid = {rigid}};
    options.boundary_nodes = 3;
    const Body body = body_of(mesh, soft, options);
    const double is = body.spectral->frequencies()[0];
    const double error = is / (std::sqrt(shall.eigenvalues[6]) / (2 * M_PI)) - 1;
    EXPECT_LT(error, before) << modes;
    EXPECT_GT(error, -0.05) << modes;
    before = error;
  }
  EXPECT_LT(before, 0.1);
}

// L13's and Y10's reason for warping: linear displacements grow as they turn.
TEST(SpectralStatics, CantileverBentByHalfARightAngleKeepsItsVolume) {
  const TetMesh mesh = bar(1, 0.1, 24, 2);
  const Group end = nearest_vertices(mesh.mesh(), {0.5, 0.05, 0}, 1);
  const Group before_end = nearest_vertices(mesh.mesh(), {0.4, 0.05, 0}, 1);
  double change[2];
  for (const bool warped : {true, false}) {
    SpectralOptions options{.modes = 40, .fixed = at_x(mesh, -0.5), .warped = warped};
    const Body body = body_of(mesh, soft, options);
    const Model model(body, in_double);
    const State state = settled(model, {0, -10, 0}, 20, 4);
    const std::vector<Vec3d> x = state.positions();
    const Vec3d along = x[end[0]] - x[before_end[0]];
    if (warped) {
      EXPECT_NEAR(std::atan2(-along.y, along.x) * 180 / M_PI, 45, 5);
    }
    change[warped] = std::abs(volume_of(mesh, x) / mesh.volume() - 1);
  }
  EXPECT_LT(change[1], 0.03);
  EXPECT_GT(change[0], 0.2);
}

TEST(SpectralStatics, SpreadNodesGoFarFromEachOther) {
  // A ring of eight with a spoke from node 3 to node 5.
  std::vector<Index> nodes{10, 11, 12, 13, 14, 15, 16, 17};
  std::vector<Line> edges;
  for (Index i = 0; i < 8; ++i) edges.push_back({10 + i, 10 + (i + 1) % 8});
  edges.push_back({13, 15});
  EXPECT_EQ(spread_nodes(nodes, edges, 1), (std::vector<Index>{13}));
  EXPECT_EQ(spread_nodes(nodes, edges, 2), (std::vector<Index>{13, 10}));
  EXPECT_EQ(spread_nodes(nodes, edges, 3), (std::vector<Index>{13, 10, 16}));
  EXPECT_EQ(spread_nodes(nodes, edges, 99).size(), 8u);
  EXPECT_TRUE(spread_nodes({}, edges, 2).empty());
}

TEST(SpectralStatics, RegionsAndBoundariesAreFound) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  SpectralOptions options{.modes = 20};
  options.rigid = {between(mesh, -0.3, -0.1), between(mesh, 0.1, 0.3)};
  const Body body = body_of(mesh, soft, options);
  const SpectralSolid& solid = *body.spectral;
  ASSERT_EQ(solid.regions().size(), 5u);
  EXPECT_EQ(std::ranges::count(solid.regions(), true, &SpectralSolid::Region::rigid), 2);
  ASSERT_EQ(solid.boundaries().size(), 4u);
  for (const auto& boundary : solid.boundaries()) {
    EXPECT_EQ(boundary.vertices.size(), 9u);
    EXPECT_EQ(boundary.constrained.size(), 1u);
  }
  EXPECT_TRUE(solid.is_free());
  // Three regions with 20 modes, two with six; four nodes with six rows each; six rigid motions.
  EXPECT_EQ(solid.frequencies().size(), 3 * 20 + 2 * 6 - 4 * 6 - 6u);
  EXPECT_GT(solid.frequencies()[0], 0.1);
}

}  // namespace
}  // namespace pliant
