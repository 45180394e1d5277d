#include "progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/start_thread.h"

namespace pliant::app {

using namespace std::chrono_literals;

ProgressBar& progress() {
  static ProgressBar bar;
  return bar;
}

ProgressBar::ProgressBar()
    : terminal_(isatty(STDERR_FILENO) != 0), thread_(start_thread([this] { watch(); })) {}

ProgressBar::~ProgressBar() {
  clear();
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void ProgressBar::stage(std::string_view what) {
  (*this)(-1, what);
}

void ProgressBar::operator()(double fraction, std::string_view what) {
  const std::lock_guard lock(mutex_);
  fraction_ = fraction;
  what_ = what;
}

void ProgressBar::clear() {
  const std::lock_guard lock(mutex_);
  what_.clear();
  if (shown_ && terminal_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

void ProgressBar::watch() {
  const auto pause = terminal_ ? Clock::duration(100ms) : Clock::duration(5s);
  std::unique_lock lock(mutex_);
  auto next = start_ + 2s;
  while (!wake_.wait_until(lock, next, [this] { return ended_; })) {
    if (!what_.empty()) show();
    next = Clock::now() + pause;
  }
}

void ProgressBar::show() {
  shown_ = true;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  if (fraction_ < 0) {
    fmt::print(stderr, "{}{} ({:.0f} s){}", terminal_ ? "\r\033[K" : "pliant: ", what_, seconds,
               terminal_ ? "" : "\n");
  } else if (!terminal_) {
    fmt::print(stderr, "pliant: {} {:.0f} %\n", what_, 100 * fraction_);
  } else {
    constexpr int width = 30;
    const int filled = static_cast<int>(std::min(fraction_, 1.0) * width);
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {:3.0f} % {}", "", filled, "", width - filled,
               100 * fraction_, what_);
  }
  std::fflush(stderr);
}

}  // namespace pliant::app
