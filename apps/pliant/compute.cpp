#include "compute.h"

#include <pliant/interrupt.h>

#include <algorithm>
#include <chrono>

#include "interrupt.h"

namespace pliant::app {

Computed compute(SceneRun& run, double part_seconds,
                 const std::function<void(double seconds)>& after_part) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  Computed computed;
  const auto start = Clock::now();
  std::int64_t at_once = 16;
  const Interruptible interruptible([] { return Interrupt::signal() != 0; });
  try {
    while (!run.finished() && Interrupt::signal() == 0) {
      const std::int64_t before = run.step();
      const auto part = Clock::now();
      run.advance(at_once);
      const double time = since(part) / static_cast<double>(run.step() - before);
      at_once = std::clamp<std::int64_t>(
          static_cast<std::int64_t>(part_seconds / std::max(time, 1e-9)), 1, 1'000'000);
      computed.seconds = since(start);
      after_part(computed.seconds);
    }
  } catch (const Diverged& e) {
    computed.diverged = e;
  } catch (const Interrupted&) {
    // It is as it was before the large step that was under way.
  }
  computed.seconds = since(start);
  return computed;
}

}  // namespace pliant::app
