#include "render/gl/follow.h"

#include <pliant/box.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::render::gl {

namespace {

constexpr double air = 1.3;         // around bodies, over what fits them
constexpr double wander = 0.28;     // of the half height: how far from the middle they may be seen
constexpr double alike = 1.6;       // sizes that differ by less are all seen from one distance
constexpr double place_time = 0.2;  // s, over which motion is evened out
constexpr double distance_time = 0.5;
constexpr int rounds = 80;

// Three running means after one another are nearly a Gauss of the same variance. The ends are
// continued as they are.
std::vector<double> evened(std::vector<double> values, double samples) {
  const auto n = static_cast<std::ptrdiff_t>(values.size());
  const auto reach = std::min<std::ptrdiff_t>(std::lround(samples), n);
  if (reach < 1) return values;
  std::vector<double> sums(values.size() + 1);
  for (int pass = 0; pass < 3; ++pass) {
    for (std::ptrdiff_t i = 0; i < n; ++i) sums[i + 1] = sums[i] + values[i];
    const double first = values.front(), last = values.back();
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      const std::ptrdiff_t low = i - reach, high = i + reach + 1;
      double sum = sums[std::min(high, n)] - sums[std::max<std::ptrdiff_t>(low, 0)];
      if (low < 0) sum += first * static_cast<double>(-low);
      if (high > n) sum += last * static_cast<double>(high - n);
      values[i] = sum / static_cast<double>(high - low);
    }
  }
  return values;
}

// Takes the kinks out that going back has left: the least sum of squared second differences within
// the slack, by Gauss and Seidel. Where a body turns round the path does so before and after it.
void round_off(const std::vector<double>& wanted, const std::vector<double>& slack,
               std::vector<double>& path) {
  constexpr int sweeps = 1500;
  const auto n = static_cast<std::ptrdiff_t>(path.size());
  const auto at = [&](std::ptrdiff_t i) {
    return path[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, n - 1))];
  };
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double smooth = (4 * (at(i - 1) + at(i + 1)) - at(i - 2) - at(i + 2)) / 6;
      path[k] = std::clamp(smooth, wanted[k] - slack[k], wanted[k] + slack[k]);
    }
}

// As even as can be within `slack` of where it must be: smoothing and going back by turns.
std::vector<double> tracked(const std::vector<double>& wanted, const std::vector<double>& slack,
                            double samples) {
  std::vector<double> path = wanted;
  for (int round = 0; round < rounds; ++round) {
    path = evened(std::move(path), samples);
    for (std::size_t i = 0; i < path.size(); ++i)
      path[i] = std::clamp(path[i], wanted[i] - slack[i], wanted[i] + slack[i]);
  }
  round_off(wanted, slack, path);
  return path;
}

}  // namespace

FollowingCamera::FollowingCamera(const Camera& angles, double aspect, double zoom, double taken)
    : angles_(angles), aspect_(aspect), zoom_(zoom), taken_(taken) {}

void FollowingCamera::see(std::span<const Vec3d> outermost) {
  Box box;
  for (const Vec3d& p : outermost)
    if (is_finite(p)) box.add(p);
  if (!is_finite(box.size())) {  // nothing to be seen: stay
    if (!keys_.empty()) keys_.push_back(keys_.back());
    return;
  }
  const Vec3d size = box.size();
  extent_ = {std::max(extent_.x, size.x), std::max(extent_.y, size.y), std::max(extent_.z, size.z)};
  Camera camera = angles_;
  camera.fit(outermost, aspect_ * (1 - taken_), zoom_ / air);
  const Vec3d& t = camera.target;
  keys_.push_back(
      {{dot(t, camera.right()), dot(t, camera.up()), dot(t, camera.back())}, camera.distance});
}

void FollowingCamera::plan(double seconds) {
  if (keys_.empty()) return;
  plan_distances(seconds);
  plan_places(seconds);
}

void FollowingCamera::plan_distances(double seconds) {
  std::vector<double> needed;
  for (const Key& key : keys_) needed.push_back(key.distance);
  const auto [least, most] = std::ranges::minmax(needed);
  if (most <= alike * least) {
    for (Key& key : keys_) key.distance = most;
    return;
  }
  // The farthest of the time around, so that evening out brings nothing out of sight.
  const auto reach = static_cast<std::size_t>(std::min(3 * distance_time / seconds, 1e6));
  std::vector<double> far(needed.size());
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const auto low = needed.begin() + static_cast<std::ptrdiff_t>(i - std::min(i, reach));
    const auto high =
        needed.begin() + static_cast<std::ptrdiff_t>(std::min(i + reach + 1, needed.size()));
    far[i] = *std::max_element(low, high);
  }
  far = evened(std::move(far), distance_time / seconds);
  for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i].distance = std::max(far[i], least);
}

void FollowingCamera::plan_places(double seconds) {
  const double half = std::tan(angles_.angle * std::numbers::pi / 360);
  std::vector<double> slack;
  for (const Key& key : keys_) slack.push_back(wander * half * key.distance);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<double> wanted;
    for (const Key& key : keys_) wanted.push_back(key.place[axis]);
    const std::vector<double> path = tracked(wanted, slack, place_time / seconds);
    for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i].place[axis] = path[i];
  }
}

Camera FollowingCamera::at(double moment) const {
  const double last = static_cast<double>(keys_.size() - 1);
  const double place = std::clamp(moment, 0.0, last);
  const auto i = static_cast<std::size_t>(place);
  const Key &a = keys_[i], &b = keys_[std::min(i + 1, keys_.size() - 1)];
  const double t = place - static_cast<double>(i);
  const auto between = [t](double from, double to) { return from + t * (to - from); };
  Camera camera = angles_;
  camera.target = camera.right() * between(a.place[0], b.place[0]) +
                  camera.up() * between(a.place[1], b.place[1]) +
                  camera.back() * between(a.place[2], b.place[2]);
  camera.distance = between(a.distance, b.distance);
  camera.shift = taken_;
  return camera;
}

}  // namespace pliant::render::gl
