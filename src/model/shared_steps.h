#pragma once

#include <map>

#include "backend/shared_steps.h"

namespace pliant {

/// The bodies of a world that their backends step together; what that takes is kept from call to
/// call. A copy of a world makes its own.
class SharedSteps {
 public:
  SharedSteps() = default;
  SharedSteps(const SharedSteps&) {}
  SharedSteps& operator=(const SharedSteps&) {
    groups_.clear();
    return *this;
  }
  SharedSteps(SharedSteps&&) = default;
  SharedSteps& operator=(SharedSteps&&) = default;

  /// Finds out which of these states, all at the same step, take part now.
  void choose(std::span<backend::CompiledState* const> states);
  bool has(std::size_t state) const { return taken_[state]; }
  bool has_any() const;
  /// The step of the backup of all that take part; nothing where there is none.
  std::optional<std::int64_t> backed_up_at() const;
  void back_up();
  void go_back();
  /// Sets good[state] to 0 for those that have diverged.
  void step(std::int64_t count, std::span<char> good);

 private:
  struct Group {
    std::unique_ptr<backend::SharedSteps> steps;
    std::vector<backend::CompiledState*> states;
    std::vector<std::size_t> numbers;  // of these states
    bool takes_any = false;
  };
  std::map<const void*, Group> groups_;  // by kind of state
  std::vector<bool> taken_;
};

}  // namespace pliant
