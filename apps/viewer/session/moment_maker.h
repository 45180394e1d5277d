#pragma once

#include <pliant/run.h>

#include "session/moment.h"
#include "session/shown_volume.h"

namespace pliant::viewer {

/// Fields of a simulation that can be shown; those that do not follow from positions and velocities
/// are computed when they are wanted.
std::vector<std::string> live_fields();

/// Makes moments of a run. What sleeps is not read again.
class MomentMaker {
 public:
  struct Wanted {
    std::string field{};
    bool states = false, contacts = false;

    bool operator==(const Wanted&) const = default;
  };
  struct InHand {
    std::vector<HeldVertex> held{};
    std::vector<PokingBall> balls{};
  };
  /// Bodies are new.
  void begin(const SceneRun& run);
  /// Something was done to them that may have moved what sleeps.
  void look_again() { last_ = nullptr; }
  MomentPointer make(const SceneRun& run, const Wanted& wanted, InHand in_hand);

 private:
  struct Seen {  // of a body, when its ShownBody was made
    std::vector<std::vector<bool>> removed;
    std::vector<bool> pinned;
  };
  bool changed(const SceneRun& run) const;
  void look(const SceneRun& run);
  void read(const SceneRun& run, const Wanted& wanted, Moment& moment);
  bool looks_like_last(const Moment& moment, std::size_t bodies) const;

  ShownBodies bodies_;
  std::vector<Seen> seen_;
  std::vector<ShownVolume> volumes_;
  double rest_volume_ = 0;
  // The last one, null where it does not tell what is now; what it was made for, and whether
  // everything was asleep.
  MomentPointer last_;
  Wanted last_wanted_;
  bool last_asleep_ = false;
  std::uint64_t revision_ = 0;
};

}  // namespace pliant::viewer
