#pragma once

#include <string>

namespace pliant::record {

/// The page without a recording, built from web/ by npm, with marks where its parts go. InputError
/// where this library was built without npm or without a network.
std::string page_template();

/// What the build made of web/: zlib's format, in words of eight bytes. No bytes: no page.
struct PageBundle {
  const unsigned long long* words;
  std::size_t packed_bytes, bytes;
};
PageBundle page_bundle();

}  // namespace pliant::record
