#include <gtest/gtest.h>

#include "window/timeline.h"
#include "window/words.h"

namespace pliant::viewer {
namespace {

TEST(WindowWords, NumbersAsPeopleReadThem) {
  EXPECT_EQ(volume_words(1.2345), "1.23 m³");
  EXPECT_EQ(volume_words(0.0033123), "3.31 dm³");
  EXPECT_EQ(volume_words(5e-6), "5.00 cm³");
  EXPECT_EQ(volume_words(2e-12), "0.00200 mm³");
  EXPECT_EQ(volume_words(0), "0 mm³");
  EXPECT_EQ(volume_words(NAN), "–");
  EXPECT_EQ(energy_words(-0.0125), "-12.5 mJ");
  EXPECT_EQ(energy_words(123456), "123 kJ");
  EXPECT_EQ(change_words(0.99, 1), "−1.00 %");
  EXPECT_EQ(change_words(1.0005, 1), "+0.05 %");
  EXPECT_EQ(change_words(1, 1), "±0.00 %");
  EXPECT_EQ(change_words(1, 0), "–");
  EXPECT_EQ(time_words(0.5321, 2), "0.532 s");
  EXPECT_EQ(time_words(0.0001, 0.0002), "0.00010000 s");
  EXPECT_EQ(active_words(120, 4845), "120 of 4845 nodes");
}

TEST(WindowWords, ASlowSceneSaysHowSlow) {
  Progress progress;
  EXPECT_EQ(speed_words(progress, {}), "paused");
  progress.finished = true;
  EXPECT_EQ(speed_words(progress, {}), "at its end");
  progress.running = true;
  progress.achieved = 0.99;
  EXPECT_EQ(speed_words(progress, {}), "real time");
  progress.achieved = 0.31;
  EXPECT_EQ(speed_words(progress, {}), "0.31 times real time");
  progress.achieved = 0.252;
  EXPECT_EQ(speed_words(progress, {false, 0.25}), "0.25 times real time");
  EXPECT_EQ(speed_words(progress, {true, 1}), "0.25 times real time");
  progress.busy = true;
  progress.busy_with = "computing 50 modes";
  EXPECT_EQ(speed_words(progress, {}), "computing 50 modes");
  EXPECT_EQ(pace_words({false, 1}), "Real time");
  EXPECT_EQ(pace_words({false, 0.1}), "10 times slower");
  EXPECT_EQ(pace_words({false, 4}), "4 times faster");
}

/// Has moments at whole seconds, and goes on.
class Clockwork final : public Show {
 public:
  explicit Clockwork(bool can_seek) : can_seek_(can_seek) {
    for (int i = 0; i <= 10; ++i) times_.push_back(i);
  }
  double present = 10;

  std::string title() const override { return "clockwork"; }
  std::optional<double> floor() const override { return {}; }
  std::vector<std::pair<std::string, std::string>> facts() const override { return {}; }
  void play() override {}
  void pause() override {}
  void step() override {}
  void reset() override {}
  bool seek(double time) override {
    if (can_seek_) present = time;
    return can_seek_;
  }
  void set_pace(Pace) override {}
  Pace pace() const override { return {}; }
  Progress progress() const override { return {}; }
  MomentPointer now() override { return at(present); }
  const std::vector<double>& times() override { return times_; }
  MomentPointer recorded(std::size_t number) override { return at(times_[number]); }
  void want_field(const std::string&) override {}
  std::vector<std::string> fields() const override { return {}; }

 private:
  static MomentPointer at(double time) {
    auto moment = std::make_shared<Moment>();
    moment->frame.time = time;
    return moment;
  }
  bool can_seek_;
  std::vector<double> times_;
};

TEST(WindowTimeline, LooksBackWhileASimulationGoesOn) {
  Clockwork show(false);
  Timeline timeline;
  EXPECT_EQ(timeline.moment(show)->frame.time, 10);
  timeline.go_to(show, 3.4);
  EXPECT_FALSE(timeline.at_present());
  EXPECT_EQ(timeline.moment(show)->frame.time, 3);
  show.present = 11;
  EXPECT_EQ(timeline.moment(show)->frame.time, 3);
  timeline.go_by(show, 1);
  EXPECT_EQ(timeline.moment(show)->frame.time, 4);
  timeline.go_by(show, -9);
  EXPECT_EQ(timeline.moment(show)->frame.time, 0);
  timeline.go_to_present();
  EXPECT_EQ(timeline.moment(show)->frame.time, 11);
}

TEST(WindowTimeline, ARecordingGoesOnFromWhereOneLooks) {
  Clockwork show(true);
  Timeline timeline;
  timeline.go_to(show, 6);
  EXPECT_TRUE(timeline.at_present());
  EXPECT_EQ(timeline.moment(show)->frame.time, 6);
  timeline.go_by(show, -1);
  EXPECT_EQ(show.present, 5);
}

TEST(WindowTimeline, TheNearestOfTheTimes) {
  const std::vector<double> times{0, 1, 2, 4};
  EXPECT_EQ(nearest(times, -5), 0u);
  EXPECT_EQ(nearest(times, 1.4), 1u);
  EXPECT_EQ(nearest(times, 3.5), 3u);
  EXPECT_EQ(nearest(times, 99), 3u);
}

}  // namespace
}  // namespace pliant::viewer
