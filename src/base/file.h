#pragma once

#include <filesystem>
#include <string_view>

namespace pliant {

/// Writes a file as a whole or not at all: under a temporary name first (FILE.part), which becomes
/// FILE once all bytes are stored. A link stays a link to what is written. Throws InputError when
/// the bytes cannot be stored, or FILE is there and not a regular file; what was there stays then.
void write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace pliant
