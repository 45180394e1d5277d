#include "base/parallel.h"

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

// Plain threads where oneTBB is not there, and where the thread sanitizer looks on: it cannot see
// into the library and takes its hand-overs for races.
#if defined(PLIANT_MINIMAL) || defined(__SANITIZE_THREAD__)
#define PLIANT_PLAIN_THREADS 1
#endif

#ifndef PLIANT_PLAIN_THREADS
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace pliant {

namespace {
int wanted_threads() {
  int n = 0;
  if (const char* s = std::getenv("PLIANT_THREADS")) std::from_chars(s, s + std::strlen(s), n);
  if (n < 1) n = static_cast<int>(std::thread::hardware_concurrency());
  return n < 1 ? 1 : n;
}

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
  static const int count = wanted_threads();
  return count;
}

#ifndef PLIANT_PLAIN_THREADS

void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  if (serial(count, grain)) {
    if (count > 0) body(0, count);
    return;
  }
  // oneTBB keeps to the number of cores unless it is told that more are wanted.
  static const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                         static_cast<std::size_t>(thread_count()));
  static tbb::task_arena arena(thread_count());
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                      [&](const auto& range) { body(range.begin(), range.end()); });
  });
}

#else

void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  if (serial(count, grain)) {
    if (count > 0) body(0, count);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::atomic<bool> failed{false};
  const auto work = [&] {
    for (;;) {
      const std::size_t begin = next.fetch_add(grain);
      if (begin >= count || failed) return;
      try {
        body(begin, std::min(begin + grain, count));
      } catch (...) {
        if (!failed.exchange(true)) failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < thread_count(); ++i) threads.emplace_back(work);
  work();
  for (auto& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

#endif

}  // namespace pliant
