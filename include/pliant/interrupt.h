#pragma once

#include <exception>
#include <functional>

namespace pliant {

/// Thrown where steps or settle() were asked to stop. The state is as it was when the step began
/// that was under way, or the search for an equilibrium.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// While one of these lives, large steps and equilibria that its thread asks for look from time to
/// time whether they are wanted any longer: one of them may take minutes. `wanted_no_more` may be
/// called by several threads at once.
class Interruptible {
 public:
  explicit Interruptible(std::function<bool()> wanted_no_more);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  std::function<bool()> asked_;
  const std::function<bool()>* outer_;
};

}  // namespace pliant
