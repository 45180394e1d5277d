#pragma once

#include <pliant/mesh.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace pliant {

/// When somebody looked at a state, and at which; nothing was seen before the first time.
struct Look {
  std::uint64_t state = 0, change = 0;

  bool operator==(const Look&) const = default;
};

/// Which parts of a state have changed since a look. A clock of its own ticks with every change, so
/// that looking changes nothing and any number of others may look. A copy is another state's, of
/// which nobody has seen anything yet.
class Changes {
 public:
  Changes() : state_(next_state()) {}
  Changes(const Changes& other) : state_(next_state()), now_(other.now_), at_(other.at_) {}
  Changes(Changes&&) noexcept = default;
  Changes& operator=(const Changes& other) { return *this = Changes(other); }
  Changes& operator=(Changes&&) noexcept = default;
  ~Changes() = default;

  /// All of so many parts have changed.
  void start(std::size_t parts) { at_.assign(parts, ++now_); }
  void note(std::size_t part) { at_[part] = ++now_; }
  void note_all() { start(at_.size()); }

  Look look() const { return {state_, now_}; }
  std::vector<Index> since(const Look& look) const {
    std::vector<Index> parts;
    if (look == this->look()) return parts;
    for (std::size_t i = 0; i < at_.size(); ++i)
      if (look.state != state_ || at_[i] > look.change) parts.push_back(static_cast<Index>(i));
    return parts;
  }

 private:
  static std::uint64_t next_state() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  std::uint64_t state_, now_ = 0;
  std::vector<std::uint64_t> at_;  // by part
};

}  // namespace pliant
