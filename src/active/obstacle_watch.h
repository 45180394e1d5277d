#pragma once

#include <pliant/obstacle.h>

#include <vector>

#include "contact/obstacles.h"

namespace pliant {

/// When obstacles may have come near nodes that sleep. Of each it is known how far it may go before
/// it does, so that nodes are looked at only now and then.
class ObstacleWatch {
 public:
  /// The obstacles are others from now on. Those that are gone or have become something else:
  /// nodes beside them may lose their hold.
  std::vector<contact::PlainObstacle> change(std::span<const Obstacle> to, double time);
  /// Nodes have fallen asleep: they may lie closer.
  void forget();

  /// An obstacle that has to be compared with the nodes, as it is at the end of a step.
  struct Due {
    std::size_t number;
    contact::SeenObstacle<double> seen;  // from the world's origin
    double reach;                        // m: what is so near wakes
  };
  /// Those for which that is so, as a step of h from `time` begins: `margin` and how far an
  /// obstacle moves in it are near. The same nodes wake as if all were compared in every step.
  std::vector<Due> due(double time, double h, double margin);
  /// How far an obstacle is from all that sleeps.
  void found(std::size_t number, double distance) { watched_[number].distance = distance; }
  /// None moves, nor has one moved lately.
  bool all_still() const;
  /// They are these, and nothing has happened: of a state that goes on.
  void start(std::span<const Obstacle> obstacles);

 private:
  struct Watched {
    Obstacle obstacle;
    contact::PlainObstacle plain;
    double distance = 0;  // m; 0: unknown
    double moved = 0;     // m: since the last step began, by being changed
  };
  std::vector<Watched> watched_;
};

}  // namespace pliant
