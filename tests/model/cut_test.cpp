#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/check.h>
#include <pliant/cut.h>
#include <pliant/error.h>
#include <pliant/shapes.h>

#include <map>
#include <set>

namespace pliant {
namespace {

TetMesh bar() {
  return TetMesh(make_shape("beam", {{"cells", 12}}));
}

Body bar_body(const TetMesh& mesh) {
  return mass_spring_solid(mesh, make_material(1e5, 0.3, 1000, 0.001));
}

// Every edge of a closed surface has as many triangles on one side as on the other.
bool is_closed(std::span<const Triangle> triangles) {
  std::map<Line, int> balance;
  for (const Triangle& t : triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const Index a = t[i], b = t[(i + 1) % 3];
      balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  for (const auto& [edge, sum] : balance)
    if (sum != 0) return false;
  return true;
}

double volume_inside(std::span<const Triangle> triangles, std::span<const Vec3d> x) {
  double six = 0;
  for (const Triangle& t : triangles) six += dot(x[t[0]], cross(x[t[1]], x[t[2]]));
  return six / 6;
}

TEST(Cut, APlaneLeavesTwoBodiesThatFlyApart) {
  const TetMesh mesh = bar();
  const Model model(bar_body(mesh), {.precision = Precision::double_precision});
  State state(model, {.gravity = {0, 0, 0}});
  std::vector<Vec3d> velocities;
  for (const Vec3d& x : mesh.vertices()) velocities.push_back({x.x > 0.05 ? 1.0 : -1.0, 0, 0});
  state.set_velocities(velocities);
  EXPECT_GT(cut(state, CuttingPlane{{0.05, 0, 0}, {1, 0, 0}}), 0u);
  step(model, state, static_cast<std::int64_t>(0.5 / state.dynamics().time_step));
  // The halves no longer pull at each other: each keeps its velocity.
  const std::vector<Vec3d> after = state.velocities();
  for (std::size_t v = 0; v < after.size(); ++v)
    EXPECT_NEAR(after[v].x, velocities[v].x, 1e-9) << "vertex " << v;
}

TEST(Cut, RemovesJustWhatThePlanePassesAndWhatHungOnIt) {
  const TetMesh mesh = bar();
  const Model model(bar_body(mesh));
  State state(model);
  cut(state, CuttingPlane{{0.05, 0, 0}, {1, 0, 0}});
  std::vector<bool> left(mesh.tetrahedra().size());
  for (std::size_t t = 0; t < left.size(); ++t) {
    int above = 0;
    for (Index v : mesh.tetrahedra()[t]) above += mesh.vertices()[v].x > 0.05;
    left[t] = above == 0 || above == 4;
    EXPECT_EQ(state.removed(1, t), !left[t]) << "tetrahedron " << t;
  }
  for (std::size_t e = 0; e < mesh.edges().size(); ++e) {
    bool held = false;
    for (Index t : mesh.vertex_tetrahedra()[mesh.edges()[e][0]])
      held |= left[t] && std::ranges::count(mesh.tetrahedra()[t], mesh.edges()[e][1]) == 1;
    EXPECT_EQ(state.removed(0, e), !held) << "edge " << e;
  }
}

TEST(Cut, TheSurfaceFollows) {
  const TetMesh mesh = bar();
  const Model model(bar_body(mesh));
  State state(model);
  EXPECT_NEAR(volume_inside(surface(state), state.positions()), mesh.volume(), 1e-5);
  cut(state, Box{{-0.4, -1, -1}, {0.4, 2, 1}});
  double left = 0;
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t) {
    const Tetrahedron& c = mesh.tetrahedra()[t];
    const auto x = mesh.vertices();
    if (!state.removed(1, t)) left += signed_volume(x[c[0]], x[c[1]], x[c[2]], x[c[3]]);
  }
  EXPECT_LT(left, 0.9 * mesh.volume());
  EXPECT_TRUE(is_closed(surface(state)));
  EXPECT_NEAR(volume_inside(surface(state), state.positions()), left, 1e-5);
}

TEST(Cut, ADiskCutsOnlyNearIt) {
  const TetMesh mesh = bar();
  const Model model(bar_body(mesh));
  State whole(model), disk(model);
  const std::size_t all = cut(whole, CuttingPlane{{0.05, 0.5, 0}, {1, 0, 0}});
  const std::size_t some = cut(disk, CuttingPlane{{0.05, 0.5, 0}, {1, 0, 0}, 0.35});
  EXPECT_GT(some, 0u);
  EXPECT_LT(some, all);
}

TEST(Cut, ClothLosesTrianglesFromItsSurface) {
  const Mesh sheet = make_shape("cloth", {{"cells_x", 8}, {"cells_z", 8}});
  const Model model(cloth(sheet));
  State state(model);
  EXPECT_EQ(surface(state).size(), sheet.triangles.size());
  const std::vector<Index> gone{0, 5};
  state.remove(1, gone);
  EXPECT_EQ(surface(state).size(), sheet.triangles.size() - 2);
}

TEST(Cut, RefusesAPlaneWithoutDirection) {
  const Model model(bar_body(bar()));
  State state(model);
  EXPECT_THROW(cut(state, CuttingPlane{{0, 0, 0}, {0, 0, 0}}), InputError);
}

}  // namespace
}  // namespace pliant
