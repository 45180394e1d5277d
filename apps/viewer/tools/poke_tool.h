#pragma once

#include "tools/tool.h"

namespace pliant::viewer {

/// Pushes a ball into the body, away from the eye, as long as the button is held. The mouse moves
/// it parallel to the window, the wheel deeper or less deep.
class PokeTool final : public Tool {
 public:
  bool press(const Bench& bench, Picker& picker, Point at, Modifiers modifiers) override;
  void drag(const Bench& bench, Picker& picker, Point at) override;
  void release(const Bench& bench) override;
  void cancel(const Bench& bench) override;
  bool wheel(const Bench& bench, double steps) override;

  double radius(const Bench& bench, std::size_t body) const;  ///< m

  static constexpr double deepest = 4;
  double size = 0.08;  ///< the ball's radius over the body's size
  double depth = 1;    ///< of its foremost point behind the surface that was hit, in radii

 private:
  struct Push {
    std::size_t poke = 0;
    double radius = 0;  // m
    Vec3d start{};      // what was hit
    Vec3d place{};      // below the mouse, as far away as that
    Vec3d direction{};  // into the body
  };
  Vec3d target(const Push& push) const;
  void tell(const Bench& bench) const;

  std::optional<Push> push_;
};

}  // namespace pliant::viewer
