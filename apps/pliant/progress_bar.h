#pragma once

#include <chrono>
#include <string_view>

namespace pliant::app {

/// Shows on stderr how far long work has come: nothing in the first two seconds, then a bar on a
/// terminal and a plain line now and then elsewhere. Goes away when it is destroyed.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void operator()(double fraction, std::string_view what);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_at_ = start_;
  bool terminal_;
  bool shown_ = false;
};

}  // namespace pliant::app
