#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pliant {

/// Numbers as HDF5's filters "shuffle" and "deflate" make them: first the lowest byte of every
/// number, then the next, packed by zlib. The low bytes of measured numbers are noise, on which
/// zlib would spend most of its time for nothing; where a sample does not shrink they are stored as
/// they are, which a stream of zlib's allows.
std::string encode_chunk(const void* numbers, std::size_t count, std::size_t number_size);

/// Whether such a stream is sound and has so many bytes.
bool unpacks_to(std::string_view packed, std::size_t size);

}  // namespace pliant
