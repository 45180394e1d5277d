#pragma once

#include "backend/backend.h"
#include "spectral/motion.h"

// What holds nodes: pins, drives and orientation handles, and boundaries in the form of (10). All
// are rows of one small system of Lagrange multipliers, J A⁻¹ Jᵀ p = (wanted rate) - (predicted
// rate), in which the error of the positions goes into the wanted rate: constraints do not drift.

namespace pliant::spectral {

class Handles {
 public:
  /// Of a state's pins and drives. Of many vertices held together a few are taken, as far from each
  /// other as can be: more would leave the solid no freedom.
  void attach(const Data& data, const backend::CompiledState& state, const Motion& motion);
  void set_orientations(std::vector<OrientationHandle> handles) { turns_ = std::move(handles); }
  const std::vector<OrientationHandle>& orientations() const { return turns_; }
  bool any(const Data& data) const;
  /// Where pins hold their vertices, in their order.
  std::vector<Vec3d> places() const;
  void set_places(std::span<const Vec3d> places);

  /// Rows, what they respond with, and the system that ties them.
  struct System {
    std::vector<Row> rows, responses;
    std::vector<double> wanted;  // m/s
    std::vector<Index> vertices;
    std::vector<double> errors;  // m, of the positions
    std::vector<double> factor;  // Cholesky's, lower, by rows
    std::size_t size() const { return rows.size(); }
    std::vector<double> solved(std::vector<double> right) const;
  };
  /// Pushes the predicted velocities so that all rows have the rates they shall have. `now`,
  /// `next`: poses of the drives at the beginning and the end of the step. InputError where handles
  /// contradict each other.
  System hold(const Data& data, Motion& motion, const backend::PlainPose* now,
              const backend::PlainPose* next, double h) const;

 private:
  struct Held {
    Index vertex;
    bool pinned;
    Vec3d place;  // of a pin
    backend::DrivenBy by;
  };
  std::vector<Held> held_;
  std::vector<OrientationHandle> turns_;
};

}  // namespace pliant::spectral
