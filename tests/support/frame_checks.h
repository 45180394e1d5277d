#pragma once

#include <gtest/gtest.h>
#include <pliant/frames.h>

#include "support/dynamics.h"

// What Frames must do with a state of any backend.

namespace pliant::test {

/// Frames come in the order of their requests, with the positions of that time although the state
/// has moved on; more are asked for than may be on their way.
inline void check_frames_are_of_their_time(const ModelOptions& options) {
  const Model model(soft_cube(8, 0.001), options);
  State state(model);
  shake(state, 0.002, 0.5);
  Frames frames;
  std::vector<Frame> expected;
  for (int i = 0; i < 5; ++i) {
    frames.request(state);
    expected.push_back({state.steps(), state.time(), state.positions()});
    step(model, state, 7);
  }
  EXPECT_EQ(frames.pending(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE("frame " + std::to_string(i));
    const std::optional<Frame> frame = frames.take();
    EXPECT_TRUE(frame.has_value());
    if (!frame) return;
    EXPECT_EQ(frame->steps, expected[i].steps);
    EXPECT_EQ(frame->time, expected[i].time);
    EXPECT_TRUE(frame->positions == expected[i].positions);
    EXPECT_EQ(frames.pending(), expected.size() - i - 1);
  }
  EXPECT_TRUE(!frames.take().has_value());
}

/// One always on its way, as a recorder does it.
inline void check_frames_one_behind(const ModelOptions& options) {
  const Model model(soft_cube(4), options);
  State state(model), again(model);
  Frames frames;
  frames.request(state);
  for (int i = 0; i < 20; ++i) {
    step(model, state, 3);
    frames.request(state);
    EXPECT_EQ(frames.pending(), std::size_t(2));
    const std::optional<Frame> frame = frames.take();
    EXPECT_EQ(frame->steps, again.steps());
    EXPECT_TRUE(frame->positions == again.positions());
    step(model, again, 3);
  }
}

/// A frame that was asked for comes even when its state is changed or no longer there.
inline void check_frames_outlive_the_state(const ModelOptions& options) {
  Frames frames;
  EXPECT_EQ(frames.pending(), std::size_t(0));
  EXPECT_TRUE(!frames.take().has_value());
  std::vector<Vec3d> before;
  {
    const Model model(soft_cube(3), options);
    State state(model);
    step(model, state, 5);
    before = state.positions();
    frames.request(state);
    shake(state, 0.1, 1);
  }
  Frames moved = std::move(frames);
  EXPECT_EQ(moved.pending(), std::size_t(1));
  EXPECT_TRUE(moved.take()->positions == before);
}

}  // namespace pliant::test
