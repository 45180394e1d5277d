#pragma once

#include "render/field.h"
#include "window/round_balls.h"
#include "window/shapes.h"

namespace pliant::viewer {

/// Turns moments into what render/gl draws.
class Scenery {
 public:
  /// Another show: nothing that was seen before counts.
  void forget();

  /// This will be seen, too: floor, grid and camera are made for it.
  void expect(const Moment& moment);

  struct Wish {
    MomentPointer moment;
    std::optional<double> floor{};
    /// For each body numbers of groups, one a vertex; empty: no groups are shown.
    std::vector<std::vector<float>> groups{};

    /// The same is seen.
    bool operator==(const Wish& other) const;
  };
  /// Fills view() but for camera, size and quality. Returns whether anything is different from the
  /// last time.
  bool update(const Wish& wish, const Look& look);
  render::gl::View& view() { return view_; }

  /// Colours from now on span what is seen now; otherwise they only ever widen.
  void fit_colours() { range_.reset(); }
  /// What the colours' ends stand for; set_range() fixes them until fit_colours().
  std::optional<render::Range> range() const { return range_; }
  void set_range(render::Range range);

  bool waiting() const;  ///< triangles are being made
  bool has_skin() const;
  std::string take_problem();
  /// Places to fit a camera to: the bodies as they are, and the floor below them.
  std::vector<Vec3d> reach() const;

 private:
  struct Body {
    Shape shape;
    std::vector<Vec3d> skin_positions;
    std::vector<float> values;
    FieldPlace place = FieldPlace::vertices;
  };
  void widen_stage(const Moment& moment);
  void colour(const Wish& wish, const Look& look);
  void colour_by_groups(const Wish& wish);
  const Skin* drawn_skin(std::size_t body, const Moment& moment) const;
  void colour_by_states(const Moment& moment);
  void colour_by_field(const Moment& moment, const Look& look);
  void dress(const Moment& moment);

  std::vector<Body> bodies_;
  RoundBalls balls_;
  std::uint64_t edition_ = 0;
  Wish wish_;
  Look look_;
  render::gl::View view_;
  std::optional<Box> first_stage_;
  std::vector<Vec3d> expected_;  // the outermost places of moments that will be seen
  std::optional<render::Range> range_;
  bool range_fixed_ = false, was_waiting_ = false;
  std::string range_field_;
};

}  // namespace pliant::viewer
