#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "spectral/mode_problem.h"

namespace pliant::spectral {

/// A cache file's bytes: magic, version, key, sizes, numbers, checksum.
std::string cached_bytes(const ModeKey& key, const Modes& modes);
/// Nothing where these are not the modes asked for, whole and undamaged.
std::optional<Modes> modes_of_bytes(std::string_view bytes, const ModeKey& key,
                                    std::size_t vertex_count, std::size_t count);

/// The file of a key in a cache folder.
std::filesystem::path cache_file(const std::filesystem::path& folder, const ModeKey& key);
/// Nothing where the file is not there or is of no use; never throws for what is on the disk.
std::optional<Modes> read_cached_modes(const std::filesystem::path& folder, const ModeKey& key,
                                       std::size_t vertex_count, std::size_t count);
inline constexpr std::uintmax_t most_cache_bytes = 2'000'000'000;
/// Does nothing where it cannot be stored. Then removes the oldest files until those left have at
/// most so many bytes together.
void write_cached_modes(const std::filesystem::path& folder, const ModeKey& key, const Modes& modes,
                        std::uintmax_t most_bytes = most_cache_bytes);

}  // namespace pliant::spectral
