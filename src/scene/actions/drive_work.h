#pragma once

#include <pliant/run.h>

namespace pliant::action {

/// When a drive holds: from a time or a step on, for a number of seconds or steps. 0: to the end.
struct DriveTimes {
  double start = 0, seconds = 0;  ///< s
  std::int64_t start_step = 0, steps = 0;
  bool hold = true;  ///< stays at the end of its path, else it lets go
};

/// A path: where vertices are after this many seconds of the drive; `centre` is the middle of their
/// places.
using DrivePath = std::function<Pose(double seconds, const Vec3d& centre)>;

inline DrivePath steady_at_rest() {
  return [](double, const Vec3d&) { return Pose{}; };
}
inline bool axes_all(const std::array<bool, 3>& axes) {
  return axes[0] && axes[1] && axes[2];
}

/// Leads vertices along a path from one step to another.
class DriveWork final : public Work {
 public:
  DriveWork(std::vector<Selection> parts, const std::array<bool, 3>& axes, DrivePath path,
            const DriveTimes& times);
  void start(SceneRun& run) override;
  std::int64_t next_event(std::int64_t step) const override;
  void at(SceneRun& run, std::int64_t step) override;
  std::vector<double> memory() const override;
  void remember(SceneRun& run, std::span<const double> memory) override;
  /// Begins now where it would have begun already.
  void join(SceneRun& run, std::int64_t step) override;

 private:
  struct Driven {
    Selection part;
    std::vector<Vec3d> places;  // when it began
    std::size_t number = 0;     // of the state's drive
  };
  void lead(SceneRun& run, Driven& driven);
  void let_go(SceneRun& run);
  void begin_at(std::int64_t step, double time);

  std::vector<Driven> driven_;
  std::array<bool, 3> axes_;
  DrivePath path_;
  DriveTimes times_;
  std::int64_t first_ = 0, last_ = never;  // steps
  double begin_ = 0, longest_ = 0;         // s
  bool active_ = false;
};

}  // namespace pliant::action
