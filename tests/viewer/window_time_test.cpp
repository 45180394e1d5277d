#include <pliant/recording.h>

#include <algorithm>

#include "viewer/window/window_test.h"

namespace pliant::viewer {
namespace {

class WindowTime : public WindowTest {
 protected:
  double now() { return viewer().show().now()->frame.time; }
  double shown() { return viewer().shown()->frame.time; }
  std::int64_t step() { return viewer().show().now()->frame.step; }
  void run_until(double time) {
    click("Play");
    ASSERT_TRUE(until([&] { return shown() >= time; })) << viewer().show().progress().trouble;
  }
  // On the track of the timeline, at this part of what it shows.
  void click_timeline(double part) {
    const Rectangle track = place("Timeline");
    user().click({track.left + 8 + part * (track.width() - 16), track.top + 8});
  }
  void open_falling() {
    OpenOptions how;
    how.output = folder() / "falling.run";
    open(viewer::open(falling_cube(2), how));
  }
};

TEST_F(WindowTime, StartsPausesAndGoesByStep) {
  open_cube();
  EXPECT_EQ(step(), 0);
  run_until(0.05);
  click("Pause");
  ASSERT_TRUE(until([&] { return !viewer().show().progress().running; }));
  const std::int64_t before = step();
  user().frames(5);
  EXPECT_EQ(step(), before) << "it stands still";
  click("Step");
  EXPECT_TRUE(until([&] { return step() == before + 1; }));
  user().key("space");
  EXPECT_TRUE(until([&] { return step() > before + 5; }));
  user().key("space");
  EXPECT_TRUE(until([&] { return !viewer().show().progress().running; }));
}

TEST_F(WindowTime, ResetsToTheStart) {
  open_falling();
  run_until(0.2);
  click("Pause");
  EXPECT_LT(positions()[0].y, 1.99);
  click("Reset");
  EXPECT_TRUE(until([&] { return positions()[0].y > 1.99; }));
}

TEST_F(WindowTime, ScrubsThroughWhatWasRecordedWhileItRunsOn) {
  open_falling();
  run_until(0.4);
  ASSERT_TRUE(until([&] { return viewer().show().times().size() > 5; }));
  const double lowest = positions()[0].y;
  click_timeline(0.1);
  ASSERT_TRUE(until([&] { return !viewer().at_present(); }));
  EXPECT_GT(positions()[0].y, lowest + 0.1) << "it is seen where it was";
  const double past = shown(), then = now();
  EXPECT_TRUE(until([&] { return now() > then + 0.05; })) << "it runs on";
  EXPECT_EQ(shown(), past);
  user().key("Right");
  EXPECT_TRUE(until([&] { return shown() > past; })) << "one frame on";
  user().key("Left");
  EXPECT_TRUE(until([&] { return shown() == past; }));
  click("Now");
  EXPECT_TRUE(until([&] { return viewer().at_present() && shown() > then; }));
}

TEST_F(WindowTime, TheTimelineCanBeDragged) {
  open_falling();
  run_until(0.4);
  click("Pause");
  const Rectangle track = place("Timeline");
  std::vector<double> heights;
  user().move({track.left + 8, track.top + 8});
  user().press();
  for (const double part : {0.0, 0.3, 0.6, 0.95}) {
    user().move({track.left + 8 + part * (track.width() - 16), track.top + 8});
    user().frames(2);
    heights.push_back(positions()[0].y);
  }
  user().release();
  EXPECT_TRUE(std::ranges::is_sorted(heights, std::greater<>())) << testing::PrintToString(heights);
  EXPECT_GT(heights.front(), heights.back() + 0.1);
}

TEST_F(WindowTime, ToolsLeaveThePastAlone) {
  open_cube();
  run_until(0.2);
  ASSERT_TRUE(until([&] { return viewer().show().times().size() > 3; }));
  click_timeline(0.05);
  ASSERT_TRUE(until([&] { return !viewer().at_present(); }));
  click("Pin");
  user().click(seen(front_vertex()));
  user().frames(3);
  EXPECT_EQ(live().undo_name(), "");
}

TEST_F(WindowTime, ARecordingIsPlayedAndScrubbed) {
  open_falling();
  run_until(0.4);
  close();
  open(viewer::open((folder() / "falling.run").string()));
  EXPECT_EQ(viewer().show().live(), nullptr);
  EXPECT_FALSE(viewer().place_of("Grab")) << "there is nothing to grab in a recording";
  EXPECT_NEAR(positions()[0].y, 2, 1e-6);
  click_timeline(1);
  EXPECT_TRUE(until([&] { return positions()[0].y < 1.8; }));
  click("Reset");
  EXPECT_TRUE(until([&] { return positions()[0].y > 1.99; }));
  click("Play");
  EXPECT_TRUE(until([&] { return positions()[0].y < 1.8; }));
}

}  // namespace
}  // namespace pliant::viewer
