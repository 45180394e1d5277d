#include <gmock/gmock.h>

#include "tools/picking.h"
#include "viewer/fake_live.h"

namespace pliant::viewer {
namespace {

using testing::ElementsAre;

// A cube of 1 m about the origin.
Mesh cube_mesh(const Vec3d& moved = {}) {
  Mesh mesh = make_shape("cube", {{"cells", 4}});
  for (Vec3d& v : mesh.vertices) v += moved - Vec3d{0, 0.5, 0};
  return mesh;
}

Mesh two_tetrahedra() {
  Mesh mesh;
  mesh.vertices = {{-0.5, -0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0.5, 0.5}, {0, 0, -0.5}, {0, 0, 1}};
  mesh.tetrahedra.cells = {{0, 2, 1, 3}, {0, 1, 2, 4}};
  return mesh;
}

struct Picking : testing::Test {
  FakeLive live;
  Sight sight = straight_sight();
  Picker picker;
};

TEST_F(Picking, FindsTheNearestFaceOfTheNearestBody) {
  const Moment shown = moment_of({cube_mesh({0, 0, -3}), cube_mesh()});
  const Bench bench{live, shown, sight};
  const Vec3d place{0.2, -0.1, 0.5};
  const auto hit = picker.hit(bench, sight.seen_at(place).value());
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, 1u);
  EXPECT_LT(length(hit->place - place), 1e-12);
  EXPECT_LT(length(shown.frame.bodies[1].positions[hit->vertex] - Vec3d{0.25, 0, 0.5}), 1e-12);
}

TEST_F(Picking, MissesBesideTheBodyAndBehindTheEye) {
  const Moment shown = moment_of({cube_mesh(), cube_mesh({0, 0, 8})});
  const Bench bench{live, shown, sight};
  EXPECT_FALSE(picker.hit(bench, sight.seen_at({0.8, 0, 0.5}).value()));
  EXPECT_EQ(picker.hit(bench, sight.seen_at({0, 0, 0}).value())->body, 0u);
}

TEST_F(Picking, TakesThePositionsOfTheMoment) {
  Moment shown = moment_of({cube_mesh()});
  for (Vec3d& x : shown.frame.bodies[0].positions) x.x += 2;
  const Bench bench{live, shown, sight};
  EXPECT_FALSE(picker.hit(bench, sight.seen_at({0, 0, 0.5}).value()));
  EXPECT_TRUE(picker.hit(bench, sight.seen_at({2, 0, 0.5}).value()));
}

TEST_F(Picking, PassesThroughTetrahedraThatAreCut) {
  Moment shown = moment_of({two_tetrahedra()});
  const Point middle = sight.seen_at({0, 0, 0}).value();
  EXPECT_NEAR(picker.hit(Bench{live, shown, sight}, middle)->place.z, 1, 1e-12);
  EXPECT_EQ(picker.hit(Bench{live, shown, sight}, middle)->tetrahedron, 1u);
  auto bodies = *shown.bodies;
  bodies[0].absent = std::make_shared<const std::vector<bool>>(std::vector<bool>{false, true});
  shown.bodies = std::make_shared<const std::vector<ShownBody>>(bodies);
  EXPECT_NEAR(picker.hit(Bench{live, shown, sight}, middle)->place.z, 0.5, 1e-12);
  EXPECT_EQ(picker.hit(Bench{live, shown, sight}, middle)->tetrahedron, 0u);
}

TEST_F(Picking, PassesThroughWhatTheCutAwayPlaneTakes) {
  const Moment shown = moment_of({cube_mesh()});
  Bench bench{live, shown, sight};
  bench.cut = render::gl::CutAway{{0, 0, 1}, 0.5};
  const auto hit = picker.hit(bench, sight.seen_at({0.1, 0.1, 0}).value());
  ASSERT_TRUE(hit);
  EXPECT_LT(hit->place.z, 0.3);
}

TEST_F(Picking, FindsTheCarryingVertexOfASkin) {
  Moment shown = moment_of({cube_mesh()});
  Mesh surface;  // one triangle before the cube, and larger than that
  surface.vertices = {{-2, -2, 0.7}, {2, -2, 0.7}, {0, 2, 0.7}};
  surface.triangles.cells = {{0, 1, 2}};
  auto bodies = *shown.bodies;
  const TetMesh solid(*bodies[0].mesh);
  Embedding embedding(surface.vertices, solid);
  bodies[0].skin = std::make_shared<const Skin>(Skin{surface, std::move(embedding)});
  shown.bodies = std::make_shared<const std::vector<ShownBody>>(bodies);
  Bench bench{live, shown, sight};
  const auto hit = picker.hit(bench, sight.seen_at({0.1, -0.2, 0.7}).value());
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->place.z, 0.7, 1e-9);
  EXPECT_LT(hit->vertex, shown.frame.bodies[0].positions.size());
  bench.skin = false;
  EXPECT_NEAR(picker.hit(bench, sight.seen_at({0.1, -0.2, 0.7}).value())->place.z, 0.5, 1e-9);
}

TEST_F(Picking, TakesVerticesOfChainsThatAreNear) {
  Mesh chain;
  chain.vertices = {{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}};
  chain.lines.cells = {{0, 1}, {1, 2}};
  const Moment shown = moment_of({chain});
  const Bench bench{live, shown, sight};
  Point at = sight.seen_at({0.5, 0, 0}).value();
  at.y += 4;
  EXPECT_EQ(picker.hit(bench, at)->vertex, 1u);
  at.y += 20;
  EXPECT_FALSE(picker.hit(bench, at));
}

TEST_F(Picking, ABrushReachesABallOrAllBehindIt) {
  const Moment shown = moment_of({cube_mesh()});
  const Bench bench{live, shown, sight};
  const auto hit = picker.hit(bench, sight.seen_at({0.01, 0, 0.5}).value()).value();
  const auto& x = shown.frame.bodies[0].positions;
  Brush brush{0.3 / sight.unit_at(hit.place)};
  for (Index v : vertices_under(bench, hit, brush)) EXPECT_LE(length(x[v] - hit.place), 0.3 + 1e-9);
  // The middle of the face, its four neighbours there and the one behind it.
  EXPECT_EQ(vertices_under(bench, hit, brush).size(), 6u);
  brush.through = true;
  const auto through = vertices_under(bench, hit, brush);
  EXPECT_TRUE(std::ranges::any_of(through, [&](Index v) { return x[v].z == -0.5; }));
  EXPECT_TRUE(std::ranges::none_of(through, [&](Index v) { return x[v].x == 0.5; }));
}

TEST_F(Picking, ASmallBrushReachesWhatIsUnderIt) {
  const Moment shown = moment_of({two_tetrahedra()});
  const Bench bench{live, shown, sight};
  const auto hit = picker.hit(bench, sight.seen_at({0.1, 0.1, 0.5}).value()).value();
  EXPECT_THAT(tetrahedra_under(bench, hit, Brush{0}), ElementsAre(hit.tetrahedron));
  EXPECT_THAT(vertices_under(bench, hit, Brush{0}), ElementsAre(hit.vertex));
}

TEST_F(Picking, KnowsWhichBodiesAStrokePassesOver) {
  const Moment shown = moment_of({cube_mesh(), cube_mesh({3, 0, 0})});
  const Bench bench{live, shown, sight};
  const auto at = [&](double x, double y) { return sight.seen_at({x, y, 0.5}).value(); };
  EXPECT_TRUE(picker.crosses(bench, 0, at(-1, 0.03), at(1, 0.04)));
  EXPECT_FALSE(picker.crosses(bench, 1, at(-1, 0.03), at(1, 0.04)));
  EXPECT_FALSE(picker.crosses(bench, 0, at(-1, 0.8), at(1, 0.8)));
  EXPECT_TRUE(picker.crosses(bench, 0, at(0.06, 0.03), at(0.07, 0.04))) << "inside one face";
}

TEST_F(Picking, TellsWhichVerticesAreTurnedToTheEye) {
  const Moment shown = moment_of({cube_mesh()});
  const Bench bench{live, shown, sight};
  const auto facing = picker.facing(bench, 0);
  EXPECT_EQ(facing.size(), 25u) << "only the front of the cube: 5 x 5";
  for (Index v : facing) EXPECT_EQ(shown.frame.bodies[0].positions[v].z, 0.5);
}

}  // namespace
}  // namespace pliant::viewer
