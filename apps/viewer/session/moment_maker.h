#pragma once

#include <pliant/run.h>

#include "session/moment.h"

namespace pliant::viewer {

/// Fields of a simulation that can be shown; those that do not follow from positions and velocities
/// are computed when they are wanted.
std::vector<std::string> live_fields();

/// Makes moments of a run.
class MomentMaker {
 public:
  /// Bodies are new.
  void begin(const SceneRun& run);
  MomentPointer make(const SceneRun& run, const std::string& wanted_field,
                     std::vector<HeldVertex> held);

 private:
  struct Seen {  // of a body, when its ShownBody was made
    std::vector<std::vector<bool>> removed;
    std::vector<bool> pinned;
  };
  bool changed(const SceneRun& run) const;
  void look(const SceneRun& run);
  struct KnownSkin {
    std::shared_ptr<const Mesh> surface;
    std::shared_ptr<const TetMesh> mesh;
    std::shared_ptr<const Skin> skin;
  };
  std::shared_ptr<const Skin> skin_of(const RunBody& body);

  ShownBodies bodies_;
  std::vector<Seen> seen_;
  std::vector<KnownSkin> skins_;
  double rest_volume_ = 0;
};

}  // namespace pliant::viewer
