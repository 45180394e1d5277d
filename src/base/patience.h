#pragma once

#include <thread>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace pliant {

/// Spins for some microseconds, then lets other threads have the core.
class Patience {
 public:
  void wait() {
    if (++tries_ < spins)
      relax();
    else
      std::this_thread::yield();
  }
  /// Whether it is time to sleep, where something can wake the thread.
  bool is_over() const { return tries_ >= spins; }

 private:
  static void relax() {
#if defined(__x86_64__)
    _mm_pause();
#endif
  }

  static constexpr int spins = 2000;
  int tries_ = 0;
};

}  // namespace pliant
