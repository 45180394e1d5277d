#pragma once

#include <pliant/contact.h>

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "contact/touching.h"

// Contact from step to step: where the surfaces are, which parts may touch, what they remember, and
// how far each vertex may go. Who steps the bodies
//
//   calls prepare(), which finds forces and how short the step should be, gives the bodies the
//   forces, steps them, writes where their vertices are now into places(), and calls moved(),
//   which tells those that went too far.
//
// The guarantee. Within a step a vertex goes at most 0.45 of the way to what is nearest to it of
// all that it is not joined to, seen from a frame that its neighbours share. Both sides together go
// 0.9 of their distance; so no two parts meet, whatever the speed and the step.

namespace pliant::contact {

/// A vertex that went too far and is put back on its way.
struct Held {
  Index vertex;  ///< of the surfaces
  Vec3d place;
  Vec3d way_back;  ///< m, by which it was put back
};

class Contacts {
 public:
  static constexpr int most_halvings = 6;

  Contacts(Surfaces surfaces, const Contact& settings);

  const Surfaces& surfaces() const { return surfaces_; }
  const Contact& settings() const { return settings_; }
  const PairRule& rule(std::size_t first, std::size_t second) const;
  /// These bodies do not touch any more.
  void part(std::size_t first, std::size_t second);

  /// One over the mass by vertex; 0 where it is held.
  void set_inverse_masses(std::vector<double> masses) { inverse_masses_ = std::move(masses); }

  /// By vertex, m; whoever has moved bodies writes it.
  std::span<Vec3d> places() { return places_; }
  /// Places or velocities were changed by no step; `velocities` (m/s) by vertex.
  void restart(std::span<const Vec3d> velocities, double step);

  /// Forces for a step of this length from the present places; found once for these.
  void prepare(double step);
  /// The step that is prepared will be shorter.
  void shorten(double step) { step_ = step; }
  std::span<const Vec3d> forces() const { return forces_; }
  std::span<const Index> pushed() const { return pushed_; }  ///< vertices with forces
  std::span<const Touch> touches() const { return touches_; }
  double energy() const { return energy_; }  ///< J, of the places prepared for
  /// How often a step of this length should be halved for the stiffness and the bounds of now.
  int wanted_halvings(double step) const;

  /// After a step of this length, with the new places() written. Those that went too far are put
  /// back in places() and told.
  std::span<const Held> moved(double step);

  ContactCounts counts{};

  /// All that decides how it goes on, as numbers.
  std::vector<double> memory() const;
  /// False where these are not such numbers.
  bool remember(std::span<const double> memory);

 private:
  struct Frame {
    Vec3d velocity{};           // m/s, of what is seen as still
    double most_moved = 0;      // m, of a vertex since the search, seen so
    double step_moved = 0;      // m, likewise in the last step
    double may_move = 0;        // m, until the next search
    double may_move_alone = 0;  // m, likewise where nothing is near
    double watched = 0;         // m: distances below are watched
    bool alone = true;          // nothing is near, itself neither
  };
  void search();
  double fastest(std::size_t body, const Vec3d& velocity) const;
  void find_islands(std::span<const Vec3d> velocities, std::span<const Box> boxes);
  void find_frames(std::span<const Vec3d> velocities);
  void carry_grips(const Pairs& from);
  bool is_due() const;
  double watch(Index first, Index second) const;
  void evaluate();
  void add(const Pushes& part);
  double bound(Index v) const;

  Surfaces surfaces_;
  Contact settings_;
  PairRule usual_, with_itself_;
  std::map<std::pair<std::size_t, std::size_t>, PairRule> rules_;
  std::vector<double> inverse_masses_;

  std::vector<Vec3d> places_, before_;  // m, now and before the last step
  double elapsed_ = 0;                  // s, of the last step; 0: none is known
  std::vector<Vec3d> searched_;         // m, places at the search
  double since_search_ = 0;             // s
  double horizon_ = 0;                  // s: the search holds so long
  bool search_due_ = true, evaluated_ = false;
  std::vector<Frame> frames_;         // by body
  std::vector<BodyPair> body_pairs_;  // of the search
  Pairs pairs_;
  std::vector<Grip> vertex_grips_, edge_grips_;  // by pairs_.vertices and pairs_.edges

  std::vector<Vec3d> forces_;      // by vertex, N
  std::vector<double> stiffness_;  // likewise, N/m
  std::vector<double> nearest_;    // likewise, m; infinite where nothing is near
  std::vector<Index> pushed_, near_;
  std::vector<Touch> touches_;
  std::vector<Held> held_;
  std::vector<Pushes> parts_;
  double energy_ = 0, step_ = 0;
};

}  // namespace pliant::contact
