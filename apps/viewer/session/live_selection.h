#pragma once

#include <pliant/run.h>

namespace pliant::viewer {

/// Which bodies of a run simulate only what moves: those of the scene, all, or none.
class LiveSelection {
 public:
  enum class Wish { as_scene, all, none };

  /// A new run, as the scene has it.
  void begin(SceneRun& run);
  void wish(Wish wish) { wish_ = wish; }
  void set_pixel(double size) { pixel_ = size; }
  void apply(SceneRun& run) const;

 private:
  std::optional<DynamicSelection> wanted(std::size_t body) const;

  Wish wish_ = Wish::as_scene;
  double pixel_ = 0;                                     // m; 0: as the scene says
  std::vector<std::optional<DynamicSelection>> scenes_;  // by body
};

}  // namespace pliant::viewer
