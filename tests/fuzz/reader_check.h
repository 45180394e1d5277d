#pragma once

#include <string>
#include <string_view>

#include "mesh/io/format.h"

namespace pliant::fuzz {

/// The format whose name (letters and digits, lower case) or one of whose extensions is `key`;
/// null when this build does not have it.
const io::Format* find_reader(std::string_view key);

/// The files in one fuzz input. A line "%%.ele" starts the file with that extension; what stands
/// before the first such line is the file the user named, with the format's first extension
/// unless the input opens with such a line itself.
struct Input {
  std::string extension;
  io::FileMap files;
};
Input split(const io::Format& format, std::string_view bytes);

enum class RoundTrips { own_format, every_format };

/// Reads the input. A mesh or an InputError is fine; every other exception passes through. A mesh
/// that was read must be writable, read back, and come out the same when that is done twice
/// (std::logic_error otherwise). Returns whether the input was read.
bool check_reader(const io::Format& format, std::string_view bytes, RoundTrips round_trips);

}  // namespace pliant::fuzz
