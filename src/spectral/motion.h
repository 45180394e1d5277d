#pragma once

#include <pliant/spectral.h>

#include "spectral/solid.h"
#include "spectral/warp.h"

// A spectral solid in motion. Its frame takes up the rigid motion of the whole, so that its
// momentum is kept to rounding (that of the vertices swings about it, see docs/spectral.md); hybrid
// modes deform it in that frame and are advanced by Newmark's method with average acceleration (Y10
// (12), (13)):
//   (1 + h/2 c + h²/4 k) a' = f - c (v + h/2 a) - k (x + h v + h²/4 a),
//   v' = v + h/2 (a + a'),  x' = x + h/2 (v + v').
// Handles and contacts act by impulses p over the step: v' changes by p over the same left side,
// and a' is what the loads, without p, leave at the end of the step:
//   a' = f - c v' - k x'.
// So an impulse acts in its step alone and with all of its force p / h: at rest k x = f + p / h
// holds exactly, whatever the step.

namespace pliant::spectral {

using Mat3d = Mat3<double>;

/// Where the material at a node is and how it is turned, in the frame.
struct NodePlace {
  Vec3d x;     // m about the centre
  Vec3d u, w;  // linear displacement and rotation vector
  WarpFactors<double> factors;
};

/// What an impulse of size one does: along a direction at a node, or about an axis there.
struct Row {
  std::vector<double> hybrid;
  Vec3d linear, angular;  // world; of a free solid
};

/// All that changes; plain numbers.
struct MotionNumbers {
  std::vector<double> x, v, a;  // of hybrid modes
  Vec3d centre, velocity, acceleration;
  Vec3d spin, torque;  // angular momentum about the centre and its rate, kg m²/s
  Mat3d turn{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // columns: the frame's axes
  bool fresh = true;                              // accelerations are not known yet
};

class Motion : public MotionNumbers {
 public:
  explicit Motion(const Data& data);

  /// Loads of the step to come: start with none.
  struct Loads {
    std::vector<double> hybrid;
    Vec3d force, torque;  // world
  };
  Loads no_loads() const { return {std::vector<double>(data_->hybrid(), 0.0), {}, {}}; }
  void add_force(Loads& loads, const Data::Node& node, const Vec3d& force) const;
  /// Where the modes will be at the end of a step, nearly: where they are, what swings under its
  /// weight would gain energy.
  void add_weight(Loads& loads, const Vec3d& gravity, double h) const;
  /// What the frame's spin does to the solid, taken in its rest shape.
  void add_centrifugal(Loads& loads) const;

  /// Velocities change at once by impulses (N s) at some nodes; `damping` as in predict(). As each
  /// step does that first and then moves modes as ever, a force that follows from places keeps
  /// energy, and is stable below the step that the nodes' masses by themselves would be.
  void kick(std::span<const Data::Node> nodes, std::span<const Vec3d> impulses, double damping);

  /// The velocities at the end of a step without impulses; `damping` 1/s besides the solid's own.
  void predict(const Loads& loads, double h, double damping);
  /// Velocities change by an impulse along a row's response.
  void push(const Row& response, double impulse);
  /// Positions follow; the frame takes up the rigid motion.
  void move(double h);
  /// Goes back to a part of the way from where it was `h` s ago, and loses as much velocity.
  void go_back(const MotionNumbers& before, double part, double h);

  Row row(const Data::Node& node, const Vec3d& direction) const;  // world
  /// The same for a point that is fixed to a node of a rigid region.
  Row row(const Data::Joint::Side& side, const Vec3d& direction) const;
  /// The same with the integrated rotation of the step's beginning, as (10) has it.
  Row stale_row(const Data::Node& node, const Vec3d& direction) const;
  Row turning_row(const Data::Node& node, const Vec3d& axis) const;  // world
  Row difference(const Row& a, const Row& b) const;
  /// What a unit impulse along a row changes, with the left side of the last predict().
  Row response(const Row& row) const;
  double product(const Row& a, const Row& b) const;
  /// The predicted velocity along a row.
  double rate(const Row& row) const;
  /// The velocity along it at the beginning of the step.
  double rate_before(const Row& row) const;

  NodePlace place(const Data::Node& node) const;
  Vec3d displacement(const Data::Node& node) const;  // linear, in the frame
  Vec3d displacement_rate(const Data::Node& node) const;
  Vec3d rotation_of(const Data::Node& node) const;  // rotation vector in the frame
  Vec3d position(const Data::Node& node) const;     // world
  Vec3d position(const Data::Joint::Side& side) const;
  Vec3d velocity_of(const Data::Node& node) const;
  Mat3d turn_of(const Data::Node& node) const;  // world rotation of the material
  Vec3d angular_velocity() const;
  double elastic_energy() const;
  bool is_sane() const;
  /// Velocities of modes and frame that are nearest to those of vertices.
  void set_velocities(std::span<const Vec3d> velocities, std::span<const double> masses);
  /// Of each region's modes.
  const std::vector<std::vector<double>>& modes() const { return q_; }
  /// After the numbers were changed from outside.
  void refresh();
  /// What velocity_of() needs; it asks for it itself, but several threads must not do so at once.
  void find_rates() const;

 private:
  void start(const Loads& loads, double xi);
  void answer(double h);
  Vec3d to_frame(const Vec3d& a) const;
  Vec3d per_inertia(const Vec3d& a) const;  // inverse inertia times a, in the world
  NodePlace place(const Data::Joint::Side& side) const;
  Row mapped(const Data::Node& node, const WarpPull<double>& pull) const;
  Vec3d of_modes(const Data::Node& node, std::span<const double> q, std::size_t first_row) const;

  const Data* data_;
  std::vector<std::vector<double>> q_;              // of regions
  mutable std::vector<std::vector<double>> rates_;  // likewise, where they are known
  mutable bool rates_known_ = true;
  std::vector<double> new_v_, new_a_, left_;  // of the step at hand
  Vec3d new_velocity_, new_acceleration_, new_spin_, new_torque_;
  double mass_damping_ = 0;  // 1/s, likewise
  double frame_left_ = 1;    // the left side of the frame's motion
  bool pushed_ = false;      // velocities are not those of predict() any more
};

}  // namespace pliant::spectral
