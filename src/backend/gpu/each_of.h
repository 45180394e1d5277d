#pragma once

#include "backend/gpu/reading.h"

// Programs for many bodies in one launch.

namespace pliant::gpu {

/// A program of each of many bodies of one patch each: a block of threads finds its own in a table
/// in the device's memory, which it takes into its shared memory.
template <class P>
struct EachOf {
  using Word = std::uint64_t;
  static_assert(sizeof(P) % sizeof(Word) == 0);
  static constexpr std::size_t extra_bytes = (sizeof(P) + 31) / 32 * 32;  // of shared memory

  const P* programs;  // [copy]
  Launch launch;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    auto* mine = reinterpret_cast<P*>(block.shared());
    const auto* from = reinterpret_cast<const Word*>(programs + block.copy);
    block.each(sizeof(P) / sizeof(Word), [&](std::uint32_t i) {
      reinterpret_cast<Word*>(block.shared())[i] = load(from + i);
    });
    block.sync();
    block.each(1, [&](std::uint32_t) { mine->begin(launch); });
    block.sync();
    Block inner = block.behind(extra_bytes);
    (*mine)(inner);
  }
};

/// What the host wants to know of a body after a launch.
struct Told {
  MovingOrigin origin;
  std::uint32_t near_limit;
};
struct ToldBy {
  const MovingOrigin* origin;
  const std::uint32_t* near_limit;
};

/// Brings it together for all bodies.
template <class R>
struct TellOfBodies {
  const ToldBy* bodies;
  Told* out;
  std::uint32_t count;
  static constexpr std::uint32_t bodies_each = 256;  // of a block

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const std::uint32_t first = block.index * bodies_each;
    block.each(bodies_each < count - first ? bodies_each : count - first, [&](std::uint32_t i) {
      const ToldBy& body = bodies[first + i];
      out[first + i] = {*body.origin, *body.near_limit};
    });
  }
};

}  // namespace pliant::gpu
