#include "base/parallel.h"

#include <pliant/threads.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "base/helpers.h"

namespace pliant {

namespace {
int wanted_threads() {
  int n = 0;
  if (const char* s = std::getenv("PLIANT_THREADS")) std::from_chars(s, s + std::strlen(s), n);
  if (n < 1) n = static_cast<int>(std::thread::hardware_concurrency());
  return n < 1 ? 1 : n;
}

std::atomic<int> threads_set{0};
thread_local int serial_scopes = 0;

bool serial(std::size_t count, std::size_t grain) {
  return count <= grain || serial_scopes > 0 || thread_count() == 1;
}
}  // namespace

SerialScope::SerialScope() {
  ++serial_scopes;
}

SerialScope::~SerialScope() {
  --serial_scopes;
}

int thread_count() {
  static const int usual = wanted_threads();
  const int set = threads_set.load(std::memory_order_relaxed);
  return std::min(set > 0 ? set : usual, Helpers::all().most_threads());
}

void set_thread_count(int threads) {
  threads_set.store(threads, std::memory_order_relaxed);
}

int missing_threads() {
  return Helpers::all().missing();
}

void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  if (serial(count, grain)) {
    if (count > 0) body(0, count);
    return;
  }
  constexpr std::size_t shares = 16;  // of each thread: one that is late leaves them to others
  const auto threads = static_cast<std::size_t>(thread_count());
  const std::size_t chunk = std::max(grain, count / (shares * threads));
  const std::size_t chunks = (count - 1) / chunk + 1;
  std::atomic<std::size_t> next{0};
  run_together(static_cast<int>(std::min(threads, chunks)), [&](int) {
    try {
      for (std::size_t i; (i = next++) < chunks;) body(i * chunk, std::min((i + 1) * chunk, count));
    } catch (...) {
      next = chunks;
      throw;
    }
  });
}

void run_together(int threads, const std::function<void(int)>& body) {
  if (threads <= 1 || serial_scopes > 0) return body(0);
  Helpers::all().share(threads, body);
}

}  // namespace pliant
