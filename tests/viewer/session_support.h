#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "session/open.h"

namespace pliant::viewer {

/// Waits until something has come true; 20 seconds are taken for never.
template <class Condition>
bool wait_until(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// A folder for one test, in which the user's cache is, too.
class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    const auto* const info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("pliant-session-" + std::to_string(getpid()) + "-" + info->name());
    std::filesystem::create_directories(folder_ / "cache");
    setenv("PLIANT_CACHE", (folder_ / "cache").c_str(), 1);
  }
  ~SessionTest() override {
    std::error_code error;
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, error);
    std::filesystem::remove_all(folder_, error);
  }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  std::filesystem::path folder() const { return folder_; }

  static void wait_for_model(Show& show) {
    ASSERT_TRUE(wait_until([&] { return !show.now()->bodies->empty(); }))
        << show.progress().trouble;
  }
  /// Exactly as many steps as it takes, and not one more.
  static void run_until(Show& show, double time) {
    wait_for_model(show);
    take_steps(show, 1);
    const RecordedFrame now = show.now()->frame;
    const double steps = std::ceil((time - now.time) * static_cast<double>(now.step) / now.time);
    if (steps > 0) take_steps(show, static_cast<std::int64_t>(steps));
  }
  static void take_steps(Show& show, std::int64_t count) {
    show.pause();
    ASSERT_TRUE(wait_until([&] { return !show.progress().busy; }));
    const std::int64_t end = show.now()->frame.step + count;
    for (std::int64_t i = 0; i < count; ++i) show.step();
    ASSERT_TRUE(wait_until(
        [&] { return show.now()->frame.step >= end || !show.progress().trouble.empty(); }));
    ASSERT_TRUE(show.progress().trouble.empty()) << show.progress().trouble;
  }
  static void run_to_end(Show& show) {
    show.set_pace({.unlimited = true});
    show.play();
    ASSERT_TRUE(wait_until([&] { return show.progress().finished; })) << show.progress().trouble;
  }

 private:
  std::filesystem::path folder_;
};

inline const std::string small_scene = R"(
sim = Simulation{seconds = 0.2}
sim:addBody{mesh = "cube", settings = {cells = 3}, material = "jelly", position = {0, 0.05, 0}}
sim:addAction(Gravity{})
sim:addAction(Ground{})
sim:addAction(MassSpringForces{})
)";

}  // namespace pliant::viewer
