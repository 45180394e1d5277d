#include "base/parallel.h"

#include <pliant/threads.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
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
#include <tbb/task_group.h>
#endif

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
  return set > 0 ? set : usual;
}

void set_thread_count(int threads) {
  threads_set.store(threads, std::memory_order_relaxed);
}

#ifndef PLIANT_PLAIN_THREADS

namespace {

template <class Work>
void on_workers(const Work& work) {
  // oneTBB keeps to the number of cores unless it is told that more may be wanted.
  static const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1024);
  static std::mutex mutex;
  static std::map<int, std::unique_ptr<tbb::task_arena>> arenas;  // by number of threads
  tbb::task_arena* arena = nullptr;
  {
    const std::lock_guard lock(mutex);
    auto& entry = arenas[thread_count()];
    if (!entry) entry = std::make_unique<tbb::task_arena>(thread_count());
    arena = entry.get();
  }
  arena->execute(work);
}

}  // namespace

void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  if (serial(count, grain)) {
    if (count > 0) body(0, count);
    return;
  }
  on_workers([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                      [&](const auto& range) { body(range.begin(), range.end()); });
  });
}

void run_together(int threads, const std::function<void(int)>& body) {
  if (threads <= 1 || serial_scopes > 0) return body(0);
  on_workers([&] {
    tbb::task_group others;
    for (int member = 1; member < threads; ++member) others.run([&body, member] { body(member); });
    body(0);
    others.wait();
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

void run_together(int threads, const std::function<void(int)>& body) {
  std::vector<std::thread> others;
  if (serial_scopes == 0)
    for (int member = 1; member < threads; ++member) others.emplace_back(body, member);
  body(0);
  for (auto& thread : others) thread.join();
}

#endif

}  // namespace pliant
