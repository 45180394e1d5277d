#pragma once

#include <pliant/run.h>

#include <optional>

#include "session/moment.h"

namespace pliant::viewer {

/// The balls that are pushed into bodies of a run, as obstacles after those of the scene. Where
/// bodies touch, a ball is a surface that touches with its faces, and lags behind where it would be
/// pressed through.
class Pokes {
 public:
  /// A new run; the balls go on in it.
  void begin(SceneRun& run);
  /// `ball` tells where it appears.
  void poke(SceneRun& run, std::size_t number, const PokingBall& ball, const Vec3d& target);
  void move(std::size_t number, const Vec3d& target);
  void end(SceneRun& run, std::size_t number);
  /// Call it before so many simulated seconds pass: balls come nearer to their targets.
  void follow(SceneRun& run, double seconds);

  std::vector<PokingBall> balls(const SceneRun& run) const;

 private:
  struct Poke {
    std::size_t number = 0;
    PokingBall ball;  // where it was at `since`
    Vec3d target{}, velocity{};
    double since = 0;                        // s
    std::optional<ClosedSurface> surface{};  // about the origin, where it is met by contact
  };
  Vec3d centre(const SceneRun& run, const Poke& poke) const;
  void aim(const SceneRun& run, Poke& poke, double seconds) const;
  void let_touch(SceneRun& run, Poke& poke);
  static decltype(Obstacle::shape) shape_of(const Poke& poke);
  void set_obstacles(SceneRun& run, std::size_t body) const;

  std::vector<Poke> pokes_;
  std::vector<std::size_t> of_scene_;  // by body: how many obstacles the scene has
};

}  // namespace pliant::viewer
