#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

namespace pliant {

/// All bytes of a regular file. Throws InputError where there is none, it cannot be read or it has
/// more than `most` bytes.
std::string read_file(const std::filesystem::path& file,
                      std::uintmax_t most = std::numeric_limits<std::uintmax_t>::max());

/// Writes a file as a whole or not at all: under a temporary name first (FILE.part), which becomes
/// FILE once all bytes are stored. A link stays a link to what is written. Throws InputError when
/// the bytes cannot be stored, or FILE is there and not a regular file; what was there stays then.
void write_file(const std::filesystem::path& file, std::string_view bytes);

/// The same, and returns when they are on the disk: a power cut leaves what was there, or these.
void store_file(const std::filesystem::path& file, std::string_view bytes);

/// Gives a complete file its final name, in place of what has it now, and returns when both are on
/// the disk: a power cut leaves the one or the other. Throws InputError as write_file does.
void replace_file(const std::filesystem::path& partial, const std::filesystem::path& file);

/// Where to write what is to be FILE: what it points at where it is a link. InputError when
/// something is there that is no file.
std::filesystem::path usable_target(const std::filesystem::path& file);

/// Bytes under a temporary name, and the one that they are to have.
struct PartialFile {
  std::filesystem::path partial, target;
};
/// Stores bytes that are to be FILE under a temporary name (FILE.part). Throws InputError as
/// write_file does, and leaves nothing then.
PartialFile write_partial(const std::filesystem::path& file, std::string_view bytes);

/// InputError where it is there and cannot be removed.
void remove_file(const std::filesystem::path& file);

/// With those above it, where it is not there; InputError where that cannot be.
void make_folder(const std::filesystem::path& folder);

}  // namespace pliant
