#include "progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace pliant::app {

using namespace std::chrono_literals;

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (shown_ && terminal_) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::operator()(double fraction, std::string_view what) {
  const auto now = Clock::now();
  const auto pause = !shown_ ? Clock::duration(2s) : terminal_ ? Clock::duration(100ms) : 5s;
  if (now - (shown_ ? shown_at_ : start_) < pause) return;
  shown_ = true;
  shown_at_ = now;
  const double part = std::clamp(fraction, 0.0, 1.0);
  if (!terminal_) {
    fmt::print(stderr, "pliant: {} {:.0f} %\n", what, 100 * part);
    return;
  }
  constexpr int width = 30;
  const int filled = static_cast<int>(part * width);
  fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {:3.0f} % {}", "", filled, "", width - filled,
             100 * part, what);
  std::fflush(stderr);
}

}  // namespace pliant::app
