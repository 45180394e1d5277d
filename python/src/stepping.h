#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "binding.h"

namespace pliant::python {

/// Takes steps without the GIL, and looks for Ctrl-C some times a second: `take` gets a number of
/// steps. Bodies are not disturbed: how steps are parted changes no bit.
template <class Take>
void step_interruptibly(std::int64_t count, Take&& take) {
  using Clock = std::chrono::steady_clock;
  constexpr std::int64_t few = 16;
  constexpr double pause = 0.05;  // s
  const py::gil_scoped_release released;
  if (count <= few) return take(count);
  for (std::int64_t at_once = few; count > 0;) {
    const auto begin = Clock::now();
    const std::int64_t now = std::min(at_once, count);
    take(now);
    count -= now;
    if (count == 0) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (seconds < pause / 2) at_once = std::min(2 * at_once, std::int64_t{1} << 40);
    if (seconds > pause && at_once > 1) at_once /= 2;
    obey_signals();
  }
}

}  // namespace pliant::python
