#pragma once

#include <pliant/threads.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace pliant::bench {

using Steps = std::function<void(std::int64_t)>;

inline double seconds_of(const Steps& run, std::int64_t steps) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  run(steps);
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The number of threads that was set comes back at the end.
class KeepThreads {
 public:
  KeepThreads() = default;
  KeepThreads(const KeepThreads&) = delete;
  KeepThreads& operator=(const KeepThreads&) = delete;
  ~KeepThreads() { set_thread_count(threads_); }

 private:
  int threads_ = thread_count();
};

/// Of the runs that are measured: one thread, and many where there are and the CPU steps.
inline std::vector<int> measured_threads(int most, bool on_card) {
  return most > 1 && !on_card ? std::vector{1, most} : std::vector{1};
}

}  // namespace pliant::bench
