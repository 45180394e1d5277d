#include "cases/machine.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <unistd.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace pliant::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t length = std::size_t(1) << 24;  // three times 128 MiB

// Splits [0, length) among threads, each always the same part.
template <class Work>
void on_threads(int threads, const Work& work) {
  std::vector<std::jthread> team;
  const auto part = [&](int i) {
    return length * static_cast<std::size_t>(i) / static_cast<std::size_t>(threads);
  };
  for (int i = 1; i < threads; ++i) team.emplace_back([&, i] { work(part(i), part(i + 1)); });
  work(part(0), part(1));
}

}  // namespace

double triad_bandwidth(int threads, double seconds) {
  // Not zeroed here: a page belongs to the thread that touches it first.
  const auto a = std::make_unique_for_overwrite<double[]>(length);
  const auto b = std::make_unique_for_overwrite<double[]>(length);
  const auto c = std::make_unique_for_overwrite<double[]>(length);
  on_threads(threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) a[i] = 0, b[i] = 1, c[i] = 2;
  });
  double best = 0, spent = 0;
  for (int run = 0; run < 3 || spent < seconds; ++run) {
    const auto start = Clock::now();
    on_threads(threads, [&](std::size_t begin, std::size_t end) {
      double* to = a.get();
      const double *left = b.get(), *right = c.get();
      for (std::size_t i = begin; i < end; ++i) to[i] = left[i] + 3.0 * right[i];
    });
    const double time = std::chrono::duration<double>(Clock::now() - start).count();
    spent += time;
    best = std::max(best, 3.0 * sizeof(double) * length / time);
  }
  return a[length / 2] == 7.0 ? best : 0;
}

std::size_t resident_bytes() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
#if defined(__linux__)
  std::ifstream status("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  if (status >> all >> resident) return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#endif
  return 0;
}

}  // namespace pliant::bench
