#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// Dynamic selection (S07): only what moves is simulated. Vertices, here *nodes*, fall asleep where
// a body is in equilibrium and wake when something disturbs it.

namespace pliant {

enum class NodeState : std::uint8_t {
  inactive,    ///< asleep
  constraint,  ///< asleep beside an active node, which it holds
  active       ///< simulated
};

/// When a node is in equilibrium.
enum class Equilibrium {
  /// It has stayed within a tolerance of a place for a while, both from the body itself.
  automatic,
  neighbour_distance,  ///< the distance to a neighbour changes by less than a part of it (S07 4.8)
  moved_distance,      ///< it moves less in a step (S07 4.9)
  speed                ///< it is slower (S07 4.10)
};

struct DynamicSelection {
  Equilibrium criterion = Equilibrium::automatic;
  /// Of S07's criteria, each in one step: a part of the distance; m; or m²/s², the squared speed.
  /// Nothing is below zero, so that with 0 all nodes stay active.
  double threshold = 0;
  /// s: an active node sleeps no earlier; automatic: 0 takes it from the body.
  double active_time = 0;
  /// s: a node wakes its neighbours no more often. Not for `automatic`.
  double neighbour_time = 0;
  /// m: how far from the whole simulation things may be, of `automatic`; 0 takes it from the body.
  double tolerance = 0;
  /// m: the size of a pixel on the body where it is drawn, of `automatic`; 0: it is not.
  double pixel = 0;

  bool operator==(const DynamicSelection&) const = default;
};

/// One of S07's settings (Table 5.3), in its units: an object fits into a cube of 800.
struct PublishedSetting {
  std::string_view name;
  double squared_speed;   ///< units²/s²
  double active_time;     ///< s
  double neighbour_time;  ///< s
};
std::span<const PublishedSetting> published_settings();
inline constexpr double published_object_size = 800;  ///< units
/// The same for a body whose box has this longest side, m. InputError where there is no such name.
DynamicSelection published_selection(std::string_view name, double size);

/// What selection has cost so far, apart from what it was made for.
struct SelectionCosts {
  double selecting = 0, stepping = 0;  ///< s of the machine's time
};

}  // namespace pliant
