#include "modes_check.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "mended.h"
#include "spectral/mode_cache.h"

namespace pliant::fuzz {

namespace {

constexpr std::size_t vertices = 4, count = 5;
constexpr spectral::ModeKey key{0x0123456789abcdef, 0xfedcba9876543210};

bool reads(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto modes = spectral::modes_of_bytes(text, key, vertices, count);
  if (!modes) return false;
  const auto finite = [](double x) { return std::isfinite(x); };
  if (modes->vertex_count != vertices || modes->count() != count ||
      modes->shapes.size() != 3 * vertices * count ||
      !std::ranges::all_of(modes->eigenvalues, finite) ||
      !std::ranges::all_of(modes->shapes, finite))
    std::abort();
  return true;
}

}  // namespace

std::vector<std::byte> modes_seed() {
  Modes modes{vertices, {}, {}};
  for (std::size_t i = 0; i < count; ++i) modes.eigenvalues.push_back(static_cast<double>(i));
  for (std::size_t i = 0; i < 3 * vertices * count; ++i)
    modes.shapes.push_back(std::sin(static_cast<double>(i)));
  const std::string text = spectral::cached_bytes(key, modes);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

int check_modes(std::span<const std::byte> bytes) {
  return int(reads(bytes)) + int(reads(mended(bytes)));
}

}  // namespace pliant::fuzz
