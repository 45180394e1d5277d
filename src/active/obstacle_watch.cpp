#include "active/obstacle_watch.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "contact/plain.h"

namespace pliant {

namespace {

Vec3d place_at(const contact::PlainObstacle& o, double time) {
  return o.place + o.velocity * (time - o.since);
}

// How far any point of an obstacle is moved where it becomes the other; infinity: it is no longer
// the same one.
double distance(const contact::PlainObstacle& a, const contact::PlainObstacle& b, double time) {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (a.kind != b.kind || a.radius != b.radius || a.half != b.half ||
      a.surface.nodes != b.surface.nodes)
    return never;
  const Vec3d moved = place_at(b, time) - place_at(a, time);
  if (a.kind == contact::ShapeKind::capsule)  // its other end
    return std::max(length(moved), length(moved + b.axes[0] - a.axes[0]));
  for (int i = 0; i < 3; ++i)
    if (a.axes[i] != b.axes[i]) return never;
  return length(moved);
}

}  // namespace

std::vector<contact::PlainObstacle> ObstacleWatch::change(std::span<const Obstacle> to,
                                                          double time) {
  constexpr double never = std::numeric_limits<double>::infinity();
  std::vector<contact::PlainObstacle> gone;
  std::vector<Watched> next;
  for (std::size_t i = 0; i < std::max(to.size(), watched_.size()); ++i) {
    const bool has_old = i < watched_.size(), has_new = i < to.size();
    Watched now;
    if (has_new) now = {to[i], contact::plain(to[i])};
    const double moved = has_old && has_new ? distance(watched_[i].plain, now.plain, time) : never;
    if (moved < never) {
      now.moved = watched_[i].moved + moved;
      now.distance = watched_[i].distance;
    } else {
      now.moved = std::numeric_limits<double>::min();  // what is new may be at a node already
      if (has_old) gone.push_back(watched_[i].plain);
    }
    if (has_new) next.push_back(now);
  }
  watched_ = std::move(next);
  return gone;
}

void ObstacleWatch::forget() {
  for (Watched& w : watched_) w.distance = 0;
}

void ObstacleWatch::start(std::span<const Obstacle> obstacles) {
  watched_.clear();
  for (const Obstacle& o : obstacles) watched_.push_back({o, contact::plain(o)});
}

std::vector<ObstacleWatch::Due> ObstacleWatch::due(double time, double h, double margin) {
  std::vector<Due> out;
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    Watched& w = watched_[i];
    const double way = length(w.plain.velocity) * h + std::exchange(w.moved, 0);
    if (way == 0) continue;
    w.distance = std::max(w.distance - way, 0.0);
    if (w.distance <= margin + way)
      out.push_back(
          {i, contact::seen_from<double>(w.plain, time + h - w.plain.since, {}, {}), margin + way});
  }
  return out;
}

bool ObstacleWatch::all_still() const {
  return std::ranges::all_of(
      watched_, [](const Watched& w) { return w.moved == 0 && w.plain.velocity == Vec3d{}; });
}

}  // namespace pliant
