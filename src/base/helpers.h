#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <vector>

namespace pliant {

/// Threads that help others with their work and sleep in between. They are started when they are
/// first wanted, as many as the system gives, and end with the program.
///
/// Nobody waits for a helper that has not begun: work goes on with those that are there, down to
/// the one thread that brought it. (oneTBB ends the program when a thread cannot be started.)
class Helpers {
 public:
  using Work = std::function<void(int member)>;

  /// Those of the whole program.
  static Helpers& all();

  /// Calls work(0) here and, as helpers are free, work(1) to work(threads - 1) on them. Returns
  /// when all that were called have returned; throws what one of them has thrown.
  void share(int threads, const Work& work);

  /// Threads that were wanted and not to be had.
  int missing() const { return missing_.load(std::memory_order_relaxed); }
  /// How many can work at one job, who brings it included; no limit until the system has refused a
  /// thread.
  int most_threads() const { return most_threads_.load(std::memory_order_relaxed); }

 private:
  struct Job {
    const Work& work;
    int next_member, end_member;
    std::atomic<int> active{0};
    std::exception_ptr failure{};
  };
  class Posted;

  void start(int wanted);
  void close(Job& job);
  void help();
  void help_with(Job& job, std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable news_, leaving_;
  std::vector<Job*> jobs_;    // those that more helpers may join
  std::atomic<int> open_{0};  // as many as jobs_
  int started_ = 0;
  std::atomic<int> missing_{0}, most_threads_{std::numeric_limits<int>::max()};
};

}  // namespace pliant
