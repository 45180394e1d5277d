#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pliant::fuzz {

/// The bytes of a small cache file of modes.
std::vector<std::byte> modes_seed();

/// Reads bytes as such a file, as they are and with their checksum mended. What is read must have
/// the right sizes and finite numbers; aborts otherwise. Returns how often something was read.
int check_modes(std::span<const std::byte> bytes);

}  // namespace pliant::fuzz
