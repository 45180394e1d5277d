#pragma once

namespace pliant::app {

/// While one of these lives, the first Ctrl-C (SIGINT) or SIGTERM is only remembered, so that work
/// can stop at a good place; the second ends the program as usual.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// The signal that came, or 0.
  static int signal();
};

}  // namespace pliant::app
