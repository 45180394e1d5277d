#include <pliant/recording.h>

#include "session/history.h"
#include "session/pacer.h"
#include "session/recording_folder.h"
#include "session_support.h"

namespace pliant::viewer {

namespace {

using Clock = Pacer::Clock;

Clock::duration seconds(double s) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
}

// Computes steps that cost this much with a clock of its own; returns the simulated time.
double simulated(Pacer& pacer, double step_cost, double time_step, double real) {
  const Clock::time_point start{};
  Clock::time_point now = start;
  std::int64_t steps = 0;
  pacer.start(now, 0);
  while (now < start + seconds(real)) {
    const Pacer::Due due = pacer.due(now, static_cast<double>(steps) * time_step, time_step);
    EXPECT_TRUE(due.steps > 0 || due.wait > Clock::duration::zero());
    if (due.steps == 0) {
      now += due.wait;
      continue;
    }
    const auto cost = seconds(static_cast<double>(due.steps) * step_cost);
    now += cost;
    steps += due.steps;
    pacer.took(due.steps, cost);
    pacer.arrived(now, static_cast<double>(steps) * time_step, steps);
  }
  return static_cast<double>(steps) * time_step;
}

TEST(SessionPacer, KeepsPaceWithRealTime) {
  for (const double speed : {0.1, 1.0, 3.0}) {
    Pacer pacer;
    pacer.set_pace({.speed = speed});
    EXPECT_NEAR(simulated(pacer, 1e-5, 1e-3, 2), speed * 2, 0.06 * speed);
    EXPECT_NEAR(pacer.achieved(), speed, 0.05 * speed);
  }
}

TEST(SessionPacer, LongStepsAreTakenOneByOne) {
  Pacer pacer;
  pacer.set_pace({.speed = 1e-3});
  EXPECT_NEAR(simulated(pacer, 1e-5, 1e-2, 100), 0.1, 0.011);
}

TEST(SessionPacer, TellsHowSlowItIs) {
  Pacer pacer;
  const double got = simulated(pacer, 4e-3, 1e-3, 4);  // a quarter of real time
  EXPECT_NEAR(got, 1, 0.02);
  EXPECT_NEAR(pacer.achieved(), 0.25, 0.01);
  EXPECT_NEAR(pacer.steps_per_second(), 250, 5);
}

TEST(SessionPacer, DoesNotMakeUpForATimeItWasSlow) {
  Pacer pacer;
  const Clock::time_point start{};
  pacer.start(start, 0);
  pacer.due(start + seconds(10), 0, 1e-3);  // ten seconds were lost
  double time = 0;
  auto now = start + seconds(10);
  for (int i = 0; i < 1000; ++i) {
    const Pacer::Due due = pacer.due(now, time, 1e-3);
    time += static_cast<double>(due.steps) * 1e-3;
    now += due.steps > 0 ? Clock::duration{} : due.wait;
  }
  EXPECT_LT(time, 0.1 + std::chrono::duration<double>(now - start).count() - 10);
}

TEST(SessionPacer, PartsAreShortWhateverAStepCosts) {
  for (const double cost : {1e-7, 1e-4, 3e-3, 0.1}) {
    Pacer pacer;
    pacer.set_pace({.unlimited = true});
    Clock::time_point now{};
    pacer.start(now, 0);
    for (int i = 0; i < 100; ++i) {
      const std::int64_t steps = pacer.due(now, 0, 1e-3).steps;
      if (i > 90) {
        EXPECT_LE(static_cast<double>(steps) * cost, std::max(cost, 0.005));
      }
      pacer.took(steps, seconds(static_cast<double>(steps) * cost));
    }
  }
}

Moment moment_at(int number) {
  Moment moment;
  moment.bodies = std::make_shared<const std::vector<ShownBody>>(1);
  moment.frame = {number, 0.1 * number, {{{{1e4 + number, 0, 0}, {1e4, 0.25, 0}}, {}}}};
  return moment;
}

TEST(SessionHistory, ThinsEvenlyWhereMemoryIsShort) {
  History history(100 * 400);
  for (int i = 0; i < 1000; ++i) {
    history.add(moment_at(i));
    ASSERT_LE(history.times().size(), 400u);
  }
  const std::vector<double> times = history.times();
  ASSERT_GT(times.size(), 30u);
  EXPECT_EQ(times[0], 0);
  for (std::size_t i = 2; i < times.size(); ++i)
    EXPECT_NEAR(times[i] - times[i - 1], times[1] - times[0], 1e-9);
  const MomentPointer last = history.moment(times.size() - 1);
  EXPECT_NEAR(last->frame.time, times.back(), 1e-12);
  EXPECT_EQ(last->frame.bodies[0].positions[0].x, 1e4 + static_cast<double>(last->frame.step));
  EXPECT_EQ(last->frame.bodies[0].positions[1].y, 0.25);
  EXPECT_EQ(history.moment(times.size()), nullptr);
}

TEST(SessionHistory, NumbersHoldUntilTheNextCallOfTimes) {
  History history(100 * 400);
  for (int i = 0; i < 50; ++i) history.add(moment_at(i));
  ASSERT_EQ(history.times().size(), 50u);
  for (int i = 50; i < 500; ++i) history.add(moment_at(i));
  EXPECT_EQ(history.moment(49)->frame.step, 49);
  history.clear();
  EXPECT_EQ(history.moment(49)->frame.step, 49);
  EXPECT_TRUE(history.times().empty());
}

using SessionFolders = SessionTest;

TEST_F(SessionFolders, WindowsDoNotShareAFolderOfTheCache) {
  RecordingFolder first(""), second("");
  const auto a = first.next(), b = second.next();
  EXPECT_EQ(a, folder() / "cache" / "last.run");
  EXPECT_NE(a, b);
  EXPECT_EQ(first.next(), a);
}

TEST_F(SessionFolders, WithoutACacheNothingIsRecorded) {
  unsetenv("PLIANT_CACHE");
  unsetenv("XDG_CACHE_HOME");
  const char* const home = getenv("HOME");
  const std::string kept = home ? home : "";
  unsetenv("HOME");
  EXPECT_TRUE(RecordingFolder("").next().empty());
  setenv("HOME", kept.c_str(), 1);
}

}  // namespace

}  // namespace pliant::viewer
