#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "contact/corners.h"
#include "contact/pairs.h"

// Which patches may touch soon, and what of them. Two patches have a list of what was nearer than
// a reach when they were searched. It holds until both have moved past each other by what that
// reach has to spare. A bound on that is counted from step to step: how their middles shifted and
// how they bent. Where the bound is used up, what they have moved is measured (corners.h), which
// is less, as they turn and swing together; where that is too much, these two alone are searched
// anew. Patches whose boxes are far apart are not even pairs.
//
// Most pairs are calm: what patches do beside the mean of their body and its turn, a number each
// that only grows, tells that neither the list is used up nor anything of it near, without a look
// at the pair. With x moving by w × x + r, what the turn w does takes nothing from any distance:
// |d + w × d| ≥ |d|.
//
// Of what is listed of a pair little is near enough to be looked at in a step. So there is a
// second, short list, picked from the first, which lasts for some steps likewise.
//
// Lists hold more than is needed and never decide a result: whoever uses them looks at the distance
// of today and puts what it finds into an order of its own. So a copy starts without lists, and a
// saved state needs none.

namespace pliant::contact {

class Neighbours {
 public:
  /// How a patch moves.
  struct Motion {
    Vec3d shift{};       ///< m, of its middle in the last step
    double bend = 0;     ///< m: no corner went farther than this beside it
    Vec3d expected{};    ///< m, the shift in the next step if it goes on so
    double bending = 0;  ///< m, the bend, likewise
    double watch = 0;    ///< m, its share of the distances that are watched in the next step
    double beside = 0;   ///< m: no corner went farther than this beside the mean of its body
    double left = 0;     ///< m: likewise beside that and a turn of the body
    Vec3d unturned{};    ///< m: its middle's shift but for that turn
  };
  /// Two patches, first ≤ second.
  struct Pair {
    Index first, second;
    double reach;          ///< m: the list has all that was nearer at the search
    double moved;          ///< m: past each other, from the search to when that was measured last
    Vec3d apart;           ///< m: by how much their sums of shifts differed then
    double bent;           ///< m: the sum of their bends then
    double watch;          ///< m: distances below this are looked at one by one in the next step
    double skip;           ///< m: what was farther at the search is farther than that
    float nearest;         ///< m, of the list
    double picked = 0;     ///< m: the short list has all that was nearer when it was picked
    Vec3d apart_then{};    ///< m: by how much their sums of shifts differed then
    double bent_then = 0;  ///< m: the sum of their bends then
  };
  /// A list that has vertices of a patch.
  struct Side {
    Index pair;
    bool second;  ///< NearList::of_second
  };
  using MayTouch = std::function<bool(Index body, Index other)>;

  Neighbours() = default;
  Neighbours(const Neighbours& other)
      : motions_(other.motions_), means_(other.means_), version_(other.version_) {
    forget();
  }
  Neighbours& operator=(const Neighbours& other) { return *this = Neighbours(other); }
  Neighbours(Neighbours&&) = default;
  Neighbours& operator=(Neighbours&&) = default;
  ~Neighbours() = default;

  /// Nothing is known any more.
  void forget();
  /// How some patches moved in the last step; nothing that is kept follows yet.
  void measure(const Surfaces& surfaces, std::span<const Vec3d> before,
               std::span<const Vec3d> places, std::span<const Index> patches);
  /// What was measured was of many steps: that of one of them is such a part.
  void take_part_of_motion(double part);
  /// Until pairs are found anew all other patches stay where they are.
  void only(std::span<const Index> patches);
  /// So many edges more than that are watched from the next update on, for lists that last long.
  void watch_more(double edges) { edges_more_ = edges; }
  /// Another number whenever pairs are others.
  std::size_t version() const { return version_; }
  /// Lists have that motion behind them. `elapsed` s is the length of that step.
  void go_on(double elapsed);
  /// What may touch in the next step, of `step` s after one of `elapsed` s. Tells how many pairs of
  /// patches were searched.
  std::size_t update(const Surfaces& surfaces, std::span<const Vec3d> places, double step,
                     double elapsed, const MayTouch& may_touch);

  const Motion& motion(Index patch) const { return motions_[patch]; }
  std::span<const Pair> pairs() const { return pairs_; }
  /// Something of its list may be nearer than is watched.
  bool is_near(Index pair) const { return looks_[pair].near; }
  /// That is so of a pair that a patch has a side of.
  bool has_near(Index patch) const { return has_near_[patch]; }
  const NearList& list(Index pair) const { return lists_[pair]; }
  /// Of a pair of which something is near: all that may be nearer than is watched.
  const NearList& short_list(Index pair) const { return short_lists_[pair]; }
  std::span<const Side> sides(Index patch) const {
    return std::span(sides_).subspan(first_side_[patch],
                                     first_side_[patch + 1] - first_side_[patch]);
  }
  /// A patch has moved so much more in the last step, of `elapsed` s, than was thought that others
  /// may be near it with which it is no pair. Before go_on().
  bool has_left(double elapsed) const;
  /// No two patches passed each other by more than so much (m) in the last step; false: not known.
  bool all_passed_less(double way) const;
  /// Nor by more than that part of the distance that was watched.
  bool all_passed_less_of_watch(double part) const;
  /// m: distances of two patches below this are looked at in the next step.
  double watch(const Surfaces& surfaces, Index first, Index second) const;
  std::size_t listed() const;  ///< in all lists

 private:
  /// Since the patches whose boxes are near each other were found.
  struct Since {
    Vec3d gone{};          // m, shifts, all together
    double bent = 0;       // m, bends likewise
    Vec3d found{};         // m, gone when pairs were found
    double bent_then = 0;  // m, likewise
    double margin = 0;     // m, by which its box was grown

    double left(const Vec3d& drift) const;  // m, of the margin
  };
  /// Of a body: what its patches do together.
  struct Mean {
    Vec3d shift{};     // m, in the last step
    double aside = 0;  // m, of that, beside the mean of all bodies
    double past = 0;   // m: no corner went farther beside it with the body's mean and turn
    double gone = 0;   // m, all of those together
    double load = 0;   // m, with what is watched for the next step
    Vec3d turn{};      // as expected of the next step, rad
    Vec3d centre{};    // m, about which
  };
  /// What is read of every pair in every step, apart from what few need.
  struct Look {
    Index first, second;
    double calm_until = 0;  // m: as long as the loads of both patches are less together
    bool known = false;     // calm_until is
    bool near = false;
    bool due = true;  // the list does not hold any more
  };
  /// Of a patch by itself, without the turn of its body.
  struct Own {
    double bend = 0;    // m: no corner went farther than this beside its middle
    double reach2 = 0;  // m², of its corners from the centre of the body
  };
  void find_means(const Surfaces& surfaces);
  void find_turns(const Surfaces& surfaces, std::span<const Vec3d> places);
  void load_patches(const Surfaces& surfaces, double ratio);
  double load(const Surfaces& surfaces, const Look& look) const;
  double gone(const Surfaces& surfaces, const Pair& pair) const;
  void look_at(const Surfaces& surfaces, std::span<const Vec3d> places, Index pair);
  void expect(const Surfaces& surfaces, double step, double elapsed);
  double slack(std::size_t patch) const;
  void move_all();
  void find_pairs(const Surfaces& surfaces, std::span<const Vec3d> places,
                  const MayTouch& may_touch);
  void sort_sides(std::size_t patches);
  std::size_t search_due(const Surfaces& surfaces, std::span<const Vec3d> places);
  double used(const Pair& pair) const;
  void begin_count(Pair& pair, double moved) const;
  void measure(const Surfaces& surfaces, std::span<const Vec3d> places, Index pair);
  void search(PatchSearch& search, const Surfaces& surfaces, std::span<const Vec3d> places,
              Index pair);
  bool is_picked(const Pair& pair) const;
  void pick(PatchSearch& search, const Surfaces& surfaces, Index pair);

  std::vector<Motion> motions_;  // by patch
  std::vector<Since> since_;     // likewise
  std::vector<Mean> means_;      // by body
  // By patch: m, what it did beside the mean, all together; and that with what is watched.
  std::vector<double> gone_, load_;
  std::vector<Own> owns_;      // by patch
  Vec3d current_{}, drift_{};  // m/s, of all when pairs were found; m, how far that went since
  double step_ = 0;            // s, the next
  double edges_more_ = 0;
  bool known_ = false;
  std::vector<Pair> pairs_;     // sorted
  std::vector<Look> looks_;     // likewise
  std::vector<char> has_near_;  // by patch
  std::vector<NearList> lists_, short_lists_;
  std::vector<Corners> corners_;  // by pair, at its search
  std::vector<Side> sides_;
  std::vector<std::size_t> first_side_;
  std::vector<Index> due_, to_pick_;
  std::vector<Index> moving_, moving_pairs_;  // patches, and pairs with one of them
  std::size_t version_ = 0;
};

/// m, between two boxes; 0 where they overlap.
double distance(const Box& a, const Box& b);

/// Pairs of patches whose boxes overlap and whose bodies may touch, first ≤ second, sorted.
std::vector<std::pair<Index, Index>> overlapping(const Surfaces& surfaces,
                                                 std::span<const Box> boxes,
                                                 const Neighbours::MayTouch& may_touch);

}  // namespace pliant::contact
