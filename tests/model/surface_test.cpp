#include <gtest/gtest.h>
#include <pliant/continuum.h>
#include <pliant/cut.h>
#include <pliant/error.h>

#include <map>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

// Every edge of a closed surface has as many triangles on one side as on the other.
bool is_closed(std::span<const Triangle> triangles) {
  std::map<Line, int> balance;
  for (const Triangle& t : triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const Index a = t[i], b = t[(i + 1) % 3];
      balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  return std::ranges::all_of(balance, [](const auto& edge) { return edge.second == 0; });
}

double volume_inside(std::span<const Triangle> triangles, std::span<const Vec3d> x) {
  double six = 0;
  for (const Triangle& t : triangles) six += dot(x[t[0]], cross(x[t[1]], x[t[2]]));
  return six / 6;
}

// The volume of the tetrahedra that a plane across x leaves whole.
double left_by_plane(const TetMesh& mesh, double at) {
  double left = 0;
  const auto x = mesh.vertices();
  for (const Tetrahedron& t : mesh.tetrahedra()) {
    const auto beyond = std::ranges::count_if(t, [&](Index v) { return x[v].x > at; });
    if (beyond == 0 || beyond == 4) left += signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
  }
  return left;
}

// Models that have a relation a tetrahedron, and those that have none.
class SurfaceOfContinuum : public testing::TestWithParam<ContinuumModel> {};

TEST_P(SurfaceOfContinuum, FollowsACut) {
  const TetMesh mesh = cube_mesh(3);
  const Model model(continuum_solid(mesh, GetParam(), make_material(1e5, 0.3, 1000)), in_double);
  State state(model);
  EXPECT_EQ(surface(state).size(), mesh.boundary().size());
  EXPECT_NEAR(volume_inside(surface(state), state.positions()), mesh.volume(), 1e-9);
  EXPECT_GT(cut(state, CuttingPlane{{0.1, 0, 0}, {1, 0, 0}}), 0u);
  EXPECT_TRUE(is_closed(surface(state)));
  EXPECT_NEAR(volume_inside(surface(state), state.positions()), left_by_plane(mesh, 0.1), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, SurfaceOfContinuum,
                         testing::Values(ContinuumModel::voronoi_faces, ContinuumModel::sub_faces,
                                         ContinuumModel::corotated),
                         [](const auto& test) {
                           return test.param == ContinuumModel::voronoi_faces ? "cpm1"
                                  : test.param == ContinuumModel::sub_faces   ? "cpm2"
                                                                              : "cpm3";
                         });

TEST(Surface, OfSpringsAlone) {
  const TetMesh mesh = cube_mesh(3);
  const Model model(
      mass_spring_solid(mesh, make_material(1e5, 0.25, 1000), {.terms = MassSpringTerms::springs}),
      in_double);
  State state(model);
  EXPECT_NEAR(volume_inside(surface(state), state.positions()), mesh.volume(), 1e-9);
  cut(state, CuttingPlane{{0.1, 0, 0}, {1, 0, 0}});
  EXPECT_NEAR(volume_inside(surface(state), state.positions()), left_by_plane(mesh, 0.1), 1e-9);
}

TEST(Surface, OfHexahedraIsTheirOuterSquares) {
  const Mesh voxels = make_shape("voxels", {{"cells_x", 3}, {"cells_y", 2}, {"cells_z", 2}});
  const Model model(voxel_lattice(voxels), in_double);
  State state(model);
  const std::vector<Triangle> whole = surface(state);
  EXPECT_TRUE(is_closed(whole));
  const std::vector<Vec3d> x = state.positions();
  double volume = 0;
  for (const Hexahedron& h : voxels.hexahedra.cells)
    volume += dot(x[h[1]] - x[h[0]], cross(x[h[3]] - x[h[0]], x[h[4]] - x[h[0]]));
  EXPECT_NEAR(volume_inside(whole, x), volume, 1e-9 * volume);
  Box box;
  for (const Vec3d& p : x) box.add(p);
  cut(state, CuttingPlane{box.low + box.size() * 0.5, {1, 0, 0}});
  EXPECT_TRUE(is_closed(surface(state)));
  EXPECT_NEAR(volume_inside(surface(state), x), volume * 2 / 3, 1e-9 * volume);
}

// Four vertices of a sheet need not be a tetrahedron.
TEST(Surface, OfASheetWithRelationsOnSquares) {
  const Mesh sheet = make_shape("cloth", {{"cells_x", 4}, {"cells_z", 4}});
  Body body = cloth(sheet);
  Relations squares{"VolumePreserve", {}, {{1.0}, {0.0}}, {{}}};
  for (std::size_t t = 0; t + 1 < body.triangles.size(); t += 2) {
    std::vector<Index> corners(body.triangles[t].begin(), body.triangles[t].end());
    for (const Index v : body.triangles[t + 1])
      if (std::ranges::find(corners, v) == corners.end()) corners.push_back(v);
    if (corners.size() != 4) continue;
    squares.vertices.insert(squares.vertices.end(), corners.begin(), corners.end());
  }
  ASSERT_GT(squares.vertices.size(), 0u);
  squares.rest.assign(law("VolumePreserve").rest.size(),
                      std::vector<double>(squares.vertices.size() / 4, 1.0));
  body.relations.push_back(squares);
  const State state(Model(body), weightless(Integrator::euler_cromer, 1e-5));
  EXPECT_EQ(surface(state), sheet.triangles.cells);
}

TEST(Surface, ACellOfUnknownVerticesIsRefused) {
  Body body = soft_cube(1);
  body.tetrahedra[2][1] = 1000;
  EXPECT_THROW(Model{body}, InputError);
}

}  // namespace
}  // namespace pliant
