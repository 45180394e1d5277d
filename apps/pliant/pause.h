#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/start_thread.h"

namespace pliant::app {

/// A wait that another thread can end. It needs no memory, which may be what is short.
class Pause {
 public:
  /// False where it was ended.
  bool lasts(std::chrono::steady_clock::duration time) {
    std::unique_lock lock(mutex_);
    return !ending_.wait_for(lock, time, [this] { return ended_; });
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    ending_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable ending_;
  bool ended_ = false;
};

/// A thread that mostly pauses, and ends with this. The system may refuse it.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  ~Watcher() {
    pause_.end();
    if (thread_.joinable()) thread_.join();
  }
  /// Calls watch(pause) in it; false where there is no thread to be had.
  template <class Watch>
  bool start(Watch watch) {
    thread_ = start_thread([this, watch = std::move(watch)]() mutable { watch(pause_); });
    return thread_.joinable();
  }

 private:
  Pause pause_;
  std::thread thread_;
};

}  // namespace pliant::app
