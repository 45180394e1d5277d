#pragma once

#include <string>

#include "pause.h"

namespace pliant::app {

/// Ends the program, with exit code 1, when it lives longer than so many seconds. Whatever is being
/// done then is left where it is.
class Deadline {
 public:
  /// `file` is what takes the time, for the message; 0 s: no deadline.
  Deadline(const std::string& file, double seconds);

 private:
  Watcher watcher_;
};

}  // namespace pliant::app
