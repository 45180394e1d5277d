#include <gmock/gmock.h>
#include <pliant/shapes.h>

#include "support/solids.h"
#include "window/scenery.h"

namespace pliant::viewer {
namespace {

struct SceneryTest : testing::Test {
  std::shared_ptr<Moment> moment = std::make_shared<Moment>();
  std::vector<ShownBody> bodies;
  Scenery scenery;
  Look look;

  SceneryTest() {
    bodies.push_back({"cube", std::make_shared<const Mesh>(test::grid(2, 1))});
    take(bodies);
    moment->frame.bodies = {{bodies[0].mesh->vertices, {}}};
  }
  void take(const std::vector<ShownBody>& shown) {
    moment->bodies = std::make_shared<const std::vector<ShownBody>>(shown);
  }
  bool update(std::optional<double> floor = {}, std::vector<std::vector<float>> groups = {}) {
    return scenery.update({moment, floor, std::move(groups)}, look);
  }
  std::size_t triangles() { return scenery.view().bodies.at(0).shape->triangle_count(); }
};

TEST_F(SceneryTest, IsMadeAnewOnlyWhenSomethingIsDifferent) {
  EXPECT_TRUE(update());
  EXPECT_FALSE(update());
  look.edges = true;
  EXPECT_TRUE(update());
  EXPECT_TRUE(scenery.view().edges);
  moment = std::make_shared<Moment>(*moment);
  const auto* shape = scenery.view().bodies[0].shape;
  EXPECT_TRUE(update());
  EXPECT_EQ(scenery.view().bodies[0].shape, shape) << "triangles stay";
}

TEST_F(SceneryTest, CutTetrahedraAreNotDrawn) {
  update();
  const std::size_t whole = triangles();
  std::vector<bool> absent(bodies[0].mesh->tetrahedra.size());
  absent[0] = true;
  bodies[0].absent = std::make_shared<const std::vector<bool>>(absent);
  take(bodies);
  moment = std::make_shared<Moment>(*moment);
  update();
  EXPECT_NE(triangles(), whole);
}

TEST_F(SceneryTest, ColoursWidenUntilTheyAreFitted) {
  look.field = "displacement";
  const auto pushed = [&](double far) {
    moment = std::make_shared<Moment>(*moment);
    for (std::size_t i = 0; i < bodies[0].mesh->vertices.size(); ++i)
      moment->frame.bodies[0].positions[i] = bodies[0].mesh->vertices[i] + Vec3d{far, 0, 0};
    update();
    return scenery.view().colours->high;
  };
  EXPECT_NEAR(pushed(0.5), 0.5, 1e-6);
  EXPECT_NEAR(pushed(2), 2, 1e-6);
  EXPECT_NEAR(pushed(1), 2, 1e-6);
  scenery.fit_colours();
  EXPECT_NEAR(pushed(1), 1, 1e-6);
  scenery.set_range({0, 7});
  EXPECT_NEAR(pushed(9), 7, 1e-6);
  look.field.clear();
  pushed(1);
  EXPECT_FALSE(scenery.view().colours);
}

TEST_F(SceneryTest, TheFloorIsTheScenesOrTheLowestPlace) {
  update(-3);
  EXPECT_EQ(scenery.view().floor, -3);
  scenery.forget();
  update();
  ASSERT_TRUE(scenery.view().floor);
  EXPECT_NEAR(*scenery.view().floor, 0, 0.01);
  look.floor = false;
  update();
  EXPECT_FALSE(scenery.view().floor);
}

TEST_F(SceneryTest, PlacesThatAreNoNumbersMakeNoHarm) {
  moment->frame.bodies[0].positions[0] = {NAN, INFINITY, 0};
  update();
  EXPECT_TRUE(is_finite(scenery.view().stage.size()));
  take({});
  moment = std::make_shared<Moment>(*moment);
  moment->frame.bodies.clear();
  update();
  EXPECT_TRUE(scenery.view().bodies.empty());
}

TEST_F(SceneryTest, AGroupColoursTetrahedraThatHaveThreeOfItsVertices) {
  const Mesh& mesh = *bodies[0].mesh;
  std::vector<float> groups(mesh.vertices.size());
  for (int k = 0; k < 3; ++k) groups[mesh.tetrahedra[5][static_cast<std::size_t>(k)]] = 2;
  update({}, {groups});
  const auto& field = scenery.view().bodies[0].field;
  ASSERT_EQ(field.values.size(), mesh.tetrahedra.size());
  EXPECT_EQ(field.values[5], 2);
  EXPECT_THAT(field.values, testing::Contains(0));
  EXPECT_FALSE(scenery.view().legend);
}

TEST_F(SceneryTest, NothingIsMadeAnewWhereARevisionStays) {
  moment->revision = 7;
  EXPECT_TRUE(update());
  const auto editions = scenery.view().bodies[0].edition;
  moment = std::make_shared<Moment>(*moment);
  EXPECT_FALSE(update()) << "it sleeps";
  EXPECT_EQ(scenery.view().bodies[0].edition, editions) << "and is not uploaded";
  moment = std::make_shared<Moment>(*moment);
  moment->revision = 8;
  EXPECT_TRUE(update());
  EXPECT_NE(scenery.view().bodies[0].edition, editions);
}

TEST_F(SceneryTest, StatesOfNodesAreColours) {
  moment->states = {std::vector<NodeState>(bodies[0].mesh->vertices.size(), NodeState::inactive)};
  moment->states[0][3] = NodeState::active;
  moment->states[0][4] = NodeState::constraint;
  update();
  EXPECT_FALSE(scenery.view().colours) << "they are not asked for";
  look.field = "displacement";
  look.active_nodes = true;
  update();
  const auto& view = scenery.view();
  ASSERT_TRUE(view.colours);
  EXPECT_EQ(view.colours->kind, render::gl::ColourMapKind::states);
  EXPECT_TRUE(view.legend);
  const auto values = view.bodies.at(0).field.values;
  ASSERT_EQ(values.size(), bodies[0].mesh->vertices.size());
  EXPECT_EQ(values[0], view.colours->low);
  EXPECT_EQ(values[3], view.colours->high);
  EXPECT_EQ(values[4], 1);
}

TEST_F(SceneryTest, BallsAreDrawnWithTheBodies) {
  update();
  const std::size_t before = scenery.view().bodies.size();
  moment = std::make_shared<Moment>(*moment);
  moment->balls = {{0, {0, 3, 0}, 0.25}};
  EXPECT_TRUE(update());
  ASSERT_EQ(scenery.view().bodies.size(), before + 1);
  for (const Vec3d& p : scenery.view().bodies.back().positions)
    EXPECT_NEAR(length(p - Vec3d{0, 3, 0}), 0.25, 1e-9);
}

TEST_F(SceneryTest, AVoronoiFaceThatIsNotThereIsTold) {
  look.voronoi = render::gl::VoronoiShown::one_cell;
  look.voronoi_number = 1000;
  update();
  EXPECT_THAT(scenery.take_problem(), testing::HasSubstr("there is no Voronoi cell 1000"));
  EXPECT_EQ(scenery.take_problem(), "");
  EXPECT_GT(triangles(), 0u);
}

TEST_F(SceneryTest, ASkinMovesWithItsMesh) {
  const auto mesh = std::make_shared<const TetMesh>(*bodies[0].mesh);
  Mesh surface;
  surface.vertices = {{0.25, 0.25, 0.25}, {0.75, 0.25, 0.25}, {0.25, 0.75, 0.25}};
  surface.triangles.cells = {{0, 1, 2}};
  bodies[0].skin = std::make_shared<const Skin>(Skin{surface, Embedding(surface.vertices, *mesh)});
  take(bodies);
  for (Vec3d& p : moment->frame.bodies[0].positions) p = p * 3.0;
  update();
  EXPECT_TRUE(scenery.has_skin());
  EXPECT_EQ(triangles(), 1u);
  EXPECT_NEAR(scenery.view().bodies[0].positions[1].x, 2.25, 1e-9);
  look.skin = false;
  update();
  EXPECT_GT(triangles(), 1u);
}

}  // namespace
}  // namespace pliant::viewer
