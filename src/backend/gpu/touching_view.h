#pragma once

#include <bit>

#include "backend/gpu/follow_origin.h"
#include "contact/listed_touch.h"

// What programs of bodies that touch (touch.h) work on.

namespace pliant::gpu {

/// MovingOrigin::stopped of bodies that go on when the host has looked; 1: it has run away.
inline constexpr std::uint32_t paused_for_touching = 2;
inline constexpr std::uint32_t touching_each = 64;  // threads of a block
inline constexpr std::uint32_t mean_samples = 32, most_crossings = 4096;

/// Why it paused.
enum TouchingPause : std::uint32_t {
  pause_list = 1,
  pause_haste = 2,
  pause_too_far = 4,
  pause_crowded = 8,
  pause_near_limit = 16,
  pause_diverged = 32,
};

template <class R>
struct TouchingBody {
  Particle<R>* particles;
  Four<R>* kept;  // null: none
  MovingOrigin* origin;
  PlainDynamics* dynamics;
  const std::uint32_t* diverged;
  std::uint32_t* near_limit;
  IntegratorTraits method;
  double since, in_step;  // m, see ContactList
};

/// Goes on from launch to launch.
struct TouchingControl {
  // As the host gives it.
  double step, elapsed, damping;
  double energy_unit;  // J
  std::uint32_t longer_every, taken;
  // As it goes on.
  std::uint32_t done;     // steps
  std::uint32_t pending;  // of these, that origins do not know of yet
  std::uint32_t found;    // reasons to pause, by blocks that look
  std::uint32_t paused, undo;
  std::uint32_t looked, pushed;  // blocks that have
  std::uint32_t crossings;
  std::uint64_t body;                                       // that has diverged
  std::uint64_t stiffest, fastest, crossing, any_crossing;  // bits of numbers that are not negative

  PLIANT_HD std::uint32_t now() const { return done & 1; }
};

struct PatchCrossing {
  std::uint64_t patch;
  double stiffness;
};
struct TouchingForce {
  Vec3d force;
  double stiffness;
};
struct PatchTouching {
  std::uint64_t energy, crossing;  // in units, so that sums do not depend on their order
};

template <class R>
struct TouchingView {
  TouchingControl* control;
  const TouchingBody<R>* bodies;
  Vec3d* origins;  // [body], now
  std::uint32_t body_count, vertex_count, patch_count;
  // [vertex]
  const std::uint32_t* body;
  const std::uint32_t* row;
  const double *stiffness, *inverse_mass;
  Vec3d* before[2];  // before the last step, and what will be
  Vec3d* listed_at;  // when the list was made
  const std::uint32_t* samples;
  // The list.
  const std::uint32_t* counts;  // vertices, edges, pushed
  const contact::ListedVertex* vertices;
  const contact::ListedTarget* targets;
  const contact::ListedEdges* edges;
  contact::Grip* grips[2];
  std::uint64_t* bits;  // of listed parts: which forces there are
  TouchingForce* slots;
  const std::uint32_t *pushed, *begin;
  const contact::ListedForce* forces;
  Four<R>* undo;  // [pushed]: moves before; w below zero: not pushed
  // Of patches of surfaces.
  PatchTouching* patches[2];
  PatchCrossing* crossings;

  PLIANT_HD Vec3d at(std::uint32_t v) const {
    const std::uint32_t b = body[v];
    const Four<R> x = bodies[b].particles[row[v]].place;
    return origins[b] + Vec3d{double(x.x), double(x.y), double(x.z)};
  }
};

PLIANT_HD double number_of(std::uint64_t bits) {
#if defined(__CUDA_ARCH__)
  return __longlong_as_double(static_cast<long long>(bits));
#else
  return std::bit_cast<double>(bits);
#endif
}
PLIANT_HD std::uint64_t bits_of(double number) {
#if defined(__CUDA_ARCH__)
  return static_cast<std::uint64_t>(__double_as_longlong(number));
#else
  return std::bit_cast<std::uint64_t>(number);
#endif
}

/// All blocks of a launch, of which this is number `index`, go through numbers below `count`.
template <class Block, class F>
PLIANT_HD void for_all(Block& block, std::uint32_t index, std::uint32_t blocks, std::uint32_t count,
                       const F& f) {
  for (std::uint32_t first = index * touching_each; first < count; first += blocks * touching_each)
    block.each(count - first < touching_each ? count - first : touching_each,
               [&](std::uint32_t i) { f(first + i); });
}

/// Whether this block is the last one to come here; it sees what the others did.
template <class Block>
PLIANT_HD bool comes_last(Block& block, std::uint32_t blocks, std::uint32_t* counter) {
  auto* last = reinterpret_cast<std::uint32_t*>(block.shared());
  block.show();
  block.sync();
  block.each(1, [&](std::uint32_t) {
    *last = block.next_number(counter) + 1 == blocks;
    if (*last) *counter = 0;
    block.show();
  });
  block.sync();
  return *last != 0;
}

template <class R>
PLIANT_HD void stop_all(const TouchingView<R>& t, std::uint32_t b) {
  MovingOrigin& moving = *t.bodies[b].origin;
  if (moving.stopped == 0) moving.stopped = paused_for_touching;
}

/// A step has been taken.
template <class R>
PLIANT_HD void count_step(const TouchingBody<R>& body) {
  MovingOrigin& moving = *body.origin;
  moving.since += 1;
  moving.tag += body.method.stages;
  moving.first = 0;
}

/// Whether a step may not be as long as it is, or may be twice as long and one begins that could.
PLIANT_HD bool is_other_haste(const TouchingControl& c, const contact::Haste& now) {
  return contact::is_too_long(c.step, now, c.damping) ||
         (c.longer_every > 0 && (c.taken + c.done) % c.longer_every == 0 &&
          !contact::is_too_long(2 * c.step, now, c.damping));
}

}  // namespace pliant::gpu
