#pragma once

#include <pliant/recording.h>

#include "frame_drawer.h"

namespace pliant::app {

struct MovieOptions {
  double rate = 0;   ///< pictures a second; 0: as recorded, or 30
  double speed = 1;  ///< 1: real time
};

/// How many pictures were drawn, and the signal that stopped it, or 0.
struct Drawn {
  std::size_t pictures = 0;
  int interrupted_by = 0;
};

/// Makes a drawer ready for a recording: floor, grid and colours are made for some frames of all of
/// it. InputError where it has no frames.
void look_over(const Recording& recording, FrameDrawer& drawer);
/// Plans a camera that follows the bodies through these frames, so many seconds of film apart; none
/// where the look wants it fixed.
void follow(const Recording& recording, std::span<const std::int64_t> frames, double seconds,
            FrameDrawer& drawer);

/// Draws a movie (.mp4). Who calls it listens to signals; one that comes meanwhile stops it.
Drawn make_movie(const Recording& recording, const std::string& file, FrameDrawer& drawer,
                 const MovieOptions& options);

/// The recorded frame nearest to a time.
std::int64_t frame_near(std::span<const double> times, double time);
/// "0.350 s   grid 10 cm"
std::string caption(const FrameDrawer& drawer, const RecordedFrame& frame);

}  // namespace pliant::app
