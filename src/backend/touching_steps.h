#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "contact/comfort.h"
#include "contact/listed.h"
#include "contact/surfaces.h"

namespace pliant::backend {

/// Why steps of bodies that touch ended; none of them has begun another one.
enum class TouchingEnd {
  whole,     ///< as many as were asked for were taken
  listed,    ///< the list does not hold any more
  haste,     ///< steps should be longer or shorter
  too_far,   ///< the last step went too far, or needs what only single steps do
  crowded,   ///< the next one needs that
  diverged,  ///< a body has run away
};

struct TouchingStretch {
  std::int64_t steps = 0;  // at most
  double step = 0;         // s, the length of each
  double elapsed = 0;      // s, of the last one
  double damping = 0;      // of contact
  /// Of so many steps, the first of which are taken already, one begins that may be longer; 0: none
  /// may.
  std::uint32_t longer_every = 0, taken = 0;
};
struct TouchingWent {
  TouchingEnd end = TouchingEnd::whole;
  std::int64_t steps = 0;
  contact::Haste haste{};  // where that is why it ended
  std::size_t body = 0;    // that has diverged
};

/// Steps of bodies that touch, without the host: forces of what is listed, and the steps of all
/// bodies, by turns.
class TouchingSteps {
 public:
  virtual ~TouchingSteps() = default;
  /// Whether these states can all take part now.
  virtual bool choose(std::span<CompiledState* const> states) = 0;
  /// Their surfaces, and what a vertex weighs (one over it, 1/kg).
  virtual void take_surfaces(const contact::Surfaces& surfaces,
                             std::span<const double> inverse_masses) = 0;
  /// `before`: where vertices were before the last step; empty: it took that itself.
  virtual void take_list(const contact::ContactList& list, std::span<const Vec3d> before) = 0;
  /// Goes on for some steps, from where it is; what it began with is kept.
  virtual TouchingWent step(const TouchingStretch& stretch) = 0;
  /// To where the last steps began.
  virtual void go_back() = 0;
  /// Where vertices are, and what the list remembers; until the next call.
  virtual std::span<const Vec3d> places() = 0;
  virtual std::span<const contact::Grip> grips() = 0;
  /// Where vertices were before the last step.
  virtual std::span<const Vec3d> places_before() = 0;
};

/// What a CompiledState is, too, that may take such steps with others of its kind.
class MayTouchTogether {
 public:
  virtual ~MayTouchTogether() = default;
  virtual const void* kind_of_touching() const = 0;
  virtual std::unique_ptr<TouchingSteps> make_touching_steps() const = 0;
};

}  // namespace pliant::backend
