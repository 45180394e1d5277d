#pragma once

#include <pliant/action.h>

#include <functional>

namespace pliant::viewer {

/// Calls a function at the times at which a recorder takes frames. An action of the session's own;
/// users do not see it.
struct TimelineRecord {
  std::int64_t every = 0;
  double seconds = 0;
  std::function<void(SceneRun&)> begin{}, take{};

  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

}  // namespace pliant::viewer
