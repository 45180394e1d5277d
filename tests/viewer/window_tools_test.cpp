#include <pliant/io.h>

#include <algorithm>

#include "viewer/window/window_test.h"

namespace pliant::viewer {
namespace {

class WindowTools : public WindowTest {
 protected:
  bool pinned(Index vertex) {
    const auto& list = viewer().shown()->bodies->at(0).pinned;
    return list && std::ranges::count(*list, vertex) > 0;
  }
  std::size_t absent() {
    const auto& flags = viewer().shown()->bodies->at(0).absent;
    return flags ? static_cast<std::size_t>(std::ranges::count(*flags, true)) : 0;
  }
  // Across the lower half of the body, from one side of it to the other.
  std::pair<Point, Point> across() {
    const Sight sight = viewer().sight();
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (const Vec3d& p : positions()) {
      const Point at = sight.seen_at(p).value();
      left = std::min(left, at.x);
      right = std::max(right, at.x);
      top = std::min(top, at.y);
      bottom = std::max(bottom, at.y);
    }
    const double middle = top + 0.72 * (bottom - top);
    return {{left - 8, middle - 5}, {right + 8, middle + 5}};
  }
  void paint_a_stroke() {
    click("Paint");
    const Point at = seen(front_vertex());
    user().drag({at.x - 30, at.y}, {at.x + 30, at.y});
    ASSERT_TRUE(until([&] { return live().groups().size() == 1; }));
  }
};

TEST_F(WindowTools, AVertexThatIsGrabbedFollowsTheMouseAndComesBack) {
  open_standing_cube(small_window(true));
  click("Grab");
  const Index vertex = front_vertex();
  const Point start = seen(vertex), target{start.x, start.y - 70};
  const auto before = viewer().picture();
  user().move(start);
  user().press();
  ASSERT_TRUE(until([&] { return viewer().shown()->held.size() == 1; }));
  EXPECT_EQ(viewer().shown()->held[0].vertex, vertex);
  user().move(target);
  EXPECT_TRUE(until([&] { return distance(seen(vertex), target) < 55; }))
      << viewer().show().progress().trouble;
  EXPECT_GT(changed_since(before), 300u) << "and it can be seen";
  user().release();
  EXPECT_TRUE(until([&] { return viewer().shown()->held.empty(); }));
  EXPECT_TRUE(until([&] { return distance(seen(vertex), start) < 12; }));
}

TEST_F(WindowTools, ABallIsPushedIntoTheBodyWhileTheButtonIsHeld) {
  open_standing_cube(small_window(true));
  user().key("6");
  const Index vertex = front_vertex();
  const Vec3d rest = positions()[vertex];
  const auto before = viewer().picture();
  user().move(seen(vertex));
  user().press();
  ASSERT_TRUE(until([&] { return viewer().shown()->balls.size() == 1; }));
  EXPECT_TRUE(until([&] { return length(positions()[vertex] - rest) > 0.04; }))
      << viewer().show().progress().trouble;
  EXPECT_GT(changed_since(before), 300u) << "and it can be seen";
  user().release();
  EXPECT_TRUE(until([&] { return viewer().shown()->balls.empty(); }));
  EXPECT_TRUE(until([&] { return length(positions()[vertex] - rest) < 0.03; }));
}

TEST_F(WindowTools, ShiftKeepsSeveralHands) {
  open_cube(small_window(true));
  user().key("2");
  const Point at = seen(front_vertex());
  user().hold("Shift_L");
  user().drag(at, {at.x - 20, at.y - 10});
  user().drag({at.x - 60, at.y + 50}, {at.x - 75, at.y + 40});
  user().let_go("Shift_L");
  EXPECT_TRUE(until([&] { return viewer().shown()->held.size() == 2; }))
      << viewer().show().progress().trouble;
  click("Let all go");
  EXPECT_TRUE(until([&] { return viewer().shown()->held.empty(); }));
}

TEST_F(WindowTools, APinHoldsAndCanBeUndone) {
  open_cube();
  click("Pin");
  const Index vertex = front_vertex();
  user().click(seen(vertex));
  ASSERT_TRUE(until([&] { return pinned(vertex); }));
  user().hold("Control_L");
  user().key("z");
  EXPECT_TRUE(until([&] { return !pinned(vertex); }));
  user().hold("Shift_L");
  user().key("z");
  user().let_go("Shift_L");
  user().let_go("Control_L");
  EXPECT_TRUE(until([&] { return pinned(vertex); }));
  click("Unpin all");
  EXPECT_TRUE(until([&] { return !pinned(vertex); }));
}

TEST_F(WindowTools, AStrokeCutsTheBodyAndUndoMendsIt) {
  open_cube();
  click("Cut");
  const auto before = viewer().picture();
  const auto [from, to] = across();
  user().drag(from, to);
  ASSERT_TRUE(until([&] { return absent() > 0; })) << viewer().show().progress().trouble;
  EXPECT_LT(absent(), viewer().shown()->bodies->at(0).mesh->tetrahedra.size() * 3 / 4);
  EXPECT_TRUE(until([&] { return changed_since(before) > 100; }));
  user().hold("Control_L");
  user().key("z");
  user().let_go("Control_L");
  EXPECT_TRUE(until([&] { return absent() == 0; }));
}

TEST_F(WindowTools, EscapeGivesAStrokeUp) {
  open_cube();
  click("Cut");
  const auto [from, to] = across();
  user().move(from);
  user().press();
  user().move(to);
  user().key("Escape");
  user().release();
  user().frames(5);
  EXPECT_EQ(live().undo_name(), "");
  EXPECT_EQ(absent(), 0u);
}

TEST_F(WindowTools, APaintedGroupIsSeenAndSavedWithTheMesh) {
  open_cube();
  const auto before = viewer().picture();
  paint_a_stroke();
  EXPECT_TRUE(until([&] { return changed_since(before) > 200; }));
  const PaintedGroup group = live().groups().at(0);
  EXPECT_FALSE(group.tetrahedra.empty());
  click("mesh file");
  user().hold("Control_L");
  user().key("a");
  user().let_go("Control_L");
  user().type("p.vtu");
  click("Save mesh");
  ASSERT_TRUE(until([&] { return std::filesystem::exists(folder() / "p.vtu"); }));
  const Mesh saved = read_mesh(folder() / "p.vtu");
  ASSERT_TRUE(saved.groups.contains(group.name));
  EXPECT_EQ(saved.groups.at(group.name), group.vertices);
  EXPECT_EQ(saved.tetrahedra.size(), viewer().shown()->bodies->at(0).mesh->tetrahedra.size());
}

TEST_F(WindowTools, ARegionIsMadeRigidInASpectralSolidWithHandles) {
  open_cube(small_window(true));
  paint_a_stroke();
  click("rigid group1");
  click("Rebuild as spectral solid");
  ASSERT_TRUE(until([&] { return viewer().shown()->bodies->at(0).rigid != nullptr; }))
      << viewer().show().progress().trouble;
  EXPECT_GT(std::ranges::count(*viewer().shown()->bodies->at(0).rigid, true), 0);
  click("Grab");
  const Index vertex = front_vertex();
  const Point start = seen(vertex);
  user().move(start);
  user().press();
  user().move({start.x, start.y - 60});
  EXPECT_TRUE(until([&] { return seen(vertex).y < start.y - 10; }))
      << viewer().show().progress().trouble;
  user().release();
}

TEST_F(WindowTools, ParametersChangeInPanelsWhileItRuns) {
  open_cube(small_window(true));
  click("Actions");
  click("Gravity");
  user().hold("Control_L");
  click("Gravity.strength");
  user().let_go("Control_L");
  user().type("2.5");
  user().key("Return");
  const auto strength = [&] { return text_of(live().actions().at(0)->get("strength")); };
  EXPECT_TRUE(until([&] { return strength() == "2.5"; }));
  EXPECT_TRUE(until([&] { return !viewer().show().progress().busy; }));
  EXPECT_EQ(viewer().show().progress().trouble, "");
  const double time = viewer().show().now()->frame.time;
  EXPECT_TRUE(until([&] { return viewer().show().now()->frame.time > time; })) << "it goes on";
  click("Undo");
  EXPECT_TRUE(until([&] { return strength() == "9.81"; }));
}

TEST_F(WindowTools, QualityIsChosenInThePanel) {
  OpenOptions how;
  how.filling = {Fineness::film, 800};
  open(viewer::open("icosphere", how), small_window(true));
  ASSERT_TRUE(until([&] { return !viewer().shown()->bodies->empty(); }));
  const auto coarse = viewer().shown()->bodies->at(0).mesh;
  click("Simulation");
  click("Wanted tetrahedra");
  user().hold("Control_L");
  user().key("a");
  user().let_go("Control_L");
  user().type("1600");
  user().key("Return");
  ASSERT_TRUE(until([&] { return live().filling()->tetrahedra == 1600; }));
  ASSERT_TRUE(until([&] { return viewer().shown()->bodies->at(0).mesh != coarse; }))
      << viewer().show().progress().trouble;
  EXPECT_NEAR(static_cast<double>(viewer().shown()->bodies->at(0).mesh->tetrahedra.size()), 1600,
              300);
  EXPECT_TRUE(until([&] { return viewer().shown()->frame.step > 0; })) << "it goes on";
  click("Real-time");
  EXPECT_TRUE(until([&] { return !live().filling()->by_number(); }));
}

}  // namespace
}  // namespace pliant::viewer
