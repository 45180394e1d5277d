#pragma once

#include "session/board.h"

namespace pliant::viewer {

/// Tells what a simulation is busy with, until this is destroyed.
class Busy {
 public:
  Busy(Board& board, const std::string& with) : board_(board) { tell(with); }
  ~Busy() { tell(""); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  void tell(const std::string& with) {
    const std::scoped_lock lock(board_.mutex);
    board_.progress.busy = !with.empty();
    board_.progress.busy_with = with;
  }
  Board& board_;
};

}  // namespace pliant::viewer
