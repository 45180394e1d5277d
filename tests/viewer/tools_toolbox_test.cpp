#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tools/toolbox.h"
#include "viewer/fake_live.h"

namespace pliant::viewer {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Mesh cube_mesh(const Vec3d& moved = {}) {
  Mesh mesh = make_shape("cube", {{"cells", 4}});
  for (Vec3d& v : mesh.vertices) v += moved - Vec3d{0, 0.5, 0};
  return mesh;
}

// A cube about the origin and another beside it, 1.5 m to the right.
struct Tools : testing::Test {
  FakeLive live;
  Sight sight = straight_sight();
  Moment shown = moment_of({cube_mesh(), cube_mesh({1.5, 0, 0})});
  Bench bench{live, shown, sight};
  Toolbox tools;

  Point at(double x, double y, double z = 0.5) const { return sight.seen_at({x, y, z}).value(); }
  Index vertex_at(const Vec3d& place) const {
    const auto& x = shown.frame.bodies[0].positions;
    return static_cast<Index>(
        std::ranges::find_if(x, [&](const Vec3d& p) { return length(p - place) < 1e-9; }) -
        x.begin());
  }
  void stroke(Point from, Point to, Modifiers modifiers = {}) {
    ASSERT_TRUE(tools.press(bench, from, modifiers));
    tools.drag(bench, {(from.x + to.x) / 2, (from.y + to.y) / 2});
    tools.drag(bench, to);
    tools.release(bench, to);
  }
  void pin_in_shown(std::vector<Index> vertices) {
    auto bodies = *shown.bodies;
    bodies[0].pinned = std::make_shared<const std::vector<Index>>(std::move(vertices));
    shown.bodies = std::make_shared<const std::vector<ShownBody>>(std::move(bodies));
  }
};

TEST_F(Tools, GrabsTheVertexUnderTheMouseAndPullsItParallelToTheWindow) {
  tools.choose(ToolKind::grab);
  stroke(at(0.27, 0.02), at(0.77, -0.28));
  ASSERT_FALSE(live.told.empty());
  EXPECT_EQ(live.told.front(), "grab 0 " + std::to_string(vertex_at({0.25, 0, 0.5})));
  EXPECT_EQ(live.told.back(), "let go 1");
  EXPECT_LT(length(live.targets.front() - Vec3d{0.25, 0, 0.5}), 1e-9) << "no jump at first";
  EXPECT_LT(length(live.targets.back() - Vec3d{0.75, -0.3, 0.5}), 1e-9);
}

TEST_F(Tools, LeavesTheMouseToTheCameraWhereThereIsNothingToGrab) {
  for (ToolKind kind : {ToolKind::grab, ToolKind::pin, ToolKind::paint, ToolKind::poke}) {
    tools.choose(kind);
    EXPECT_FALSE(tools.press(bench, at(-1.5, 0), {}));
  }
  tools.choose(ToolKind::look);
  EXPECT_FALSE(tools.press(bench, at(0, 0), {}));
  tools.drag(bench, at(0.1, 0));
  tools.release(bench, at(0.2, 0));
  EXPECT_THAT(live.told, IsEmpty());
}

TEST_F(Tools, DoesNothingInThePast) {
  bench.present = false;
  for (ToolKind kind :
       {ToolKind::grab, ToolKind::pin, ToolKind::cut, ToolKind::paint, ToolKind::poke}) {
    tools.choose(kind);
    EXPECT_FALSE(tools.press(bench, at(0, 0), {}));
    tools.release(bench, at(0, 0));
  }
  EXPECT_THAT(live.told, IsEmpty());
}

TEST_F(Tools, ShiftKeepsAHandWhichCanBeTakenAgain) {
  tools.choose(ToolKind::grab);
  stroke(at(0.27, 0.02), at(0.27, 0.9), {.shift = true});
  EXPECT_EQ(live.told.back(), "move 1");
  shown.held = {{1, 0, vertex_at({0.25, 0, 0.5}), {0.25, 0.88, 0.5}}};
  live.told.clear();
  stroke(at(0.25, 0.87), at(0.55, 0.87));
  EXPECT_EQ(live.told.front(), "move 1");
  EXPECT_EQ(live.told.back(), "let go 1");
  EXPECT_LT(length(live.targets.back() - Vec3d{0.55, 0.88, 0.5}), 1e-9);
}

TEST_F(Tools, EscapeLetsGo) {
  tools.choose(ToolKind::grab);
  ASSERT_TRUE(tools.press(bench, at(0, 0), {.shift = true}));
  tools.cancel(bench);
  EXPECT_EQ(live.told.back(), "let go 1");
  tools.release(bench, at(0, 0));
  EXPECT_EQ(live.told.size(), 2u);
}

TEST_F(Tools, PinsOneVertexByAClickAndManyByADrag) {
  tools.choose(ToolKind::pin);
  stroke(at(0.01, 0.01), at(0.01, 0.01));
  EXPECT_THAT(live.told, ElementsAre("pin 0"));
  EXPECT_THAT(live.listed, ElementsAre(vertex_at({0, 0, 0.5})));
  stroke(at(-0.49, 0.01), at(0.49, 0.01));
  std::vector<Index> row;
  for (double x : {-0.5, -0.25, 0.0, 0.25, 0.5}) row.push_back(vertex_at({x, 0, 0.5}));
  std::ranges::sort(row);
  EXPECT_EQ(live.listed, row);
  EXPECT_EQ(live.told.size(), 2u) << "one stroke is one edit";
}

TEST_F(Tools, UnpinsWhenAStrokeBeginsOnAPin) {
  tools.choose(ToolKind::pin);
  const Index first = vertex_at({-0.25, 0, 0.5}), second = vertex_at({0.25, 0, 0.5});
  pin_in_shown({second, first});
  stroke(at(-0.25, 0.01), at(0.49, 0.01));
  EXPECT_THAT(live.told, ElementsAre("unpin 0"));
  EXPECT_THAT(live.listed, ElementsAre(std::min(first, second), std::max(first, second)));
}

TEST_F(Tools, PinsOnlyWhatIsNotPinned) {
  tools.choose(ToolKind::pin);
  pin_in_shown({vertex_at({0.25, 0, 0.5})});
  stroke(at(0, 0.01), at(0.25, 0.01));
  EXPECT_THAT(live.listed, ElementsAre(vertex_at({0, 0, 0.5})));
}

TEST_F(Tools, CutsTheBodiesThatAStrokePassesOver) {
  tools.choose(ToolKind::cut);
  const Point from = at(-0.9, 0.1), to = at(0.7, -0.1);
  stroke(from, to);
  EXPECT_THAT(live.told, ElementsAre("cut 0"));
  EXPECT_EQ(live.wedge.eye, sight.camera.eye());
  EXPECT_LT(distance(sight.seen_at(live.wedge.from).value(), from), 1e-9);
  EXPECT_LT(distance(sight.seen_at(live.wedge.to).value(), to), 1e-9);
  stroke(at(-0.9, 0), at(2.2, 0));
  EXPECT_THAT(live.told, ElementsAre("cut 0", "cut 0", "cut 1"));
}

TEST_F(Tools, AClickAndAStrokeGivenUpCutNothing) {
  tools.choose(ToolKind::cut);
  stroke(at(0, 0), at(0, 0));
  ASSERT_TRUE(tools.press(bench, at(-1, 0), {}));
  tools.drag(bench, at(1, 0));
  tools.cancel(bench);
  tools.release(bench, at(1, 0));
  EXPECT_THAT(live.told, IsEmpty());
}

TEST_F(Tools, PaintsTetrahedraWithTheirCornersAndErasesThem) {
  tools.choose(ToolKind::paint);
  stroke(at(-0.4, 0), at(0.4, 0));
  ASSERT_THAT(live.told, ElementsAre("paint group1"));
  const PaintedGroup group = live.painted.at(0);
  const Mesh& mesh = *bench.body(0).mesh;
  std::set<Index> corners;
  for (Index t : group.tetrahedra)
    corners.insert(mesh.tetrahedra[t].begin(), mesh.tetrahedra[t].end());
  EXPECT_GT(group.tetrahedra.size(), 4u);
  EXPECT_EQ(group.vertices, std::vector<Index>(corners.begin(), corners.end()));
  const auto colours = tools.paint_of(0, live, shown);
  for (std::size_t v = 0; v < colours.size(); ++v)
    EXPECT_EQ(colours[v], corners.contains(static_cast<Index>(v)) ? 1 : 0);

  stroke(at(-0.4, 0), at(-0.1, 0), {.control = true});
  EXPECT_LT(live.painted.at(0).tetrahedra.size(), group.tetrahedra.size());
  stroke(at(-0.4, 0), at(0.4, 0), {.control = true});
  EXPECT_THAT(live.painted, IsEmpty());
}

TEST_F(Tools, ShowsAStrokeBeforeItIsDone) {
  tools.choose(ToolKind::paint);
  ASSERT_TRUE(tools.press(bench, at(0, 0), {}));
  const auto during = tools.paint_of(0, live, shown);
  EXPECT_EQ(during[vertex_at({0, 0, 0.5})], 1);
  tools.cancel(bench);
  const auto after = tools.paint_of(0, live, shown);
  EXPECT_TRUE(std::ranges::all_of(after, [](float g) { return g == 0; }));
  EXPECT_THAT(live.told, IsEmpty());
}

TEST_F(Tools, AnotherBodyGetsAnotherGroup) {
  tools.choose(ToolKind::paint);
  stroke(at(0, 0), at(0, 0));
  stroke(at(1.5, 0), at(1.5, 0));
  EXPECT_THAT(live.told, ElementsAre("paint group1", "paint group2"));
  EXPECT_EQ(live.painted.at(1).body, 1u);
  const auto colours = tools.paint_of(1, live, shown);
  EXPECT_EQ(*std::ranges::max_element(colours), 2);
}

TEST_F(Tools, PushesABallFromOutsideToWhatIsUnderTheMouse) {
  tools.choose(ToolKind::poke);
  stroke(at(0, 0), at(0.3, -0.2));
  EXPECT_EQ(live.told.front(), "poke 0");
  EXPECT_EQ(live.told.back(), "end poke 1");
  const PokingBall& ball = live.balls.at(0);
  EXPECT_NEAR(ball.radius, 0.08 * std::sqrt(3.0), 1e-9) << "of the cube's diagonal";
  EXPECT_GT(ball.centre.z, 0.5 + ball.radius);
  EXPECT_LT(length(live.targets.front() - Vec3d{0, 0, 0.5}), 1e-9) << "one radius deep";
  EXPECT_LT(length(live.targets.back() - Vec3d{0.3, -0.2, 0.5}), 1e-9);
}

TEST_F(Tools, TheWheelPushesTheBallDeeperWhileItIsHeld) {
  tools.choose(ToolKind::poke);
  EXPECT_FALSE(tools.wheel(bench, 1)) << "the camera's";
  ASSERT_TRUE(tools.press(bench, at(0, 0), {}));
  EXPECT_TRUE(tools.wheel(bench, 2));
  EXPECT_NEAR(live.targets.back().z, 0.5 - 0.5 * live.balls.at(0).radius, 1e-9);
  tools.cancel(bench);
  EXPECT_EQ(live.told.back(), "end poke 1");
  tools.choose(ToolKind::grab);
  ASSERT_TRUE(tools.press(bench, at(0, 0), {}));
  EXPECT_FALSE(tools.wheel(bench, 1)) << "a hand has no use for it";
}

TEST_F(Tools, ForgetsAStrokeWhenAnotherSimulationComes) {
  tools.choose(ToolKind::pin);
  ASSERT_TRUE(tools.press(bench, at(0, 0), {}));
  FakeLive other;
  const Moment empty = moment_of({});
  const Bench another{other, empty, sight};
  tools.drag(another, at(0, 0));
  tools.release(another, at(0, 0));
  EXPECT_THAT(other.told, IsEmpty());
  EXPECT_EQ(tools.chosen(), ToolKind::pin);
}

}  // namespace
}  // namespace pliant::viewer
