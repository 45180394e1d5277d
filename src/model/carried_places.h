#pragma once

#include <array>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "contact/surfaces.h"

namespace pliant {

/// Of a surface that hangs in a body: where it is as the body's vertices are somewhere, and what of
/// its forces and motions is theirs. Empty for bodies that touch with their own vertices.
class CarriedPlaces {
 public:
  CarriedPlaces() = default;
  CarriedPlaces(const contact::Surfaces& surfaces, std::size_t body);

  bool empty() const { return rows_.empty(); }
  /// Where the body's vertices, and so those of the surface, are now; `moved`: after a step.
  void read(const backend::CompiledState& body, bool moved, std::span<Vec3d> places);
  /// The body is known to be where it was.
  void rest() { before_ = now_; }
  /// Values at the surface's vertices, of those at all of the body's.
  Vec3d value(std::size_t point, std::span<const Vec3d> of_body) const;
  /// 1/kg, of a point that is pushed alone, of those of the carriers.
  double inverse_mass(std::size_t point, std::span<const double> of_carriers) const;
  std::span<const Index> carriers() const { return carriers_; }
  template <class Use>
  void for_carriers(std::size_t point, const Use& use) const {
    for (std::size_t i = 0; i < 4; ++i)
      if (rows_[point].shares[i] > 0) use(carriers_[rows_[point].carriers[i]]);
  }

  /// Forces on some points are these on vertices of the body.
  void add(std::size_t point, const Vec3d& force);
  void take(std::vector<Index>& vertices, std::vector<Vec3d>& forces);

  /// After a step: no vertex of the body goes farther than the points that it carries may (m, one
  /// each), all of it moved on by `along` before. Writes where the points are then.
  void hold(backend::CompiledState& body, std::span<const double> most, const Vec3d& along,
            std::span<Vec3d> places);

 private:
  struct Row {
    std::array<Index, 4> carriers;  // in carriers_
    std::array<double, 4> shares;
  };
  void write(std::span<Vec3d> places) const;

  std::vector<Row> rows_;            // by point
  std::vector<Index> carriers_;      // the body's vertices that carry some, sorted
  std::vector<Vec3d> before_, now_;  // m, by carrier
  std::vector<Vec3d> sums_;          // N, likewise
};

/// What each point of a surface that hangs in a body weighs there.
struct CarriedMasses {
  /// kg: no more of a vertex of the body than all points share, so that what pushes them all is as
  /// stable as on vertices of these masses.
  std::vector<double> masses;
  /// By how much more a point resists that is pushed alone, as a root, and never much.
  std::vector<double> firmness;
};
/// `used`: which points are.
CarriedMasses carried_masses(std::span<const Tetrahedron> carriers,
                             std::span<const std::array<double, 4>> shares,
                             std::span<const double> masses, std::span<const char> used);

}  // namespace pliant
