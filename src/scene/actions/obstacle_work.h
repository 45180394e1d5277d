#pragma once

#include <pliant/run.h>

namespace pliant::action {

/// Moves an obstacle of some bodies along functions of time: before each step it is told where the
/// obstacle is when that ends, and how fast it gets there.
class ObstacleWork final : public Work {
 public:
  using ShapeAt = std::function<decltype(Obstacle::shape)(double time)>;
  using PlaceAt = std::function<Vec3d(double time)>;
  struct Target {
    std::size_t body, obstacle;
  };
  ObstacleWork(std::vector<Target> targets, ShapeAt shape, PlaceAt place)
      : targets_(std::move(targets)), shape_(std::move(shape)), place_(std::move(place)) {}

  std::int64_t next_event(std::int64_t step) const override { return step + 1; }
  bool changes_energy() const override { return false; }
  void at(SceneRun& run, std::int64_t) override {
    const double h = run.time_step(), now = run.time();
    for (const Target& target : targets_) {
      State& state = run.bodies()[target.body].state;
      std::vector<Obstacle> obstacles = state.dynamics().obstacles;
      Obstacle& moved = obstacles[target.obstacle];
      // By the state's own clock, which may differ from the scene's by rounding.
      moved.since = state.time() + h;
      moved.shape = shape_(now + h);
      moved.velocity = (place_(now + h) - place_(now)) / h;
      state.set_obstacles(obstacles);
    }
  }
  void remember(SceneRun& run, std::span<const double>) override { at(run, run.step()); }
  void join(SceneRun& run, std::int64_t step) override { at(run, step); }

 private:
  std::vector<Target> targets_;
  ShapeAt shape_;
  PlaceAt place_;
};

}  // namespace pliant::action
