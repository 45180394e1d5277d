#include "window/timeline.h"

#include <algorithm>

namespace pliant::viewer {

std::size_t nearest(const std::vector<double>& times, double time) {
  const auto after = std::ranges::lower_bound(times, time);
  if (after == times.begin()) return 0;
  const auto i = static_cast<std::size_t>(after - times.begin());
  if (after == times.end() || time - times[i - 1] <= times[i] - time) return i - 1;
  return i;
}

MomentPointer Timeline::moment(Show& show) {
  MomentPointer shown = show.now();
  if (past_) {
    const std::vector<double>& times = show.times();
    if (times.empty()) {
      past_.reset();
    } else if (!recorded_) {
      recorded_ = show.recorded(nearest(times, *past_));
    }
  }
  if (past_ && recorded_)
    shown = recorded_;
  else
    recorded_ = nullptr;
  shown_time_ = shown->frame.time;
  return shown;
}

void Timeline::go_to(Show& show, double time) {
  recorded_ = nullptr;
  past_.reset();
  if (!show.seek(time)) past_ = time;
}

void Timeline::go_by(Show& show, int count) {
  const std::vector<double>& times = show.times();
  if (times.empty()) return;
  // Where it is looked at lies between two recorded moments, the step goes to the nearer side.
  const auto at = static_cast<std::ptrdiff_t>(nearest(times, shown_time_));
  const auto last = static_cast<std::ptrdiff_t>(times.size()) - 1;
  go_to(show, times[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + count, 0, last))]);
}

}  // namespace pliant::viewer
