#pragma once

#include <pliant/run.h>

#include <optional>

namespace pliant {

/// Keeps account of the energy of a body, or of bodies that touch each other, together with what
/// their surfaces store: what they had, the work that was done on them since, and whether they have
/// more than both. Gravity, pulls and point loads that stay as they are have energies of
/// their own; the work of what leads and pushes the body otherwise is counted generously, as the
/// most that it can be.
class EnergyAccount {
 public:
  struct Rise {
    double found, explained;  ///< J, above the least that it had
    bool by_rounding;         ///< it may be: the numbers are too short for steps as short as these
  };
  using Bodies = std::span<const RunBody* const>;
  /// Looks at the same bodies some steps after the last time. `contact`: the energy of where they
  /// touch, J. `changed`: something gave them energy at once, or took it away, as a cut does; the
  /// account begins anew then. The first look begins it, too.
  std::optional<Rise> look(Bodies bodies, double contact, std::int64_t steps, bool changed);

 private:
  struct Held {
    Vec3d gravity;
    std::vector<Pull> pulls;
    std::vector<bool> pinned;
    std::vector<std::vector<bool>> removed;
    std::uint64_t holds;  // changes of pins and drives
    bool operator==(const Held&) const = default;
  };
  void begin(Bodies bodies, const State::Energy& energy);
  static Held held_now(const State& state);

  bool begun_ = false;
  bool given_up_ = false;   // it was told, or energy may be stored where nobody knows of it
  State::Energy first_;     // when the account began
  std::int64_t steps_ = 0;  // since then
  std::vector<Held> held_;  // what changes without a step, at the last look
  double power_ = 0;        // of what leads and pushes it then, W
  double least_ = 0;        // J: that it had since it began
  double work_ = 0;         // J: done on it since it had the least
  double turnover_ = 0;     // J: the most that was exchanged since
};

}  // namespace pliant
