#pragma once

#include <pliant/contact.h>

#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "contact/comfort.h"
#include "contact/listed.h"
#include "contact/neighbours.h"
#include "contact/repair.h"
#include "contact/rules.h"
#include "contact/touching.h"

// Contact from step to step: where the surfaces are, which parts may touch, what they remember, and
// whether a step went too far. Who steps the bodies
//
//   calls prepare(), which finds forces and how short the step should be, gives the bodies the
//   forces, steps them, writes where their vertices are then into next_places(), and calls
//   moved(), which tells those that went too far.
//
// The guarantee. Two parts at a distance d do not meet in a step in which no vertex of one moves by
// d or more past any vertex of the other, along the line between their nearest places: planes
// across that keep the two apart, and what lies between two places of a part is a mean of these.
// Pairs that are near are looked at one by one after the step; of others it is enough to know how
// far patches of surfaces shifted past each other and bent. Where a pair has gone beyond 0.9 d, all
// vertices of bodies that may run into each other then are put back to 0.45 of the way to what is
// nearest to them. So nothing passes through, whatever the speed and the step.

namespace pliant::contact {

/// A vertex that went too far and is put back on its way.
struct Held {
  Index vertex;    ///< of the surfaces
  Vec3d way_back;  ///< m, by which it was put back
};

/// Puts a body that moves as a whole to this part of its way in the last step and writes where its
/// vertices are then.
using GoBack = std::function<void(std::size_t body, double part, std::span<Vec3d> places)>;

/// The same for a surface that hangs in its body: sees to it that no vertex of the surface goes
/// farther than it may (m, one each), all of it moved on by `along` (m) before.
using HoldHanging = std::function<void(std::size_t body, std::span<const double> most,
                                       const Vec3d& along, std::span<Vec3d> places)>;

class Contacts {
 public:
  static constexpr int most_halvings = 8;

  /// `met`: what else is known of pairs, those of bodies with obstacles.
  Contacts(Surfaces surfaces, const Contact& settings, std::span<const ContactPair> met = {});

  const Surfaces& surfaces() const { return surfaces_; }
  /// Other surfaces of the same bodies, as after a cut, or with other obstacles; nothing is known
  /// of their contacts.
  void take_surfaces(Surfaces surfaces, std::span<const ContactPair> met = {});
  const Contact& settings() const { return settings_; }
  const PairRule& rule(std::size_t first, std::size_t second) const {
    return rules_.of(first, second);
  }
  const Rules& rules() const { return rules_; }
  /// These bodies do not touch any more.
  void part(std::size_t first, std::size_t second);

  /// One over the mass by vertex; 0 where it is held. Of what hangs: of what it would move as if it
  /// were pushed alone. `carriers`: likewise by carrier.
  void set_inverse_masses(std::vector<double> masses, std::vector<double> carriers = {}) {
    inverse_masses_ = std::move(masses);
    carrier_inverse_masses_ = std::move(carriers);
  }

  /// By vertex, m: where they are, and where the step that is taken now leaves them, which whoever
  /// takes it writes.
  std::span<Vec3d> places() { return places_; }
  std::span<const Vec3d> places() const { return places_; }
  std::span<Vec3d> next_places() { return next_; }
  /// Places or velocities were changed by no step; `velocities` (m/s) by vertex.
  void restart(std::span<const Vec3d> velocities, double step);

  /// Bodies that are nearer than their skins now have thinner ones, which grow from there: else
  /// they would leap apart.
  void start_gently();
  /// These intersect and are pushed apart, or kept as they are, until they do not.
  void repair(std::span<const BodyPair> pairs);
  Crossings crossings() const;
  bool is_repaired() const { return !repair_.idle(); }

  /// Forces for a step of this length from the present places; found once for these.
  void prepare(double step);
  /// The step that is prepared will be shorter.
  void shorten(double step) { step_ = step; }
  std::span<const Vec3d> forces() const { return forces_; }
  std::span<const Index> pushed() const { return pushed_; }  ///< vertices with forces
  std::span<const Touch> touches() const { return touches_; }
  double energy() const { return energy_; }  ///< J, of the places prepared for
  /// By vertex, m: how near the nearest of what pushes it or is pushed by it is; infinite: nothing.
  std::vector<double> gaps() const;
  /// How often a step of this length should be halved for the stiffness and the ways of now.
  int wanted_halvings(double step) const;

  /// After a step of this length: next_places() are the places now. Those that went too far are put
  /// back there and told, those of bodies that move as a whole by `go_back`. `still`: by body,
  /// whether it is known to be where it was; empty: none is.
  std::span<const Held> moved(double step, std::span<const char> still = {},
                              const GoBack& go_back = {}, const HoldHanging& hold_carriers = {});
  /// m: how far a body may go in the step that is prepared without meeting what is near it if that
  /// stays where it is.
  double room_about(std::size_t body) const;

  // A large step (contacts_large.cpp): places are looked for in many moves, and nothing passes
  // through in any of them. Friction and damping count from where the step began.
  /// `velocities` (m/s) by vertex, as it begins.
  void begin_large_step(std::span<const Vec3d> velocities, double step);
  /// Which part of the way from the places that were kept last to next_places() all may go at once;
  /// at most 1.
  double longest_move();
  /// m, by vertex: how far each may go from there whatever the others do.
  std::vector<double> rooms() const;
  /// Forces, touches, energy and springs are those of these places. They must be on a way that
  /// longest_move() has told of.
  void look_at(std::span<const Vec3d> places);
  /// The places that were looked at last are where moves go on from.
  void keep_move();
  /// The step has come to its end there, or is given up and bodies are where it began.
  void end_large_step(bool good);
  std::span<const ContactSpring> springs() const { return springs_; }
  std::span<const SpringEnd> spring_ends() const { return spring_ends_; }

  // Steps that someone else takes (contacts_listed.cpp), who is given all that may touch meanwhile.
  /// Whether a list tells all that matters now.
  bool can_be_listed() const;
  /// Some vertex went so far in the last step that the next one would not be taken with a list.
  bool goes_too_fast() const;
  /// `step` s is the length of the steps to come.
  ContactList list(double step);
  /// Bodies have gone on since for `duration` s, the last step of `elapsed` s, to `places`; this is
  /// what is remembered of the list now. `before`: where they were before the last step; empty:
  /// more is told before anything but another list is asked for.
  void went_on(std::span<const Vec3d> places, std::span<const Vec3d> before,
               std::span<const Grip> grips, double elapsed, double duration);
  std::span<const Vec3d> places_before() const { return before_; }
  double elapsed() const { return elapsed_; }  ///< s, of the last step
  void set_elapsed(double elapsed) { elapsed_ = elapsed; }
  std::span<const double> inverse_masses() const { return inverse_masses_; }
  /// How often a step of this length should be halved.
  int halvings(double step, const Haste& now) const;

  // Bodies that sleep. What hangs together and does not move is not looked at.
  /// Whether next_places() has a body's places already if it stays where it is.
  bool has_places(std::size_t body) const { return still_[body] >= 2; }
  bool is_asleep(std::size_t body) const { return asleep_[body] != 0; }
  /// Forces, touches and energy are of all bodies, asleep or not, until the next step.
  void complete();
  /// Vertices on which pushes are others now than when they were last told here, by more than a
  /// move by so much would make them; by body, m, below zero: it is not asked for.
  std::vector<Index> stirred(std::span<const double> tolerances);
  /// How many patches were looked at so far.
  std::int64_t looks() const { return looks_; }

  ContactCounts counts{};
  const Neighbours& neighbours() const { return neighbours_; }

  /// All that decides how it goes on, as numbers; false where they are not such.
  std::vector<double> memory() const;
  bool remember(std::span<const double> memory);

 private:
  /// Of pairs that come into the skin or leave it in the step: their springs' energy then (J), and
  /// the largest of those springs over the mass (1/s²).
  struct Crossing {
    double energy = 0, stiffness = 0;
  };
  /// What a patch of a surface has near it, and what that does.
  struct Nearby {
    std::vector<NearPair> vertices, edges;                     // sorted
    std::vector<KeptGrip> vertex_grips, edge_grips;            // as of before
    std::vector<KeptGrip> next_vertex_grips, next_edge_grips;  // after this step
    Pushes pushes;
    double fastest = 0;  // 1/s: which part of its distance a pair went in the last step
    Crossing crossing;
  };
  void resize();
  void list_vertices(Index patch, ContactList& out);
  void list_edges(Index patch, ContactList& out);
  ListedNumbers listed_numbers(Index patch, const NearPair& pair, double thickness,
                               const Strength& strength, ContactList& out) const;
  bool may_touch(Index body, Index other) const {
    if (surfaces_.bodies[body].is_obstacle && surfaces_.bodies[other].is_obstacle) return false;
    return rule(body, other).touches &&
           (repair_.idle() || !repair_.draws(std::minmax<std::size_t>(body, other)));
  }
  double thickness(Index first, Index second) const;
  double thickness_at_start(Index first, Index second, double whole) const;
  double own_thickness(std::span<const Index> vertices) const;
  bool is_left_out(const NearPair& pair) const;
  void find_forces();
  void collect_springs();
  double longest_of_pairs(std::span<const Vec3d> to) const;
  double longest_of_patches() const;
  void make_thin(const std::function<bool(const BodyPair&)>& concerns);
  void mend();
  void evaluate();
  void look_near(Index patch, Nearby& out) const;
  void press(Touching& touching, Nearby& out) const;
  void forget_near();
  void note_still(std::span<const char> still);
  bool rests(Index patch, int steps) const;
  void find_awake();
  void clear_forces();
  void add(const Pushes& part);
  void draw_apart();
  double gone(const NearPair& pair) const;
  double closed(const NearPair& pair) const;
  double room(const NearPair& pair) const;
  double stiffest() const;
  double fastest_past(double step) const;
  double skin_of(const NearPair& pair) const;
  double distance_before(const NearPair& pair) const;
  void look_at_crossing(const NearPair& pair, double gone, Crossing& crossing) const;
  double stiffest_crossing() const;
  void clear_grips();

  double shifted(Index first, Index second) const;
  bool went_too_far(Index first, Index second) const;
  std::vector<char> find_too_far() const;
  std::vector<Box> boxes_before(const std::vector<double>& grown_by) const;
  std::vector<char> join_islands(std::vector<char>& too_far) const;
  void hold(const GoBack& go_back, const HoldHanging& hold_carriers);
  std::vector<double> nearest_to_vertices() const;
  Vec3d mean_way(const Surface& body) const;
  void hold_vertices(const Surface& body, std::span<const double> nearest, const Vec3d& along);
  void hold_hanging(std::size_t body, std::span<const double> nearest, const Vec3d& along,
                    const HoldHanging& hold);
  void hold_whole(std::size_t body, std::span<const double> nearest, const GoBack& go_back);

  Surfaces surfaces_;
  Contact settings_;
  Rules rules_;
  std::vector<std::pair<std::size_t, std::size_t>> parted_;
  std::vector<double> inverse_masses_, carrier_inverse_masses_;
  struct Start {
    double thickness = 0, since = 0;  // m, s
  };
  bool is_whole(const Start& start) const;
  std::map<BodyPair, Start> starts_;  // of skins that grow
  double since_start_ = 0;            // s
  Repair repair_;

  std::vector<Vec3d> places_, before_, next_;  // m, now, before the last step, after this one
  double elapsed_ = 0;                         // s, of the last step
  double least_edge_ = 0;                      // m, of the means of the bodies
  bool evaluated_ = false;
  // Of a large step: where it began, and the places that moves go on from (m), its length (s; 0:
  // there is none).
  std::vector<Vec3d> start_, kept_;
  double large_step_ = 0;
  std::vector<ContactSpring> springs_;
  std::vector<SpringEnd> spring_ends_;
  Neighbours neighbours_;
  std::vector<Nearby> near_;  // by patch

  std::vector<Vec3d> forces_;      // by vertex, N
  std::vector<double> stiffness_;  // likewise, N/m
  std::vector<Index> pushed_;
  std::vector<Touch> touches_;
  std::vector<Held> held_;
  double energy_ = 0, step_ = 0;

  struct ListedGrip {
    Index patch, first, second;  // of which grips, and their key
  };
  std::vector<ListedGrip> listed_vertices_, listed_edges_;

  // Of what sleeps.
  std::vector<int> still_;      // by body: steps in which it did not move, at most some
  std::vector<char> asleep_;    // by body: nothing that hangs together with it moves
  std::vector<Index> awake_;    // patches of others
  std::vector<char> is_known_;  // by patch: what is near was found while nothing moved
  std::vector<char> is_new_;    // by patch: it was found since the last step
  std::size_t islands_of_ = 0;  // the version of neighbours that these are of
  bool islands_known_ = false;
  bool complete_ = true;
  std::size_t asleep_touches_ = 0;
  double asleep_stiffest_ = 0;         // 1/s²
  std::vector<Vec3d> noted_;           // by vertex, N: pushes when they were last told
  std::vector<Index> noted_vertices_;  // that have some
  std::int64_t looks_ = 0;
};

}  // namespace pliant::contact
