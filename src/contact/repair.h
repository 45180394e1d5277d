#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "contact/crossings.h"
#include "contact/number_reader.h"
#include "contact/repair_regions.h"

// Surfaces that intersect at the start and are to come apart. Closed bodies that are in each other
// do not touch meanwhile; each region where they are gets a direction, along which the volume that
// both share shrinks fastest: against the normals of those parts of each surface that are in the
// other body. What of one is in the other is drawn that way, the other the opposite way with the
// same force, which is ruled so that both part with a speed in proportion to the depth that is
// left, and bounded by what contact itself may press with. Once nothing of the two crosses they
// touch. Elsewhere, where cloth or a body's own surface is tangled, only the parts that cross do
// not push each other; all others do, so that it does not get worse.

namespace pliant::contact {

class Repair {
 public:
  bool idle() const { return pairs_.empty(); }
  std::size_t pairs() const { return pairs_.size(); }
  /// Whether these two are drawn apart and do not touch yet.
  bool draws(const BodyPair& pair) const;
  bool has(const BodyPair& pair) const { return pairs_.contains(pair); }

  /// These bodies intersect.
  void begin(const Surfaces& surfaces, std::span<const BodyPair> pairs);
  /// After so many parts of steps it must look anew where surfaces cross.
  bool is_due() const { return !idle() && since_look_ >= between_looks; }
  /// Tells which do not cross any more; those that were drawn apart may touch now.
  std::vector<BodyPair> look(const Surfaces& surfaces, const Crossings& crossings,
                             std::span<const Vec3d> places);
  /// The surfaces have other numbers now.
  void renumbered();
  /// Whether a vertex and a face, or two edges, do not push each other as they are tangled.
  bool leaves_out(Index vertex, Index face) const;
  bool leaves_out_edges(Index first, Index second) const;
  /// Both parts have a corner of a face that crosses another.
  bool is_at_tangle(std::span<const Index> first, std::span<const Index> second) const;

  /// A force on some vertices.
  struct Draw {
    Index vertex;
    Vec3d force;
  };
  /// For a step of that length; `before`: places `elapsed` s ago.
  void prepare(const Surfaces& surfaces, std::span<const Vec3d> places,
               std::span<const Vec3d> before, double elapsed, double step);
  std::span<const Draw> draws() const { return draws_; }
  /// A step has been taken.
  void moved(std::span<const Vec3d> before, std::span<const Vec3d> places);
  double work() const { return work_; }  ///< J, that it has done

  void save(std::vector<double>& out) const;
  void restore(NumberReader& in, const Surfaces& surfaces);

 private:
  static constexpr int between_looks = 16;

  void add_tangles(const Surfaces& surfaces, const std::vector<std::pair<Index, Index>>& faces);

  std::map<BodyPair, bool> pairs_;  // whether they are drawn apart
  std::vector<RepairRegion> regions_;
  std::vector<Draw> draws_;
  std::vector<double> next_forces_;  // by region
  int since_look_ = between_looks;
  double work_ = 0;
  // Sorted.
  std::vector<std::pair<Index, Index>> tangled_vertices_, tangled_edges_;
  std::vector<Index> corners_;  // of faces that cross
};

}  // namespace pliant::contact
