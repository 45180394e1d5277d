#pragma once

#include <map>

#include "backend/backend.h"
#include "spectral/row_system.h"

// What holds nodes: pins, drives and orientation handles, and boundaries in the form of (10). All
// are rows of one RowSystem, in which the error of the positions goes into the wanted rate:
// constraints do not drift.

namespace pliant::spectral {

/// Orthonormal and not mirrored, as far as handles mind.
bool is_rotation(const Mat3d& a);

class Handles {
 public:
  /// Of a state's pins and drives. Of many vertices held together a few are taken, as far from each
  /// other as can be: more would leave the solid no freedom.
  void attach(const Data& data, const backend::CompiledState& state, const Motion& motion);
  /// Numbered from zero, in their order.
  void set_orientations(std::span<const OrientationHandle> handles);
  std::size_t add_orientation(const OrientationHandle& handle);
  void remove_orientation(std::size_t number) { turns_.erase(number); }
  bool any(const Data& data) const;
  /// Where pins hold their vertices, in their order.
  std::vector<Vec3d> places() const;
  void set_places(std::span<const Vec3d> places);

  using System = RowSystem;
  /// A step that is taken: its beginning and length, s, and the poses of the drives at both ends.
  struct Step {
    double time, h;
    const backend::PlainPose *now, *next;
  };
  /// Pushes the predicted velocities so that all rows have the rates they shall have. InputError
  /// where handles contradict each other.
  System hold(const Data& data, Motion& motion, const Step& step) const;

 private:
  void add_turns(const Data& data, const Motion& motion, const Step& step, System& system) const;

  struct Held {
    Index vertex;
    bool pinned;
    Vec3d place;  // of a pin
    backend::DrivenBy by;
  };
  std::vector<Held> held_;
  std::map<std::size_t, OrientationHandle> turns_;  // by number
  std::size_t next_turn_ = 0;
};

}  // namespace pliant::spectral
