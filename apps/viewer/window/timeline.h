#pragma once

#include "session/show.h"

namespace pliant::viewer {

/// Which moment of a show is looked at: the newest, or one that was recorded while it runs on.
class Timeline {
 public:
  /// The moment to draw now; never null.
  MomentPointer moment(Show& show);

  /// Looks at what was recorded nearest to this time, s. A recording goes on from there.
  void go_to(Show& show, double time);
  /// To the recorded moment before or after the one that is looked at.
  void go_by(Show& show, int count);
  void go_to_present() { past_.reset(); }
  bool at_present() const { return !past_; }

 private:
  std::optional<double> past_;  // s
  double shown_time_ = 0;
  MomentPointer recorded_;
};

/// The number of the time nearest to this one; there must be some.
std::size_t nearest(const std::vector<double>& times, double time);

}  // namespace pliant::viewer
