#include <pliant/frames.h>

#include <algorithm>

#include "backend/backend.h"

namespace pliant {

struct Frames::Asked {
  Frame frame;
  std::unique_ptr<backend::PendingFrame> pending;  // none: it is here

  void receive() {
    if (!pending) return;
    frame.positions = pending->take();
    pending.reset();
  }
};

Frames::Frames() = default;
Frames::Frames(Frames&&) noexcept = default;
Frames& Frames::operator=(Frames&&) noexcept = default;
Frames::~Frames() = default;

void Frames::request(const State& state) {
  const auto not_here = [](const Asked& asked) { return asked.pending != nullptr; };
  const auto first = std::ranges::find_if(asked_, not_here);
  if (std::count_if(first, asked_.end(), not_here) >= std::ptrdiff_t(on_their_way))
    first->receive();
  asked_.push_back({{state.steps(), state.time(), {}}, state.compiled().request_frame()});
}

std::optional<Frame> Frames::take() {
  if (asked_.empty()) return std::nullopt;
  asked_.front().receive();
  Frame frame = std::move(asked_.front().frame);
  asked_.erase(asked_.begin());
  return frame;
}

std::size_t Frames::pending() const {
  return asked_.size();
}

}  // namespace pliant
