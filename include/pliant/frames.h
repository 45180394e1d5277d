#pragma once

#include <pliant/model.h>

#include <optional>

namespace pliant {

namespace backend {
class PendingFrame;
}  // namespace backend

/// Positions at one time.
struct Frame {
  std::int64_t steps = 0;
  double time = 0;               ///< s
  std::vector<Vec3d> positions;  ///< m
};

/// Brings the positions of a state back for drawing and recording while it steps on: request()
/// after some steps, go on stepping, take() when they are wanted. Two frames may be on their way; a
/// third request waits for the first to arrive.
class Frames {
 public:
  Frames();
  Frames(Frames&&) noexcept;
  Frames& operator=(Frames&&) noexcept;
  ~Frames();

  /// Asks for the positions as they are now.
  void request(const State& state);
  /// The oldest frame that was asked for, once it is here; none where none was asked for.
  std::optional<Frame> take();
  /// How many are asked for and not taken yet.
  std::size_t pending() const;

 private:
  static constexpr std::size_t on_their_way = 2;
  struct Asked;
  std::vector<Asked> asked_;  // the oldest first
};

}  // namespace pliant
