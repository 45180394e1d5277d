#pragma once

#include <pliant/vec3.h>

#include <cstdint>

#include "backend/cpu/particle.h"
#include "math/pack.h"

// How packs get their lanes from vertices and give them back. A vertex is a row of numbers in
// memory, a pack holds one number of several vertices: every way between the two is a transpose.
// `row(lane)` tells where a lane's row begins.

namespace pliant::cpu {

/// For any instruction set, through memory; the specialisations below do it in registers.
template <class R, class Arch>
struct Lanes {
  using Pack = pliant::Pack<R, Arch>;
  static constexpr int width = pack_width<R, Arch>;

  /// Reads rows of `count` numbers.
  template <int count, class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[count]) {
    R lanes[count][width];
    for (int lane = 0; lane < width; ++lane)
      for (int i = 0; i < count; ++i) lanes[i][lane] = row(lane)[i];
    for (int i = 0; i < count; ++i) out[i] = load_pack<R, Arch>(lanes[i]);
  }
  /// Writes rows of `count` numbers.
  template <int count, class Row>
  PLIANT_HD static void write(const Row& row, const Pack (&in)[count]) {
    R lanes[count][width];
    for (int i = 0; i < count; ++i) store_pack<R, Arch>(lanes[i], in[i]);
    for (int lane = 0; lane < width; ++lane)
      for (int i = 0; i < count; ++i) row(lane)[i] = lanes[i][lane];
  }
  /// Adds a vector to the first three numbers of each row of four, one lane after the other: the
  /// same row may occur in several lanes.
  template <class Row>
  PLIANT_HD static void add(const Row& row, const Vec3<Pack>& f) {
    R lanes[3][width];
    for (int i = 0; i < 3; ++i) store_pack<R, Arch>(lanes[i], f[i]);
    for (int lane = 0; lane < width; ++lane)
      for (int i = 0; i < 3; ++i) row(lane)[i] += lanes[i][lane];
  }
};

}  // namespace pliant::cpu

#if defined(PLIANT_KERNELS_AVX512)
#include "backend/cpu/lanes_avx512.h"
#elif defined(PLIANT_KERNELS_AVX2)
#include "backend/cpu/lanes_avx2.h"
#elif defined(PLIANT_KERNELS_SSE42)
#include "backend/cpu/lanes_sse42.h"
#endif
