#include <algorithm>
#include <cmath>

#include "viewer/window/window_test.h"

namespace pliant::viewer {
namespace {

using WindowLook = WindowTest;

// Of the convex outline of points, by Andrew's monotone chain.
double outline_area(std::vector<Point> points) {
  std::ranges::sort(points, {}, [](Point p) { return std::pair(p.x, p.y); });
  const auto turn = [](Point a, Point b, Point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  };
  std::vector<Point> outline;
  for (int side = 0; side < 2; ++side) {
    const std::size_t start = outline.size();
    for (const Point p : points) {
      while (outline.size() >= start + 2 &&
             turn(outline[outline.size() - 2], outline.back(), p) <= 0)
        outline.pop_back();
      outline.push_back(p);
    }
    outline.pop_back();
    std::ranges::reverse(points);
  }
  double area = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Point a = outline[i], b = outline[(i + 1) % outline.size()];
    area += (a.x * b.y - a.y * b.x) / 2;
  }
  return std::abs(area);
}

TEST_F(WindowLook, TheBodyFillsTheOutlineThatItsVerticesHave) {
  open_cube();
  viewer().look().floor = viewer().look().shadows = false;
  // Smaller, and moved to the lower right, where no card is.
  render::gl::Camera& camera = viewer().camera();
  camera.distance *= 2.2;
  const double unit = viewer().sight().unit_at(camera.target);
  camera.target += camera.up() * (90 * unit) - camera.right() * (95 * unit);
  still_picture();
  std::vector<Point> places;
  for (const Vec3d& p : positions()) places.push_back(viewer().sight().seen_at(p).value());
  const double expected = outline_area(places);
  EXPECT_GT(expected, 3000);
  EXPECT_NEAR(static_cast<double>(body_pixels()), expected, 0.05 * expected);
}

TEST_F(WindowLook, FacesEdgesAndPointsCanBeSwitched) {
  open_cube();
  const std::size_t whole = body_pixels();
  click("Edges");
  EXPECT_TRUE(viewer().look().edges);
  EXPECT_TRUE(until([&] { return body_pixels() < whole; })) << "lines are darker";
  click("Faces");
  EXPECT_FALSE(viewer().look().faces);
  EXPECT_TRUE(until([&] { return body_pixels() < whole / 4; }));
  click("Edges");
  const auto empty = viewer().picture();
  click("Points");
  EXPECT_TRUE(until([&] { return changed_since(empty) > 60; }));
}

TEST_F(WindowLook, PairsInsideCanBeSwitched) {
  open_cube();
  const std::size_t whole = body_pixels();
  click("Pairs");
  EXPECT_TRUE(viewer().look().pairs);
  EXPECT_FALSE(viewer().look().faces) << "they would hide what is inside";
  EXPECT_TRUE(until([&] { return body_pixels() < whole / 2; }));
  const auto lines = still_picture();
  click("Pairs");
  EXPECT_TRUE(viewer().look().faces);
  EXPECT_TRUE(until([&] { return changed_since(lines) > 500; }));
}

TEST_F(WindowLook, FloorAndShadowsCanBeSwitched) {
  open_cube();
  const auto with_both = viewer().picture();
  click("Shadows");
  EXPECT_TRUE(until([&] { return changed_since(with_both) > 100; }));
  const auto with_floor = viewer().picture();
  click("Floor");
  EXPECT_TRUE(until([&] { return changed_since(with_floor) > 500; }));
}

TEST_F(WindowLook, ActiveNodesHaveColoursAndALegend) {
  open_cube();
  const auto plain = still_picture();
  click("Active nodes");
  EXPECT_TRUE(until([&] { return viewer().shown()->states.size() == 1; }));
  EXPECT_TRUE(until([&] { return viewer().place_of("Legend") && changed_since(plain) > 500; }));
  click("Active nodes");
  EXPECT_TRUE(until([&] { return !viewer().place_of("Legend"); }));
}

TEST_F(WindowLook, OnlyWhatMovesIsSimulatedWhenThatIsSwitchedOn) {
  open_cube();
  click("Simulation");
  EXPECT_FALSE(live().selects());
  click("Simulate only what moves");
  EXPECT_TRUE(live().selects());
  EXPECT_TRUE(until([&] { return viewer().shown()->selected > 0; }));
  click("Simulate only what moves");
  EXPECT_TRUE(until([&] { return viewer().shown()->selected == 0; }));
}

TEST_F(WindowLook, TheInsideIsShownByACutAwayPlaneAndByShrunkTetrahedra) {
  open_cube();
  const auto whole = still_picture();
  click("Cut away");
  EXPECT_TRUE(until([&] { return changed_since(whole) > 500; }));
  EXPECT_TRUE(viewer().place_of("Depth"));
  click("Cut away");
  EXPECT_TRUE(until([&] { return changed_since(whole) < 1000; })) << "as it was before";
  click("Shrink tetrahedra");
  EXPECT_TRUE(until([&] { return changed_since(whole) > 500; }));
}

TEST_F(WindowLook, VoronoiFacesAreShownAllOrOne) {
  open_cube();
  const auto whole = still_picture();
  using render::gl::VoronoiShown;
  struct Case {
    const char* words;
    VoronoiShown shown;
  };
  std::vector<std::size_t> changed;
  for (const Case& c : {Case{"All Voronoi faces", VoronoiShown::all},
                        Case{"One Voronoi cell", VoronoiShown::one_cell},
                        Case{"One Voronoi face", VoronoiShown::one_face}}) {
    click("Voronoi");
    click(c.words);
    EXPECT_EQ(viewer().look().voronoi, c.shown);
    EXPECT_TRUE(until([&] { return changed_since(whole) > 500; })) << c.words;
  }
  click("Voronoi");
  click("No Voronoi faces");
  EXPECT_TRUE(until([&] { return changed_since(whole) < 1000; })) << "as it was before";
}

TEST_F(WindowLook, ColoursOfAFieldComeWithALegend) {
  open_cube();
  const std::size_t plain = body_pixels();
  click("Colours");
  click("Volume / volume at rest");
  EXPECT_EQ(viewer().look().field, "volume_ratio");
  EXPECT_TRUE(until([&] { return body_pixels() < plain / 2; }));
  click("Colours");
  click("Plain");
  EXPECT_TRUE(until([&] { return body_pixels() > plain * 9 / 10; }));
}

TEST_F(WindowLook, LightAndDark) {
  open_cube();
  const auto bright = [&] {
    return count([](const Pixel& p) { return p.red + p.green + p.blue > 500; });
  };
  const std::size_t light = bright();
  click("Theme");
  EXPECT_TRUE(until([&] { return bright() < light / 4; }));
  user().key("t");
  EXPECT_TRUE(until([&] { return bright() > light / 2; }));
}

TEST_F(WindowLook, TheCameraTurnsMovesAndZooms) {
  open_cube();
  const Sight sight = viewer().sight();
  const Point corner{sight.corner.x + sight.width - 30, sight.corner.y + sight.height - 30};
  const auto start = viewer().camera();
  user().drag(corner, {corner.x - 60, corner.y - 20});
  EXPECT_GT(std::abs(viewer().camera().yaw - start.yaw), 5);
  EXPECT_EQ(viewer().camera().target, start.target);
  user().drag(corner, {corner.x - 40, corner.y}, 3);
  EXPECT_GT(length(viewer().camera().target - start.target), 0);
  const std::size_t small_one = body_pixels();
  const double distance = viewer().camera().distance;
  user().wheel({sight.corner.x + sight.width / 2, sight.corner.y + sight.height / 2}, 3);
  EXPECT_TRUE(until([&] { return viewer().camera().distance < 0.8 * distance; }));
  EXPECT_TRUE(until([&] { return body_pixels() > small_one; }));
  user().drag(corner, {corner.x - 100, corner.y}, 2);
  EXPECT_GT(std::abs(viewer().camera().roll), 5);
  click("See all");
  EXPECT_NEAR(viewer().camera().distance, start.distance, 0.3 * start.distance);
  EXPECT_EQ(viewer().camera().roll, 0);
}

TEST_F(WindowLook, KeysAreListedUnderTheQuestionMark) {
  open_cube();
  EXPECT_FALSE(viewer().place_of("Keys"));
  user().type("?");
  EXPECT_TRUE(until([&] { return viewer().place_of("Keys").has_value(); }));
  user().key("Escape");
  EXPECT_TRUE(until([&] { return !viewer().place_of("Keys"); }));
  click("?");
  EXPECT_TRUE(until([&] { return viewer().place_of("Keys").has_value(); }));
}

TEST_F(WindowLook, TheWindowCanBeResizedAndThePanelHidden) {
  open_cube();
  const double width = viewer().sight().width;
  user().key("Tab");
  EXPECT_TRUE(until([&] { return viewer().sight().width > width + 100; }));
  user().resize(900, 600);
  user().frames(3);
  EXPECT_NEAR(viewer().sight().width, 900, 1);
  EXPECT_EQ(viewer().picture().width, 900);
  EXPECT_GT(body_pixels(), 5000u);
}

TEST_F(WindowLook, EverythingIsLargerOnAScreenWithSmallPixels) {
  ViewerOptions options = small_window();
  open_cube(options);
  const double height = place("Play").height();
  options.scale = 2;
  options.width = 960;
  options.height = 720;
  open_cube(options);
  EXPECT_NEAR(place("Play").height(), 2 * height, 0.2 * height);
}

}  // namespace
}  // namespace pliant::viewer
