#pragma once

#include "spectral/motion.h"

// Rows whose rates are led: J A⁻¹ Jᵀ p = (wanted rate) - (predicted rate), a small system of
// Lagrange multipliers p, which are impulses. A row is a motion along a direction, in m, or a turn
// about one, in rad.

namespace pliant::spectral {

/// What a row shall do.
struct Goal {
  double wanted = 0;      // m/s or rad/s
  double error = 0;       // m or rad that its place is off
  Index vertex = 0;       // that a message names
  bool turning = false;   // about an axis
  bool supports = false;  // it gives a force from outside to the vertex
  Vec3d along{};          // that force's direction
};

class RowSystem {
 public:
  std::vector<Row> rows, responses;
  std::vector<Goal> goals;
  std::vector<double> impulses;  // N s or N m s
  std::size_t size() const { return rows.size(); }

  void add(const Motion& motion, Row row, const Goal& goal);
  /// The same with a wanted rate of `speed` besides what takes the goal's error back within the
  /// step: 0.4 of it, or as p1 and p2 of Y10 (16) say.
  void lead(const Data& data, const Motion& motion, Row row, Goal goal, double h, double speed = 0);
  /// Pushes the predicted velocities so that all rows have the rates they shall have. InputError
  /// where they contradict each other.
  void solve(const Data& data, Motion& motion);
  /// Multipliers of other right sides.
  std::vector<double> solved(std::vector<double> right) const;

 private:
  void factorise(const Motion& motion);
  void check_reached(const Data& data, const Motion& motion) const;
  double plain_error(const Data& data, std::size_t row) const;
  [[noreturn]] void contradiction(const Data& data) const;

  std::vector<double> factor_;  // Cholesky's, lower, by rows
};

/// A part of a solid's size, or an angle: what pulls from farther away pulls no faster, and what is
/// farther off without getting nearer contradicts something.
inline constexpr double farthest = 0.05;

}  // namespace pliant::spectral
