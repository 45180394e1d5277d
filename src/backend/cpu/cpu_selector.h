#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "active/obstacle_watch.h"
#include "active/plan.h"
#include "backend/cpu/driving.h"
#include "backend/cpu/front_watch.h"
#include "backend/cpu/nodes.h"
#include "backend/cpu/stepper.h"

namespace pliant::cpu {

/// About the nodes of a block that sleep.
struct Sphere {
  Vec3d centre{};
  double radius = -1;  // m; below zero: it is empty
};

/// What a state knows for dynamic selection (active/plan.h).
template <class R>
struct Selected {
  Awake<R> awake;
  Nodes<R> nodes{};
  SelectionPlan plan{};
  DynamicSelection given{}, resolved{};
  double damping = 0;  // that it was resolved with
  ObstacleWatch watch{};
  FrontWatch<R> front{};
  std::vector<std::optional<Sphere>> spheres{};  // of blocks; none: to be found
  SelectionCosts costs{};
  bool touches = false;  // other bodies, or itself, in the present step
};

/// The step of what never happened.
inline constexpr std::int64_t long_ago = std::numeric_limits<std::int64_t>::min() / 2;

/// Decides which nodes wake and which sleep. Made for a moment between two steps, of a state that
/// does not change meanwhile but by it; one thread has it. What sleeps has an inverse mass and a
/// velocity of zero.
template <class R>
class Selector {
 public:
  Selected<R>& selected;
  const Layout<R>& layout;
  Arrays<R>& arrays;
  const DrivenRows* driven;  // null: none
  std::int64_t steps;        // taken so far
  Vec3d origin;              // m, of the rows

  void anchor(std::size_t row);
  void wake_row(std::size_t row);
  void stir_row(std::size_t row);
  void put_to_sleep(std::size_t row);

  // By the automatic criterion: some nodes often, all of them now and then.
  void look_at_front(bool watched);
  void look_at_all();
  /// By those of S07.
  void select_as_published();
  /// Wakes what is at an obstacle; returns how far the others are from it, m.
  double wake_near(const contact::SeenObstacle<double>& obstacle, double reach);

 private:
  bool has_left(std::size_t row);
  bool is_quiet(std::size_t row) const;
  bool has_quiet_neighbours(std::size_t row) const;
  void wake_neighbours(std::size_t row);
  void wake_rings(std::size_t row);
  bool is_in_equilibrium(std::size_t row) const;
  bool disturbs(std::size_t row, std::size_t neighbour) const;
  Vec3d place_of_row(std::size_t row) const;
  const Sphere& sphere_of(std::size_t block);
};

}  // namespace pliant::cpu
