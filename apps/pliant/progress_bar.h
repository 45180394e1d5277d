#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace pliant::app {

/// Shows on stderr what long work is at: nothing in the first two seconds, then a bar on a
/// terminal and a plain line now and then elsewhere. Work that cannot say how far it has come
/// shows the time it has taken. One thread of its own keeps it moving; where none is to be had,
/// nothing is shown.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Work of unknown length begins.
  void stage(std::string_view what);
  /// Takes the bar away until the next stage; call it before printing.
  void clear();
  /// As a pliant::Progress.
  void operator()(double fraction, std::string_view what);

 private:
  using Clock = std::chrono::steady_clock;
  void watch();
  void show();

  const Clock::time_point start_ = Clock::now();
  const bool terminal_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ended_ = false;
  bool shown_ = false;
  double fraction_ = -1;  // negative: unknown
  std::string what_;      // empty: nothing to show
  std::thread thread_;    // last: it uses all the others
};

/// The program's one bar.
ProgressBar& progress();

}  // namespace pliant::app
