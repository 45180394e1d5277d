#pragma once

#include <pliant/contact.h>

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "contact/touching.h"

// Contact from step to step: where the surfaces are, which parts may touch, what they remember, and
// whether a step went too far. Who steps the bodies
//
//   calls prepare(), which finds forces and how short the step should be, gives the bodies the
//   forces, steps them, writes where their vertices are then into next_places(), and calls
//   moved(), which tells those that went too far.
//
// The guarantee. Two parts at a distance d do not meet in a step in which no vertex of one moves by
// d or more past any vertex of the other: what lies between two places of them is a mean of these.
// Pairs that are near are looked at one by one after the step; of others it is enough to know how
// far vertices went beside the velocity of their body, and how fast bodies pass each other. Where a
// pair has gone beyond 0.9 d, all vertices of bodies that hang together with it are put back to
// 0.45 of the way to what is nearest to them. So nothing passes through, whatever the speed and the
// step.

namespace pliant::contact {

/// A vertex that went too far and is put back on its way.
struct Held {
  Index vertex;    ///< of the surfaces
  Vec3d way_back;  ///< m, by which it was put back
};

class Contacts {
 public:
  static constexpr int most_halvings = 8;

  Contacts(Surfaces surfaces, const Contact& settings);

  const Surfaces& surfaces() const { return surfaces_; }
  /// Other surfaces of the same bodies, as after a cut; nothing is known of their contacts.
  void take_surfaces(Surfaces surfaces);
  const Contact& settings() const { return settings_; }
  const PairRule& rule(std::size_t first, std::size_t second) const;
  /// These bodies do not touch any more.
  void part(std::size_t first, std::size_t second);

  /// One over the mass by vertex; 0 where it is held.
  void set_inverse_masses(std::vector<double> masses) { inverse_masses_ = std::move(masses); }

  /// By vertex, m: where they are, and where the step that is taken now leaves them, which whoever
  /// takes it writes.
  std::span<Vec3d> places() { return places_; }
  std::span<Vec3d> next_places() { return next_; }
  /// Places or velocities were changed by no step; `velocities` (m/s) by vertex.
  void restart(std::span<const Vec3d> velocities, double step);

  /// Bodies that are nearer than their skins now have thinner ones, which grow from there: else
  /// they would leap apart.
  void start_gently();

  /// Forces for a step of this length from the present places; found once for these.
  void prepare(double step);
  /// The step that is prepared will be shorter.
  void shorten(double step) { step_ = step; }
  std::span<const Vec3d> forces() const { return forces_; }
  std::span<const Index> pushed() const { return pushed_; }  ///< vertices with forces
  std::span<const Touch> touches() const { return touches_; }
  double energy() const { return energy_; }  ///< J, of the places prepared for
  /// How often a step of this length should be halved for the stiffness and the ways of now.
  int wanted_halvings(double step) const;

  /// After a step of this length: next_places() are the places now. Those that went too far are put
  /// back there and told.
  std::span<const Held> moved(double step);

  ContactCounts counts{};

  /// All that decides how it goes on, as numbers; false where they are not such.
  std::vector<double> memory() const;
  bool remember(std::span<const double> memory);

 private:
  /// A body seen from a frame that goes along with it.
  struct Frame {
    Vec3d velocity{};         // m/s
    double most_moved = 0;    // m, of a vertex since the search, seen so
    double step_moved = 0;    // m, likewise in the last step
    double may_move = 0;      // m, until the next search
    double watched = 0;       // m: its share of the distances that are watched
    double longest_step = 0;  // s, at its speed of the search
    bool joined = false;      // another body may touch it
    Index island = 0;         // the lowest of the bodies that may touch each other
  };
  void resize();
  void search();
  void see(std::size_t body);
  void find_islands();
  void carry_grips(const Pairs& from);
  bool is_due() const;
  double thickness(Index first, Index second) const;
  double own_thickness(const EdgePair& pair) const;
  double passing(Index first, Index second) const;
  double edge(Index first, Index second) const;
  double watch(Index first, Index second) const;
  double may_pass(Index first, Index second) const;
  void evaluate();
  void add(const Pushes& part);
  double gone(const NearPair& pair) const;
  double room(const NearPair& pair) const;
  void measure_motion();
  void hold();

  Surfaces surfaces_;
  Contact settings_;
  PairRule usual_, with_itself_;
  std::map<std::pair<std::size_t, std::size_t>, PairRule> rules_;
  std::vector<std::pair<std::size_t, std::size_t>> parted_;
  std::vector<double> inverse_masses_;
  std::map<std::pair<std::size_t, std::size_t>, double> starts_;  // m, thickness at the start
  double since_start_ = 0;                                        // s

  std::vector<Vec3d> places_, before_, next_;  // m, now, before the last step, after this one
  double elapsed_ = 0;                         // s, of the last step
  std::vector<Vec3d> searched_;                // m, places at the search
  double since_search_ = 0, horizon_ = 0;      // s; how long the search holds
  bool search_due_ = true, evaluated_ = false;
  std::vector<Frame> frames_;         // by body
  std::vector<Box> boxes_;            // by body, at the search
  std::vector<BodyPair> body_pairs_;  // of the search
  Pairs pairs_;
  std::vector<Grip> vertex_grips_, edge_grips_;  // by pairs_.vertices and pairs_.edges

  std::vector<Vec3d> forces_;      // by vertex, N
  std::vector<double> stiffness_;  // likewise, N/m
  std::vector<Index> pushed_;
  std::vector<NearPair> near_;
  std::vector<Touch> touches_;
  std::vector<Held> held_;
  std::vector<Pushes> parts_;
  double energy_ = 0, step_ = 0;
  double longest_step_ = 0;  // s, at the speeds of the search
};

}  // namespace pliant::contact
