#include <gtest/gtest.h>
#include <pliant/batch.h>
#include <pliant/error.h>

#include "spectral/spectral_solids.h"

// What cannot be made into a spectral solid, and what is said then.

namespace pliant {
namespace {

using namespace test;

const Material soft = make_material(1e6, 0.3, 1000);

template <class Work>
std::string said(const Work& work) {
  try {
    work();
  } catch (const InputError& error) {
    EXPECT_FALSE(error.cure().empty());
    return error.what();
  }
  return "nothing";
}

#define EXPECT_SAYS(words, ...) \
  EXPECT_NE(said([&] { __VA_ARGS__; }).find(words), std::string::npos) << said([&] { __VA_ARGS__; })

TEST(SpectralInput, IsChecked) {
  const TetMesh mesh = bar(1, 0.5, 2, 1);
  EXPECT_SAYS("degrees of freedom", body_of(mesh, soft, {.modes = 1000}));
  EXPECT_SAYS("too few", body_of(mesh, soft, {.modes = 5}));
  EXPECT_SAYS("no tetrahedron", body_of(mesh, soft, {.modes = 10, .rigid = {{}}}));
  EXPECT_SAYS("tetrahedron 999", body_of(mesh, soft, {.modes = 10, .rigid = {{999}}}));
  EXPECT_SAYS("vertex 999", body_of(mesh, soft, {.modes = 10, .fixed = {999}}));
  EXPECT_SAYS("damping", body_of(mesh, soft, {.modes = 10, .mass_damping = -1}));
  Material weightless = soft;
  weightless.density = 0;
  EXPECT_SAYS("density", body_of(mesh, weightless, {.modes = 10}));
  const std::vector<Material> two(2, soft);
  EXPECT_SAYS("2 materials", spectral_body(mesh, two, {.modes = 10}));
}

TEST(SpectralInput, PiecesAreCounted) {
  Mesh mesh = make_shape("cube", {{"cells", 1}});
  const Mesh other = mesh;
  const auto shift = static_cast<Index>(mesh.vertices.size());
  for (const Vec3d& x : other.vertices) mesh.vertices.push_back(x + Vec3d{5, 0, 0});
  for (Tetrahedron t : other.tetrahedra.cells) {
    for (Index& v : t) v += shift;
    mesh.tetrahedra.cells.push_back(t);
  }
  EXPECT_SAYS("2 pieces", body_of(TetMesh(mesh), soft, {.modes = 10}));
}

TEST(SpectralInput, BodiesHaveNoRelationsButLoads) {
  const TetMesh mesh = bar(1, 0.5, 2, 1);
  Body body = body_of(mesh, soft, {.modes = 10});
  body.relations.push_back({"DistanceSpring", {0, 1}, {{1.0}, {0.0}}, {}});
  EXPECT_SAYS("no relations", Model(body, in_double));
}

TEST(SpectralInput, StatesSayWhatTheyCannotDo) {
  const TetMesh mesh = bar(1, 0.5, 2, 1);
  const Body body = body_of(mesh, soft, {.modes = 10});
  const Model model(body, in_double);
  State state(model);
  EXPECT_SAYS("cannot be put anywhere", state.set_positions(body.vertices));
  std::vector<float> small(3);
  EXPECT_SAYS("room for 3", write_positions(state, Places::all, small));
  const OrientationHandle bent{0, {Vec3d{1, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0, 0, 1}}};
  EXPECT_SAYS("rotation", set_orientation_handles(state, std::span(&bent, 1)));
  const OrientationHandle nowhere{999, {}};
  EXPECT_SAYS("no vertex 999", set_orientation_handles(state, std::span(&nowhere, 1)));
  Dynamics dynamics;
  dynamics.obstacles = {{Ball{{0, 0, 0}, -1}}};
  EXPECT_SAYS("radius", state.set_dynamics(dynamics));
  dynamics.obstacles = {{.shape = Ball{}, .response = Response::penalty}};
  EXPECT_SAYS("by impulses", state.set_dynamics(dynamics));
  EXPECT_SAYS("by impulses", state.set_obstacles(dynamics.obstacles));
  dynamics.obstacles.clear();
  dynamics.strain_limit = 1.2;
  EXPECT_SAYS("no springs", state.set_dynamics(dynamics));
  dynamics.strain_limit = 0;
  dynamics.selection.emplace();
  EXPECT_SAYS("no nodes to select", state.set_dynamics(dynamics));
  EXPECT_SAYS("no nodes to select", state.set_selection(dynamics.selection));
}

}  // namespace
}  // namespace pliant
