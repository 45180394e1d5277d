#pragma once

#include <vector>

#include "backend/gpu/programs.h"
#include "backend/layout/layout.h"

namespace pliant::gpu {

/// What kernels want to know of a layout beyond its fields; see views.h for what it means.
struct Patches {
  std::vector<Patch> patches;
  std::vector<std::uint32_t> packs;  // see PackOf
  std::uint32_t pack_bits = 0;
  std::vector<std::vector<std::uint32_t>> words;  // of each store
  std::vector<std::uint32_t> halo, sums, sources, inbox, busy, samples;
  std::vector<std::uint16_t> extra_targets;
  std::uint32_t replicas = 0;
  WorkSizes sizes;
};

template <class R>
Patches cut_into_patches(const Layout<R>& layout);

}  // namespace pliant::gpu
