#pragma once

#include "math/pack.h"
#include "spectral/place.h"
#include "spectral/warp.h"

namespace pliant::spectral {

template <class R, class Arch>
void place_packs(const NodePacks<R>& nodes, std::size_t first, std::size_t last, R* places) {
  using P = Pack<R, Arch>;
  constexpr std::size_t width = pack_width<R, Arch>;
  const auto load = [](const R* from) { return load_pack<R, Arch>(from); };
  for (std::size_t pack = first; pack < last; ++pack) {
    const R* s = nodes.shapes + pack * nodes.modes * 6 * width;
    P even[6], odd[6];  // two chains, so that additions need not wait for each other
    for (int i = 0; i < 6; ++i) even[i] = odd[i] = P(R(0));
    std::size_t m = 0;
    for (; m + 1 < nodes.modes; m += 2, s += 12 * width) {
      const P a(nodes.q[m]), b(nodes.q[m + 1]);
      PLIANT_UNROLL
      for (std::size_t i = 0; i < 6; ++i) even[i] = even[i] + a * load(s + i * width);
      PLIANT_UNROLL
      for (std::size_t i = 0; i < 6; ++i) odd[i] = odd[i] + b * load(s + (6 + i) * width);
    }
    if (m < nodes.modes) {
      const P a(nodes.q[m]);
      for (std::size_t i = 0; i < 6; ++i) even[i] = even[i] + a * load(s + i * width);
    }
    Vec3<P> u{even[0] + odd[0], even[1] + odd[1], even[2] + odd[2]};
    if (nodes.warped) {
      const Vec3<P> w{even[3] + odd[3], even[4] + odd[4], even[5] + odd[5]};
      u = warped(warp_factors(w), w, u);
    }
    const R* x = nodes.rest + pack * 3 * width;
    const Vec3<P> y{load(x) + u.x, load(x + width) + u.y, load(x + 2 * width) + u.z};
    R* to = places + (pack - first) * 3 * width;
    for (int i = 0; i < 3; ++i)
      store_pack<R, Arch>(to + static_cast<std::size_t>(i) * width,
                          P(nodes.turn.column[0][i]) * y.x + P(nodes.turn.column[1][i]) * y.y +
                              P(nodes.turn.column[2][i]) * y.z);
  }
}

template <class R, class Arch>
constexpr PlaceKernel<R> make_place_kernel(std::string_view name) {
  return {name, static_cast<std::size_t>(pack_width<R, Arch>), &place_packs<R, Arch>};
}

}  // namespace pliant::spectral
