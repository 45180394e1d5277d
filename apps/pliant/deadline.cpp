#include "deadline.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include <algorithm>

#include "command.h"

namespace pliant::app {

Deadline::Deadline(const std::string& file, double seconds) {
  if (seconds <= 0) return;
  constexpr double longest = 1e9;  // s; a clock holds more, but not anything
  const auto time = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(std::min(seconds, longest)));
  const std::string message = fmt::format(
      "{}: it takes more than {} s; look for what does not end, or give more with --timeout", file,
      seconds);
  const bool started = watcher_.start([time, message](Pause& pause) {
    if (pause.lasts(time)) end_now(message, 1);
  });
  if (!started)
    throw InputError(file, 0, "the system gives no thread that would keep to --timeout",
                     "raise the limit on processes, or leave --timeout out");
}

}  // namespace pliant::app
