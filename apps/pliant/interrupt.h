#pragma once

#include <pliant/script.h>

#include <functional>

#include "pause.h"

namespace pliant::app {

/// While one of these lives, the first Ctrl-C (SIGINT), SIGTERM or SIGHUP is only remembered, so
/// that work can stop at a good place; the second ends the program as usual. A script that does not
/// stop by itself, since it is within one call of a string function, is no good reason to wait: the
/// program ends then, too. Where the system refuses a thread, nothing but the second signal ends
/// what does not stop.
class Interrupt {
 public:
  /// The program ends at the latest so many seconds after SIGTERM or SIGHUP; 0: when it likes.
  explicit Interrupt(unsigned most_seconds = 0);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// The signal that came, or 0.
  static int signal();
  /// What scripts tell of themselves, see ScriptOptions::activity.
  static ScriptActivity& scripts();

  /// While one of these lives there is something to save, and the seconds are not counted.
  class Saving {
   public:
    Saving();
    ~Saving();
    Saving(const Saving&) = delete;
    Saving& operator=(const Saving&) = delete;
  };

 private:
  Watcher watcher_;
};

/// Does work that scripts are a part of, and that ends within 2 s of a SIGTERM or SIGHUP. Returns
/// its exit code, or where a script was stopped that of the signal.
int interruptible(const std::function<int()>& work);

}  // namespace pliant::app
