#include "render/colour_map.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace pliant::render::gl {

namespace {

constexpr std::uint32_t sequential_stops[] = {0x2b2463, 0x31509b, 0x1f7fa6, 0x27a892,
                                              0x77c865, 0xc9da4b, 0xfde75f};
constexpr std::uint32_t diverging_stops[] = {0x1f4b9b, 0x4d8ad0, 0xa9cbe9, 0xf2f0ec,
                                             0xf3b896, 0xdc6f50, 0xa62639};

constexpr std::uint32_t group_colours[] = {0xd9d4cc, 0xffc107, 0x1e88e5, 0x009688, 0x8e24aa,
                                           0x7cb342, 0xec407a, 0x00bcd4, 0x795548};

// Blue against yellow and red, each of another lightness: told apart by all kinds of sight.
constexpr std::uint32_t state_colours[] = {0x7389a3, 0xf2d43d, 0xd5501c};

Colour nearest(std::span<const std::uint32_t> colours, double fraction) {
  const double part = std::isnan(fraction) ? 0 : std::clamp(fraction, 0.0, 1.0);
  return colour_of(colours[static_cast<std::size_t>(
      std::lround(part * static_cast<double>(colours.size() - 1)))]);
}

}  // namespace

Colour colour_of(std::uint32_t hexadecimal) {
  const auto part = [&](int shift) {
    return static_cast<float>((hexadecimal >> shift) & 255u) / 255.0f;
  };
  return {part(16), part(8), part(0)};
}

Colour colour_at(ColourMapKind kind, double fraction) {
  if (kind == ColourMapKind::groups) return nearest(group_colours, fraction);
  if (kind == ColourMapKind::states) return nearest(state_colours, fraction);
  const std::span<const std::uint32_t> stops =
      kind == ColourMapKind::sequential ? std::span<const std::uint32_t>(sequential_stops)
                                        : std::span<const std::uint32_t>(diverging_stops);
  const double last = static_cast<double>(stops.size() - 1);
  const double place = std::isnan(fraction) ? 0 : std::clamp(fraction, 0.0, 1.0) * last;
  const auto low = static_cast<std::size_t>(std::min(place, last - 1));
  const auto part = static_cast<float>(place - static_cast<double>(low));
  return colour_of(stops[low]) * (1 - part) + colour_of(stops[low + 1]) * part;
}

}  // namespace pliant::render::gl
