#pragma once

#include <pliant/run.h>

#include "session/moment.h"

namespace pliant::viewer {

/// The hands that hold vertices of a run. A hand takes hold of what is around its vertex, too, so
/// that soft bodies are not torn by a point, and pulls by springs that carry many times the body's
/// weight but not more. Where the body is stretched far around it, a hand gives way. Spectral
/// solids are led by drives.
class Hands {
 public:
  /// A new run; whatever they held is gone.
  void begin(const SceneRun& run);
  void grab(SceneRun& run, const HeldVertex& held);
  void move(SceneRun& run, std::size_t hand, const Vec3d& target);
  void let_go(SceneRun& run, std::size_t hand);
  void let_all_go(SceneRun& run);
  /// Call it before steps are taken: hands that have a long way to go come nearer.
  void follow(SceneRun& run);

  std::vector<HeldVertex> held() const;

 private:
  struct Finger {
    Index vertex = 0;
    Vec3d offset{};  // m, from the held vertex
    double stiffness = 0, damping = 0;
  };
  struct Fibre {
    Line ends;
    double length = 0;  // m, at rest
  };
  struct Hand {
    HeldVertex held;
    std::vector<Finger> fingers{};  // none of a spectral solid
    std::vector<Fibre> around{};    // edges whose stretch is watched
    double reach = 0;               // m: as far from the vertex its springs' ends go at most
    bool arrives = false;           // at the target without being moved again
    std::size_t drive = 0;          // of a spectral solid
    double since = 0;               // s: when the drive's path began
  };
  void take_hold(SceneRun& run, Hand& hand) const;
  void pull(SceneRun& run, std::size_t body);
  bool springs_move(const SceneRun& run, std::size_t body) const;
  static void lead(SceneRun& run, Hand& hand);
  static std::vector<Fibre> edges_around(const TetMesh& mesh, Index vertex, double radius);
  /// 1 where the body around a hand is hardly stretched, 0 where it must not be stretched further.
  static double strength_left(const Hand& hand, const std::vector<Vec3d>& x);

  std::vector<Hand> hands_;
  std::vector<std::vector<Pull>> anchors_;  // that the scene itself has, by body
};

}  // namespace pliant::viewer
