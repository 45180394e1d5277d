#include "movie.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "interrupt.h"
#include "progress_bar.h"
#include "video.h"

namespace pliant::app {

namespace {

/// The frames of a movie: at equal times, each the nearest that was recorded.
struct MoviePlan {
  double rate = 30;  ///< pictures a second
  std::vector<std::int64_t> frames;
};

// As many pictures a second as were recorded, where a movie can have that many. The last frame is
// the end of the run, which may come sooner than the others do.
double natural_rate(std::span<const double> times, double speed) {
  if (times.size() > 2) times = times.first(times.size() - 1);
  if (times.size() < 2 || !(times.back() > times.front())) return 30;
  const double rate =
      speed * static_cast<double>(times.size() - 1) / (times.back() - times.front());
  const double whole = std::round(rate);
  return whole >= 10 && whole <= 60 && std::abs(rate - whole) < 0.02 * rate ? whole : 30;
}

MoviePlan plan_movie(const Recording& recording, const MovieOptions& options) {
  const auto [rate, speed] = options;
  const auto times = recording.times();
  MoviePlan plan{rate > 0 ? rate : natural_rate(times, speed), {}};
  const double pictures = (times.back() - times.front()) / speed * plan.rate;
  constexpr double most = 1'000'000;
  if (!(pictures < most))
    throw InputError(recording.folder().string(), 0,
                     fmt::format("the movie would have {:.0f} pictures", pictures),
                     "ask for a higher --speed or a lower --fps");
  // The last picture is the last frame, though it may come a little late.
  const auto count = static_cast<std::size_t>(std::ceil(pictures - 1e-6)) + 1;
  for (std::size_t i = 0; i < count; ++i)
    plan.frames.push_back(
        frame_near(times, times.front() + static_cast<double>(i) * speed / plan.rate));
  return plan;
}

}  // namespace

std::int64_t frame_near(std::span<const double> times, double time) {
  const auto after = std::ranges::lower_bound(times, time);
  if (after == times.begin()) return 0;
  if (after == times.end()) return static_cast<std::int64_t>(times.size()) - 1;
  const auto i = after - times.begin();
  return times[static_cast<std::size_t>(i)] - time < time - times[static_cast<std::size_t>(i) - 1]
             ? i
             : i - 1;
}

std::string caption(const FrameDrawer& drawer, const RecordedFrame& frame) {
  const std::string grid = drawer.grid_caption();
  return fmt::format("{:.3f} s{}{}", frame.time, grid.empty() ? "" : "   ", grid);
}

void look_over(const Recording& recording, FrameDrawer& drawer) {
  constexpr std::int64_t most = 48;
  const std::int64_t frames = recording.frames(), count = std::min(frames, most);
  if (frames == 0)
    throw InputError(recording.folder().string(), 0, "the recording has no frames yet",
                     "let the run go on");
  for (std::int64_t i = 0; i < count; ++i) {
    progress()(static_cast<double>(i) / static_cast<double>(count), "looking the recording over:");
    drawer.look_over(recording.read(count == 1 ? 0 : i * (frames - 1) / (count - 1)));
  }
}

void follow(const Recording& recording, std::span<const std::int64_t> frames, double seconds,
            FrameDrawer& drawer) {
  if (frames.empty() || !drawer.begin_following()) return;
  // Enough to follow anything through a film of minutes; longer ones are looked at less often.
  constexpr std::size_t most = 4000;
  const std::size_t every = (frames.size() + most - 1) / most;
  std::int64_t seen = -1;
  RecordedFrame frame;
  for (std::size_t i = 0; i < frames.size(); i += every) {
    progress()(static_cast<double>(i) / static_cast<double>(frames.size()),
               "planning the camera's way:");
    if (frames[i] != seen) frame = recording.read(frames[i]);
    seen = frames[i];
    drawer.follow(frame);
  }
  drawer.plan_following(seconds, static_cast<double>(every));
}

Drawn make_movie(const Recording& recording, const std::string& file, FrameDrawer& drawer,
                 const MovieOptions& options) {
  look_over(recording, drawer);
  const MoviePlan plan = plan_movie(recording, options);
  const int before = Interrupt::signal();  // of the run that is shown
  Video video(file, drawer.width(), drawer.height(), plan.rate);
  follow(recording, plan.frames, 1 / plan.rate, drawer);
  std::int64_t read = -1;
  RecordedFrame now;
  for (std::size_t i = 0; i < plan.frames.size(); ++i) {
    if (Interrupt::signal() != before) return {i, Interrupt::signal()};
    progress()(static_cast<double>(i) / static_cast<double>(plan.frames.size()), "drawing:");
    if (plan.frames[i] != read) now = recording.read(plan.frames[i]);
    read = plan.frames[i];
    drawer.aim(static_cast<double>(i));
    video.add(drawer.draw(now, caption(drawer, now)));
  }
  progress().stage("finishing " + file);
  video.finish();
  return {plan.frames.size(), 0};
}

}  // namespace pliant::app
